// For tests only: a second way to find what follows in one step, and random premises.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/inference/decision_testing.h"
#include "assay/inference/inference_rules.h"
#include "assay/logic/formula.h"
#include "assay/logic/random_formulas_testing.h"

namespace assay::logic::witness {

// The schema with value_of(letter) for each letter; without ¬¬.
template <typename ValueOf>
FormulaId fill_schema(const RuleBook& book, FormulaStore& store, FormulaId schema,
                      const ValueOf& value_of) {
  const Formula formula = book.schemas()[schema];
  if (formula.op <= Op::kPredicate) return value_of(formula);
  const FormulaId first = fill_schema(book, store, formula.first, value_of);
  if (formula.op == Op::kNot) {
    return store[first].op == Op::kNot ? store[first].first : store.negation(first);
  }
  if (is_quantifier(formula.op)) return store.quantified(formula.op, first);
  return store.binary(formula.op, first, fill_schema(book, store, formula.second, value_of));
}

// Tries literals over the symbols of the premises for the letters of a rule, all different, and
// looks for the premises that result.
class OneStepWitness {
 public:
  OneStepWitness(const RuleBook& book, FormulaStore& store, std::vector<FormulaId> premises)
      : book_(book), store_(store), premises_(std::move(premises)) {
    std::set<FormulaId> grounds;
    std::set<FormulaId> of_variable;
    for (const FormulaId premise : premises_) {
      store_.visit_atoms(premise, [&](const Formula& atom) {
        if (atom.op == Op::kProposition) {
          grounds.insert(store_.proposition(atom.first));
          return;
        }
        of_variable.insert(store_.predicate(atom.first, kVariable));
        if (atom.second == kVariable) return;
        grounds.insert(store_.predicate(atom.first, atom.second));
        constants_.insert(atom.second);
      });
    }
    for (const FormulaId atom : grounds) add_both(grounds_, atom);
    for (const FormulaId atom : of_variable) add_both(of_variable_, atom);
    if (constants_.empty()) constants_.insert(constant(0));
  }

  std::set<FormulaId> conclusions() {
    for (const InferenceRule& rule : book_.rules()) {
      if (rule.name.find("addition") != std::string::npos ||
          rule.name.find("instantiation") != std::string::npos) {
        continue;
      }
      std::set<std::uint32_t> letters;
      bool monadic = false;
      for (const FormulaId id : rule.premises) {
        book_.schemas().visit_atoms(id, [&](const Formula& atom) {
          letters.insert(atom.first);
          monadic = atom.op == Op::kPredicate;
        });
      }
      for (const Argument about : constants_) {
        about_ = about;
        try_letters(rule, {letters.begin(), letters.end()}, monadic ? of_variable_ : grounds_);
      }
    }
    for (const FormulaId premise : premises_) found_.erase(premise);
    return found_;
  }

 private:
  void add_both(std::vector<FormulaId>& literals, FormulaId atom) {
    literals.push_back(atom);
    literals.push_back(store_.negation(atom));
  }

  void try_letters(const InferenceRule& rule, const std::vector<std::uint32_t>& letters,
                   const std::vector<FormulaId>& values) {
    if (meaning_.size() == letters.size()) {
      if (std::all_of(rule.premises.begin(), rule.premises.end(), [&](FormulaId id) {
            return std::count(premises_.begin(), premises_.end(), fill(id)) > 0;
          })) {
        for (const FormulaId id : rule.inferences) found_.insert(fill(id));
      }
      return;
    }
    const std::uint32_t letter = letters[meaning_.size()];
    for (const FormulaId value : values) {
      if (std::any_of(meaning_.begin(), meaning_.end(),
                      [&](const auto& pair) { return pair.second == value; })) {
        continue;
      }
      meaning_.emplace(letter, value);
      try_letters(rule, letters, values);
      meaning_.erase(letter);
    }
  }

  FormulaId fill(FormulaId schema) {
    return fill_schema(book_, store_, schema, [&](const Formula& letter) {
      const FormulaId value = meaning_.at(letter.first);
      if (letter.op == Op::kProposition || letter.second == kVariable) return value;
      const bool negated = store_[value].op == Op::kNot;
      const std::uint32_t predicate = store_[negated ? store_[value].first : value].first;
      const FormulaId said = store_.predicate(predicate, about_);
      return negated ? store_.negation(said) : said;
    });
  }

  const RuleBook& book_;
  FormulaStore& store_;
  std::vector<FormulaId> premises_;
  std::vector<FormulaId> grounds_;
  std::vector<FormulaId> of_variable_;
  std::set<Argument> constants_;
  std::map<std::uint32_t, FormulaId> meaning_;
  Argument about_ = kVariable;
  std::set<FormulaId> found_;
};

// Premises of rules with literals of few symbols, so that rules apply, and now and then others.
inline std::vector<FormulaId> random_premises(Stream& stream, const RuleBook& book,
                                              FormulaStore& store) {
  const bool monadic = stream.below(3) == 0;
  const Vocabulary vocabulary{2, 2, 1 + stream.below(2)};
  const auto literal = [&](const Formula& letter) {
    const bool of_variable = letter.op == Op::kPredicate && letter.second == kVariable;
    const FormulaId atom = of_variable ? store.predicate(pick(stream, 3), kVariable)
                                       : random_atom(stream, store, vocabulary, false);
    return stream.below(3) == 0 ? store.negation(atom) : atom;
  };
  std::vector<FormulaId> premises;
  for (std::uint64_t left = 1 + stream.below(5); left > 0; --left) {
    if (stream.below(10) == 0) {
      premises.push_back(random_formula(stream, store, vocabulary));
      continue;
    }
    const std::uint32_t number = monadic ? pick(stream, 66) : pick(stream, 17);
    const auto& schemas = book[number].premises;
    const FormulaId schema = schemas[stream.below(schemas.size())];
    // The shape of the schema, letters at random; book and store are not the same.
    const std::function<FormulaId(FormulaId)> copy = [&](FormulaId id) -> FormulaId {
      const Formula formula = book.schemas()[id];
      if (formula.op <= Op::kPredicate) return literal(formula);
      const FormulaId first = copy(formula.first);
      if (formula.op == Op::kNot) return store.complement(first);
      if (is_quantifier(formula.op)) return store.quantified(formula.op, first);
      return store.binary(formula.op, first, copy(formula.second));
    };
    premises.push_back(copy(schema));
  }
  return premises;
}

}  // namespace assay::logic::witness
