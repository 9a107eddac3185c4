#include "assay/tasks/curi/space/space_files.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/scratch_folder_testing.h"

namespace assay::curi {
namespace {

constexpr SpaceSettings kSettings{
    .edition = Edition::kSound, .seed = 3, .draws = 2'000, .scenes = 2'000};

constexpr const char* kMaking = "make scenes";

class CuriSpaceFiles : public testing::Test {
 protected:
  // Opens the space; `steps` tells what it took.
  std::shared_ptr<const ConceptSpace> open(std::set<std::string>& steps) const {
    steps.clear();
    Workplace workplace;
    workplace.cache_folder = scratch_.path();
    workplace.control.progress = [&](const Progress& progress) { steps.insert(progress.what); };
    return ConceptSpace::open(kSettings, workplace);
  }
  std::shared_ptr<const ConceptSpace> open() { return open(steps_); }

  bool was_made() const { return steps_.contains(kMaking); }

  Folder folder() const {
    const Folder cache = Folder::open(scratch_.path());
    return Folder::open(cache.path_of(cache.list().front()));
  }

  // The same concepts, each in the same scenes.
  static void expect_same(const ConceptSpace& found, const ConceptSpace& made) {
    EXPECT_EQ(found.funnel(), made.funnel());
    ASSERT_EQ(found.concepts().size(), made.concepts().size());
    for (std::uint32_t index = 0; index < made.concepts().size(); ++index) {
      const Hypothesis& one = found.concepts()[index];
      const Hypothesis& other = made.concepts()[index];
      ASSERT_EQ(one.text, other.text);
      ASSERT_EQ(one.log_probability, other.log_probability);
      ASSERT_EQ(one.length, other.length);
      ASSERT_EQ(one.cluster, other.cluster);
      for (std::uint64_t scene = 0; scene < kSettings.scenes; ++scene) {
        ASSERT_EQ(found.truths().holds(index, scene), made.truths().holds(index, scene));
      }
    }
    for (std::uint64_t scene = 0; scene < kSettings.scenes; ++scene) {
      ASSERT_EQ(found.looks(scene), made.looks(scene));
    }
  }

  ScratchFolder scratch_;
  std::set<std::string> steps_;
};

TEST_F(CuriSpaceFiles, AreMadeOnce) {
  const auto made = open();
  EXPECT_TRUE(was_made());
  const auto found = open();
  EXPECT_FALSE(was_made());
  expect_same(*found, *made);
  expect_same(*found, *ConceptSpace::open(kSettings, {}));
}

TEST_F(CuriSpaceFiles, AreMadeOnceWhenTwoAskAtOnce) {
  std::array<std::shared_ptr<const ConceptSpace>, 2> spaces;
  std::array<std::set<std::string>, 2> steps;
  {
    std::vector<std::jthread> threads;
    for (const std::size_t at : {0U, 1U}) {
      threads.emplace_back([&, at] { spaces[at] = open(steps[at]); });
    }
  }
  EXPECT_NE(steps[0].contains(kMaking), steps[1].contains(kMaking));
  expect_same(*spaces[0], *spaces[1]);
}

TEST_F(CuriSpaceFiles, AreMadeAgainWhenOneIsAbsentShortOrDamaged) {
  const auto made = open();
  std::size_t files = 0;
  for (const std::string& name : folder().list()) {
    if (name == "lock") continue;
    ++files;
    const std::string right = folder().read(name);
    const auto expect_made = [&](const char* what) {
      expect_same(*open(), *made);
      EXPECT_TRUE(was_made()) << name << ' ' << what;
      EXPECT_EQ(folder().read(name), right) << name;
    };
    folder().write(name, right.substr(0, right.size() - 8));
    expect_made("cut");
    folder().remove(name);
    expect_made("absent");
    std::string wrong = right;
    wrong[right.size() / 2] ^= 4;
    folder().write(name, wrong);
    expect_made("damaged");
  }
  EXPECT_EQ(files, 6U);
}

}  // namespace
}  // namespace assay::curi
