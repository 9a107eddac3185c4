// Worlds as the release draws them, with all its ways: sizes of a class bounded by what is said of
// it, partners in the first free cell of a row or column, same shape and same colour not kept
// inside of distractor sets, and no distractors of attributes where two boxes stand.
#pragma once

#include <array>

#include "assay/tasks/reascan/worlds/world_builder.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

class PublishedWorlds {
 public:
  // The structure must outlive it.
  PublishedWorlds(const Structure& structure, const WorldSettings& settings);

  // One attempt: false when the command does not mean its first thing alone, or when no cell is
  // left for the agent. A world is given up as soon as that is sure, so only accepted ones are
  // whole.
  bool draw(Stream& stream, Sampled& out);

 private:
  struct Bound {
    int small = 0;  // 0: there is none
    int big = 0;
    explicit operator bool() const { return small > 0; }
  };
  using Things = InlineVector<world::Thing, kMostObjects>;
  using SizeMap = std::array<int, kMostObjects>;  // 0: as drawn

  std::uint64_t below(std::size_t bound) { return stream_->below(bound); }
  int between(int least, int most);

  world::Thing draw_thing(const Phrase& phrase);
  void mention();
  void draw_bounds();
  const Bound& bound_of(const world::Thing& thing) const;
  void keep_bounds(const Phrase& phrase, world::Thing& thing) const;

  bool place(const Things& things, const Structure& structure, ThingRole role);
  std::optional<world::Cell> cell_for(const world::Thing& thing, Relation relation,
                                      world::Cell parent);
  bool add_set(const Structure& set, const SizeMap& sizes, ThingRole role);
  void add_relation_sets();
  void add_attribute_set();
  void change_attribute(AttributeSet& entry);
  int other_size(std::size_t object) const;
  InlineVector<std::size_t, kMostObjects> objects_without_contrast() const;
  void ground_sizes(const InlineVector<std::size_t, kMostObjects>& objects);
  void add_isomorphism_set();
  void add_random_things();
  bool means_another() const { return (builder_.resolver().referents(structure_) & ~1U) != 0; }

  const Structure& structure_;
  WorldSettings settings_;
  struct Dropped {
    std::size_t clause = 0;
    Structure set;
    InlineVector<std::size_t, kMostObjects> objects;
  };
  std::vector<Dropped> relation_sets_;
  InlineVector<std::size_t, kMostObjects> attribute_pool_;
  InlineVector<std::size_t, kMostObjects> isomorphism_pool_;

  Stream* stream_ = nullptr;
  Sampled* out_ = nullptr;
  WorldBuilder builder_;
  Things things_;  // that are mentioned
  std::array<Bound, world::kShapes> by_shape_{};
  std::array<std::array<Bound, world::kColours>, world::kShapes> by_look_{};
  std::size_t drafted_ = 0;
};

}  // namespace assay::reascan
