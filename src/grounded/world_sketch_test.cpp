#include "assay/grounded/world_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "assay/base/text.h"

namespace assay::grounded {
namespace {

using world::Colour;
using world::Direction;
using world::Shape;
using world::World;

World four_by_four() {
  World world;
  world.grid = 4;
  world.agent = {0, 2};
  world.things = {{Shape::kCylinder, Colour::kYellow, 2, {2, 3}},
                  {Shape::kCircle, Colour::kRed, 3, {1, 1}},
                  {Shape::kSquare, Colour::kGreen, 1, {1, 3}}};
  return world;
}

TEST(WorldSketch, ShowsThingsAgentAndTarget) {
  const World world = four_by_four();
  EXPECT_EQ(sketch({.world = world, .command = ""}),
            "      0     1     2     3\n"
            " 0    .     .     >     .\n"
            " 1    .    (r3)   .    [g1]\n"
            " 2    .     .     .   *{y2}\n"
            " 3    .     .     .     .\n"
            "(circle) [square] {cylinder}; letter: colour; digit: size; agent: >; target: *\n");
}

TEST(WorldSketch, TheQuestionGivesNothingAway) {
  World world = four_by_four();
  const std::array<ThingRole, 3> roles{};
  const std::string asked =
      sketch({.world = world, .command = "", .roles = roles, .answer = false});
  EXPECT_EQ(asked.find('*'), std::string::npos);
  EXPECT_EQ(asked.find("mentioned"), std::string::npos);
  std::reverse(world.things.begin(), world.things.end());
  EXPECT_EQ(sketch({.world = world, .command = "", .answer = false}), asked);
}

TEST(WorldSketch, DrawsAndTellsBoxes) {
  World world = four_by_four();
  world.agent = {1, 1};
  world.facing = Direction::kNorth;
  world.things.push_back({Shape::kBox, Colour::kBlue, 2, {0, 0}});
  world.things.push_back({Shape::kBox, Colour::kRed, 3, {1, 1}});
  world.things.push_back({Shape::kBox, Colour::kGreen, 1, {3, 0}});
  const std::array<ThingRole, 6> roles{ThingRole::kMentioned, ThingRole::kRelation,
                                       ThingRole::kRandom,    ThingRole::kMentioned,
                                       ThingRole::kSize,      ThingRole::kIsomorphism};
  EXPECT_EQ(sketch({.world = world, .command = "", .target = 3, .roles = roles}),
            "      0     1     2     3\n"
            "   b2*---------+\n"
            " 0 |  .     .  |  .     .\n"
            "   |     r3----+-----------+\n"
            " 1 |  .  |^(r3)|  .    [g1]|\n"
            "   +-----+-----+           |\n"
            " 2    .  |  .     .    {y2}|\n"
            "   g1----+                 |\n"
            " 3 |  .  |  .     .     .  |\n"
            "   +-----+-----------------+\n"
            "(circle) [square] {cylinder}; letter: colour; digit: size; agent: ^; target: *\n"
            "blue box of size 2 over rows 0 to 1, columns 0 to 1;\n"
            "  red box of size 3 over rows 1 to 3, columns 1 to 3;\n"
            "  green box of size 1 over row 3, column 0\n"
            "why things are there (row,column):\n"
            "mentioned: {y2} 2,3; box b2 0,0\n"
            "relation: (r3) 1,1\n"
            "size: box r3 1,1\n"
            "isomorphism: box g1 3,0\n"
            "random: [g1] 1,3\n");
}

// Rows of a damaged folder may hold such worlds.
TEST(WorldSketch, BoxesThatLeaveTheGridAreCut) {
  World world = four_by_four();
  world.things.push_back({Shape::kBox, Colour::kBlue, 4, {3, 3}});
  EXPECT_NE(sketch({.world = world, .command = ""}).find(" 3    .     .     .  |  .  |\n"),
            std::string::npos);
}

TEST(WorldSketch, IsAsciiAndNarrow) {
  for (const int grid : {4, 6, 12, 16}) {
    World world;
    world.grid = grid;
    for (int i = 0; i < grid; ++i) {
      world.things.push_back({Shape::kCircle, Colour::kYellow, 4, {i, grid - 1 - i}});
      world.things.push_back({Shape::kBox, Colour::kYellow, 1, {i, grid - 1}});
    }
    const std::vector<ThingRole> roles(world.things.size(), ThingRole::kAttribute);
    const std::string text = sketch({.world = world, .command = "", .roles = roles});
    for (const std::string_view line : split_text(text, '\n')) {
      EXPECT_LE(line.size(), grid <= 12 ? 80U : 100U) << line;
      EXPECT_FALSE(line.ends_with(' '));
    }
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char letter) {
      return letter == '\n' || (letter >= ' ' && letter <= '~');
    }));
  }
}

}  // namespace
}  // namespace assay::grounded
