#include "assay/rules_engine/rule_checks.h"

#include <fmt/format.h>

#include "assay/rules_engine/rule_tokens.h"

namespace assay::rules {

namespace {

template <typename Visit>
void visit_variables(const Term& term, const Visit& visit) {
  if (term.kind == Term::Kind::kVariable) visit(term);
  for (const Term& input : term.inputs) visit_variables(input, visit);
}

}  // namespace

void RuleChecks::check_fact(const Term& fact) const {
  if (fact.kind != Term::Kind::kApply || fact.inputs.empty()) {
    fail_here(fact.place, "expected knowledge such as Role(FilmDirector, DirectingAFilm)");
  }
  check_known(fact);
  visit_variables(fact, [&](const Term& variable) {
    fail_here(variable.place,
              fmt::format("knowledge has no variables, and {} is one", shortened(variable.text)));
  });
}

// Knowledge is looked up by name.
void RuleChecks::check_known(const Term& term) const {
  if (term.kind == Term::Kind::kConjunction || term.kind == Term::Kind::kExists ||
      term.kind == Term::Kind::kTop) {
    fail_here(term.place, fmt::format("knowledge is made of names and texts, and {} is neither",
                                      shortened(to_text(term))));
  }
  for (const Term& input : term.inputs) check_known(input);
}

void RuleChecks::check_rewrite(const RewriteRule& rule, bool resolution) const {
  if (rule.left.kind != Term::Kind::kApply && rule.left.inputs.empty()) {
    fail_here(rule.left.place,
              fmt::format("expected a logical form to be rewritten, found {}, which fits anything "
                          "or nothing",
                          shortened(to_text(rule.left))));
  }
  std::set<std::string> conjuncts;
  check_conjuncts(rule.left, conjuncts);
  for (const Term& fact : rule.knowledge) {
    if (fact.kind != Term::Kind::kApply || fact.inputs.empty()) {
      fail_here(fact.place, "expected what must be known, such as Role($X, $Y)");
    }
    check_known(fact);
  }
  std::set<std::string> bound;
  const auto bind = [&](const Term& variable) { bound.insert(variable.text); };
  visit_variables(rule.left, bind);
  for (const Term& fact : rule.knowledge) visit_variables(fact, bind);
  for (const Term& term : rule.right) {
    if (resolution) bind_new_variables(term, bound);
  }
  for (const Term& term : rule.right) {
    visit_variables(term, [&](const Term& variable) {
      if (bound.count(variable.text) != 0) return;
      fail_here(variable.place, fmt::format("nothing on the left of the rule gives {} a value",
                                            shortened(variable.text)));
    });
  }
}

// F($X ⊓ $Y, $X ⊓ $Z): what is common to two conjunctions is not searched for.
void RuleChecks::check_conjuncts(const Term& term, std::set<std::string>& known) const {
  for (const Term& input : term.inputs) {
    if (term.kind == Term::Kind::kConjunction && input.kind == Term::Kind::kVariable &&
        !known.insert(input.text).second) {
      fail_here(input.place, fmt::format("{} is a conjunct of the left side twice; a variable can "
                                         "be one only once",
                                         shortened(input.text)));
    }
    check_conjuncts(input, known);
  }
}

// new_var($V) of a resolution rule gives its variable a value.
void RuleChecks::bind_new_variables(const Term& term, std::set<std::string>& bound) const {
  if (term.kind == Term::Kind::kApply && term.text == "new_var") {
    if (term.inputs.size() != 1 || term.inputs[0].kind != Term::Kind::kVariable) {
      fail_here(term.place, "expected new_var with one variable, such as new_var($V)");
    }
    bound.insert(term.inputs[0].text);
  }
  for (const Term& input : term.inputs) bind_new_variables(input, bound);
}

void RuleChecks::check_grammar(const GrammarRule& rule) const {
  std::size_t constituents = 0;
  for (const Constituent& part : rule.right) {
    if (part.category.empty() || ++constituents <= kMostConstituents) continue;
    fail_here(part.place, fmt::format("a rule has at most {} constituents", kMostConstituents));
  }
  std::set<std::string> bound;
  for (const Constituent& part : rule.right) {
    if (part.form.empty()) continue;
    if (!bound.insert(part.form).second) {
      fail_here(part.place, fmt::format("{} stands for two constituents", shortened(part.form)));
    }
  }
  if (!rule.head.empty() && bound.count(rule.head) == 0) {
    fail_here(rule.left.place,
              fmt::format("the head {} is no constituent on the right", shortened(rule.head)));
  }
  visit_variables(rule.form, [&](const Term& variable) {
    if (bound.count(variable.text) != 0) return;
    fail_here(variable.place, fmt::format("no constituent on the right gives {} a value",
                                          shortened(variable.text)));
  });
}

}  // namespace assay::rules
