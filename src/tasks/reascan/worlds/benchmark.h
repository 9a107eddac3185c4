// The examples of a benchmark by address: its sets of commands, and worlds for them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "assay/tasks/reascan/worlds/roster.h"

namespace assay::reascan {

enum class Edition : std::uint8_t { kSound, kPublished };

struct Settings {
  Edition edition = Edition::kSound;
  std::string pattern =
      "all";  // "release" p1 to p3; "all" these, b1, c1 and c2; a name or a pattern
  std::uint64_t commands = 0;  // 0: as many as the release has
  std::uint32_t worlds = 0;    // of a command; 0: as many as the release has
  bool only_walks = false;     // no other verb, no adverb; the same structures in the same worlds
  WorldSettings world;
};

// The sets that a pattern stands for. Throws Error(kUsage) when it is none.
std::vector<SetPlan> plans_of(const Settings& settings);

// All structures of each pattern, by its text.
using Spaces = std::map<std::string, std::shared_ptr<const StructureSpace>, std::less<>>;
Spaces spaces_of(const std::vector<SetPlan>& plans);

// A command in a world.
struct Pair {
  const CommandSet* set = nullptr;
  Structure structure;
  world::Verb verb = world::Verb::kWalk;
  world::Manner manner = world::Manner::kPlainly;
  std::uint64_t rank = 0;
  Sampled sampled;
};

class Benchmark {
 public:
  Benchmark(const Settings& settings, const Spaces& spaces, std::uint64_t seed);

  std::uint64_t units() const { return roster_.units(); }
  std::uint32_t items() const { return roster_.items(); }
  std::uint32_t items_of(std::uint64_t unit) const { return roster_.items_of(unit); }

  // Sound worlds are made one by one. Overwrites `out`; false: there is no such example.
  bool make(std::uint64_t unit, std::uint32_t item, Pair& out) const;
  // Published worlds of a command are made in a row, none twice; when one cannot be had, the rest
  // is given up. In the order of items; those that are not there have no set.
  std::vector<Pair> make_all(std::uint64_t unit) const;

  Edition edition() const { return edition_; }

 private:
  Roster choose(const Settings& settings, const Spaces& spaces) const;
  Stream stream(const CommandSet& set, std::uint64_t id, std::uint32_t world,
                std::uint32_t attempt) const;
  // The worlds of a command, as many as there are, up to `most`.
  void draw_published(const CommandSet& set, const Command& command, std::uint32_t most,
                      std::vector<Pair>& out) const;
  bool has_worlds(const CommandSet& set, const Command& command) const;
  std::vector<Command> choose_live(const CommandSet& set, std::uint64_t count) const;
  std::vector<Command> choose_new_objects(const CommandSet& set,
                                          const std::vector<CommandSet>& trained) const;
  std::vector<Command> choose_chains(const CommandSet& set, const CommandSet& trained) const;

  Edition edition_;
  Key key_;
  Roster roster_;
};

}  // namespace assay::reascan
