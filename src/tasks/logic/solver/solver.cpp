#include "assay/tasks/logic/solver/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/logic/reader/question_reader.h"
#include "assay/tasks/logic/solver/chain_search.h"
#include "assay/tasks/logic/solver/one_step.h"
#include "assay/tasks/logic/solver/sentence.h"
#include "assay/tasks/logic/solver/spoken.h"

namespace assay::logic {

namespace {

class Solver {
 public:
  Solver(std::string_view input, AnswerPlace place, std::size_t premises)
      : first_(place == AnswerPlace::kBeginning), universe_(text_.store) {
    read_question(input, text_);
    if (!text_.problem.empty()) fail(ErrorKind::kInput, "no question: {}", text_.problem);
    std::vector<FormulaId>& all = text_.question.premises;
    all.resize(std::min(all.size(), premises));
  }

  std::string solve() {
    if (text_.question.kind == QuestionKind::kTranslate) return translate();
    for (const FormulaId id : text_.question.premises)
      premises_.push_back(universe_.sentence_of(id));
    if (text_.question.kind == QuestionKind::kOneStep) return list();
    asked_ = universe_.sentence_of(text_.question.asked);
    return decide();
  }

 private:
  // Symbols are numbered by first appearance, so the canonical names are the letters in order.
  std::string translate() const {
    const Names names = plain_names();
    const Phrases& phrases = text_.lexicon.phrases();
    if (phrases.propositions.size() > names.propositions.size() ||
        phrases.predicates.size() > names.predicates.size() ||
        phrases.constants.size() > names.constants.size()) {
      fail(ErrorKind::kInput, "the translation needs more letters than there are");
    }
    std::string answer;
    for (const FormulaId id : text_.question.premises) {
      answer += to_text(text_.store, id, names) + ". ";
    }
    return answer + "Therefore " + to_text(text_.store, text_.question.asked, names) + '.';
  }

  std::string list() {
    if (!Consistency(universe_).consistent(premises_)) {
      return "Since the premises are contradictory, we can infer anything from them.";
    }
    std::string answer;
    for (const Inference& inference : one_step(universe_, premises_)) {
      if (!answer.empty()) answer += ' ';
      std::string conclusion = say(universe_.formula_of(inference.conclusion));
      if (text_.question.english) conclusion[0] = capital(conclusion[0]);
      answer += conclusion;
      if (text_.question.rule_names) {
        answer += fmt::format(" can be inferred via the {} rule",
                              rule_name(inference.rule, inference.conclusion.scope));
      }
      answer += '.';
    }
    return answer.empty() ? "Nothing can be inferred from these premises." : answer;
  }

  std::string decide() {
    const Consistency consistency(universe_);
    if (!consistency.consistent(premises_)) {
      return state("the premises are contradictory, so we can infer anything from them.", true);
    }
    const auto is_given = [&](const Sentence& premise) { return premise == asked_; };
    if (std::any_of(premises_.begin(), premises_.end(), is_given)) {
      return state("that is one of the premises.", true);
    }
    if (!consistent_with(denial(asked_))) {
      return show("via the following inference chain. ", prove(true), true);
    }
    if (consistent_with(asked_)) return state("we cannot infer that from the premises.", false);
    const auto contradicts = [&](const Sentence& premise) {
      return consistency.contradict(premise, asked_);
    };
    if (std::any_of(premises_.begin(), premises_.end(), contradicts)) {
      return state("that contradicts the premises.", false);
    }
    return show("we can see why via the following inference chain. ", prove(false), false);
  }

  bool consistent_with(const Sentence& other) {
    premises_.push_back(other);
    const bool consistent = Consistency(universe_).consistent(premises_);
    premises_.pop_back();
    return consistent;
  }

  std::vector<ChainStep> prove(bool yes) {
    std::vector<ChainStep> steps;
    ChainSearch search(universe_, premises_);
    if (!(yes ? search.prove(asked_, steps) : search.refute(asked_, steps))) {
      fail(ErrorKind::kInput, "what is asked {}, but no chain of the rules was found that shows it",
           yes ? "follows" : "is refuted");
    }
    return steps;
  }

