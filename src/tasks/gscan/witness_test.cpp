// What the generator makes, as the solver and the judge see it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/grounded/errand.h"
#include "assay/movement/movement.h"
#include "assay/tasks/gscan/release/release.h"
#include "assay/tasks/gscan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::gscan {
namespace {

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
