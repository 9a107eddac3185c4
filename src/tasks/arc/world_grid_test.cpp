// Worlds as grids and back, by two programs that share a table of pictures.
#include "assay/tasks/arc/puzzles/world_grid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "assay/base/random.h"
#include "assay/grounded/world_scene.h"
#include "assay/tasks/arc/grids/grid.h"
#include "assay/tasks/arc/solver/grid_reader.h"
#include "assay/world/world.h"

namespace assay::arc {
namespace {

using world::Colour;
using world::Shape;
using world::Thing;
using world::World;

std::string picture_of(const Grid& grid) {
  std::string text;
  for (std::size_t row = 0; row < grid.rows; ++row) {
    for (std::size_t column = 0; column < grid.columns; ++column) {
      text += grid.at(row, column) == 0 ? '.' : static_cast<char>('0' + grid.at(row, column));
    }
    text += '\n';
  }
  return text;
}

// Anything that a world can hold, boxes over boxes included.
World any_world(Stream& stream) {
  World world;
  world.grid = 6;
  world::CellSet things;
  world::CellSet corners;
  const std::uint64_t count = stream.below(33);
  for (std::uint64_t i = 0; i < count; ++i) {
    Thing thing;
    thing.shape = static_cast<Shape>(stream.below(world::kShapes));
    thing.colour = static_cast<Colour>(stream.below(world::kColours));
    thing.size = static_cast<std::uint8_t>(1 + stream.below(4));
    const std::uint64_t room = thing.is_box() ? 7U - thing.size : 6U;
    thing.cell.row = static_cast<int>(stream.below(room));
    thing.cell.column = static_cast<int>(stream.below(room));
    world::CellSet& taken = thing.is_box() ? corners : things;
    if (taken.has(thing.cell)) continue;
    taken.add(thing.cell);
    world.things.push_back(thing);
  }
  return world;
}

std::vector<Thing> sorted(const World& world) {
  std::vector<Thing> things;
  for (const std::size_t i : grounded::by_cell(world)) things.push_back(world.things[i]);
  return things;
}

TEST(WorldGrids, LookAsTheHeaderSays) {
  World world;
  world.grid = 3;
  world.things = {{Shape::kCircle, Colour::kRed, 3, {0, 0}},
                  {Shape::kSquare, Colour::kYellow, 1, {1, 1}},
                  {Shape::kCylinder, Colour::kGreen, 4, {2, 2}},
                  {Shape::kBox, Colour::kBlue, 2, {0, 0}},
                  {Shape::kBox, Colour::kGreen, 1, {0, 1}}};
  EXPECT_EQ(picture_of(grid_of(world)),
            "15511353333....\n"
            "1.2..3....3....\n"
            "12.2.3....3....\n"
            "1.2..3....3....\n"
            "1555.3....3....\n"
            "1....333333....\n"
            "1.....444.1....\n"
            "1.....4.4.1....\n"
            "1.....444.1....\n"
            "1.....5...1....\n"
            "11111111111....\n"
            "...........333.\n"
            "............3..\n"
            "...........333.\n"
            "...........5555\n");
}

TEST(WorldGrids, AreReadBackWhateverTheWorld) {
  std::size_t boxes = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Stream stream(stream_key(1, "grids"), {Purpose::kUnit, i});
    const World world = any_world(stream);
    const GridWorld read = read_world(grid_of(world));
    ASSERT_EQ(read.problem, "");
    ASSERT_EQ(read.world.things, sorted(world));
    ASSERT_EQ(read.world.grid, 6);
    for (const Thing& thing : world.things) boxes += thing.is_box() ? 1U : 0U;
  }
  EXPECT_GT(boxes, 5000U);
}

// A spoilt cell is noticed, or makes another world that would be drawn so.
TEST(WorldGrids, NoCellIsIdle) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    Stream stream(stream_key(2, "grids"), {Purpose::kUnit, i});
    const Grid grid = grid_of(any_world(stream));
    std::size_t others = 0;
    for (std::size_t at = 0; at < grid.cells.size(); ++at) {
      for (std::uint8_t ink = 0; ink < 10; ++ink) {
        if (ink == grid.cells[at]) continue;
        Grid spoilt = grid;
        spoilt.cells[at] = ink;
        const GridWorld read = read_world(spoilt);
        if (!read.problem.empty()) continue;
        ASSERT_EQ(grid_of(read.world), spoilt) << at;
        ++others;
      }
    }
    EXPECT_LT(others, 100U);
  }
}

TEST(WorldGrids, OtherGridsAreRefused) {
  EXPECT_EQ(read_world({}).problem, "a grid of 0 by 0 is no world");
  EXPECT_EQ(read_world({5, 10, std::vector<std::uint8_t>(50)}).problem,
            "a grid of 5 by 10 is no world");
  World world;
  world.grid = 2;
  world.things = {{Shape::kCircle, Colour::kRed, 3, {1, 1}}};
  Grid grid = grid_of(world);
  grid.at(6, 6) = 2;
  EXPECT_EQ(read_world(grid).problem, "the block at row 1, column 1: a picture of nothing known");
  grid.at(6, 6) = 0;
  grid.at(5, 3) = 4;
  EXPECT_EQ(read_world(grid).problem, "the block at row 1, column 0: a line that is no box's");
}

}  // namespace
}  // namespace assay::arc
