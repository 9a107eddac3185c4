// What tables of gSCAN and ReaSCAN share: rows of a data set, and shares of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/base/error.h"
#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/world/world.h"

namespace assay::studies {

template <typename Type>
const Type& value_of(const Example& row, const Task& task, std::string_view column) {
  const auto& fields = task.schema().fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == column) return std::get<Type>(row.fields[i]);
  }
  fail(ErrorKind::kInput, "the data set has no column {}", column);
}

inline const std::string& text_of(const Example& row, const Task& task, std::string_view column) {
  return value_of<std::string>(row, task, column);
}

world::World world_of(const Example& row, const Task& task);

// How many actions its target has.
std::size_t actions_of(const Example& row);

// All rows in order, or those named.
void visit_rows(const DataSet& data, const Task& task, const std::vector<std::uint64_t>* rows,
                const std::function<void(const Example&)>& visit);

// Tens of actions, as the paper of ReaSCAN shows them.
std::string length_bin(std::size_t length);

// Whether something else has the shape but not the colour, and the colour but not the shape,
// whatever its size: how the paper of ReaSCAN counts what is needed.
std::pair<bool, bool> rivals(const world::World& world, const world::Thing& target);

// Counts by name, printed as shares.
class Tally {
 public:
  void add(const std::string& name, double amount = 1) { counts_[name] += amount; }
  void print(const std::string& title, double of = 0) const;

 private:
  std::map<std::string, double> counts_;
};

// Which of two words alone would do.
class Sufficiency {
 public:
  void add(bool first_needed, bool second_needed);
  void print(const std::string& title, std::string_view first, std::string_view second) const;

 private:
  double all_ = 0, both_ = 0, first_ = 0, second_ = 0, either_ = 0;
};

}  // namespace assay::studies
