#include "assay/tasks/cfq/kb/knowledge.h"

#include <algorithm>
#include <utility>

namespace assay::cfq {

bool can_stand_in_question(std::string_view name) {
  const auto is_odd = [](char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return code < ' ' || letter == '[' || letter == ']' || code == 0x7F;
  };
  if (name.empty() || name.front() == ' ' || name.back() == ' ') return false;
  if (name.find("  ") != std::string_view::npos || name.find(';') != std::string_view::npos) {
    return false;
  }
  return std::ranges::none_of(name, is_odd);
}

Query filled_by_keys(Query pattern, const std::vector<KnownFilling>& fillings) {
  for (Clause& clause : pattern.clauses) {
    for (std::string* term : {&clause.subject, &clause.object}) {
      const auto found = std::ranges::find(fillings, *term, &KnownFilling::placeholder);
      if (found != fillings.end()) *term = "ns:" + found->key;
    }
  }
  return pattern;
}

}  // namespace assay::cfq
