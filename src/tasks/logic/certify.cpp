#include "assay/tasks/logic/certify.h"

#include <array>
#include <vector>

#include "assay/inference/decision.h"
#include "assay/logic/formula.h"
#include "assay/tasks/logic/published_formulas.h"

namespace assay::logic {

namespace {

namespace old = published;

class Certifier {
 public:
  explicit Certifier(const old::Clauses& clauses) : clauses_(clauses) {}

  void look_at(const old::Problem& problem, Certificate& out) {
    store_.clear();
    const std::vector<FormulaId> premises = read(problem.premises);
    const bool possible = decider_.satisfiable(store_, premises);
    ++out.problems;
    count(problem.contradictory ? out.flagged : out.consistent, problem.contradictory == possible);
    if (possible) {
      for (const auto& chain : problem.inferences) {
        count(out.inferences, !decider_.entails(store_, premises, read(chain.clause)));
        look_at_steps(chain, out);
      }
      for (const auto& chain : problem.contradictions) {
        const Standing standing = decider_.standing(store_, premises, read(chain.clause));
        count(out.contradictions, standing != Standing::kRefuted);
      }
    }
    if (problem.contradictory) return;
    for (const old::Clause clause : problem.unrelated) {
      count(out.unrelated, decider_.entails(store_, premises, read(clause)));
    }
    for (const auto& chain : problem.contradictions) {
      if (chain.steps.size() < 2) continue;
      const std::array<FormulaId, 2> both{read(chain.steps.back().conclusion), read(chain.clause)};
      count(out.explanations, decider_.satisfiable(store_, both));
    }
  }

 private:
  static void count(Tally& tally, bool wrong) {
    ++tally.all;
    tally.wrong += wrong ? 1 : 0;
  }

  void look_at_steps(const old::Chain& chain, Certificate& out) {
    for (const auto& step : chain.steps) {
      count(out.steps, !decider_.entails(store_, read(step.premises()), read(step.conclusion)));
    }
  }

  std::vector<FormulaId> read(std::span<const old::Clause> list) {
    return read_clauses(clauses_, list, store_);
  }
  FormulaId read(old::Clause clause) { return read_clause(clauses_, clause, store_); }

  const old::Clauses& clauses_;
  FormulaStore store_;
  Decider decider_;
};

}  // namespace

Certificate certify(const published::Clauses& clauses,
                    std::span<const published::Problem> problems) {
  Certificate certificate;
  Certifier certifier(clauses);
  for (const auto& problem : problems) certifier.look_at(problem, certificate);
  return certificate;
}

}  // namespace assay::logic
