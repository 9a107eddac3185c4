#include "assay/tasks/reascan/solver/solver.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "assay/acting/acting_out.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/reascan/solver/solver_testing.h"
#include "assay/world/world_text.h"

namespace assay::reascan {
namespace {

using enum SizeReading;
using testing::HasSubstr;
using world::Colour;
using world::Shape;
using world::World;

// The number of the one thing that is meant, or why there is none. The agent stands in the corner,
// where no thing is, so that every cell has a way of its own.
std::string meant(std::string_view phrase, World world, SizeReading reading = kSomeLarger) {
  world.agent = {5, 5};
  const std::string input = input_of("walk to " + std::string(phrase), world);
  std::string problem = problem_of(input, reading);
  if (!problem.empty()) return problem;
  const std::string way = solve(input, reading);
  std::string found;
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    if (acting::act_out(world, world.things[i], "walk", "") == way) found += std::to_string(i);
  }
  return found;
}

constexpr const char* kNothing = "the command means 0 things in this world";

TEST(ReascanSolver, CarriesOutVerbsInEveryManner) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 3, {1, 2}},
                  {Shape::kSquare, Colour::kRed, 1, {4, 2}}};
  const auto solved = [&](std::string_view command) {
    return solve(input_of(command, world), kSomeLarger);
  };
  EXPECT_EQ(solved("walk to the circle"), "walk,walk,turn right,walk");
  EXPECT_EQ(solved("push the circle"), "walk,walk,turn right,walk,push,push,push,push");
  EXPECT_EQ(solved("pull the red circle"), "walk,walk,turn right,walk,pull,pull");
  EXPECT_EQ(solved("walk to the circle while zigzagging"), "walk,turn right,walk,turn left,walk");
  EXPECT_EQ(solved("pull the circle hesitantly"),
            "walk,stay,walk,stay,turn right,walk,stay,pull,stay,pull,stay");
  EXPECT_EQ(count_words(solved("walk to the circle while spinning")), 14U);
  EXPECT_EQ(count_words(solved("walk to the circle cautiously")), 14U);
}

TEST(ReascanSolver, KnowsEveryRelation) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 1}},     // 0
                  {Shape::kCircle, Colour::kBlue, 2, {1, 3}},    // 1
                  {Shape::kSquare, Colour::kGreen, 2, {0, 4}},   // 2: 0's row
                  {Shape::kCylinder, Colour::kBlue, 3, {2, 1}},  // 3: 0's column
                  {Shape::kSquare, Colour::kYellow, 4, {3, 2}},  // 4
                  {Shape::kBox, Colour::kGreen, 3, {1, 2}}};     // 5: around 1 and 4
  EXPECT_EQ(meant("the circle that is in the same row as a square", world), "0");
  EXPECT_EQ(meant("the circle that is in the same column as a cylinder", world), "0");
  EXPECT_EQ(meant("the circle that is inside of a box", world), "1");
  EXPECT_EQ(meant("the circle that is in the same size as a square", world), "1");
  EXPECT_EQ(meant("the circle that is in the same color as a cylinder", world), "1");
  EXPECT_EQ(meant("the yellow object that is in the same shape as a green object", world), "4");
  EXPECT_EQ(meant("the square that is inside of the green box", world), "4");
  EXPECT_EQ(meant("the square that is inside of the red box", world), kNothing);
  EXPECT_EQ(meant("the cylinder that is in the same row as a circle", world), kNothing);
  EXPECT_EQ(meant("the circle", world), "the command means 2 things in this world");
}

TEST(ReascanSolver, TakesTheCellOfABoxForItsPlace) {
  World world;
  world.things = {{Shape::kBox, Colour::kRed, 3, {1, 1}},     // to row 3 and column 3
                  {Shape::kBox, Colour::kBlue, 2, {3, 3}},    // its cell is in the first one
                  {Shape::kCircle, Colour::kRed, 1, {4, 4}},  // in the second one alone
                  {Shape::kCircle, Colour::kBlue, 1, {3, 0}},
                  {Shape::kCylinder, Colour::kRed, 1, {2, 4}},  // just outside
                  {Shape::kCylinder, Colour::kRed, 1, {4, 2}}};
  EXPECT_EQ(meant("the cylinder that is inside of a box", world), kNothing);
  EXPECT_EQ(meant("the circle that is inside of a box", world), "2");
  EXPECT_EQ(meant("the circle that is inside of a red box", world), kNothing);
  EXPECT_EQ(meant("the circle that is in the same row as a big object", world), "3");
  EXPECT_EQ(meant("the circle that is inside of a box that is inside of a red box", world), "2");
  EXPECT_EQ(meant("the blue object that is inside of a red box", world), "1");
}

