// What the rule tables of grounded tasks have in common.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "assay/core/rule_graph.h"

namespace assay::grounded {

// "NOUN -> circle": makes words.
inline RuleId add_grammar(RuleTable& table, std::string rule) {
  return table.add(std::move(rule), RuleKind::kGrammar);
}

// "[circle]": what words come to in a world.
inline RuleId add_meaning(RuleTable& table, std::string_view what) {
  return table.add(fmt::format("[{}]", what), RuleKind::kMeaning);
}

// Rules of words stand in arrays by the number of what they stand for.
template <typename Kind>
constexpr std::size_t number_of(Kind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace assay::grounded
