// Rule spaces unlike those of the paper, for tests.
#pragma once

#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

// Words before, between and behind the parts; the names of levels are longer than a letter.
inline RuleSpace polite_space() {
  return parse_rule_space(R"(
grammar = """
Order -> if Deed then Deed | Deed
Deed -> please Act | not Act at all | Act When | Act
Act -> go | stop | go on
When -> now | later
"""
actions = "P Q R"
rules = 9
explicit = "5 6"
repeats = 2
length = 4
most_input = 100
most_output = 100
)",
                          "polite.toml");
}

// Two parts on every level: trees branch all the way down.
inline RuleSpace sum_space() {
  return parse_rule_space(R"(
grammar = """
Sum -> Product plus Product | Product
Product -> Power times Power | Power
Power -> Digit to Digit | Digit
Digit -> one | two
"""
actions = "P Q R"
rules = 5
explicit = "3"
repeats = 2
length = 4
most_input = 100
most_output = 100
)",
                          "sums.toml");
}

}  // namespace assay::cscan::solving
