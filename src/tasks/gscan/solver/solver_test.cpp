#include "assay/tasks/gscan/solver/solver.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "assay/base/error.h"
#include "assay/world/world_text.h"

namespace assay::gscan {
namespace {

TEST(GscanSolver, SaysWhatItCannotDo) {
  world::World world;
  world.things = {{world::Shape::kCircle, world::Colour::kRed, 1, {2, 2}},
                  {world::Shape::kCircle, world::Colour::kBlue, 1, {3, 2}}};
  const auto problem = [&](std::string_view command) -> std::string {
    std::string input;
    append_input(input, command, world);
    try {
      solve(input);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem("push a red circle"), "");
  EXPECT_EQ(problem("push a circle"), "the command means 2 things in this world");
  EXPECT_EQ(problem("push a square"), "the command means 0 things in this world");
  EXPECT_EQ(problem("push a big circle"), "the command means 2 things in this world");
  // Small and big compare: the authors' program refuses these as well.
  EXPECT_EQ(problem("push a red small circle"),
            "the command says \"small\", but this world has only one red circle");
  EXPECT_EQ(problem("push a blue big circle"),
            "the command says \"big\", but this world has only one blue circle");
  EXPECT_EQ(problem("walk a circle"), "the command has no \"to\" at word 2: \"walk a circle\"");
  EXPECT_EQ(problem("push a red circle while jumping"),
            "the command has no manner at word 6: \"push a red circle while jumping\"");
  EXPECT_EQ(problem("push a red circle now"),
            "the command has no end at word 5: \"push a red circle now\"");
  EXPECT_EQ(problem("jump"), "the command has no verb at word 1: \"jump\"");
}

TEST(GscanSolver, GoesByTheNounAlone) {
  world::World world;
  world.things = {{world::Shape::kCircle, world::Colour::kRed, 1, {0, 2}},
                  {world::Shape::kCircle, world::Colour::kBlue, 2, {0, 4}},
                  {world::Shape::kSquare, world::Colour::kRed, 1, {3, 3}}};
  std::string input;
  append_input(input, "walk to a red small circle hesitantly", world);
  Stream chance(stream_key(1, "test"), {});
  std::set<std::string> ways;
  for (int draw = 0; draw < 100; ++draw) ways.insert(solve_by_noun(input, chance));
  EXPECT_EQ(ways, (std::set<std::string>{"walk,stay,walk,stay",
                                         "walk,stay,walk,stay,walk,stay,walk,stay"}));
  input.clear();
  append_input(input, "walk to a cylinder", world);
  EXPECT_THROW(solve_by_noun(input, chance), Error);
}

}  // namespace
}  // namespace assay::gscan
