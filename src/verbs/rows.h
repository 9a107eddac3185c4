// Which rows a verb looks at: made on the spot by a task, or read from a data set.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "assay/core/task.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay::verbs {

inline constexpr std::uint64_t kDefaultRows = 10;

// Rows from the first on, or else one row by its number or its id.
struct RowChoice {
  std::string what;                                // a task, or the folder of a data set
  std::map<std::string, std::string> params = {};  // of the task
  std::optional<std::uint64_t> seed = {};          // of the task; absent: 0
  PartChoice part = {};                            // of the data set: only rows of it
  std::optional<std::uint64_t> rows = {};          // how many; absent: kDefaultRows
  std::optional<std::uint64_t> row = {};           // counted from 0
  std::string id = {};

  bool asks_for_part() const { return !part.split.empty() || !part.part.empty(); }
};

// The rows of a choice, one after the other.
class RowFeed {
 public:
  // Throws Error(kUsage) when what is asked for does not exist.
  explicit RowFeed(const RowChoice& choice, const Workplace& workplace = {});
  RowFeed(const RowFeed&) = delete;
  RowFeed& operator=(const RowFeed&) = delete;

  const Task& task() const { return *task_; }
  const RowShape& shape() const { return shape_; }
  const DataSet* data() const { return data_.get(); }  // nullptr: rows are made by the task
  // A line that names the rows; other rows have another one.
  const std::string& identity() const { return identity_; }
  // False when there are no more; a row that is made has its rules.
  // Throws Interrupted when the workplace says so.
  bool next(Example& out);

 private:
  void feed_made(const RowChoice& choice, const Workplace& workplace);
  void feed_stored(const std::shared_ptr<const DataSet>& data, const RowChoice& choice,
                   const Workplace& workplace);
  void feed_one(Example row);

  Control control_;
  std::unique_ptr<Task> task_;
  std::shared_ptr<const DataSet> data_;
  RowShape shape_;
  std::string identity_;
  std::function<bool(Example&)> next_;
};

// The example at an address, with its rules. Throws Error(kUsage) when nothing can stand there.
Example make_example(const Task& task, std::uint64_t seed, std::uint64_t unit, std::uint64_t item);

// The row of a data set with that id, as it is stored. The stamp may be left out of the id.
Example find_example(const DataSet& data, const Task& task, const std::string& id);

}  // namespace assay::verbs
