// Rows on disk: one JSON object a line, fixed key order, the same keys and types in every row.
//
//   {"id": "scan:0:3:0", "input": "...", "target": "...", <the task's own fields>, "rules": [...]}
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "assay/core/task.h"

namespace assay {

class RowWriter {
 public:
  RowWriter(const Task& task, bool with_rules);
  // Appends the row and its newline.
  void append(std::string& out, const Example& example) const;

 private:
  std::string_view task_name_;
  const Schema& schema_;
  const RuleTable& rules_;
  bool with_rules_;
  std::string head_;               // {"id":"scan:
  std::vector<std::string> keys_;  // ,"input":
};

// Reads rows back. Not shared by threads: it owns the parser's memory.
class RowReader {
 public:
  // Rules that are not wanted are skipped unread.
  explicit RowReader(const Task& task, Parts want = {.rules = true});
  ~RowReader();
  // Throws Error(kInput) that says what is wrong with the row; the caller knows where it stands.
  void parse(std::string_view line, Example& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
