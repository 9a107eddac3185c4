// For tests only: Z3 as a third witness. It knows nothing of types and gets the quantifiers as they
// are.
#pragma once

#include <gtest/gtest.h>
#include <z3++.h>

#include <span>
#include <string>
#include <vector>

#include "assay/inference/decision.h"
#include "assay/logic/formula.h"

namespace assay::logic::witness {

// Formulas as Z3 has them, over things of which it is told nothing.
class Z3Witness {
 public:
  bool satisfiable(const FormulaStore& store, std::span<const FormulaId> formulas) {
    solver_.push();
    for (const FormulaId id : formulas) solver_.add(translate(store, id));
    const z3::check_result result = solver_.check();
    solver_.pop();
    EXPECT_NE(result, z3::unknown);
    return result == z3::sat;
  }

  Standing standing(const FormulaStore& store, std::span<const FormulaId> premises,
                    FormulaId asked) {
    if (!satisfiable(store, premises)) return Standing::kContradictory;
    const auto with = [&](bool negated) {
      solver_.push();
      solver_.add(negated ? !translate(store, asked) : translate(store, asked));
      const bool possible = satisfiable(store, premises);
      solver_.pop();
      return possible;
    };
    if (!with(true)) return Standing::kEntailed;
    return with(false) ? Standing::kOpen : Standing::kRefuted;
  }

 private:
  z3::expr thing(const std::string& name) { return context_.constant(name.c_str(), things_); }

  z3::expr translate(const FormulaStore& store, FormulaId id) {
    const Formula formula = store[id];
    const std::string number = std::to_string(formula.first);
    const auto left = [&] { return translate(store, formula.first); };
    const auto right = [&] { return translate(store, formula.second); };
    switch (formula.op) {
      case Op::kProposition:
        return context_.bool_const(("p" + number).c_str());
      case Op::kPredicate: {
        const z3::func_decl predicate =
            context_.function(("P" + number).c_str(), things_, context_.bool_sort());
        return predicate(formula.second == kVariable ? thing("x")
                                                     : thing("c" + std::to_string(formula.second)));
      }
      case Op::kNot:
        return !left();
      case Op::kImplies:
        return z3::implies(left(), right());
      case Op::kIff:
        return left() == right();
      case Op::kAnd:
        return left() && right();
      case Op::kOr:
        return left() || right();
      case Op::kForAll:
        return z3::forall(thing("x"), left());
      case Op::kExists:
        break;
    }
    return z3::exists(thing("x"), left());
  }

  z3::context context_;
  z3::sort things_ = context_.uninterpreted_sort("Thing");
  z3::solver solver_ = z3::solver(context_);
};

}  // namespace assay::logic::witness
