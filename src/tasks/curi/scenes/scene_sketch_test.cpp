#include "assay/tasks/curi/scenes/scene_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {
namespace {

Looks scene_of(std::string_view words) {
  const LooksText read = read_looks(words);
  EXPECT_EQ(read.problem, "");
  return read.looks;
}

TEST(SceneSketch, ShowsWhereThingsAre) {
  EXPECT_EQ(
      sketch(scene_of("small gray rubber sphere at (6, 5); large red metal cube at (3, 4)"), 1),
      "  1 2 3 4 5 6 7 8\n"
      "1 . . . . . . . .\n"
      "2 . . . . . . . .\n"
      "3 . . . . . . . .\n"
      "4 . . A . . . . .\n"
      "5 . . . . . b . .\n"
      "6 . . . . . . . .\n"
      "7 . . . . . . . .\n"
      "8 . . . . . . . .\n"
      "A large red metal cube\n"
      "b small gray rubber sphere\n");
}

TEST(SceneSketch, MakesRoomForThingsThatShareACell) {
  EXPECT_EQ(sketch(scene_of("small gray rubber sphere at (0, 1); large red metal cube at (0, 1); "
                            "large cyan metal cube at (7, 0)"),
                   0),
            "  0  1  2  3  4  5  6  7\n"
            "0 .  .  .  .  .  .  .  C\n"
            "1 aB .  .  .  .  .  .  .\n"
            "2 .  .  .  .  .  .  .  .\n"
            "3 .  .  .  .  .  .  .  .\n"
            "4 .  .  .  .  .  .  .  .\n"
            "5 .  .  .  .  .  .  .  .\n"
            "6 .  .  .  .  .  .  .  .\n"
            "7 .  .  .  .  .  .  .  .\n"
            "a small gray rubber sphere\n"
            "B large red metal cube\n"
            "C large cyan metal cube\n");
}

TEST(SceneSketch, HasANinthColumnWhereAThingLiesOnTheEdge) {
  const std::string text = sketch(scene_of("large red metal cube at (8, 0)"), 0);
  EXPECT_EQ(text.substr(0, text.find("1 .")), "  0 1 2 3 4 5 6 7 8\n0 . . . . . . . . A\n");
  EXPECT_THROW(sketch(scene_of("large red metal cube at (8, 0)"), 1), Bug);
}

TEST(SceneSketch, PutsBlocksBesideEachOther) {
  const std::vector<std::string> blocks{"ab\nc\n", "d\n", "efg\nh\ni\n"};
  EXPECT_EQ(side_by_side(blocks, 12), "ab   d   efg\nc        h\n         i\n");
  EXPECT_EQ(side_by_side(blocks, 11), "ab   d\nc\n\nefg\nh\ni\n");
  EXPECT_EQ(side_by_side(blocks, 1), "ab\nc\n\nd\n\nefg\nh\ni\n");
  EXPECT_EQ(side_by_side({}, 100), "");
}

TEST(SceneSketch, FitsThreeScenesIntoALine) {
  SceneSettings settings;
  settings.key = stream_key(1, "curi");
  const SceneMaker maker(settings);
  std::vector<std::string> blocks;
  for (std::uint64_t index = 0; index < 99; ++index)
    blocks.push_back(sketch(maker.looks(index), 1));
  const std::string text = side_by_side(blocks);
  for (const std::string_view line : split_text(text, '\n')) EXPECT_LE(line.size(), 100U);
  std::size_t rows = 0;  // each begins with one line of column numbers
  for (const std::string_view line : split_text(text, '\n')) rows += line.starts_with("  1");
  EXPECT_EQ(rows, 33U);
}

}  // namespace
}  // namespace assay::curi
