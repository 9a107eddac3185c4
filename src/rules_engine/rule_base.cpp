#include "assay/rules_engine/rule_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/base/text.h"

namespace assay::rules {

namespace {

CompiledForm compile_form(const GrammarRule& rule, GroundTable& table) {
  CompiledForm made;
  std::uint32_t position = 0;
  for (const Constituent& part : rule.right) {
    if (part.category.empty()) continue;
    if (!part.form.empty()) {
      made.patterns.slot(part.form);
      made.constituents.push_back(0);
    }
    ++position;
  }
  position = 0;
  for (const Constituent& part : rule.right) {
    if (part.category.empty()) continue;
    if (!part.form.empty()) made.constituents[made.patterns.slot(part.form)] = position;
    ++position;
  }
  made.root = made.patterns.add(rule.form, table);
  return made;
}

bool is_function_name(std::string_view name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z';
}

Symbol root_symbol(const CompiledRule& rule, const GroundTable& table) {
  const Pattern& left = rule.patterns[rule.left];
  return left.kind == Pattern::Kind::kGround ? table.term(left.ground).symbol : left.symbol;
}

template <typename Visit>
void visit_terms(const Term& term, const Visit& visit) {
  visit(term);
  for (const Term& input : term.inputs) visit_terms(input, visit);
}

}  // namespace

RuleBase::RuleBase(RuleSet rules) : rules_(std::move(rules)), knowledge_(rules_, table_) {
  for (const RewriteRule& rule : rules_.inference) {
    if (rule.left.kind == Term::Kind::kApply) table_.keep_open(table_.symbol(rule.left.text));
  }
  for (const GrammarRule& rule : rules_.grammar) forms_.push_back(compile_form(rule, table_));
  std::vector<std::pair<Symbol, CompiledRule>> inference;
  std::vector<std::pair<Symbol, CompiledRule>> resolution;
  for (std::uint32_t i = 0; i < rules_.inference.size(); ++i) {
    CompiledRule made = compile_rule(rules_.inference[i], i, table_);
    inference.emplace_back(root_symbol(made, table_), std::move(made));
  }
  for (std::uint32_t i = 0; i < rules_.resolution.size(); ++i) {
    CompiledRule made = compile_rule(rules_.resolution[i], i, table_);
    const Symbol root = root_symbol(made, table_);
    resolution.emplace_back(root, std::move(made));
  }
  table_.add_reversed();
  inference_.resize(table_.symbol_count());
  resolution_.resize(table_.symbol_count());
  for (auto& [symbol, rule] : inference) {
    limit_roles(rule, knowledge_, table_);
    inference_[symbol].push_back(std::move(rule));
  }
  for (auto& [symbol, rule] : resolution) resolution_[symbol].push_back(std::move(rule));
  for (Symbol s = 0; s < table_.symbol_count(); ++s) {
    is_function_.push_back(is_function_name(table_.name(s)));
  }
  check_knowledge(rules_.inference);
  check_knowledge(rules_.resolution);
  check_calls();
}

std::span<const CompiledRule> RuleBase::inference(Symbol root) const { return inference_[root]; }

std::span<const CompiledRule> RuleBase::resolution(Symbol function) const {
  return resolution_[function];
}

Symbol RuleBase::function(std::string_view name) const {
  for (Symbol s = 0; s < resolution_.size(); ++s) {
    if (!resolution_[s].empty() && table_.name(s) == name) return s;
  }
  fail(ErrorKind::kInput, "{}: no resolution rule resolves {}",
       rules_.files.empty() ? "rules" : rules_.files.front(), name);
}

void RuleBase::check_knowledge(const std::vector<RewriteRule>& rules) const {
  std::set<std::string> known;
  for (const Term& fact : rules_.knowledge) known.insert(fact.text);
  for (const RewriteRule& rule : rules) {
    for (const Term& wanted : rule.knowledge) {
      if (wanted.kind == Term::Kind::kApply && known.count(wanted.text) != 0) continue;
      const std::vector<std::string> names(known.begin(), known.end());
      fail_at(rules_.files, wanted.place,
              fmt::format("no knowledge says anything about {}{}", printable(to_text(wanted)),
                          did_you_mean(wanted.text, names)));
    }
  }
}

void RuleBase::check_calls() const {
  std::set<std::string> functions{"new_var"};
  for (const RewriteRule& rule : rules_.resolution) {
    if (rule.left.kind != Term::Kind::kApply || !is_function_name(rule.left.text)) {
      fail_at(rules_.files, rule.left.place,
              "expected a function, written with a small letter, such as def2sparql($X, $V)");
    }
    functions.insert(rule.left.text);
  }
  const auto check = [&](const Term& term) {
    if (term.kind != Term::Kind::kApply || !is_function_name(term.text)) return;
    if (functions.count(term.text) != 0) return;
    const std::vector<std::string> names(functions.begin(), functions.end());
    fail_at(
        rules_.files, term.place,
        fmt::format("no rule resolves {}{}", printable(term.text), did_you_mean(term.text, names)));
  };
  for (const RewriteRule& rule : rules_.resolution) {
    for (const Term& term : rule.right) visit_terms(term, check);
  }
  for (const GrammarRule& rule : rules_.grammar) visit_terms(rule.form, check);
}

}  // namespace assay::rules
