#include "assay/tasks/logic/published_formulas.h"

#include <array>

namespace assay::logic {

namespace {

namespace old = published;

Step read_step(const old::Clauses& clauses, const old::Step& step, FormulaStore& store) {
  Step made;
  made.rule = step.rule;
  for (const old::Clause premise : step.premises()) {
    made.premises[made.premise_count++] = read_clause(clauses, premise, store);
  }
  made.conclusion = read_clause(clauses, step.conclusion, store);
  return made;
}

// The clause that is asked about, and its chain.
void read_asked(const old::Edition& edition, const old::Example& example, FormulaStore& store,
                Question& question, Answer& answer) {
  const old::Problem& problem = edition.problems()[example.problem];
  const auto take = [&](const old::Chain& chain) {
    question.asked = read_clause(edition.clauses(), chain.clause, store);
    if (question.kind == QuestionKind::kTranslate) return;
    for (const old::Step& step : chain.steps) {
      answer.steps.push_back(read_step(edition.clauses(), step, store));
    }
  };
  switch (example.asked_of) {
    case old::AskedOf::kNothing:
      return;
    case old::AskedOf::kInferences:
      return take(problem.inferences[example.asked]);
    case old::AskedOf::kContradictions:
      return take(problem.contradictions[example.asked]);
    case old::AskedOf::kUnrelated:
      question.asked = read_clause(edition.clauses(), problem.unrelated[example.asked], store);
      return;
    case old::AskedOf::kPremises:
      question.asked = read_clause(edition.clauses(), problem.premises[example.asked], store);
      return;
  }
}

Outcome outcome_of(old::SubType type) {
  switch (type) {
    case old::SubType::k1:
      return Outcome::kTranslation;
    case old::SubType::k2a:
    case old::SubType::k2b:
      return Outcome::kInferences;
    case old::SubType::k2aEmpty:
    case old::SubType::k2bEmpty:
      return Outcome::kNothing;
    case old::SubType::k2aContradictory:
    case old::SubType::k2bContradictory:
    case old::SubType::k3aContradictory:
    case old::SubType::k3bContradictory:
      return Outcome::kAnything;
    case old::SubType::k3a:
    case old::SubType::k3b:
      return Outcome::kYes;
    case old::SubType::k3aPremise:
    case old::SubType::k3bPremise:
      return Outcome::kPremise;
    case old::SubType::k3aNo:
    case old::SubType::k3bNo:
      return Outcome::kRefutedLater;
    case old::SubType::k3aNoOneStep:
    case old::SubType::k3bNoOneStep:
      return Outcome::kRefuted;
    case old::SubType::k3aUnrelated:
    case old::SubType::k3bUnrelated:
      return Outcome::kOpen;
  }
  return Outcome::kOpen;
}

}  // namespace

FormulaId read_clause(const published::Clauses& clauses, published::Clause clause,
                      FormulaStore& store) {
  const old::Node node = clauses[clause];
  switch (node.op) {
    case old::Op::kAtom:
    case old::Op::kBare:
      return store.proposition(node.symbol().code);
    case old::Op::kApplied: {
      const bool variable = node.argument().kind() == old::SymbolKind::kVariable;
      return store.predicate(node.symbol().code,
                             variable ? kVariable : constant(node.argument().code));
    }
    case old::Op::kNot:
      return store.complement(read_clause(clauses, node.left(), store));
    case old::Op::kForall:
    case old::Op::kExists:
      return store.quantified(node.op == old::Op::kForall ? Op::kForAll : Op::kExists,
                              read_clause(clauses, node.right(), store));
    default:
      break;
  }
  constexpr std::array<Op, 4> kBinary{Op::kImplies, Op::kIff, Op::kAnd, Op::kOr};
  const Op op =
      kBinary[static_cast<std::size_t>(node.op) - static_cast<std::size_t>(old::Op::kImplies)];
  const FormulaId left = read_clause(clauses, node.left(), store);
  return store.binary(op, left, read_clause(clauses, node.right(), store));
}

std::vector<FormulaId> read_clauses(const published::Clauses& clauses,
                                    std::span<const published::Clause> list, FormulaStore& store) {
  std::vector<FormulaId> formulas;
  for (const old::Clause clause : list) formulas.push_back(read_clause(clauses, clause, store));
  return formulas;
}

void read_example(const published::Edition& edition, const published::Example& example,
                  const published::Naming& naming, FormulaStore& store, Question& question,
                  Answer& answer) {
  const old::Problem& problem = edition.problems()[example.problem];
  const bool one_step = old::is_one_step(example.type);
  question = {};
  answer = {};
  question.kind = example.type == old::SubType::k1 ? QuestionKind::kTranslate
                  : one_step                       ? QuestionKind::kOneStep
                                                   : QuestionKind::kChain;
  question.english = example.type == old::SubType::k1 || example.type >= old::SubType::k2b;
  question.rule_names = example.rule_names;
  for (const auto place : example.shown()) {
    question.premises.push_back(read_clause(edition.clauses(), problem.premises[place], store));
  }
  answer.outcome = outcome_of(example.type);
  read_asked(edition, example, store, question, answer);
  if (answer.outcome != Outcome::kInferences) return;
  for (const old::Answer& given : edition.answers(example, naming)) {
    Step step;
    step.rule = given.rule;
    for (const auto place : given.premises) {
      step.premises[step.premise_count++] =
          read_clause(edition.clauses(), problem.premises[place], store);
    }
    step.conclusion = read_clause(edition.clauses(), given.clause, store);
    answer.steps.push_back(step);
  }
}

}  // namespace assay::logic
