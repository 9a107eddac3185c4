// Rows of others: a file of JSON lines that is no data set, taken apart line by line.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/measure/split_report.h"
#include "assay/store/split_file.h"

namespace assay {

struct ForeignRow {
  std::vector<std::string_view> rules;
  std::vector<std::string_view> atoms;
  std::vector<std::string_view> compounds;
  std::string_view group;
  bool has_rules = false;
  bool has_lists = false;  // both atoms and compounds
  bool has_texts = false;  // both input and target
  RowFeatures features;    // of the texts
  // Equal for rows that are the same example: by their texts, or else by rules or lists.
  std::uint64_t form = 0;
};

// Calls act(row, number of its line from 1) for every line. Throws Error(kInput) with file and
// line, also for what `act` throws.
void for_foreign_rows(const std::string& path, std::string_view text,
                      const std::function<void(const ForeignRow&, std::uint64_t)>& act);

// What a split of these lines is about.
SplitSubject foreign_subject(const std::string& path, std::string_view text);

}  // namespace assay
