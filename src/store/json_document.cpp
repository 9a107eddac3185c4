#include "assay/store/json_document.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/nesting.h"
#include "assay/base/text.h"

namespace assay {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json parse_document(std::string_view text) {
  if (const auto line = json_line_too_deep(text)) {
    fail(ErrorKind::kInput, "line {}: {}", *line, nesting_problem());
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& problem) {
    const auto before = text.substr(0, problem.byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    fail(ErrorKind::kInput, "line {}: is not JSON", line);
  }
}

// The library begins with a code of its own: "[json.exception.out_of_range.403] key 'x' not found".
std::string document_problem(const nlohmann::ordered_json::exception& problem) {
  std::string_view text = problem.what();
  if (text.starts_with("[json.")) text.remove_prefix(std::min(text.find(']') + 2, text.size()));
  return printable(text);
}

}  // namespace assay
