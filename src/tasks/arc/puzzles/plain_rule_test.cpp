#include "assay/tasks/arc/puzzles/plain_rule.h"

#include <gtest/gtest.h>

namespace assay::arc {
namespace {

using reascan::Noun;
using reascan::Relation;
using reascan::SizeWord;
using reascan::Structure;
using reascan::StructureSpace;
using world::Colour;
using world::Shape;

std::string told(const char* pattern, Structure structure, Operation operation) {
  const StructureSpace space(*reascan::read_pattern(pattern));
  Puzzle puzzle;
  puzzle.space = &space;
  puzzle.structure = std::move(structure);
  puzzle.operation = operation;
  return plain_rule(puzzle);
}

TEST(PlainRule, IsASentenceWhereWordsAreEnough) {
  const Structure square{{{SizeWord::kSmall, Colour::kBlue, Noun::kSquare}}, {}};
  EXPECT_EQ(told("$OBJ_0", square, {Colour::kGreen, {}}), "Recolour the small blue square green.");
  EXPECT_EQ(told("$OBJ_0", square, {{}, Shape::kCircle}),
            "Turn the small blue square into a circle.");
  EXPECT_EQ(told("$OBJ_0", square, {Colour::kRed, Shape::kCircle}),
            "Turn the small blue square into a red circle.");
  EXPECT_EQ(told("$OBJ_0", square, {}), "Remove the small blue square.");
}

TEST(PlainRule, FindsTheThingFirstWhereItHasClauses) {
  Structure structure{{{SizeWord::kNone, {}, Noun::kObject},
                       {SizeWord::kNone, {}, Noun::kObject},
                       {SizeWord::kBig, Colour::kRed, Noun::kBox}},
                      {{0, Relation::kSameColour}, {0, Relation::kInside}}};
  EXPECT_EQ(told("$OBJ_0 ^ $OBJ_1 & $OBJ_2", structure, {Colour::kGreen, {}}),
            "Find the object that is of the same colour as an object and inside a big red box. "
            "Recolour it green.");
  structure.clauses[1].parent = 1;
  EXPECT_EQ(told("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", structure, {}),
            "Find the object that is of the same colour as an object that is inside a big red box. "
            "Remove it.");
}

}  // namespace
}  // namespace assay::arc
