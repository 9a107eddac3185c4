#include "assay/world/world_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/base/random.h"

namespace assay::world {
namespace {

using testing::HasSubstr;

World small_world() {
  World world;
  world.agent = {2, 1};
  world.facing = Direction::kNorth;
  world.things = {{Shape::kCircle, Colour::kRed, 1, {3, 2}},
                  {Shape::kBox, Colour::kBlue, 2, {0, 4}},
                  {Shape::kSquare, Colour::kYellow, 4, {0, 4}}};
  return world;
}

TEST(WorldText, ReadsWell) {
  std::string text;
  append_input(text, "push a red circle", small_world());
  EXPECT_EQ(
      text,
      "push a red circle. The grid has 6 rows from the north and 6 columns from the west, "
      "counted from 0. The agent is at row 2, column 1, facing north. Things: blue box of size "
      "2 over rows 0 to 1, columns 4 to 5; yellow square of size 4 at row 0, column 4; red "
      "circle of size 1 at row 3, column 2.");
  const InputText read = read_input(text);
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(read.command, "push a red circle");
  World sorted = small_world();
  std::rotate(sorted.things.begin(), sorted.things.begin() + 1, sorted.things.end());
  EXPECT_EQ(read.world, sorted);
}

TEST(WorldText, NamesWhatCannotBeRead) {
  std::string text;
  append_input(text, "walk", small_world());
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return read_input(other).problem;
  };
  EXPECT_THAT(read_input("walk").problem, HasSubstr("there is no \"The grid has \""));
  EXPECT_THAT(changed("6 rows", "99 rows"), HasSubstr("expected a number from 1 to 16 at byte 19"));
  EXPECT_THAT(changed("6 columns", "5 columns"), HasSubstr("as many columns as rows"));
  EXPECT_THAT(changed("row 2", "row 7"), HasSubstr("a number from 0 to 5"));
  EXPECT_THAT(changed("blue", "pink"), HasSubstr("a word such as \"red\""));
  EXPECT_THAT(changed("0 to 1", "0 to 2"), HasSubstr("a box as wide as its size"));
  EXPECT_THAT(changed("size 4", "size 9"), HasSubstr("a number from 1 to 4"));
  EXPECT_THAT(changed("column 2.", "column 2. "), HasSubstr("the end"));
}

TEST(WorldText, AnyBytesAreSafe) {
  std::string text;
  append_input(text, "walk", small_world());
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Stream stream(stream_key(2, "world"), {Purpose::kUnit, i});
    std::string other = text;
    for (std::uint64_t left = 1 + stream.below(3); left > 0; --left) {
      other[stream.below(other.size())] = static_cast<char>(stream.below(256));
    }
    other.resize(stream.below(other.size() + 1));
    const InputText read = read_input(other);
    for (const Thing& thing : read.world.things) EXPECT_TRUE(is_inside(thing.cell, 16));
  }
}

}  // namespace
}  // namespace assay::world
