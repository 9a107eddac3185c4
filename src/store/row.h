// Rows on disk: one JSON object per line, fixed key order, the same keys and types in every row.
//
//   {"id": "scan:5f0e2a91:0:3:0", "input": "...", "target": "...", <the task's own fields>,
//    "rules": [...]}
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/example.h"

namespace assay {

// What the rows of a data set have in common: store/manifest.h tells it of a data set or a task.
struct RowShape {
  std::string task;
  std::string stamp;                 // in every id; empty: format 1
  Schema schema;                     // column names as they stand in the files
  const RuleTable* rules = nullptr;  // must outlive the shape; absent: rules are read as texts only
};

class RowWriter {
 public:
  // With rules the shape must have a table of them.
  RowWriter(const RowShape& shape, bool with_rules);
  // Appends the row and its newline. The id has the example's own stamp.
  void append(std::string& out, const Example& example) const;

 private:
  std::string task_;
  const RuleTable* rules_;
  bool with_rules_;
  std::vector<std::string> keys_;  // ,"input":
};

// Reads rows back. Not shared by threads: it owns the parser's memory.
class RowReader {
 public:
  // Rules that are not wanted are skipped unread.
  explicit RowReader(RowShape shape, Wanted want = {.rules = true});
  ~RowReader();
  // Throws Error(kInput) that says what is wrong with the row; the caller knows where it stands.
  void parse(std::string_view line, Example& out);
  // The nodes of the row that was parsed last, as they stand in the file; empty when rules are not
  // wanted. Views until the next row.
  std::span<const std::string_view> rule_texts() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
