// What rows of the sound edition promise, and that rows which break it are noticed.
#include "assay/tasks/reascan/reascan_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/grounded/world_columns.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/worlds.h"
#include "assay/world/world_text.h"

namespace assay::reascan {
namespace {

using testing::StartsWith;
using Numbers = std::vector<std::int64_t>;

constexpr const char* kLong = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4";

ReascanTask task_of(const std::map<std::string, std::string>& params) {
  return ReascanTask(Params(ReascanTask::static_info().params, params, "reascan"));
}

// A row that is all right but for one thing, of which neither world nor metadata say a word any
// more.
Example without_thing(const Example& row, const StructureSpace& space, std::size_t thing) {
  Example less = row;
  world::World world;
  EXPECT_TRUE(grounded::read_world(std::get<Numbers>(row.fields[kWorld]), world));
  world.things.erase(world.things.begin() + static_cast<std::ptrdiff_t>(thing));
  auto& roles = std::get<Numbers>(less.fields[kRoles]);
  roles.erase(roles.begin() + static_cast<std::ptrdiff_t>(thing));
  grounded::write_world(world, std::get<Numbers>(less.fields[kWorld]));
  less.fields[kBooks] = Numbers{0, 0, 0, 0};
  const auto rank = static_cast<std::uint64_t>(std::get<std::int64_t>(row.fields[kStructure]));
  const auto& command = std::get<std::string>(row.fields[kCommand]);
  std::string text = command_text(space.unrank(rank), space.pattern(), world::Verb::kWalk,
                                  world::Manner::kPlainly, Resolver(world));
  // Verb and manner as they were.
  text = command.substr(0, command.find(" the ")) + text.substr(text.find(" the "));
  for (const char* manner : {"cautiously", "hesitantly", "while spinning", "while zigzagging"}) {
    if (command.ends_with(manner)) text += std::string(" ") + manner;
  }
  less.fields[kCommand] = text;
  std::string input;
  append_input(input, text, world);
  less.fields[kInputField] = input;
  return less;
}

TEST(ReascanRows, WalkingAloneKeepsStructuresAndWorlds) {
  for (const char* edition : {"sound", "published"}) {
    const ReascanTask all = task_of({{"edition", edition}, {"pattern", "p2"}});
    const ReascanTask walking =
        task_of({{"edition", edition}, {"pattern", "p2"}, {"actions", "walk"}});
    const auto source = all.open(4);
    const auto walks = walking.open(4);
    int others = 0;
    for (std::uint64_t unit = 0; unit < 20; ++unit) {
      Example row;
      Example walk;
      if (!source->unit(unit)->make(0, {}, row)) continue;
      ASSERT_TRUE(walks->unit(unit)->make(0, {}, walk));
      for (const std::size_t same : {kStructure, kWorld, kRoles, kBooks})
        EXPECT_EQ(row.fields[same], walk.fields[same]);
      EXPECT_THAT(text_at(walk, kCommand), StartsWith("walk to the "));
      EXPECT_EQ(errand_of(walk).manner, world::Manner::kPlainly);
      EXPECT_EQ(walking.defect(walk), "");
      others += text_at(row, kCommand) == text_at(walk, kCommand) ? 0 : 1;
    }
    EXPECT_GT(others, 10);
  }
}

// Whether a holdout tests a row; absent: it does not use it.
std::optional<bool> is_tested_by(const ReascanTask& task, const char* name, const Example& row) {
  for (const Holdout& holdout : task.holdouts()) {
    if (holdout.name != name) continue;
    const Deal deal = holdout.bind(Params({}, {}, name))(row);
    if (deal.place == Place::kUnused) return std::nullopt;
    return deal.place == Place::kTest;
  }
  ADD_FAILURE() << "there is no holdout " << name;
  return std::nullopt;
}

TEST(ReascanHoldouts, DirectionsAndAdverbsOfGscan) {
  const ReascanTask task = task_of({{"pattern", "release"}});
  const auto source = task.open(4);
  std::map<std::string, int> tested;
  Example row;
  for (std::uint64_t unit = 0; unit < 400; ++unit) {
    if (!source->unit(unit)->make(0, {}, row)) continue;
    const Numbers& world = std::get<Numbers>(row.fields[kWorld]);
    const bool is_south_west = world[7] > world[1] && world[8] < world[2];
    const std::string& command = text_at(row, kCommand);
    const bool pulls = command.starts_with("pull ") && command.ends_with(" while spinning");
    const auto direction = is_tested_by(task, "direction", row);
    const auto adverb = is_tested_by(task, "adverb", row);
    EXPECT_EQ(direction.has_value(), adverb.has_value());
    if (!direction) continue;
    EXPECT_EQ(*direction, is_south_west) << row.input();
    EXPECT_EQ(*adverb, pulls) << row.input();
    tested["direction"] += *direction ? 1 : 0;
    tested["adverb"] += *adverb ? 1 : 0;
  }
  EXPECT_GT(tested["direction"], 10);
  EXPECT_GT(tested["adverb"], 3);
  EXPECT_NE(task_of({{"actions", "walk"}}).holdouts().back().vacant, "");
}

TEST(ReascanRows, WithAClauseThatIsNotNeededAreNoticed) {
  for (const char* pattern : {"p3", kLong}) {
    const ReascanTask task = task_of({{"pattern", pattern}});
    const auto source = task.open(4);
    Example row;
    int noticed = 0;
    for (std::uint64_t unit = 0; unit < 20; ++unit) {
      if (!source->unit(unit)->make(0, {}, row)) continue;
      ASSERT_EQ(task.defect(row), "");
      const StructureSpace space(*read_pattern(std::get<std::string>(row.fields[4])));
      const Structure structure =
          space.unrank(static_cast<std::uint64_t>(std::get<std::int64_t>(row.fields[kStructure])));
      const std::size_t things = std::get<Numbers>(row.fields[kRoles]).size();
      for (std::size_t thing = structure.phrases.size(); thing < things; ++thing) {
        const Example less = without_thing(row, space, thing);
        world::World world;
        ASSERT_TRUE(grounded::read_world(std::get<Numbers>(less.fields[kWorld]), world));
        const Resolver resolver(world);
        if (resolver.referents(structure) != 1U) continue;
        bool needed = true;
        for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
          needed = needed && resolver.referents(without_clause(structure, i)) != 1U;
        }
        if (needed) continue;
        EXPECT_THAT(task.defect(less), StartsWith("clause ")) << less.input();
        ++noticed;
      }
    }
    EXPECT_GT(noticed, 10) << pattern;
  }
}

// Who asks for no distractors of a kind is promised nothing about it.
TEST(ReascanRows, NeedNothingWithoutTheirDistractors) {
  const ReascanTask task = task_of({{"pattern", "p3"}, {"distractors", "random"}});
  const ReascanTask strict = task_of({{"pattern", "p3"}});
  const auto source = task.open(4);
  Example row;
  int noticed = 0;
  for (std::uint64_t unit = 0; unit < 40; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {}, row));
    EXPECT_EQ(task.defect(row), "");
    noticed += strict.defect(row).starts_with("clause ") ? 1 : 0;
  }
  EXPECT_GT(noticed, 30);
}

TEST(ReascanRows, WithTheCommandOfAnotherInputHaveNoForm) {
  const ReascanTask task = task_of({{"pattern", "p3"}});
  const auto source = task.open(4);
  Example row;
  ASSERT_TRUE(source->unit(0)->make(0, {}, row));
  auto& command = std::get<std::string>(row.fields[kCommand]);
  while (command.size() <= row.input().size()) command.insert(command.find(' '), " red");
  EXPECT_THAT([&] { task.canonical(row); },
              fails(ErrorKind::kInput, "does not begin with the command"));
}

}  // namespace
}  // namespace assay::reascan
