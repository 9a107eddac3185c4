// Worlds in which every clause of a command is needed, and of its words as many as there is room
// for.
//
// Wherever a size word is said of a class of things, the class has two sizes, so that small and big
// mean the same to everybody. Relations hold inside of distractor sets, too; partners stand
// anywhere in a row or column. A set is added until it does what it is for: with one clause left
// out, one word left out, or words of two phrases exchanged, the command means something else as
// well.
#pragma once

#include "assay/tasks/reascan/worlds/world_builder.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

// A word of a command.
struct WordPlace {
  std::size_t object = 0;
  Token token = Token::kSize;
};
// All whose absence makes a difference: that a box is a box, "inside of" says already.
std::vector<WordPlace> words_of(const Structure& structure);
Structure without_word(const Structure& structure, const WordPlace& word);
// Exchanges of words between objects that clauses end at, which make another command.
std::vector<IsomorphismSet> exchanges_of(const Structure& structure);

class SoundWorlds {
 public:
  // The structure must outlive it.
  SoundWorlds(const Structure& structure, const WorldSettings& settings);

  // How often an address is tried before it is empty.
  static constexpr std::uint32_t kAttempts = 500;

  // One attempt, counted from 0: false when something had no room. In every world each clause is
  // needed, and one of the words at least. One of the exchanges matters at least, too; late
  // attempts leave that out, and let commands of more than three clauses have more things.
  bool draw(Stream& stream, Sampled& out, std::uint32_t attempt = 0);

 private:
  using Things = InlineVector<world::Thing, kMostObjects>;
  struct Variant {
    Structure command;  // what the set is made like
    Structure test;     // what must mean another thing then
    ThingRole role = ThingRole::kRandom;
    InlineVector<std::size_t, kMostObjects>
        objects;  // of the command at hand, that its own stand for
  };

  std::uint64_t below(std::size_t bound) { return stream_->below(bound); }
  std::uint8_t any_size(bool bounded);
  bool is_bounded(const world::Thing& thing) const;
  std::uint8_t size_of(SizeWord word) const;
  // Whether things are not too many, and a cell is left for the agent.
  bool fits() const { return builder_.count() <= room_ && builder_.has_room(); }
  bool means_target_alone() const { return builder_.resolver().referents(structure_) == 1U; }
  bool means_another(const Structure& command) const;

  Things draw_things(const Structure& command);
  struct Shared {
    std::size_t object = 0;  // of the set
    std::size_t thing = 0;   // that stands for it
  };
  bool place(const Things& things, const Structure& command, const std::optional<Shared>& shared,
             ThingRole role);
  std::optional<world::Cell> cell_beside(const world::Thing& thing, Relation relation,
                                         world::Cell parent);
  std::optional<world::Cell> root_cell(world::Thing& root, Relation relation,
                                       const world::Thing& partner);
  bool ground_sizes(const Structure& command);
  bool add_set(const Variant& variant);
  bool add_relation_sets();
  bool add_words_and_exchanges();
  bool add_word(const WordPlace& word);
  bool add_exchange(const IsomorphismSet& exchange);
  bool add_random_things();

  const Structure& structure_;
  WorldSettings settings_;
  std::size_t room_ = 0;  // the most things that sets may come to
  std::vector<Variant> without_clause_;
  std::vector<WordPlace> words_;
  std::vector<IsomorphismSet> exchanges_;

  bool needs_exchange_ = true;
  Stream* stream_ = nullptr;
  Sampled* out_ = nullptr;
  WorldBuilder builder_;
  std::uint8_t small_ = 1;
  std::uint8_t big_ = 2;
};

}  // namespace assay::reascan