TEST(ReascanSolver, FollowsClausesToWhatTheySpeakOf) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}},       // 0: in the row of 2
                  {Shape::kCircle, Colour::kRed, 1, {3, 1}},       // 1: in the row of 3
                  {Shape::kSquare, Colour::kBlue, 1, {0, 4}},      // 2
                  {Shape::kSquare, Colour::kBlue, 1, {3, 3}},      // 3: in the column of 4
                  {Shape::kCylinder, Colour::kGreen, 1, {4, 3}},   // 4
                  {Shape::kCylinder, Colour::kGreen, 1, {2, 0}}};  // 5: in the column of 0
  EXPECT_EQ(meant("the circle that is in the same row as a square that is in the same column as a "
                  "cylinder",
                  world),
            "1");
  EXPECT_EQ(meant("the circle that is in the same row as a square and in the same column as a "
                  "cylinder",
                  world),
            "0");
  EXPECT_EQ(
      meant("the cylinder that is in the same column as a square that is in the same row as a "
            "circle and in the same color as a square",
            world),
      "4");
}

TEST(ReascanSolver, TakesNoThingForTwoPhrases) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}},
                  {Shape::kCircle, Colour::kBlue, 1, {0, 2}},
                  {Shape::kSquare, Colour::kBlue, 1, {2, 2}}};
  EXPECT_EQ(meant("the red circle that is in the same row as a circle", world), "0");
  EXPECT_EQ(meant("the blue circle that is in the same row as a blue object", world), kNothing);
  EXPECT_EQ(meant("the red object that is in the same row as a circle and in the same size as a "
                  "blue circle",
                  world),
            kNothing);
  EXPECT_EQ(meant("the square that is in the same column as a circle that is in the same column as "
                  "a square",
                  world),
            kNothing);
  // The first choice for one phrase may be the only one for another.
  EXPECT_EQ(meant("the red object that is in the same size as a blue object and in the same row as "
                  "a blue object",
                  world),
            "0");
}

TEST(ReascanSolver, ReadsSizesInBothWays) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}},
                  {Shape::kCircle, Colour::kBlue, 2, {0, 2}},
                  {Shape::kCircle, Colour::kBlue, 3, {2, 2}},
                  {Shape::kSquare, Colour::kGreen, 4, {3, 2}},
                  {Shape::kBox, Colour::kGreen, 2, {4, 3}}};
  const std::string two = "the command means 2 things in this world";
  EXPECT_EQ(meant("the small circle", world, kExtreme), "0");
  EXPECT_EQ(meant("the small circle", world), two);
  EXPECT_EQ(meant("the big circle", world, kExtreme), "2");
  EXPECT_EQ(meant("the big circle", world), two);
  for (const SizeReading reading : {kSomeLarger, kExtreme}) {
    EXPECT_EQ(meant("the small blue circle", world, reading), "1");
    EXPECT_EQ(meant("the big blue circle", world, reading), "2");
    // Nothing is small on its own; boxes are objects.
    EXPECT_EQ(meant("the small square", world, reading), kNothing);
    EXPECT_EQ(meant("the big red object", world, reading), kNothing);
    EXPECT_EQ(meant("the big green object", world, reading), "3");
    EXPECT_EQ(meant("the small green object", world, reading), "4");
  }
}

