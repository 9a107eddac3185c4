#include "assay/tasks/logic/published/problems.h"

#include <algorithm>
#include <set>
#include <utility>

#include "assay/base/error.h"
#include "assay/tasks/logic/published/contradiction.h"
#include "assay/tasks/logic/published/matcher.h"
#include "assay/tasks/logic/published/shape.h"

namespace assay::logic::published {
namespace {

constexpr std::size_t kMostRepeats = 100;
constexpr double kContradictoryShare = 0.1;

bool contains(const std::vector<Clause>& clauses, Clause clause) {
  return std::find(clauses.begin(), clauses.end(), clause) != clauses.end();
}

Step make_step(const Rule& rule, std::size_t number, Clause conclusion) {
  Step step;
  std::copy(rule.premises.begin(), rule.premises.end(), step.clauses.begin());
  step.size = static_cast<std::uint8_t>(rule.premises.size());
  step.rule = static_cast<std::uint8_t>(number);
  step.conclusion = conclusion;
  return step;
}

// A rule that could have yielded the premise.
struct Candidate {
  std::size_t rule;
  Clause inference;
  std::uint32_t suffix;
};

class Extension {
 public:
  Extension(Workshop& workshop, Problem& problem) : workshop_(workshop), problem_(problem) {}

  void attempt(Twister& random) {
    const std::size_t pick = random.below(problem_.premises.size());
    const Clause premise = problem_.premises[pick];
    const std::vector<Candidate> candidates = find_candidates(premise);
    if (candidates.empty()) return;
    const std::size_t chosen = random.below(candidates.size());
    Bindings bindings;
    ASSAY_CHECK(fits(premise, candidates[chosen], bindings));
    extend(premise, candidates[chosen], bindings);
  }

 private:
  Clause renamed(Clause clause, std::uint32_t suffix) {
    return workshop_.clauses.renamed(
        clause, [suffix](Symbol symbol) { return with_suffix(symbol, suffix); });
  }

  bool fits(Clause premise, const Candidate& candidate, Bindings& bindings) {
    return match(workshop_.clauses, premise, renamed(candidate.inference, candidate.suffix),
                 candidate.suffix, Invention::kOn, bindings);
  }

  // Quirk: the counter grows with every candidate, chosen or not.
  std::vector<Candidate> find_candidates(Clause premise) {
    std::vector<Candidate> result;
    Bindings bindings;
    for (std::size_t rule = 0; rule < workshop_.rules.size(); ++rule) {
      for (const Clause inference : workshop_.rules[rule].inferences) {
        if (!may_match(workshop_.clauses, premise, inference)) continue;
        const Candidate candidate{rule, inference, workshop_.counter};
        bindings.shrink(0);
        if (!fits(premise, candidate, bindings)) continue;
        result.push_back(candidate);
        ++workshop_.counter;
        break;
      }
    }
    return result;
  }

  void apply(const Bindings& bindings, Clause& clause) {
    clause = substitute(workshop_.clauses, clause, bindings);
  }

  void apply(const Bindings& bindings, std::vector<Clause>& clauses) {
    for (Clause& clause : clauses) apply(bindings, clause);
  }

  void apply(const Bindings& bindings, std::vector<Chain>& chains) {
    for (Chain& chain : chains) {
      apply(bindings, chain.clause);
      for (Step& step : chain.steps) {
        for (std::size_t i = 0; i < step.size; ++i) apply(bindings, step.clauses[i]);
        apply(bindings, step.conclusion);
      }
    }
  }

  void extend(Clause premise, const Candidate& candidate, const Bindings& bindings) {
    auto& premises = problem_.premises;
    premises.erase(std::find(premises.begin(), premises.end(), premise));
    apply(bindings, premises);
    apply(bindings, problem_.inferences);
    apply(bindings, problem_.contradictions);
    apply(bindings, problem_.unrelated);
    apply(bindings, problem_.atoms);
    apply(bindings, premise);

    Rule rule = workshop_.rules[candidate.rule];
    for (auto* clauses : {&rule.premises, &rule.atoms}) {
      for (Clause& clause : *clauses) clause = renamed(clause, candidate.suffix);
      apply(bindings, *clauses);
    }
    premises.insert(premises.end(), rule.premises.begin(), rule.premises.end());
    for (const Clause atom : rule.atoms) {
      if (!contains(problem_.atoms, atom)) problem_.atoms.push_back(atom);
    }
    const Step step = make_step(rule, candidate.rule, premise);
    for (auto* chains : {&problem_.inferences, &problem_.contradictions}) {
      for (Chain& chain : *chains) chain.steps.insert(chain.steps.begin(), step);
    }
    split_atoms(workshop_.clauses, problem_.atoms);
  }

