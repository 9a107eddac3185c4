#include "assay/tasks/logic/reader/formula_reader.h"

#include <fmt/format.h>

#include <string_view>

namespace assay::logic {

bool read_notation(TextCursor& cursor, std::size_t size, FormulaStore& store, Names& names,
                   FormulaId& out) {
  const std::string_view text = cursor.rest().substr(0, size);
  ParsedFormula parsed = parse_formula(text, store, names);
  if (!parsed.problem.empty()) {
    return cursor.object(fmt::format("{} (formula at byte {})", parsed.problem, cursor.at()));
  }
  out = parsed.id;
  const std::size_t colon = text.find(':');
  if (is_quantifier(store[out].op) && colon != std::string_view::npos) {
    std::string_view variable = text.substr(0, colon);
    while (variable.ends_with(' ')) variable.remove_suffix(1);
    const std::size_t blank = variable.rfind(' ');
    names.variable = variable.substr(blank == std::string_view::npos ? 0 : blank + 1);
  }
  cursor.skip(text.size());
  return true;
}

}  // namespace assay::logic