TEST(ReascanSolver, SaysWhatIsWrong) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}}};
  const auto problem = [&](std::string_view command) {
    return problem_of(input_of(command, world));
  };
  EXPECT_EQ(problem("push the circle"), "");
  EXPECT_EQ(problem(""), "the command ends before word 1: expected walk or push or pull");
  EXPECT_EQ(problem("throw the circle"),
            "word 1 of the command is \"throw\": expected walk or push or pull");
  EXPECT_EQ(problem("walk the circle"), "word 2 of the command is \"the\": expected to");
  EXPECT_EQ(problem("push an object"), "word 2 of the command is \"an\": expected the or a");
  EXPECT_EQ(problem("push the red small circle"),
            "word 4 of the command is \"small\": expected circle or cylinder or square or object");
  EXPECT_EQ(problem("push the box"),
            "word 3 of the command is \"box\": expected circle or cylinder or square or object");
  EXPECT_EQ(problem("push the circle that is inside of a square"),
            "word 9 of the command is \"square\": expected box");
  EXPECT_EQ(
      problem("push the circle that is in the same colour as a square"),
      "word 9 of the command is \"colour\": expected row or column or size or color or shape");
  EXPECT_EQ(problem("push the circle that is in the same row as"),
            "the command ends before word 11: expected the or a");
  EXPECT_EQ(problem("push the circle and inside of a box"),
            "word 4 of the command is \"and\": expected a clause, a manner or the end");
  EXPECT_EQ(problem("push the circle while singing"),
            "word 5 of the command is \"singing\": expected spinning or zigzagging");
  EXPECT_EQ(problem("push the circle cautiously please"),
            "word 5 of the command is \"please\": expected the end");
  EXPECT_EQ(problem("push the circle \x01\n"),
            "word 4 of the command is \"\\x01\": expected a clause, a manner or the end");
  std::string long_command = "push the circle";
  for (int more = 0; more < 5; ++more) long_command += " that is in the same row as a circle";
  EXPECT_EQ(problem(long_command), kNothing);
  EXPECT_THAT(problem(long_command + " that is in the same row as a circle"),
              HasSubstr("expected no more than 6 phrases"));
  EXPECT_THAT(problem_of("push the circle."), HasSubstr("The grid has"));
  EXPECT_THAT(problem_of(input_of("push the circle", {})), HasSubstr("at byte"));
  world.things.resize(33);
  EXPECT_EQ(problem("push the circle"), "the world has 33 things: expected no more than 32");
}

TEST(ReascanSolver, TakesCommandsApart) {
  const Parsed parsed = parse_command(
      "walk to the small red object that is inside of a big box that is in the same row as the "
      "circle and in the same color as a square while zigzagging");
  EXPECT_EQ(parsed.verb, "walk");
  EXPECT_EQ(parsed.manner, "zigzagging");
  std::string phrases;
  for (const auto& [determiner, size, colour, noun] : parsed.phrases) {
    phrases += fmt::format("{}|{}|{}|{};", determiner, size, colour, noun);
  }
  EXPECT_EQ(phrases, "the|small|red|object;a|big||box;the|||circle;a|||square;");
  std::string clauses;
  for (const auto& [parent, relation] : parsed.clauses) {
    clauses += fmt::format("{}|{};", parent, relation);
  }
  EXPECT_EQ(clauses, "0|inside;1|row;1|color;");
}

TEST(ReascanSolver, KnowsWhichDeterminersAreRight) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}},
                  {Shape::kCircle, Colour::kBlue, 2, {0, 2}},
                  {Shape::kCircle, Colour::kBlue, 3, {2, 2}},
                  {Shape::kSquare, Colour::kBlue, 3, {2, 0}}};
  const auto right = [&](std::string_view command, SizeReading reading = kSomeLarger) {
    return determiners_hold(parse_command(command), world, reading);
  };
  EXPECT_TRUE(right("push the circle"));
  EXPECT_FALSE(right("push a square"));
  EXPECT_TRUE(right("push the circle that is in the same row as the square"));
  EXPECT_FALSE(right("push the circle that is in the same row as a square"));
  EXPECT_TRUE(right("push the square that is in the same row as a circle"));
  EXPECT_FALSE(right("push the square that is in the same row as the circle"));
  EXPECT_TRUE(right("push the square that is inside of the box"));  // there is none
  EXPECT_TRUE(right("push the square that is in the same row as a big circle"));
  EXPECT_TRUE(right("push the square that is in the same row as the big circle", kExtreme));
}

