#include "assay/tasks/curi/scenes/scene_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/tasks/curi/scenes/scene_maker.h"

namespace assay::curi {
namespace {

constexpr std::string_view kTwo =
    "large red metal cube at (3, 4); small gray rubber sphere at (6, 5)";

std::string words_of(const Looks& scene) {
  std::string text;
  append_looks(text, scene);
  return text;
}

TEST(SceneText, IsOneLine) {
  Looks scene;
  scene.count = 2;
  scene.things[0].values = {0, 1, 0, 0, 6, 5};
  scene.things[1].values = {1, 0, 1, 1, 3, 4};
  EXPECT_EQ(words_of(scene), kTwo);
}

TEST(SceneText, TellsThingsByColumnThenRowThenTheRest) {
  const std::string_view told =
      "small yellow metal cylinder at (1, 8); large gray metal cube at (2, 1); "
      "large red metal cube at (2, 1); small gray rubber sphere at (2, 2); "
      "small gray rubber sphere at (7, 1)";
  Looks scene = read_looks(told).looks;
  ASSERT_EQ(scene.count, 5);
  std::sort(scene.things.begin(), scene.things.end(),
            [](const Look& a, const Look& b) { return a.values < b.values; });
  do {
    ASSERT_EQ(words_of(scene), told);
  } while (std::next_permutation(scene.things.begin(), scene.things.end(),
                                 [](const Look& a, const Look& b) { return a.values < b.values; }));
}

TEST(SceneText, ComesBack) {
  SceneSettings settings;
  settings.key = stream_key(1, "curi");
  const SceneMaker maker(settings);
  for (std::uint64_t index = 0; index < 2'000; ++index) {
    const Looks scene = maker.looks(index);
    const std::string text = words_of(scene);
    const LooksText read = read_looks(text, 1);
    ASSERT_EQ(read.problem, "");
    ASSERT_EQ(read.looks, in_order(scene));
    ASSERT_EQ(words_of(read.looks), text);
  }
}

TEST(SceneText, SaysWhereItCannotBeRead) {
  const auto problem = [](std::string_view text, std::uint8_t first_bin = 0) {
    return read_looks(text, first_bin).problem;
  };
  EXPECT_EQ(problem(kTwo), "");
  EXPECT_EQ(problem(""), "expected a size such as \"small\" at byte 0: \"\"");
  EXPECT_EQ(problem("large pink metal cube at (3, 4)"),
            "expected a colour such as \"gray\" at byte 6: \"pink metal cube at (\"");
  EXPECT_EQ(problem("large red metal cube at (3, 9)"),
            "expected a number from 0 to 8 at byte 28: \"9)\"");
  EXPECT_EQ(problem("large red metal cube at (0, 4)"), "");
  EXPECT_EQ(problem("large red metal cube at (0, 4)", 1),
            "expected a number from 1 to 8 at byte 25: \"0, 4)\"");
  EXPECT_EQ(problem("large red metal cube at (3, 4)\n"),
            "expected \"; \" or the end at byte 30: \"\\x0a\"");
  std::string six;
  for (int i = 0; i < 6; ++i) six += "large red metal cube at (3, 4); ";
  six.resize(six.size() - 2);
  EXPECT_EQ(problem(six), "expected the end at byte 160: \"large red metal cube\"");
}

// No text but the one that is written for a scene is read as that scene, and no byte can be
// changed, left out or doubled without another scene or a complaint.
TEST(SceneText, RefusesMutants) {
  const auto check = [](const std::string& text) {
    if (text == kTwo) return;
    const LooksText read = read_looks(text);
    EXPECT_EQ(read.problem.find('\n'), std::string::npos);
    if (!read.problem.empty()) return;
    EXPECT_NE(read.looks, read_looks(kTwo).looks) << text;
    EXPECT_EQ(text.size(), kTwo.size());  // only a digit can be another one
  };
  const std::string text(kTwo);
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string mutant = text;
      mutant[at] = static_cast<char>(byte);
      check(mutant);
    }
    check(text.substr(0, at) + text.substr(at + 1));
    check(text.substr(0, at + 1) + text.substr(at));
    if (at != 30) check(text.substr(0, at));  // 30: where the first thing ends
  }
}

TEST(SceneText, NeedsAThing) {
  std::string text;
  EXPECT_THROW(append_looks(text, {}), Bug);
}

}  // namespace
}  // namespace assay::curi
