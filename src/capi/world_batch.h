// Many grid worlds in which agents act, a step of all at once.
#pragma once

#include <assay.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/capi/row_source.h"
#include "assay/movement/simulation.h"
#include "assay/world/actions.h"
#include "assay/world/world.h"

namespace assay::capi {

// An episode ends when the agent says so, by an action that is impossible, or after so many steps.
// What it did is then an answer to its row, and its reward is what the judge of the task says.
class WorldBatch {
 public:
  // Throws Error(kUnsupported) for rows that have no world to act in.
  WorldBatch(std::shared_ptr<const RowSource> source, std::size_t count, std::uint32_t most_steps);

  std::size_t count() const { return lanes_.size(); }
  void reset(std::size_t first, std::span<const std::uint64_t> rows);
  // One action for each world.
  void step(std::span<const std::uint8_t> actions);
  assay_worlds_view view() const;

 private:
  struct Lane {
    Example row;
    world::World world;
    world::Simulation simulation{world};
    std::vector<world::Action> actions;
  };

  std::uint64_t read_row(std::uint64_t row);
  void begin(std::size_t lane, std::uint64_t wanted);
  void act(std::size_t lane, std::uint8_t action);
  void finish(std::size_t lane);
  void draw(std::size_t lane);

  std::shared_ptr<const RowSource> source_;
  std::size_t column_;  // that the world stands in
  std::uint32_t most_steps_;
  RowCursor cursor_;
  std::string answer_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  Lane next_;  // what is read for an episode that begins: a row that cannot be had changes nothing

  std::uint32_t grid_ = 0;
  std::vector<std::uint8_t> grids_;
  std::vector<std::uint8_t> agents_;
  std::vector<float> rewards_;
  std::vector<std::uint8_t> ended_;
  std::vector<std::uint32_t> steps_;
  std::vector<std::uint64_t> rows_;
};

}  // namespace assay::capi
