// For tests only: a second way to tell whether a rule licenses a step, by trying every literal for
// every letter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "assay/inference/inference_rules.h"
#include "assay/inference/one_step_testing.h"
#include "assay/logic/formula.h"

namespace assay::logic::witness {

// Does a rule lead from these premises, all of them, to the conclusion?
class LicenceWitness {
 public:
  LicenceWitness(const RuleBook& book, FormulaStore& store) : book_(book), store_(store) {}

  bool licensed(const std::string& name, std::vector<FormulaId> premises, FormulaId conclusion) {
    std::sort(premises.begin(), premises.end());
    const auto [at, is_new] = known_.try_emplace({name, premises, conclusion}, false);
    if (is_new) at->second = find(name, premises, conclusion);
    return at->second;
  }

 private:
  bool find(const std::string& name, const std::vector<FormulaId>& premises, FormulaId conclusion) {
    premises_ = premises;
    conclusion_ = conclusion;
    atoms_.clear();
    constants_.clear();
    for (const FormulaId id : premises) note_atoms(id);
    note_atoms(conclusion);
    for (const InferenceRule& rule : book_.rules()) {
      if (!name.empty() && rule.name != name) continue;
      if (rule.premises.size() != premises.size()) continue;
      if (rule.name == "universal instantiation" || rule.name == "existential generalization") {
        if (is_instance(rule.name[0] == 'u')) return true;
        continue;
      }
      letters_.clear();
      for (const FormulaId id : rule.premises) note_letters(id);
      for (const FormulaId id : rule.inferences) note_letters(id);
      meaning_.clear();
      if (try_letters(rule)) return true;
    }
    return false;
  }

  // Says everything of a constant instead of the variable, and looks whether that is it.
  bool is_instance(bool from_all) {
    const FormulaId general = from_all ? premises_[0] : conclusion_;
    const FormulaId one = from_all ? conclusion_ : premises_[0];
    if (store_[general].op != (from_all ? Op::kForAll : Op::kExists)) return false;
    return std::any_of(constants_.begin(), constants_.end(), [&](Argument about) {
      return said_of(store_[general].first, about) == one;
    });
  }

  FormulaId said_of(FormulaId id, Argument about) {
    const Formula formula = store_[id];
    if (formula.op == Op::kProposition) return id;
    if (formula.op == Op::kPredicate) {
      return formula.second == kVariable ? store_.predicate(formula.first, about) : id;
    }
    const FormulaId first = said_of(formula.first, about);
    if (formula.op == Op::kNot) return store_.negation(first);
    return store_.binary(formula.op, first, said_of(formula.second, about));
  }

  void note_atoms(FormulaId id) {
    const Formula formula = store_[id];
    if (formula.op > Op::kPredicate) {
      note_atoms(formula.first);
      if (is_binary(formula.op)) note_atoms(formula.second);
      return;
    }
    if (std::find(atoms_.begin(), atoms_.end(), id) == atoms_.end()) atoms_.push_back(id);
    if (formula.op == Op::kPredicate && formula.second != kVariable) {
      constants_.push_back(formula.second);
    }
  }

  void note_letters(FormulaId schema) {
    const Formula formula = book_.schemas()[schema];
    if (formula.op > Op::kPredicate) {
      note_letters(formula.first);
      if (is_binary(formula.op)) note_letters(formula.second);
      return;
    }
    of_variable_ = formula.op == Op::kPredicate;
    const bool known = std::find(letters_.begin(), letters_.end(), formula.first) != letters_.end();
    if (!known) letters_.push_back(formula.first);
  }

  bool try_letters(const InferenceRule& rule) {
    if (meaning_.size() == letters_.size()) {
      std::vector<FormulaId> filled;
      for (const FormulaId id : rule.premises) filled.push_back(fill(id));
      std::sort(filled.begin(), filled.end());
      return filled == premises_ &&
             std::any_of(rule.inferences.begin(), rule.inferences.end(),
                         [&](FormulaId id) { return fill(id) == conclusion_; });
    }
    const std::uint32_t letter = letters_[meaning_.size()];
    for (const FormulaId atom : atoms_) {
      const Formula formula = store_[atom];
      const bool variable = formula.op == Op::kPredicate && formula.second == kVariable;
      if (variable != of_variable_) continue;
      for (const FormulaId literal : {atom, store_.negation(atom)}) {
        meaning_[letter] = literal;
        if (try_letters(rule)) return true;
        meaning_.erase(letter);
      }
    }
    return false;
  }

  FormulaId fill(FormulaId schema) {
    return fill_schema(book_, store_, schema,
                       [&](const Formula& letter) { return meaning_.at(letter.first); });
  }

  const RuleBook& book_;
  FormulaStore& store_;
  std::vector<FormulaId> premises_;
  FormulaId conclusion_ = kNoFormula;
  std::vector<FormulaId> atoms_;
  std::vector<Argument> constants_;
  std::vector<std::uint32_t> letters_;
  bool of_variable_ = false;  // of the rule's letters: all are, or none is
  std::map<std::uint32_t, FormulaId> meaning_;
  std::map<std::tuple<std::string, std::vector<FormulaId>, FormulaId>, bool> known_;
};

}  // namespace assay::logic::witness
