// Rows as columns of memory: a batch that is filled row by row and handed over to Arrow.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/capi/arrow_abi.h"
#include "assay/core/example.h"
#include "assay/store/row.h"

namespace assay::capi {

// The values of one column, in whichever of these buffers its type needs.
struct ArrowColumn {
  ValueType type = ValueType::kText;
  std::string chars;                          // texts, one behind the other
  std::vector<std::int32_t> ends = {0};       // where they end, after a 0
  std::vector<std::int32_t> list_ends = {0};  // the same of lists, in values
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::string bits;  // of flags, eight a byte, the lowest first
  std::int64_t length = 0;

  void add_text(std::string_view text) {
    chars += text;
    end_text();
  }
  void end_text() { ends.push_back(static_cast<std::int32_t>(chars.size())); }
  void end_list();
};

// Columns besides `id` and those of the schema.
struct ArrowParts {
  bool rules = true;
  bool prompts = false;  // the last one
};

class ArrowBatch {
 public:
  ArrowBatch(const RowShape& shape, ArrowParts parts);

  // Rules come from the graph, or from texts where there are some.
  void add(const Example& row, std::span<const std::string_view> rule_texts,
           std::string_view prompt);
  std::uint64_t rows() const { return rows_; }
  // Offsets have 32 bits: no more rows fit for certain.
  bool is_full() const;

  // The batch is empty then.
  void export_to(ArrowArray& out);

 private:
  std::string task_;
  const RuleTable* rules_ = nullptr;
  ArrowParts parts_;
  std::vector<std::unique_ptr<ArrowColumn>> columns_;
  std::uint64_t rows_ = 0;
};

void export_schema(const RowShape& shape, ArrowParts parts, ArrowSchema& out);

}  // namespace assay::capi
