// Z3 as a third witness: it knows nothing of types and gets the quantifiers as they are.
#include <gtest/gtest.h>
#include <z3++.h>

#include <string>

#include "assay/logic/decision.h"
#include "assay/logic/decision_witness.h"

namespace assay::logic {
namespace {

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

TEST(DecisionZ3Slow, AgreesWithZ3) {
  const Key key = stream_key(3, "decision");
  Decider decider;
  Z3Witness z3;
  FormulaStore store;
  int satisfiable = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream(key, {Purpose::kUnit, i});
    store.clear();
    const witness::Vocabulary vocabulary{4, 1 + stream.below(3), stream.below(3)};
    auto formulas = witness::random_formulas(stream, store, vocabulary);
    formulas.push_back(witness::random_formula(stream, store, vocabulary));
    formulas.push_back(witness::random_formula(stream, store, vocabulary));
    const bool answer = decider.satisfiable(store, formulas);
    satisfiable += answer ? 1 : 0;
    ASSERT_EQ(answer, z3.satisfiable(store, formulas)) << i;
  }
  EXPECT_GT(satisfiable, 400);
  EXPECT_LT(satisfiable, 1600);
}

}  // namespace
}  // namespace assay::logic
