#include "assay/tasks/arc/row.h"

#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/arc/puzzles/world_grid.h"
#include "assay/tasks/arc/worlds_column.h"

namespace assay::arc {

const Schema& arc_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "what is asked, the pairs and the test input", {}},
       {"target", ValueType::kText, Role::kTarget, "the output of the test: rows of a grid", {}},
       {"rule", ValueType::kText, Role::kMetadata, "the rule in words", {}},
       {"pattern",
        ValueType::kText,
        Role::kMetadata,
        "which clause of the rule speaks of which object",
        {}},
       {"structure",
        ValueType::kInteger,
        Role::kMetadata,
        "number of the rule's phrases and relations among all of the pattern",
        {}},
       {"operation",
        ValueType::kText,
        Role::kMetadata,
        "what is done to the thing that the rule means",
        {}},
       {"worlds",
        ValueType::kIntegers,
        Role::kMetadata,
        "of each input, the test's last: number of things, then of each, what the rule means "
        "first: shape (circle, cylinder, square, box), colour (red, blue, green, yellow), size, "
        "row, column",
        {}}}};
  return kSchema;
}

Puzzle puzzle_of(const Example& row, const PuzzleMaker& maker) {
  Puzzle puzzle;
  puzzle.space = maker.find_space(text_at(row, kPattern));
  if (puzzle.space == nullptr) {
    fail(ErrorKind::kInput, "{}: this data set has no pattern \"{}\"", id_of("arc", row),
         printable(text_at(row, kPattern)));
  }
  const std::int64_t rank = number_at(row, kStructure);
  if (rank < 0 || static_cast<std::uint64_t>(rank) >= puzzle.space->size()) {
    fail(ErrorKind::kInput, "{}: the pattern has no structure {}", id_of("arc", row), rank);
  }
  puzzle.rank = static_cast<std::uint64_t>(rank);
  puzzle.structure = puzzle.space->unrank(puzzle.rank);
  const auto operation = read_operation(text_at(row, kOperation));
  if (!operation) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no operation", id_of("arc", row),
         printable(text_at(row, kOperation)));
  }
  puzzle.operation = *operation;
  if (!read_worlds(numbers_at(row, kWorlds), puzzle.worlds)) {
    fail(ErrorKind::kInput, "{}: the column \"worlds\" holds no worlds", id_of("arc", row));
  }
  return puzzle;
}

PuzzleGrids grids_of(const Puzzle& puzzle) {
  PuzzleGrids grids;
  for (const world::World& world : puzzle.worlds) {
    grids.train.push_back({grid_of(world), grid_of(after(puzzle.operation, world, 0))});
  }
  grids.test = std::move(grids.train.back());
  grids.train.pop_back();
  return grids;
}

std::string rule_of(const Puzzle& puzzle) {
  return rule_text(puzzle.structure, puzzle.space->pattern(), puzzle.operation);
}

}  // namespace assay::arc
