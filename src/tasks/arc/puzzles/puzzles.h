// Puzzles by address: a rule, and worlds in which it can be seen at work.
//
// A rule is a structure of phrases and relations, which means one thing in a world, and an
// operation on that thing. Worlds are ReaSCAN's sound ones: every clause is needed in each of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/arc/puzzles/explanations.h"
#include "assay/tasks/arc/puzzles/operation.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/world/world.h"

namespace assay::arc {

struct Settings {
  std::string pattern = "release";  // p1, p2 and p3; or one of them, c1, c2, or a pattern
  std::array<bool, kOperationKinds> operations{true, true, true, true};
  std::size_t pairs = 3;  // that are shown
};

// Larger patterns have too many structures to look at all of them.
inline constexpr std::size_t kMostRuleObjects = 4;

struct Puzzle {
  const reascan::StructureSpace* space = nullptr;
  std::uint64_t rank = 0;  // of the structure
  reascan::Structure structure;
  Operation operation;
  // What the rule means is the first thing of each; the last world is asked about.
  std::vector<world::World> worlds;
};

// "draw blue the red circle that is in the same row as a small square"
std::string rule_text(const reascan::Structure& structure, const reascan::Pattern& pattern,
                      const Operation& operation);

// Draws puzzles and checks what is promised of them. Never changes, so threads may share it.
class PuzzleMaker {
 public:
  // Throws Error(kUsage) when the pattern is none.
  explicit PuzzleMaker(const Settings& settings);

  // The patterns that puzzles may have.
  const std::vector<std::unique_ptr<const reascan::StructureSpace>>& spaces() const {
    return spaces_;
  }
  const reascan::StructureSpace* find_space(std::string_view pattern) const;
  // All patterns of up to three objects, the smaller first, then those of puzzles that have more.
  const std::vector<reascan::Pattern>& family() const { return family_; }

  // Overwrites `out`; false when none was found in a bounded number of attempts.
  bool make(Key key, std::uint64_t unit, Explanations& explanations, Puzzle& out) const;

  // What of the promises a puzzle breaks; empty when nothing. The structure means the first thing
  // alone in every world, and the operation changes it. Of all structures of the family, none with
  // fewer objects explains the pairs, and all others that do mean the same thing where it is asked
  // for.
  std::string broken_promise(const Puzzle& puzzle, Explanations& explanations) const;

 private:
  bool draw_rule(Stream& stream, std::uint64_t unit, Puzzle& out) const;
  std::string undetermined(const Puzzle& puzzle, Explanations& explanations) const;

  Settings settings_;
  std::vector<std::unique_ptr<const reascan::StructureSpace>> spaces_;
  std::vector<reascan::Pattern> family_;
};

}  // namespace assay::arc
