// What can be seen in one rule alone: variables that nothing binds, and terms that cannot match.
//
// A rule with such a mistake would be read without complaint and then never apply, or fail at the
// first text that needs it; here it is named with its place.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "assay/rules_engine/rule_file.h"

namespace assay::rules {

// Everything throws Error(kInput) with the place in front.
class RuleChecks {
 public:
  // `files`: their names, for messages; they must outlive this.
  explicit RuleChecks(const std::vector<std::string>& files) : files_(files) {}

  void check_fact(const Term& fact) const;
  void check_grammar(const GrammarRule& rule) const;
  // `resolution`: new_var on the right gives variables a value.
  void check_rewrite(const RewriteRule& rule, bool resolution) const;

 private:
  [[noreturn]] void fail_here(Place place, const std::string& message) const {
    fail_at(files_, place, message);
  }
  void check_known(const Term& term) const;
  void check_conjuncts(const Term& term, std::set<std::string>& known) const;
  void bind_new_variables(const Term& term, std::set<std::string>& bound) const;

  const std::vector<std::string>& files_;
};

}  // namespace assay::rules
