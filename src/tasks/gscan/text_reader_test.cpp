#include "assay/tasks/gscan/text_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/gscan/row.h"
#include "assay/tasks/gscan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::gscan {
namespace {

using testing::ElementsAre;

world::World two_circles() {
  world::World world;
  world.agent = {0, 0};
  world.things = {{world::Shape::kCircle, world::Colour::kBlue, 1, {1, 1}},
                  {world::Shape::kCircle, world::Colour::kRed, 3, {2, 2}}};
  return world;
}

std::string input_of(std::string_view command, const world::World& world = two_circles()) {
  std::string input;
  append_input(input, command, world);
  return input;
}

TEST(GscanReader, TellsAllButTheSet) {
  const Derivations derivations;
  const GscanReader reader(derivations);
  const std::string input = input_of("push a red circle while spinning");
  Example row;
  reader.derive(input, row);
  EXPECT_EQ(row.input(), input);
  EXPECT_EQ(row.target(), solve(input));
  EXPECT_EQ(text_at(row, kCommand), "push a red circle while spinning");
  EXPECT_EQ(text_at(row, kSet), "");
  const grounded::Errand errand = errand_of(row);
  EXPECT_EQ(errand.verb, world::Verb::kPush);
  EXPECT_EQ(errand.manner, world::Manner::kSpinning);
  EXPECT_EQ(errand.world.things.front().colour, world::Colour::kRed);
  EXPECT_EQ(errand.world.things.size(), 2U);
  EXPECT_EQ(derivations.rules().name(row.rules.rule(row.rules.root())), "JOIN");
  EXPECT_THAT(reader.readings(input), ElementsAre(row.target()));
}

TEST(GscanReader, SaysWhatItCannotRead) {
  const Derivations derivations;
  const GscanReader reader(derivations);
  const auto problem = [&](const std::string& input) -> std::string {
    Example row;
    try {
      reader.derive(input, row);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem("push a red circle"), "there is no \"The grid has \"");
  EXPECT_EQ(problem(input_of("push the red circle")),
            "\"push the red circle\" is no command of gSCAN");
  EXPECT_EQ(problem(input_of("push a circle")), "the command means 2 objects");
  EXPECT_EQ(problem(input_of("push a small circle")), "");
  EXPECT_EQ(problem(input_of("push a red small circle")),
            "the command says \"small\", but there is only one red circle");
  world::World world = two_circles();
  world.agent = {2, 2};
  EXPECT_EQ(problem(input_of("push a red circle", world)),
            "the agent stands on the target: there is nowhere to go");
}

}  // namespace
}  // namespace assay::gscan