  std::string state(std::string_view statement, bool yes) const {
    std::string answer(statement);
    if (first_) return (yes ? "Yes, " : "No, ") + answer;
    answer[0] = capital(answer[0]);
    return answer.append(verdict(yes));
  }

  std::string show(std::string_view opening, const std::vector<ChainStep>& steps, bool yes) {
    std::string answer;
    if (first_) answer = (yes ? "Yes, " : "No, ") + std::string(opening);
    for (const ChainStep& step : steps) {
      const bool last = &step == &steps.back();
      if (step.by_instance) {
        const FormulaId all = universe_.formula_of(step.premises[0]);
        const FormulaId one = instance_of(step.conclusion.first);
        const FormulaId some = universe_.formula_of(step.conclusion);
        answer += say_step("From ", {all}, one, rule_name(Rule::kInstantiation, Scope::kGround));
        answer += ". ";
        answer += say_step(last ? "Finally, from " : "From ", {one}, some,
                           rule_name(Rule::kGeneralization, Scope::kSome));
      } else {
        std::vector<FormulaId> used;
        for (std::uint32_t i = 0; i < step.premise_count; ++i) {
          used.push_back(universe_.formula_of(step.premises[i]));
        }
        answer += say_step(last && steps.size() > 1 ? "Finally, from " : "From ", used,
                           universe_.formula_of(step.conclusion),
                           rule_name(step.rule, step.conclusion.scope));
      }
      if (!last) answer += ". ";
    }
    if (!yes) {
      answer += text_.question.english ? ", which contradicts that " : ", which contradicts ";
      answer += say(text_.question.asked);
    }
    answer += '.';
    return first_ ? answer : answer.append(verdict(yes));
  }

  std::string say_step(std::string_view opening, const std::vector<FormulaId>& used,
                       FormulaId conclusion, std::string_view rule) const {
    const bool english = text_.question.english;
    std::string text(opening);
    if (english) text += "the fact that ";
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (i > 0) text += !english ? ", " : i + 1 == used.size() ? ", and that " : ", that ";
      text += say(used[i]);
    }
    text += english ? " we can infer that " : " we can infer ";
    text += say(conclusion);
    if (text_.question.rule_names) text += fmt::format(" via {}", rule);
    return text;
  }

  // The literal said of a constant of the question, or of a new one.
  FormulaId instance_of(Literal literal) {
    const std::uint32_t number = universe_.predicate_of(literal / 2);
    FormulaId id = kNoFormula;
    if (universe_.constants() > 0) {
      id = text_.store.predicate(number, constant(0));
    } else if (text_.question.english) {
      const Phrase& phrase = text_.lexicon.phrases().predicates[number];
      SaidClause clause;
      clause.first = {phrase.kind, phrase.words, 0, false};  // nobody was named so far
      id = text_.lexicon.build(clause, text_.store);
    } else {
      if (text_.names.constants.empty()) text_.names.constants.emplace_back(1, kConstantLetters[0]);
      id = text_.store.predicate(number, constant(0));
    }
    return literal % 2 == 0 ? id : text_.store.negation(id);
  }

  std::string say(FormulaId id) const {
    if (!text_.question.english) return to_text(text_.store, id, text_.names);
    return spoken(text_.store, id, text_.lexicon.phrases(), text_.names.variable);
  }

  static char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
  static std::string_view verdict(bool yes) {
    return yes ? " Therefore, the answer is yes." : " Therefore, the answer is no.";
  }

  bool first_;
  QuestionText text_;
  Universe universe_;
  std::vector<Sentence> premises_;
  Sentence asked_;
};

}  // namespace

std::string solve(std::string_view input, AnswerPlace place, std::size_t premises) {
  return Solver(input, place, premises).solve();
}

}  // namespace assay::logic
