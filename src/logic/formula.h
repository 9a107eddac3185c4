// Formulas of propositional logic and of monadic logic with one variable.
//
// Propositions, predicates and constants are numbers here; how they are called is the business of
// notation.h. There is one variable: quantifiers do not nest, so no formula needs a second one.
// Formulas are interned: equal ones have equal ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::logic {

enum class Op : std::uint8_t {
  kProposition,
  kPredicate,
  kNot,
  kImplies,
  kIff,
  kAnd,
  kOr,
  kForAll,
  kExists
};

inline bool is_binary(Op op) { return op >= Op::kImplies && op <= Op::kOr; }
inline bool is_quantifier(Op op) { return op == Op::kForAll || op == Op::kExists; }

using FormulaId = std::uint32_t;
inline constexpr FormulaId kNoFormula = 0xFFFF'FFFF;

// What a predicate is said of: the variable, or a constant.
using Argument = std::uint32_t;
inline constexpr Argument kVariable = 0;
inline Argument constant(std::uint32_t number) { return number + 1; }
inline std::uint32_t constant_number(Argument argument) { return argument - 1; }

struct Formula {
  Op op = Op::kProposition;
  std::uint32_t first = 0;   // number of the proposition or predicate, or the formula inside
  std::uint32_t second = 0;  // argument of the predicate, or the second formula
};

// The formulas of one problem. Ids stay valid until clear().
class FormulaStore {
 public:
  FormulaStore();

  void clear();
  const Formula& operator[](FormulaId id) const { return formulas_[id]; }
  std::size_t size() const { return formulas_.size(); }

  FormulaId proposition(std::uint32_t number) { return add({Op::kProposition, number, 0}); }
  FormulaId predicate(std::uint32_t number, Argument argument) {
    return add({Op::kPredicate, number, argument});
  }
  FormulaId binary(Op op, FormulaId left, FormulaId right) { return add({op, left, right}); }
  FormulaId quantified(Op quantifier, FormulaId body) { return add({quantifier, body, 0}); }
  FormulaId negation(FormulaId inside) { return add({Op::kNot, inside, 0}); }
  // The negation, without ¬¬.
  FormulaId complement(FormulaId id) {
    return formulas_[id].op == Op::kNot ? formulas_[id].first : negation(id);
  }

  bool is_atom(FormulaId id) const { return formulas_[id].op <= Op::kPredicate; }
  // An atom or the negation of one.
  bool is_literal(FormulaId id) const { return is_atom(atom_of(id)); }
  // What is left without a ¬ in front.
  FormulaId atom_of(FormulaId id) const {
    return formulas_[id].op == Op::kNot ? formulas_[id].first : id;
  }

  // Calls `visit(const Formula&)` for every atom in it, left to right.
  template <typename Visit>
  void visit_atoms(FormulaId id, const Visit& visit) const {
    const Formula formula = formulas_[id];
    if (formula.op <= Op::kPredicate) {
      visit(formula);
      return;
    }
    visit_atoms(formula.first, visit);
    if (is_binary(formula.op)) visit_atoms(formula.second, visit);
  }

  // The formula with each atom replaced by `replace(const Formula&)`, a formula of this store; ¬¬
  // does not arise.
  template <typename Replace>
  FormulaId map_atoms(FormulaId id, const Replace& replace) {
    const Formula formula = formulas_[id];
    if (formula.op <= Op::kPredicate) return replace(formula);
    const FormulaId first = map_atoms(formula.first, replace);
    if (formula.op == Op::kNot) return complement(first);
    const FormulaId second = is_binary(formula.op) ? map_atoms(formula.second, replace) : 0;
    return add({formula.op, first, second});
  }

 private:
  FormulaId add(Formula formula);
  std::size_t place_of(const Formula& formula) const;
  void grow();

  struct Place {
    FormulaId id = 0;
    std::uint32_t stamp = 0;  // of another time: empty
  };
  std::vector<Formula> formulas_;
  std::vector<Place> places_;  // open addressing; its size is a power of two
  std::uint32_t stamp_ = 1;
};

}  // namespace assay::logic
