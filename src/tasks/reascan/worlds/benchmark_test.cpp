#include "assay/tasks/reascan/worlds/benchmark.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "assay/base/error.h"
#include "assay/tasks/reascan/worlds/novelty.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {
namespace {

Benchmark made(const Settings& settings) { return {settings, spaces_of(plans_of(settings)), 0}; }

Settings published(std::string pattern) {
  Settings settings;
  settings.edition = Edition::kPublished;
  settings.pattern = std::move(pattern);
  return settings;
}

std::string command_of(const Pair& pair) {
  return command_text(pair.structure, pair.set->space().pattern(), pair.verb, pair.manner,
                      Resolver(pair.sampled.world));
}

TEST(ReascanBenchmark, HasTheSetsOfTheRelease) {
  const Benchmark all = made({});
  EXPECT_EQ(all.items(), 180U);
  // 675, 2,025 and 3,375 commands of 180 worlds, then 3,334, 4,000 and 2,668 of three.
  EXPECT_EQ(all.units(), 675U + 2'025 + 3'375 + 56 + 67 + 45);
  std::map<std::string, int> seen;
  Pair pair;
  for (std::uint64_t unit = 0; unit < all.units(); unit += 3) {
    if (all.make(unit, 7, pair)) ++seen[pair.set->plan().name];
  }
  EXPECT_THAT(seen, testing::SizeIs(6));
}

TEST(ReascanBenchmark, SimpleCommandsAreAllThatThereAre) {
  const Benchmark simple = made(published("p1"));
  EXPECT_EQ(simple.units(), 675U);
  std::set<std::string> commands;
  for (std::uint64_t unit = 0; unit < simple.units(); ++unit) {
    const auto pairs = simple.make_all(unit);
    EXPECT_TRUE(std::ranges::all_of(pairs, [](const Pair& pair) { return pair.set != nullptr; }));
    commands.insert(command_of(pairs.front()));
  }
  EXPECT_EQ(commands.size(), 675U);
}

// A set is the same whatever else is made beside it, and a unit whatever was made before it.
TEST(ReascanBenchmark, ExamplesDependOnNothingButTheirAddress) {
  const Benchmark release = made({});
  Settings alone;
  alone.pattern = "p2";
  const Benchmark second = made(alone);
  Pair one;
  Pair other;
  for (std::uint64_t unit = 0; unit < 50; ++unit) {
    ASSERT_TRUE(second.make(unit, 179, one));
    ASSERT_TRUE(second.make(unit, 3, one));
    ASSERT_TRUE(release.make(675 + unit, 3, other));
    ASSERT_EQ(one.sampled.world, other.sampled.world);
    ASSERT_EQ(command_of(one), command_of(other));
  }
}

// Commands that can have no world are not among those of the release; others may run out of worlds.
TEST(ReascanBenchmark, PublishedCommandsHaveWorlds) {
  const Benchmark second = made(published("p2"));
  std::uint64_t rows = 0;
  for (std::uint64_t unit = 0; unit < second.units(); unit += 9) {
    const auto pairs = second.make_all(unit);
    ASSERT_NE(pairs.front().set, nullptr);
    ASSERT_NE(pairs.front().structure.clauses[0].relation, Relation::kSameSize);
    const auto end = std::ranges::find(pairs, nullptr, &Pair::set);
    ASSERT_TRUE(std::all_of(end, pairs.end(), [](const Pair& pair) { return !pair.set; }));
    rows += static_cast<std::uint64_t>(end - pairs.begin());
    for (auto pair = pairs.begin(); pair != end; ++pair) {
      ASSERT_EQ(Resolver(pair->sampled.world).referents(pair->structure), 1U);
    }
  }
  EXPECT_NEAR(static_cast<double>(rows), 225 * 180, 225 * 4);  // the release: 363,523 of 364,500
}

TEST(ReascanBenchmark, NewObjectsAreSeenButNotTogether) {
  Settings settings = published("all");
  settings.commands = 1'600;
  const Benchmark all = made(settings);
  std::set<std::string> phrases;
  std::set<std::vector<std::string>> together;
  std::size_t fresh = 0;
  std::size_t chains = 0;
  for (std::uint64_t unit = 0; unit < all.units(); ++unit) {
    for (const Pair& pair : all.make_all(unit)) {
      if (pair.set == nullptr) continue;
      const std::string& set = pair.set->plan().name;
      std::vector<std::string> own;
      for (const Phrase& phrase : pair.structure.phrases) own.push_back(text_of(phrase));
      std::sort(own.begin(), own.end());
      if (set[0] == 'p' && !says_held_out(pair.structure)) {
        phrases.insert(own.begin(), own.end());
        together.insert(own);
      }
      if (set == "b1") {
        ++fresh;
        EXPECT_FALSE(together.contains(own));
        for (const std::string& phrase : own) EXPECT_TRUE(phrases.contains(phrase));
      }
      if (set == "c2") {
        ++chains;
        EXPECT_EQ(pair.structure.clauses[1].parent, 1);
        EXPECT_LE(pair.structure.clauses[1].relation, Relation::kSameColumn);
      }
    }
  }
  EXPECT_GT(fresh, 300U);
  EXPECT_GT(chains, 300U);
}

TEST(ReascanBenchmark, RefusesWhatIsNoPattern) {
  Settings settings;
  for (const char* wrong : {"p9", "$OBJ_1", "$OBJ_0 ^", ""}) {
    settings.pattern = wrong;
    EXPECT_THAT([&] { plans_of(settings); },
                testing::Throws<Error>(testing::Property(
                    &Error::what, testing::HasSubstr("is no pattern; write all, release"))));
  }
  EXPECT_THAT([] { made(published("b1")); },
              testing::Throws<Error>(testing::Property(
                  &Error::what, testing::HasSubstr("chosen in view of what trains"))));
}

TEST(ReascanBenchmark, AnyPatternHasExamples) {
  Settings settings;
  settings.pattern = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3";
  const Benchmark custom = made(settings);
  EXPECT_EQ(custom.units(), 1'000U);
  EXPECT_EQ(custom.items(), 3U);
  Pair pair;
  for (std::uint64_t unit = 0; unit < 20; ++unit) EXPECT_TRUE(custom.make(unit, 2, pair));
}

TEST(ReascanNovelty, NovelPairsAreFewAndDoNotDependOnTheirOrder) {
  const StructureSpace space(*read_pattern("$OBJ_0 ^ $OBJ_1"));
  std::uint64_t novel = 0;
  for (std::uint64_t i = 0; i < space.size(); ++i) {
    const Structure structure = space.unrank(i);
    const bool one_way = is_novel_pair(structure.phrases[0], structure.phrases[1]);
    ASSERT_EQ(one_way, is_novel_pair(structure.phrases[1], structure.phrases[0]));
    ASSERT_EQ(one_way, has_novel_pair(structure));
    novel += one_way ? 1U : 0U;
  }
  EXPECT_NEAR(static_cast<double>(novel), 5'050.0 / 64, 40);
}

// How many of 24 examples there are on the smallest grid, whose 25 cells are soon full.
std::size_t found_on_small_grid(const std::string& pattern, Edition edition, const Spaces& spaces) {
  Settings settings;
  settings.edition = edition;
  settings.pattern = pattern;
  settings.commands = 4;
  settings.worlds = 2;
  settings.world.grid = 5;
  settings.world.things = 20;
  std::size_t found = 0;
  for (const std::uint64_t seed : {5U, 6U, 7U}) {
    const Benchmark benchmark(settings, spaces, seed);
    Pair pair;
    for (std::uint64_t unit = 0; unit < benchmark.units(); ++unit) {
      if (edition == Edition::kPublished) {
        for (const Pair& each : benchmark.make_all(unit)) found += each.set != nullptr ? 1U : 0U;
        continue;
      }
      for (std::uint32_t item = 0; item < benchmark.items(); ++item) {
        found += benchmark.make(unit, item, pair) ? 1U : 0U;
      }
    }
  }
  return found;
}

// Addresses may be empty there, and nothing else happens.
void check_small_grids(const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    Settings settings;
    settings.pattern = pattern;
    const Spaces spaces = spaces_of(plans_of(settings));
    EXPECT_GE(found_on_small_grid(pattern, Edition::kSound, spaces), 12U) << pattern;
    EXPECT_GE(found_on_small_grid(pattern, Edition::kPublished, spaces), 12U) << pattern;
  }
}

TEST(ReascanBenchmark, SmallGridsHaveWorldsOrEmptyAddresses) {
  check_small_grids({"$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 & $OBJ_3", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3",
                     "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4",
                     "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 ^ $OBJ_3 ^ $OBJ_4 ^ $OBJ_5"});
}

TEST(ReascanBenchmarkSlow, SmallGridsHaveWorldsOrEmptyAddressesOfEveryPattern) {
  std::vector<std::string> patterns{"$OBJ_0"};
  for (std::size_t at = 0; at < patterns.size(); ++at) {
    const std::size_t objects = read_pattern(patterns[at])->objects();
    for (const char* sign : {" ^ $OBJ_", " & $OBJ_"}) {
      const std::string longer = patterns[at] + sign + std::to_string(objects);
      if (read_pattern(longer)) patterns.push_back(longer);
    }
  }
  ASSERT_EQ(patterns.size(), 1U + 1 + 2 + 4 + 8 + 16);
  check_small_grids(patterns);
}

}  // namespace
}  // namespace assay::reascan
