// For tests only: formulas by their text.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/text.h"
#include "assay/logic/formula.h"
#include "assay/logic/notation.h"

namespace assay::logic::witness {

struct Texts {
  FormulaStore store;
  Names names = plain_names();

  FormulaId one(std::string_view text) {
    const ParsedFormula parsed = parse_formula(text, store, names);
    if (!parsed.problem.empty()) throw std::invalid_argument(parsed.problem);
    return parsed.id;
  }
  // Several with ; between them.
  std::vector<FormulaId> list(std::string_view texts) {
    std::vector<FormulaId> ids;
    for (const auto text : split_text(texts, ';')) {
      if (!text.empty()) ids.push_back(one(text));
    }
    return ids;
  }
  std::string text(FormulaId id) const { return to_text(store, id, names); }
};

}  // namespace assay::logic::witness