  Workshop& workshop_;
  Problem& problem_;
};

Problem problem_of(const Rule& rule, std::size_t number) {
  Problem problem;
  problem.premises = rule.premises;
  problem.unrelated = rule.unrelated;
  problem.atoms = rule.atoms;
  for (const Clause inference : rule.inferences) {
    problem.inferences.push_back({inference, {make_step(rule, number, inference)}});
  }
  // Quirk: a contradiction's chain always shows the rule's first inference.
  for (const Clause contradiction : rule.contradictions) {
    problem.contradictions.push_back(
        {contradiction, {make_step(rule, number, rule.inferences.front())}});
  }
  return problem;
}

void shorten_inference(const Problem& problem, Chain& chain) {
  if (contains(problem.premises, chain.clause)) {
    chain.steps.clear();
    return;
  }
  const auto last = std::find_if(chain.steps.begin(), chain.steps.end(),
                                 [&](const Step& step) { return step.conclusion == chain.clause; });
  if (last != chain.steps.end()) chain.steps.erase(last + 1, chain.steps.end());
}

void shorten_contradiction(Clauses& clauses, const Problem& problem, Chain& chain) {
  std::vector<Clause> known = problem.premises;
  known.push_back(chain.clause);
  for (std::size_t steps = 0; steps <= chain.steps.size(); ++steps) {
    if (directly_contradictory(clauses, known)) {
      chain.steps.resize(steps);
      return;
    }
    if (steps < chain.steps.size()) known.push_back(chain.steps[steps].conclusion);
  }
}

// All there is in a problem, by clause.
Fingerprint print_of(const Problem& problem) {
  std::vector<std::uint32_t> words;
  const auto add_clauses = [&](std::span<const Clause> clauses) {
    words.push_back(static_cast<std::uint32_t>(clauses.size()));
    for (const Clause clause : clauses) words.push_back(clause.id);
  };
  for (const auto* clauses : {&problem.premises, &problem.unrelated, &problem.atoms}) {
    add_clauses(*clauses);
  }
  for (const auto* chains : {&problem.inferences, &problem.contradictions}) {
    words.push_back(static_cast<std::uint32_t>(chains->size()));
    for (const Chain& chain : *chains) {
      words.push_back(chain.clause.id);
      words.push_back(static_cast<std::uint32_t>(chain.steps.size()));
      for (const Step& step : chain.steps) {
        add_clauses(step.premises());
        words.push_back(step.conclusion.id);
        words.push_back(step.rule);
      }
    }
  }
  return fingerprint(words);
}

}  // namespace

Workshop::Workshop() {
  for (const Rule& rule : rules) starred_rules.push_back(with_suffix(clauses, rule, kStar));
}

Problem make_problem(Workshop& workshop, std::size_t extensions, Twister& random) {
  workshop.counter = 1;
  const bool propositional = random.uniform() < 0.5;
  const std::size_t first =
      random.below(propositional ? kPropositionalRules : workshop.rules.size());
  Problem problem = problem_of(workshop.rules[first], first);
  if (problem.inferences.empty() && problem.contradictions.empty()) return problem;
  for (std::size_t i = 0; i < extensions; ++i) Extension(workshop, problem).attempt(random);
  for (Chain& chain : problem.inferences) shorten_inference(problem, chain);
  for (Chain& chain : problem.contradictions) {
    shorten_contradiction(workshop.clauses, problem, chain);
  }
  return problem;
}

std::vector<Problem> make_problems(Workshop& workshop, const ProblemSettings& settings,
                                   Twister& random, const Control& control) {
  std::vector<Problem> problems;
  std::vector<Problem> contradictory;
  std::set<Fingerprint> seen;
  for (std::size_t repeats = 0; problems.size() < settings.wanted && repeats <= kMostRepeats;) {
    if (control.cancelled()) throw Interrupted("stopped while making problems");
    const std::size_t extensions = random.weighted(settings.lengths);
    Problem problem = make_problem(workshop, extensions, random);
    if (!seen.insert(print_of(problem)).second) {
      ++repeats;
      continue;
    }
    repeats = 0;
    problem.contradictory = looks_contradictory(workshop, problem);
    (problem.contradictory ? contradictory : problems).push_back(std::move(problem));
    if (problems.size() % 256 == 0) {
      control.report({"problems", problems.size(), settings.wanted, 0});
    }
  }
  const auto most =
      static_cast<std::size_t>(kContradictoryShare * static_cast<double>(problems.size()));
  if (contradictory.size() > most) contradictory.resize(most);
  std::move(contradictory.begin(), contradictory.end(), std::back_inserter(problems));
  random.shuffle(std::span(problems));
  return problems;
}

}  // namespace assay::logic::published
