#include "grounded_rows.h"

#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/grounded/world_columns.h"
#include "assay/store/row.h"

namespace assay::studies {

world::World world_of(const Example& row, const Task& task) {
  world::World world;
  grounded::read_world(value_of<std::vector<std::int64_t>>(row, task, "world"), world);
  return world;
}

std::size_t actions_of(const Example& row) {
  return row.target().empty() ? 0 : split_text(row.target(), ',').size();
}

void visit_rows(const DataSet& data, const Task& task, const std::vector<std::uint64_t>* rows,
                const std::function<void(const Example&)>& visit) {
  const RowIndex index(data);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  const std::uint64_t count = rows != nullptr ? rows->size() : data.rows();
  for (std::uint64_t i = 0; i < count; ++i) {
    reader.parse(index.line(rows != nullptr ? (*rows)[i] : i), row);
    visit(row);
  }
}

std::string length_bin(std::size_t length) {
  if (length < 10) return "<10";
  if (length >= 50) return ">50";
  return fmt::format("{}-{}", length / 10 * 10, length / 10 * 10 + 10);
}

std::pair<bool, bool> rivals(const world::World& world, const world::Thing& target) {
  bool shape = false;
  bool colour = false;
  for (const world::Thing& thing : world.things) {
    shape |= thing.shape == target.shape && thing.colour != target.colour;
    colour |= thing.shape != target.shape && thing.colour == target.colour;
  }
  return {shape, colour};
}

void Tally::print(const std::string& title, double of) const {
  double all = of;
  if (of == 0) {
    for (const auto& [name, count] : counts_) all += count;
  }
  fmt::print("{}:", title);
  for (const auto& [name, count] : counts_) fmt::print("  {} {:.1f}%", name, 100 * count / all);
  fmt::print("\n");
}

void Sufficiency::add(bool first_needed, bool second_needed) {
  ++all_;
  both_ += first_needed && second_needed ? 1 : 0;
  first_ += first_needed && !second_needed ? 1 : 0;
  second_ += !first_needed && second_needed ? 1 : 0;
  either_ += !first_needed && !second_needed ? 1 : 0;
}

void Sufficiency::print(const std::string& title, std::string_view first,
                        std::string_view second) const {
  if (all_ == 0) return;
  fmt::print(
      "{}: {} rows, both needed {:.1f}%, {} is enough {:.1f}%, {} is enough {:.1f}%, "
      "either {:.1f}%\n",
      title, with_commas(static_cast<std::uint64_t>(all_)), 100 * both_ / all_, first,
      100 * first_ / all_, second, 100 * second_ / all_, 100 * either_ / all_);
}

}  // namespace assay::studies
