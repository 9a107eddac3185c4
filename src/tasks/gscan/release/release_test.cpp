#include "assay/tasks/gscan/release/release.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "assay/movement/movement.h"

namespace assay::gscan {
namespace {

std::map<std::string, std::size_t> set_sizes(const Release& release) {
  std::map<std::string, std::size_t> sizes;
  for (std::uint64_t unit = 0; unit < release.units(); ++unit) {
    for (std::uint32_t item = 0; item < release.items(); ++item) {
      ++sizes[std::string(release.set_of(unit, item))];
    }
  }
  return sizes;
}

// What does not depend on the draw is as published: 367,933 train, 3,716 dev, 112,880 adverb_1.
TEST(GscanRelease, HasThePublishedSizes) {
  auto sizes = set_sizes(Release({}, 7));
  EXPECT_EQ(sizes["train"], 367'933U);
  EXPECT_EQ(sizes["dev"], 3'716U);
  EXPECT_EQ(sizes["visual"], 37'436U);
  EXPECT_EQ(sizes["situational_1"], 88'642U);
  EXPECT_EQ(sizes["situational_2"], 16'808U);
  EXPECT_EQ(sizes["contextual"], 11'460U);
  EXPECT_EQ(sizes["adverb_1"], 112'880U);
  EXPECT_EQ(sizes["adverb_2"], 38'582U);
  EXPECT_EQ(sizes["visual_easier"], 18'718U);
  // 41,294 are drawn for testing; training has about half of them, too. Published: 19,282.
  EXPECT_GT(sizes["test"], 18'500U);
  EXPECT_LT(sizes["test"], 20'500U);
  EXPECT_EQ(sizes["test"] + sizes[""], 41'294U + 97'731U);
}

// The release compares all with all; so does this, for a few commands.
TEST(GscanRelease, TestsNothingThatTrainingHas) {
  Settings settings;
  settings.grammar = Grammar::kSimpleTransitive;
  settings.test_percent = 40;
  const Release release(settings, 3);
  using Key = std::tuple<std::string, std::string, int, int>;
  std::set<Key> trained;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Key> others;
  world::World world;
  std::vector<world::Action> actions;
  for (std::uint64_t unit = 0; unit < release.units(); ++unit) {
    for (std::uint32_t item = 0; item < release.items(); ++item) {
      const Command& command = release.command(unit);
      release.make(unit, item, world);
      plan(world, 0, command.verb, command.manner, actions);
      const world::Thing& target = world.things.front();
      if (held_out_sets(command, target, bearing(world.agent, target.cell)) != 0) continue;
      std::string text;
      append_actions(text, actions);
      const Key key{text_of(command), text, target.cell.row, target.cell.column};
      const std::string_view set = release.set_of(unit, item);
      if (set == "train" || set == "dev") {
        trained.insert(key);
      } else {
        others[{unit, item}] = key;
      }
    }
  }
  std::size_t tests = 0;
  for (const auto& [address, key] : others) {
    const bool test = release.set_of(address.first, address.second) == "test";
    EXPECT_EQ(test, trained.count(key) == 0);
    tests += test ? 1 : 0;
  }
  EXPECT_GT(tests, 1'000U);
  EXPECT_GT(others.size(), tests + 1'000);
}

}  // namespace
}  // namespace assay::gscan
