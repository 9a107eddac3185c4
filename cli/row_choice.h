// Which rows a command looks at: made on the spot by a task, or read from a data set.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arguments.h"
#include "assay/core/task.h"
#include "assay/store/part_choice.h"

namespace assay {

struct RowChoice {
  std::string what;  // a task or a folder
  PartChoice part;
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> row;
  std::string id;
  std::optional<std::uint64_t> seed;
  std::map<std::string, std::string> settings;

  bool asks_for_part() const { return !part.split.empty() || !part.part.empty(); }
};

// TASK|DIR, -n, --row, --id, --seed, --set, --split, --part and --cache.
void declare_row_choice(Arguments& arguments, RowChoice& choice, std::uint64_t default_rows);

// The rows of a choice, one after the other.
class RowFeed {
 public:
  // Throws Error(kUsage) when what is asked for does not exist.
  RowFeed(const RowChoice& choice, std::uint64_t default_rows, const Workplace& workplace);
  RowFeed(const RowFeed&) = delete;
  RowFeed& operator=(const RowFeed&) = delete;

  const Task& task() const { return *task_; }
  const RowShape& rows_shape() const { return shape_; }
  // False when there are no more; a row that is made has its rules.
  bool next(Example& out) { return next_(out); }

 private:
  void feed_made(const RowChoice& choice, std::uint64_t default_rows, const Workplace& workplace);
  void feed_stored(const std::shared_ptr<const DataSet>& data, const RowChoice& choice,
                   std::uint64_t default_rows, const Workplace& workplace);
  void feed_one(Example row);

  std::unique_ptr<Task> task_;
  RowShape shape_;
  std::function<bool(Example&)> next_;
};

// The example at an address, with its rules.
Example make_example(const Task& task, std::uint64_t seed, std::uint64_t unit, std::uint64_t item);

// The row of a data set with that id, as it is stored. The stamp may be left out of the id.
Example find_example(const DataSet& data, const Task& task, const std::string& id);

}  // namespace assay
