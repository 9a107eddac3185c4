#include "assay/tasks/logic/sound/example_maker.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/tasks/logic/sound/english.h"

namespace assay::logic {

namespace {

// Weights of types 1, 2a, 2b, 3a and 3b (0.5, 1, 0.75, 1, 0.75 in the release).
constexpr std::array<std::uint64_t, 5> kTypeWeights{2, 4, 3, 4, 3};
constexpr std::uint64_t kAskPremise = 10;  // one question in so many asks for what is given

bool draw_list(Stream& stream, std::string_view letters, std::size_t count,
               std::vector<std::string>& out) {
  out.clear();
  constexpr std::size_t kSuffixes = 9;
  if (count > letters.size() * (1 + kSuffixes)) return false;
  while (out.size() < count) {
    std::string name(1, letters[stream.below(letters.size())]);
    if (stream.below(4) != 0) {
      name += '_';
      name += static_cast<char>('1' + stream.below(kSuffixes));
    }
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return true;
}

// A variable that only the answer has is x: nobody could know another name.
void name_variable(const FormulaStore& store, const Question& question, Names& names) {
  const auto quantified = [&](FormulaId id) { return is_quantifier(store[id].op); };
  const bool shown = std::any_of(question.premises.begin(), question.premises.end(), quantified) ||
                     (question.asked != kNoFormula && quantified(question.asked));
  if (!shown) names.variable.assign(1, 'x');
}

}  // namespace

bool draw_names(Stream& stream, const Problem& problem, Names& out) {
  if (!draw_list(stream, kPropositionLetters, problem.propositions, out.propositions)) return false;
  if (!draw_list(stream, kPredicateLetters, problem.predicates, out.predicates)) return false;
  if (!draw_list(stream, kConstantLetters, problem.constants, out.constants)) return false;
  out.variable.assign(1, kVariableLetters[stream.below(kVariableLetters.size())]);
  return true;
}

bool name_by_appearance(const FormulaStore& store, std::span<const FormulaId> formulas,
                        Names& out) {
  out = {};
  bool enough = true;
  std::array<std::size_t, 3> used{};
  const auto name = [&](std::vector<std::string>& names, std::uint32_t number,
                        std::string_view letters, std::size_t& next) {
    if (names.size() <= number) names.resize(number + 1);
    if (!names[number].empty()) return;
    names[number].assign(1, letters[next % letters.size()]);
    if (next >= letters.size()) {
      names[number] += '_';
      names[number] += std::to_string(next / letters.size());
      enough = false;
    }
    ++next;
  };
  for (const FormulaId id : formulas) {
    store.visit_atoms(id, [&](const Formula& atom) {
      if (atom.op == Op::kProposition) {
        name(out.propositions, atom.first, kPropositionLetters, used[0]);
        return;
      }
      name(out.predicates, atom.first, kPredicateLetters, used[1]);
      if (atom.second == kVariable) return;
      name(out.constants, constant_number(atom.second), kConstantLetters, used[2]);
    });
  }
  return enough;
}

bool ExampleMaker::make(Stream& stream, Workshop& shop, const Problem& problem,
                        MadeQuestion& out) const {
  draw_type(stream, problem, out.question);
  out.question.premises = problem.premises;
  stream.shuffle(std::span(out.question.premises));
  out.question.asked = kNoFormula;
  out.answer.steps.clear();
  switch (out.question.kind) {
    case QuestionKind::kTranslate:
      return translate(stream, shop, problem, out);
    case QuestionKind::kOneStep:
      return list_inferences(stream, shop, problem, out);
    case QuestionKind::kChain:
      break;
  }
  return ask(stream, shop, problem, out);
}

void ExampleMaker::draw_type(Stream& stream, const Problem& problem, Question& out) const {
  const std::size_t first = problem.inferences.empty() ? 1 : 0;  // nothing to translate
  std::uint64_t all = 0;
  for (std::size_t i = first; i < kTypeWeights.size(); ++i) all += kTypeWeights[i];
  std::uint64_t point = stream.below(all);
  std::size_t type = first;
  while (point >= kTypeWeights[type]) point -= kTypeWeights[type++];
  constexpr std::array<QuestionKind, 5> kKinds{QuestionKind::kTranslate, QuestionKind::kOneStep,
                                               QuestionKind::kOneStep, QuestionKind::kChain,
                                               QuestionKind::kChain};
  out.kind = kKinds[type];
  out.english = type == 0 || type == 2 || type == 4;
  out.rule_names = type != 0 && stream.below(2) == 0;
}

bool ExampleMaker::translate(Stream& stream, Workshop& shop, const Problem& problem,
                             MadeQuestion& out) const {
  if (!draw_phrases(stream, problem, out.phrases)) return false;
  Question& question = out.question;
  std::vector<FormulaId> shown = question.premises;
  shown.push_back(problem.inferences[stream.below(problem.inferences.size())].conclusion);
  std::uint32_t propositions = problem.propositions;
  read_isolated(shop.store, shown, propositions, out.phrases);
  if (!name_by_appearance(shop.store, shown, out.names)) return false;
  question.asked = shown.back();
  shown.pop_back();
  question.premises = std::move(shown);
  out.answer.outcome = Outcome::kTranslation;
  write(shop, out);
  return true;
}

bool ExampleMaker::list_inferences(Stream& stream, Workshop& shop, const Problem& problem,
                                   MadeQuestion& out) const {
  Question& question = out.question;
  if (question.english) {
    if (!draw_phrases(stream, problem, out.phrases)) return false;
    std::uint32_t propositions = problem.propositions;
    read_isolated(shop.store, question.premises, propositions, out.phrases);
  } else if (!draw_names(stream, problem, out.names)) {
    return false;
  }
  if (problem.contradictory) {
    out.answer.outcome = Outcome::kAnything;
  } else {
    one_step_inferences(book_, shop.store, question.premises, out.answer.steps);
    out.answer.outcome = out.answer.steps.empty() ? Outcome::kNothing : Outcome::kInferences;
  }
  write(shop, out);
  return true;
}

bool ExampleMaker::ask(Stream& stream, Workshop& shop, const Problem& problem,
                       MadeQuestion& out) const {
  Problem symbols;  // only how many there are: what is asked may have a new one
  symbols.propositions = problem.propositions;
  symbols.predicates = problem.predicates;
  symbols.constants = problem.constants;
  choose_asked(stream, shop, problem, symbols.propositions, out);
  const bool named = out.question.english ? draw_phrases(stream, symbols, out.phrases)
                                          : draw_names(stream, symbols, out.names);
  if (!named) return false;
  write(shop, out);
  return true;
}

// One of what follows, what contradicts and one of what is open, or now and then a premise.
void ExampleMaker::choose_asked(Stream& stream, Workshop& shop, const Problem& problem,
                                std::uint32_t& symbols, MadeQuestion& out) const {
  Question& question = out.question;
  Answer& answer = out.answer;
  const std::size_t yes = problem.inferences.size();
  const std::size_t no = problem.refuted.size();
  const bool premise = stream.below(kAskPremise) == 0;
  const std::uint64_t pick = stream.below(yes + no + 1);
  if (premise) {
    question.asked = question.premises[stream.below(question.premises.size())];
    answer.outcome = Outcome::kPremise;
  } else if (pick < yes) {
    const Proof& proof = problem.inferences[pick];
    question.asked = proof.conclusion;
    answer.steps = proof.steps;
    answer.outcome = proof.steps.empty() ? Outcome::kPremise : Outcome::kYes;
  } else if (pick < yes + no) {
    const Refutation& refutation = problem.refuted[pick - yes];
    question.asked = refutation.asked;
    answer.steps = refutation.proof.steps;
    answer.outcome = answer.steps.empty() ? Outcome::kRefuted : Outcome::kRefutedLater;
  } else {
    const std::size_t open = problem.unrelated.size();
    question.asked =
        open > 0 ? problem.unrelated[stream.below(open)] : shop.store.proposition(symbols++);
    answer.outcome = Outcome::kOpen;
  }
  if (!problem.contradictory) return;
  answer.steps.clear();
  answer.outcome = Outcome::kAnything;
}

void ExampleMaker::write(const Workshop& shop, MadeQuestion& out) const {
  out.input.clear();
  out.target.clear();
  name_variable(shop.store, out.question, out.names);
  const Voice notation{shop.store, &out.names, nullptr};
  const Voice english{shop.store, nullptr, &out.phrases};
  append_input(out.input, out.question, out.question.english ? english : notation);
  const bool translation = out.question.kind == QuestionKind::kTranslate;
  append_target(out.target, out.question, out.answer, book_,
                out.question.english && !translation ? english : notation, place_);
}

}  // namespace assay::logic
