#include "assay/capi/world_batch.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/world_columns.h"

namespace assay::capi {

namespace {

constexpr std::size_t kMostWorlds = 1U << 20U;
constexpr std::size_t kChannels = 6;
constexpr std::size_t kAgentFigures = 3;

static_assert(static_cast<int>(world::Action::kWalk) == ASSAY_WALK);
static_assert(static_cast<int>(world::Action::kPush) == ASSAY_PUSH);
static_assert(static_cast<int>(world::Action::kPull) == ASSAY_PULL);
static_assert(static_cast<int>(world::Action::kStay) == ASSAY_STAY);
static_assert(static_cast<int>(world::Action::kTurnLeft) == ASSAY_TURN_LEFT);
static_assert(static_cast<int>(world::Action::kTurnRight) == ASSAY_TURN_RIGHT);
static_assert(world::kActions == ASSAY_STOP);

enum Ending : std::uint8_t { kGoesOn, kEnded, kCutOff };

std::size_t world_column(const Task& task) {
  const std::vector<Field>& fields = task.schema().fields;
  const auto found = std::ranges::find(fields, "world", &Field::name);
  if (found == fields.end() || found->type != ValueType::kIntegers) {
    fail(ErrorKind::kUnsupported,
         "rows of {} have no world to act in; those of gscan and reascan do", task.info().name);
  }
  return static_cast<std::size_t>(found - fields.begin());
}

template <typename Number>
std::uint8_t byte_of(Number number, int more = 0) {
  return static_cast<std::uint8_t>(static_cast<int>(number) + more);
}

}  // namespace

WorldBatch::WorldBatch(std::shared_ptr<const RowSource> source, std::size_t count,
                       std::uint32_t most_steps)
    : source_(std::move(source)),
      column_(world_column(source_->task())),
      most_steps_(most_steps),
      cursor_(*source_, {.rules = false}) {
  if (count == 0 || count > kMostWorlds) {
    fail(ErrorKind::kUsage, "{}: there can be 1 to {}", counted(count, "world"),
         with_commas(kMostWorlds));
  }
  if (most_steps == 0) fail(ErrorKind::kUsage, "an episode has at least 1 step");
  for (std::size_t i = 0; i < count; ++i) lanes_.push_back(std::make_unique<Lane>());
  agents_.resize(count * kAgentFigures);
  rewards_.resize(count);
  ended_.resize(count);
  steps_.resize(count);
  rows_.resize(count);
  const std::uint64_t all = source_->rows().value_or(UINT64_MAX);
  for (std::size_t i = 0; i < count; ++i) begin(i, all == 0 ? 0 : i % all);
}

// Where no example stands, the next one is taken.
std::uint64_t WorldBatch::read_row(std::uint64_t row) {
  constexpr int kMostEmpty = 10'000;
  for (int empty = 0; empty < kMostEmpty; ++empty) {
    source_->check_range(row, 1);
    if (cursor_.read(row, next_.row)) return row;
    ++row;
  }
  fail(ErrorKind::kUsage, "no example stands in row {} and the {} before it", row - 1, kMostEmpty);
}

void WorldBatch::begin(std::size_t lane, std::uint64_t wanted) {
  const std::uint64_t row = read_row(wanted);
  if (!grounded::read_world(numbers_at(next_.row, column_), next_.world)) {
    fail(ErrorKind::kInput, "row {}: the column \"world\" holds no world", row);
  }
  const auto grid = static_cast<std::uint32_t>(next_.world.grid);
  if (grid_ == 0) {
    grid_ = grid;
    grids_.resize(lanes_.size() * grid_ * grid_ * kChannels);
  }
  if (grid != grid_) {
    fail(ErrorKind::kUnsupported, "row {}: its grid has {} cells on a side, that of others {}", row,
         grid, grid_);
  }
  Lane& at = *lanes_[lane];
  std::swap(at.row, next_.row);
  std::swap(at.world, next_.world);
  at.simulation = world::Simulation(at.world);
  at.actions.clear();
  rows_[lane] = row;
  rewards_[lane] = 0;
  ended_[lane] = kGoesOn;
  steps_[lane] = 0;
  draw(lane);
}

void WorldBatch::reset(std::size_t first, std::span<const std::uint64_t> rows) {
  if (first > lanes_.size() || rows.size() > lanes_.size() - first) {
    fail(ErrorKind::kUsage, "{} from number {} on: there are {}", counted(rows.size(), "world"),
         first, lanes_.size());
  }
  for (std::size_t i = 0; i < rows.size(); ++i) begin(first + i, rows[i]);
}

void WorldBatch::finish(std::size_t lane) {
  const Lane& at = *lanes_[lane];
  answer_.clear();
  world::append_actions(answer_, at.actions);
  const Verdict verdict = source_->task().judge(at.row, answer_);
  rewards_[lane] = static_cast<float>(verdict.score.value_or(0));
  ended_[lane] = kEnded;
}

void WorldBatch::act(std::size_t lane, std::uint8_t action) {
  Lane& at = *lanes_[lane];
  ++steps_[lane];
  if (action == ASSAY_STOP) {
    finish(lane);
    return;
  }
  at.actions.push_back(static_cast<world::Action>(action));
  if (!at.simulation.act(at.actions.back())) {
    ended_[lane] = kEnded;  // no judge calls what is impossible right
  } else if (steps_[lane] >= most_steps_) {
    ended_[lane] = kCutOff;
  }
  draw(lane);
}

void WorldBatch::step(std::span<const std::uint8_t> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i] > ASSAY_STOP) {
      fail(ErrorKind::kUsage, "world {}: {} is no action; there are 0 to {}", i, actions[i],
           static_cast<int>(ASSAY_STOP));
    }
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    rewards_[i] = 0;
    if (ended_[i] == kGoesOn) act(i, actions[i]);
  }
}

void WorldBatch::draw(std::size_t lane) {
  const world::World& world = lanes_[lane]->world;
  std::uint8_t* cells = &grids_[lane * grid_ * grid_ * kChannels];
  std::memset(cells, 0, std::size_t{grid_} * grid_ * kChannels);
  const auto cell_at = [&](int row, int column) {
    return cells +
           (static_cast<std::size_t>(row) * grid_ + static_cast<std::size_t>(column)) * kChannels;
  };
  for (const world::Thing& thing : world.things) {
    if (!thing.is_box()) {
      std::uint8_t* cell = cell_at(thing.cell.row, thing.cell.column);
      cell[0] = byte_of(thing.shape, 1);
      cell[1] = byte_of(thing.colour, 1);
      cell[2] = thing.size;
      continue;
    }
    const int bottom = std::min(world.grid, thing.cell.row + thing.size);
    const int right = std::min(world.grid, thing.cell.column + thing.size);
    for (int row = thing.cell.row; row < bottom; ++row) {
      for (int column = thing.cell.column; column < right; ++column) {
        cell_at(row, column)[4] = byte_of(thing.colour, 1);
        cell_at(row, column)[5] = thing.size;
      }
    }
  }
  cell_at(world.agent.row, world.agent.column)[3] = byte_of(world.facing, 1);
  std::uint8_t* agent = &agents_[lane * kAgentFigures];
  agent[0] = byte_of(world.agent.row);
  agent[1] = byte_of(world.agent.column);
  agent[2] = byte_of(world.facing);
}

assay_worlds_view WorldBatch::view() const {
  return {lanes_.size(),   grid_,         grids_.data(), agents_.data(),
          rewards_.data(), ended_.data(), steps_.data(), rows_.data()};
}

}  // namespace assay::capi
