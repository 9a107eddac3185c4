// Rows by their numbers: made by a task, or read from a data set. Shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/lazy.h"
#include "assay/capi/call_control.h"
#include "assay/capi/request.h"
#include "assay/core/task.h"
#include "assay/pipeline/prompt.h"
#include "assay/pipeline/row_plan.h"
#include "assay/store/data_set.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"

namespace assay::capi {

// What of rows is written into lines.
struct LineParts {
  bool rules = true;
  bool prompts = false;
};

class RowSource {
 public:
  // Throws Error for what is not there.
  static std::shared_ptr<const RowSource> open(Request& request, const CallControl& call);

  const Task& task() const { return *task_; }
  const RowShape& shape() const { return shape_; }
  bool has_rules() const { return has_rules_; }
  // Absent: there is no end.
  std::optional<std::uint64_t> rows() const;
  // Throws Error(kUsage) when there are not as many.
  void check_range(std::uint64_t first, std::uint64_t count) const;

  // Task, version, stamp, rows, columns and the request that opens the same rows again.
  nlohmann::ordered_json about() const;

  // What a model is asked about a row: the rules of the task, the form of an answer, the input.
  std::string prompt_of(const Example& row) const { return prompts_->text(row.input()); }

  // Rows [first, first + count) as lines, in order, on the threads of the control.
  void append_lines(std::uint64_t first, std::uint64_t count, LineParts parts,
                    const Control& control, std::string& out) const;

 private:
  friend class RowCursor;

  struct Made {
    std::uint64_t seed = 0;
    std::unique_ptr<Source> source;
    std::optional<RowPlan> plan;
    bool is_endless = false;
    // The place in the plan: an endless source of a finite task begins again.
    std::uint64_t place(std::uint64_t row) const { return is_endless ? row % plan->rows() : row; }
  };
  struct Stored {
    explicit Stored(const std::string& path)
        : data(path), index([this] { return RowIndex(data); }) {}
    DataSet data;
    ChosenRows chosen;
    Lazy<RowIndex> index;
    std::uint64_t number(std::uint64_t row) const {
      return chosen.rows ? (*chosen.rows)[row] : row;
    }
  };

  void open_made(Request& request, const CallControl& call);
  void open_stored(Request& request, const CallControl& call);
  PromptWriter make_prompts() const;

  LastingWorkplace place_;
  std::unique_ptr<Task> task_;
  RowShape shape_;
  bool has_rules_ = true;
  std::unique_ptr<Made> made_;  // one of these two is there
  std::unique_ptr<Stored> stored_;
  nlohmann::ordered_json request_;
  Lazy<PromptWriter> prompts_{[this] { return make_prompts(); }};
};

// Reads rows of a source, fast where they follow each other. Not shared by threads.
class RowCursor {
 public:
  // Of stored rows rules are left as texts where `as_texts`.
  RowCursor(const RowSource& source, Wanted want, bool as_texts = false);

  // False where no example stands.
  bool read(std::uint64_t row, Example& out);
  // A stored row as it stands in its file; empty for rows that are made.
  std::string_view stored_line(std::uint64_t row);
  // Of the row that was read last, where its rules were left as texts.
  std::span<const std::string_view> rule_texts() const;

 private:
  bool make(std::uint64_t row, Example& out);

  const RowSource& source_;
  Wanted want_;
  std::unique_ptr<Unit> unit_;
  std::uint64_t unit_index_ = 0;
  std::optional<RowLines> lines_;
  std::optional<RowReader> reader_;
  bool as_texts_ = false;
};

}  // namespace assay::capi