// A red circle in one row with a blue square and in one column with a green one, and two more red
// circles that lack one of these each.
TEST(ReascanSolver, KnowsWhatACommandNeeds) {
  const std::string command =
      "push the red circle that is in the same row as a blue square and in the same column as a "
      "green square";
  World world;
  world.agent = {5, 5};
  world.things = {
      {Shape::kCircle, Colour::kRed, 1, {0, 0}},   {Shape::kSquare, Colour::kBlue, 1, {0, 3}},
      {Shape::kSquare, Colour::kGreen, 1, {3, 0}}, {Shape::kCircle, Colour::kRed, 1, {1, 1}},
      {Shape::kSquare, Colour::kBlue, 1, {1, 4}},  {Shape::kCircle, Colour::kRed, 1, {4, 2}},
      {Shape::kSquare, Colour::kGreen, 1, {2, 2}}};
  const auto unmet = [&](const Needs& needs) {
    return unmet_need(input_of(command, world), needs);
  };
  EXPECT_EQ(unmet({true, false}), "");
  EXPECT_EQ(unmet({true, true}), "none of the words is needed");
  world.things.push_back({Shape::kCircle, Colour::kYellow, 1, {0, 2}});
  EXPECT_EQ(unmet({true, true}), "") << "without \"red\" it means the yellow circle, too";
  const World whole = world;
  world.things[3].cell = {1, 3};
  world.things[4].cell = {2, 4};
  EXPECT_EQ(unmet({true, true}), "clause 2 is not needed: in the same column as a green square");
  EXPECT_EQ(unmet({false, true}), "");
  world = whole;
  world.things[6].cell = {2, 3};
  EXPECT_EQ(unmet({true, true}), "clause 1 is not needed: in the same row as a blue square");
}

// A clause goes with those that hang on its object.
TEST(ReascanSolver, LeavesOutWhatHangsOnAClause) {
  const std::string command =
      "push the red circle that is in the same row as a blue square that is in the same column as "
      "a green square";
  World world;
  world.agent = {5, 5};
  world.things = {{Shape::kCircle, Colour::kRed, 1, {0, 0}},
                  {Shape::kSquare, Colour::kBlue, 1, {0, 3}},
                  {Shape::kSquare, Colour::kGreen, 1, {3, 3}},
                  {Shape::kCircle, Colour::kRed, 1, {1, 1}}};
  const auto unmet = [&] { return unmet_need(input_of(command, world), {true, false}); };
  EXPECT_EQ(unmet(), "clause 2 is not needed: in the same column as a green square");
  world.things.push_back({Shape::kSquare, Colour::kBlue, 1, {1, 4}});
  EXPECT_EQ(unmet(), "");
  world.things[3].colour = Colour::kGreen;
  EXPECT_EQ(unmet(), "clause 1 is not needed: in the same row as a blue square");
}

// Which things are gone to, by their numbers, in many draws.
std::string gone_to(std::string_view phrase, World world, Heard heard) {
  world.agent = {5, 5};
  const std::string input = input_of("walk to " + std::string(phrase), world);
  Stream chance(stream_key(1, "test"), {});
  std::set<std::string> found;
  for (int draw = 0; draw < 200; ++draw) {
    const std::string way = solve_partly(input, kSomeLarger, heard, chance);
    for (std::size_t i = 0; i < world.things.size(); ++i) {
      if (acting::act_out(world, world.things[i], "walk", "") == way) {
        found.insert(std::to_string(i));
      }
    }
  }
  return fmt::format("{}", fmt::join(found, " "));
}

TEST(ReascanSolver, GoesToWhatLittleItHears) {
  World world;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {1, 1}},    // what is meant
                  {Shape::kCircle, Colour::kRed, 1, {2, 2}},    // in no row with a green square
                  {Shape::kCircle, Colour::kBlue, 1, {1, 3}},   // of another colour
                  {Shape::kSquare, Colour::kGreen, 1, {1, 4}},  // what the clause speaks of
                  {Shape::kCircle, Colour::kBlue, 1, {3, 0}}};  // with neither
  const auto* const phrase = "the red circle that is in the same row as a green square";
  EXPECT_EQ(meant(phrase, world), "0");
  EXPECT_EQ(gone_to(phrase, world, Heard::kNoClauses), "0 1");
  EXPECT_EQ(gone_to(phrase, world, Heard::kNoAttributes), "0 2");
  EXPECT_EQ(gone_to(phrase, world, Heard::kNoun), "0 1 2 4");
}

}  // namespace
}  // namespace assay::reascan
