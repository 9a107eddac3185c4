#include "assay/tasks/gscan/release.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "assay/base/error.h"
#include "assay/grounded/errand.h"
#include "assay/tasks/gscan/solver.h"
#include "assay/world/movement.h"
#include "assay/world/world_text.h"

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

TEST(GscanSolver, AgreesEverywhere) {
  for (const int grid : {6, 12}) {
    Settings settings;
    settings.grid = grid;
    settings.samples = 1;
    const Release release(settings, 5);
    world::World world;
    std::vector<world::Action> actions;
    for (std::uint64_t unit = 0; unit < release.units(); ++unit) {
      for (std::uint32_t item = static_cast<std::uint32_t>(unit % 7); item < release.items();
           item += 7) {
        const Command& command = release.command(unit);
        release.make(unit, item, world);
        plan(world, 0, command.verb, command.manner, actions);
        std::string wanted;
        append_actions(wanted, actions);
        std::string input;
        append_input(input, text_of(command), world);
        ASSERT_EQ(solve(input), wanted) << input;
      }
    }
  }
}

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

// Every plan keeps its manner, and hardly another's.
TEST(GscanRelease, PlansKeepTheirManners) {
  Settings settings;
  settings.samples = 1;
  const Release release(settings, 9);
  std::vector<world::Action> actions;
  grounded::Errand made;
  for (std::uint64_t unit = 0; unit < release.units(); ++unit) {
    const Command& command = release.command(unit);
    made.verb = command.verb;
    for (std::uint32_t item = 0; item < release.items(); item += 5) {
      release.make(unit, item, made.world);
      plan(made.world, 0, command.verb, command.manner, actions);
      for (const world::Manner manner :
           {world::Manner::kPlainly, world::Manner::kSpinning, world::Manner::kCautiously,
            world::Manner::kHesitantly, world::Manner::kZigzagging}) {
        made.manner = manner;
        const bool kept = grounded::keeps_manner(made, actions);
        ASSERT_TRUE(kept || manner != command.manner);
        const bool alike =
            manner == world::Manner::kPlainly || manner == world::Manner::kZigzagging;
        const bool alike_too = command.manner == world::Manner::kPlainly ||
                               command.manner == world::Manner::kZigzagging;
        ASSERT_FALSE(kept && alike != alike_too);
      }
    }
  }
}

}  // namespace
}  // namespace assay::gscan
