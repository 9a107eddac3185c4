#include "assay/movement/movement.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/base/random.h"
#include "assay/movement/simulation.h"

namespace assay::world {
namespace {

Thing thing(Shape shape, int size, int row, int column) {
  return {shape, Colour::kRed, static_cast<std::uint8_t>(size), {row, column}};
}

std::string planned(const World& world, Verb verb, Manner manner = Manner::kPlainly) {
  std::vector<Action> actions;
  plan(world, 0, verb, manner, actions);
  std::string text;
  append_actions(text, actions);
  return text;
}

World world_of(Cell agent, std::vector<Thing> things) {
  World world;
  world.agent = agent;
  world.things = std::move(things);
  return world;
}

TEST(Plan, WalksColumnsFirstAndTurnsTheShortWay) {
  const World world = world_of({0, 3}, {thing(Shape::kCircle, 1, 2, 1)});
  EXPECT_EQ(planned(world, Verb::kWalk), "turn left,turn left,walk,walk,turn left,walk,walk");
  const World ahead = world_of({2, 0}, {thing(Shape::kCircle, 1, 0, 1)});
  EXPECT_EQ(planned(ahead, Verb::kWalk), "walk,turn left,walk,walk");
}

TEST(Plan, Manners) {
  const World world = world_of({0, 0}, {thing(Shape::kCircle, 1, 1, 1)});
  EXPECT_EQ(planned(world, Verb::kWalk, Manner::kHesitantly), "walk,stay,turn right,walk,stay");
  EXPECT_EQ(planned(world, Verb::kWalk, Manner::kCautiously),
            "turn left,turn right,turn right,turn left,walk,turn right,turn left,turn right,turn "
            "right,turn left,walk");
  EXPECT_EQ(planned(world, Verb::kWalk, Manner::kSpinning),
            "turn left,turn left,turn left,turn left,walk,turn left,turn left,turn left,turn "
            "left,turn right,walk");
}

TEST(Plan, ZigzagsUntilItIsInLine) {
  const World world = world_of({0, 0}, {thing(Shape::kCircle, 1, 2, 4)});
  EXPECT_EQ(planned(world, Verb::kWalk, Manner::kZigzagging),
            "walk,turn right,walk,turn left,walk,turn right,walk,turn left,walk,walk");
  const World straight = world_of({0, 0}, {thing(Shape::kCircle, 1, 0, 2)});
  EXPECT_EQ(planned(straight, Verb::kWalk, Manner::kZigzagging), "walk,walk");
}

TEST(Plan, PushesUntilSomethingIsInTheWay) {
  const Thing light = thing(Shape::kSquare, 2, 0, 1);
  const Thing heavy = thing(Shape::kSquare, 3, 0, 1);
  EXPECT_EQ(planned(world_of({0, 0}, {light}), Verb::kPush), "walk,push,push,push,push");
  EXPECT_EQ(planned(world_of({0, 0}, {light, thing(Shape::kCircle, 1, 0, 3)}), Verb::kPush),
            "walk,push");
  EXPECT_EQ(planned(world_of({0, 0}, {heavy, thing(Shape::kCircle, 1, 0, 3)}), Verb::kPush),
            "walk,push,push");
  EXPECT_EQ(planned(world_of({0, 0}, {light, thing(Shape::kCircle, 1, 0, 2)}), Verb::kPush),
            "walk");
  // Corners of boxes and the cell that the thing came from are free.
  EXPECT_EQ(planned(world_of({0, 0}, {light, thing(Shape::kBox, 2, 0, 2)}), Verb::kPush),
            "walk,push,push,push,push");
  EXPECT_EQ(planned(world_of({0, 0}, {light}), Verb::kPull), "walk,pull");
  EXPECT_EQ(planned(world_of({0, 0}, {heavy}), Verb::kPull, Manner::kHesitantly),
            "walk,stay,pull,stay,pull,stay");
}

World random_world(Stream& stream) {
  World world;
  world.grid = 3 + static_cast<int>(stream.below(10));
  const auto cell = [&] {
    const auto grid = static_cast<std::uint64_t>(world.grid);
    return Cell{static_cast<int>(stream.below(grid)), static_cast<int>(stream.below(grid))};
  };
  CellSet taken;
  for (std::uint64_t left = 2 + stream.below(5); left > 0; --left) {
    Thing made =
        thing(static_cast<Shape>(stream.below(3)), 1 + static_cast<int>(stream.below(4)), 0, 0);
    do {
      made.cell = cell();
    } while (taken.has(made.cell));
    taken.add(made.cell);
    world.things.push_back(made);
  }
  do {
    world.agent = cell();
  } while (taken.has(world.agent));
  return world;
}

// Doing it leads to the target, and pushing leaves it where it can be pushed no further.
TEST(Plan, CanBeCarriedOut) {
  std::vector<Action> actions;
  std::size_t moved = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Stream stream(stream_key(1, "world"), {Purpose::kUnit, i});
    const World world = random_world(stream);
    const auto verb = static_cast<Verb>(stream.below(3));
    const auto manner = static_cast<Manner>(stream.below(5));
    plan(world, 0, verb, manner, actions);
    const Simulated run = simulate(world, actions);
    ASSERT_EQ(run.done, actions.size()) << i;
    EXPECT_EQ(run.world.agent, run.world.things[0].cell) << i;
    for (std::size_t k = 1; k < world.things.size(); ++k) {
      EXPECT_EQ(run.world.things[k], world.things[k]) << i;
    }
    if (verb == Verb::kWalk) {
      EXPECT_EQ(run.world.things, world.things) << i;
      continue;
    }
    moved += run.world.things[0] == world.things[0] ? 0 : 1;
    actions.push_back(verb == Verb::kPush ? Action::kPush : Action::kPull);
    EXPECT_EQ(simulate(world, actions).done + 1, actions.size()) << i;
  }
  EXPECT_GT(moved, 5'000U);
}

TEST(Simulation, StopsAtWhatIsImpossible) {
  const World world = world_of({0, 0}, {thing(Shape::kSquare, 3, 0, 1)});
  const auto done = [&](std::vector<Action> actions) { return simulate(world, actions).done; };
  EXPECT_EQ(done({Action::kTurnLeft, Action::kWalk}), 1U);
  EXPECT_EQ(done({Action::kPush}), 0U);
  EXPECT_EQ(done({Action::kWalk, Action::kPush, Action::kPush, Action::kStay}), 4U);
  // A heavy thing does not move when it is pushed once this way and once that way.
  const Simulated run = simulate(
      world,
      std::vector{Action::kWalk, Action::kPush, Action::kTurnRight, Action::kPush, Action::kStay});
  EXPECT_EQ(run.done, 5U);
  EXPECT_EQ(run.world.things, world.things);
}

TEST(Actions, AreReadBack) {
  std::vector<Action> actions;
  EXPECT_TRUE(read_actions(" turn left, walk ,push,pull,stay,turn right\n", actions));
  std::string text;
  append_actions(text, actions);
  EXPECT_EQ(text, "turn left,walk,push,pull,stay,turn right");
  EXPECT_TRUE(read_actions("turn left\nwalk\r\n\npush,\npull", actions));
  text.clear();
  append_actions(text, actions);
  EXPECT_EQ(text, "turn left,walk,push,pull");
  EXPECT_TRUE(read_actions("", actions));
  EXPECT_TRUE(actions.empty());
  for (const char* wrong :
       {"jump", "walk,,walk", "turn  left", "walk,", "Walk", "turn\nleft", "walk,\n,walk"}) {
    EXPECT_FALSE(read_actions(wrong, actions)) << wrong;
  }
}

}  // namespace
}  // namespace assay::world
