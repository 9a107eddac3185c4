#include "assay/tasks/scan/row.h"

#include <algorithm>

#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

// Verbs, directions, manners and numbers collapse to one letter each; "turn" stays.
std::string_view input_class(std::string_view word) {
  if (std::find(kPrimitives.begin(), kPrimitives.end(), word) != kPrimitives.end()) return "V";
  if (word == "left" || word == "right") return "D";
  if (word == "around" || word == "opposite") return "M";
  if (word == "twice" || word == "thrice") return "N";
  return word;
}

std::string_view output_class(std::string_view action) {
  return action == kTurnActions[0] || action == kTurnActions[1] ? "D" : "A";
}

template <typename Classify>
std::string pattern(const std::vector<std::string_view>& words, Classify classify) {
  std::string text;
  for (const auto word : words) {
    if (!text.empty()) text += ' ';
    text += classify(word);
  }
  return text;
}

}  // namespace

const Schema& scan_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "the command", {"commands", "command", "in"}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the actions, separated by spaces",
        {"actions", "out"}}}};
  return kSchema;
}

void write_row(const Language& language, std::uint64_t rank, bool with_rules, Example& out) {
  reset(out, scan_schema());
  out.address = {rank, 0};
  language.make(rank, std::get<std::string>(out.fields[kInputField]),
                std::get<std::string>(out.fields[kTargetField]), with_rules ? &out.rules : nullptr);
}

std::string input_pattern(const std::vector<std::string_view>& words) {
  return pattern(words, input_class);
}

std::string output_pattern(const std::vector<std::string_view>& actions) {
  return pattern(actions, output_class);
}

}  // namespace assay::scan
