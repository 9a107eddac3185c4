// The generator's questions and answers against what the reader and the solver make of their text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/inference/decision.h"
#include "assay/inference/rule_application.h"
#include "assay/tasks/logic/reader/answer_reader.h"
#include "assay/tasks/logic/reader/question_reader.h"
#include "assay/tasks/logic/solver/solver.h"
#include "assay/tasks/logic/sound/english.h"
#include "assay/tasks/logic/sound/problem.h"
#include "assay/tasks/logic/sound/wording.h"

namespace assay::logic {
namespace {

// Whether formulas of two stores are the same but for the numbers of their symbols.
class Renaming {
 public:
  Renaming(const FormulaStore& left, const FormulaStore& right) : left_(left), right_(right) {}

  bool same(FormulaId left, FormulaId right) {
    const Formula a = left_[left];
    const Formula b = right_[right];
    if (a.op != b.op) return false;
    if (a.op == Op::kProposition) return pair(0, a.first, b.first);
    if (a.op == Op::kPredicate) {
      if ((a.second == kVariable) != (b.second == kVariable)) return false;
      return pair(1, a.first, b.first) && pair(2, a.second, b.second);
    }
    return same(a.first, b.first) && (!is_binary(a.op) || same(a.second, b.second));
  }

 private:
  bool pair(int kind, std::uint32_t a, std::uint32_t b) {
    return forth_.try_emplace({kind, a}, b).first->second == b &&
           back_.try_emplace({kind, b}, a).first->second == a;
  }

  const FormulaStore& left_;
  const FormulaStore& right_;
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> forth_;
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> back_;
};

Names numbered_names() {
  Names names;
  for (int i = 0; i < 100; ++i) {
    names.propositions.push_back(fmt::format("p_{}", i));
    names.predicates.push_back(fmt::format("P_{}", i));
    names.constants.push_back(fmt::format("a_{}", i));
  }
  return names;
}

struct Tally {
  std::size_t problems = 0;
  std::size_t questions = 0;
  std::size_t chains = 0;
  std::size_t longer = 0;   // the solver's chain has more steps than the target's
  std::size_t shorter = 0;  // or fewer
  std::map<std::string, std::size_t> outcomes;
};

class Witness {
 public:
  Witness(std::vector<std::uint64_t> lengths, std::uint64_t seed)
      : maker_(book_, std::move(lengths), 100), key_(stream_key(seed, "logic")) {}

  void look_at(std::uint64_t unit) {
    Stream stream(key_, {Purpose::kUnit, unit, 0, 0});
    if (!maker_.make(stream, 1, shop_, problem_)) return;
    ++tally_.problems;
    for (std::size_t i = problem_.premises.size(); i > 1; --i) {
      std::swap(problem_.premises[i - 1], problem_.premises[stream.below(i)]);
    }
    Phrases phrases;
    const bool sayable = draw_phrases(stream, problem_, phrases);
    for (const bool english : {false, true}) {
      if (english && !sayable) continue;
      for (const bool rule_names : {false, true}) {
        ask_chains(english, rule_names, phrases);
        ask_one_step(english, rule_names, phrases);
      }
    }
    if (sayable) ask_translations(phrases);
  }

  const Tally& tally() const { return tally_; }

 private:
  void ask_chains(bool english, bool rule_names, const Phrases& phrases) {
    Question question{QuestionKind::kChain, english, rule_names, problem_.premises, kNoFormula};
    const auto ask = [&](FormulaId asked, Outcome outcome, const std::vector<Step>& steps) {
      question.asked = asked;
      Answer answer{problem_.contradictory ? Outcome::kAnything : outcome, {}};
      if (!problem_.contradictory) answer.steps = steps;
      check(question, answer, phrases);
    };
    for (const Proof& proof : problem_.inferences) {
      const bool given = proof.steps.empty();
      ask(proof.conclusion, given ? Outcome::kPremise : Outcome::kYes, proof.steps);
    }
    for (const Refutation& refutation : problem_.refuted) {
      const std::vector<Step>& steps = refutation.proof.steps;
      ask(refutation.asked, steps.empty() ? Outcome::kRefuted : Outcome::kRefutedLater, steps);
    }
    for (const FormulaId id : problem_.unrelated) ask(id, Outcome::kOpen, {});
    ask(problem_.premises.back(), Outcome::kPremise, {});
  }

  void ask_one_step(bool english, bool rule_names, Phrases phrases) {
    Question question{QuestionKind::kOneStep, english, rule_names, problem_.premises, kNoFormula};
    std::uint32_t propositions = problem_.propositions;
    if (english) read_isolated(shop_.store, question.premises, propositions, phrases);
    Answer answer;
    one_step_inferences(book_, shop_.store, question.premises, answer.steps);
    answer.outcome = answer.steps.empty() ? Outcome::kNothing : Outcome::kInferences;
    if (problem_.contradictory) answer = {Outcome::kAnything, {}};
    check(question, answer, phrases);
  }

  void ask_translations(const Phrases& drawn) {
    for (const Proof& proof : problem_.inferences) {
      Phrases phrases = drawn;
      std::vector<FormulaId> formulas = problem_.premises;
      formulas.push_back(proof.conclusion);
      std::uint32_t propositions = problem_.propositions;
      read_isolated(shop_.store, formulas, propositions, phrases);
      Names names;
      if (!canonical_names(formulas, names)) continue;
      Question question{QuestionKind::kTranslate, true, false, formulas, formulas.back()};
      question.premises.pop_back();
      const Voice voice{shop_.store, nullptr, &phrases};
      std::string input;
      append_input(input, question, voice);
      std::string target;
      append_target(target, question, {Outcome::kTranslation, {}}, book_,
                    {shop_.store, &names, nullptr}, AnswerPlace::kEnd);
      ++tally_.questions;
      ++tally_.outcomes["1"];
      EXPECT_EQ(solve(input, AnswerPlace::kEnd), target) << input;
      check_reading(input, question, phrases);
      const AnswerText read = read_answer(target, text_);
      EXPECT_EQ(read.problem, "") << target;
      EXPECT_EQ(read.premises, text_.question.premises) << input << target;
      EXPECT_EQ(read.conclusion, text_.question.asked) << input << target;
    }
  }

  bool canonical_names(const std::vector<FormulaId>& formulas, Names& names) {
    const Names plain = plain_names();
    names.propositions.assign(problem_.propositions + 100, "");
    names.predicates.assign(problem_.predicates, "");
    names.constants.assign(problem_.constants, "");
    std::size_t propositions = 0;
    std::size_t predicates = 0;
    std::size_t constants = 0;
    bool enough = true;
    const auto give = [&](std::string& name, std::size_t& next,
                          const std::vector<std::string>& letters) {
      if (!name.empty()) return;
      enough = enough && next < letters.size();
      name = enough ? letters[next++] : "?";
    };
    for (const FormulaId id : formulas) {
      shop_.store.visit_atoms(id, [&](const Formula& atom) {
        if (atom.op == Op::kProposition) {
          return give(names.propositions[atom.first], propositions, plain.propositions);
        }
        give(names.predicates[atom.first], predicates, plain.predicates);
        if (atom.second == kVariable) return;
        give(names.constants[constant_number(atom.second)], constants, plain.constants);
      });
    }
    return enough;
  }

  // The text of a formula, with the generator's writers.
  static std::string say(const FormulaStore& store, FormulaId id, const Names& names,
                         const Phrases& phrases, bool english) {
    std::string text;
    if (english) {
      append_english(text, store, id, phrases);
    } else {
      append_text(text, store, id, names);
    }
    return text;
  }
  std::string said(FormulaId id, const Phrases& phrases) const {
    return say(shop_.store, id, names_, phrases, text_.question.english);
  }
  std::string read(FormulaId id) const {
    return say(text_.store, id, text_.names, text_.lexicon.phrases(), text_.question.english);
  }

  void check_reading(const std::string& input, const Question& question, Phrases phrases) {
    read_question(input, text_);
    ASSERT_EQ(text_.problem, "") << input;
    EXPECT_EQ(text_.question.kind, question.kind);
    EXPECT_EQ(text_.question.english, question.english);
    EXPECT_EQ(text_.question.rule_names, question.rule_names);
    ASSERT_EQ(text_.question.premises.size(), question.premises.size()) << input;
    std::vector<FormulaId> formulas = question.premises;
    std::vector<FormulaId> found = text_.question.premises;
    if (question.asked != kNoFormula) {
      formulas.push_back(question.asked);
      found.push_back(text_.question.asked);
    }
    std::uint32_t propositions = problem_.propositions;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      EXPECT_EQ(read(found[i]), say(shop_.store, formulas[i], names_, phrases, question.english));
    }
    // In chains all names are constants.
    if (question.english && question.kind == QuestionKind::kChain) return;
    if (question.english) {
      propositions = static_cast<std::uint32_t>(phrases.propositions.size());
      read_isolated(shop_.store, formulas, propositions, phrases);
    }
    Renaming renaming(shop_.store, text_.store);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      EXPECT_TRUE(renaming.same(formulas[i], found[i])) << input << "\n" << read(found[i]);
    }
  }

  // The name of a variable can be known only from a text that has one.
  void name_variable(const Question& question) {
    const auto is_quantified = [&](FormulaId id) { return is_quantifier(shop_.store[id].op); };
    const bool known =
        std::any_of(question.premises.begin(), question.premises.end(), is_quantified) ||
        (question.asked != kNoFormula && is_quantified(question.asked));
    names_.variable = known ? "x_3" : "x";
  }

  void check(const Question& question, const Answer& answer, const Phrases& phrases) {
    name_variable(question);
    const Voice voice{shop_.store, question.english ? nullptr : &names_,
                      question.english ? &phrases : nullptr};
    std::string input;
    append_input(input, question, voice);
    ++tally_.questions;
    ++tally_.outcomes[type_name(question) + '-' + std::string(name_of(answer.outcome))];
    check_reading(input, question, phrases);
    for (const AnswerPlace place : {AnswerPlace::kEnd, AnswerPlace::kBeginning}) {
      std::string target;
      append_target(target, question, answer, book_, voice, place);
      check_target(target, question, answer, phrases);
      std::string solved;
      try {
        solved = solve(input, place);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what() << "\n" << input << "\n" << target;
        continue;
      }
      if (question.kind == QuestionKind::kOneStep) {
        EXPECT_EQ(solved, target) << input;
      } else {
        check_chain(input, solved, target, answer);
      }
    }
  }

  void check_target(const std::string& target, const Question& question, const Answer& answer,
                    const Phrases& phrases) {
    const AnswerText found = read_answer(target, text_);
    ASSERT_EQ(found.problem, "") << target;
    EXPECT_FALSE(found.silent);
    EXPECT_EQ(found.outcome, answer.outcome) << target;
    ASSERT_EQ(found.steps.size(), answer.steps.size()) << target;
    for (std::size_t i = 0; i < found.steps.size(); ++i) {
      const Step& step = answer.steps[i];
      const ClaimedStep& claimed = found.steps[i];
      EXPECT_EQ(read(claimed.conclusion), said(step.conclusion, phrases)) << target;
      EXPECT_EQ(claimed.rule, question.rule_names ? book_[step.rule].name : "") << target;
      if (question.kind == QuestionKind::kOneStep) continue;
      ASSERT_EQ(claimed.premises.size(), step.premise_count) << target;
      for (std::size_t k = 0; k < step.premise_count; ++k) {
        EXPECT_EQ(read(claimed.premises[k]), said(step.premises[k], phrases)) << target;
      }
    }
    if (answer.outcome == Outcome::kRefutedLater) {
      EXPECT_EQ(found.contradicted, text_.question.asked) << target;
    }
    if (question.kind == QuestionKind::kChain) check_steps(found, target);
  }

  // Each step is licensed and finds its premises; the end is what is claimed.
  void check_steps(const AnswerText& answer, const std::string& text) {
    std::vector<FormulaId> known = text_.question.premises;
    for (const ClaimedStep& step : answer.steps) {
      for (const FormulaId premise : step.premises) {
        EXPECT_NE(std::find(known.begin(), known.end(), premise), known.end())
            << read(premise) << " is not known\n"
            << text;
      }
      RuleNumber rule = 0;
      const bool licensed =
          step.rule.empty()
              ? find_rule(book_, text_.store, step.premises, step.conclusion, rule)
              : is_licensed(book_, step.rule, text_.store, step.premises, step.conclusion);
      EXPECT_TRUE(licensed) << read(step.conclusion) << "\n" << text;
      known.push_back(step.conclusion);
    }
    if (answer.outcome == Outcome::kYes) {
      EXPECT_EQ(known.back(), text_.question.asked) << text;
    }
    if (answer.outcome == Outcome::kRefutedLater) {
      const std::vector<FormulaId> both{known.back(), text_.question.asked};
      EXPECT_FALSE(shop_.decider.satisfiable(text_.store, both)) << text;
    }
  }

  static Outcome class_of(Outcome outcome) {
    return outcome == Outcome::kRefutedLater ? Outcome::kRefuted : outcome;
  }

  void check_chain(const std::string& input, const std::string& solved, const std::string& target,
                   const Answer& answer) {
    const AnswerText found = read_answer(solved, text_);
    EXPECT_EQ(found.problem, "") << solved;
    EXPECT_EQ(class_of(found.outcome), class_of(answer.outcome)) << input << "\n"
                                                                 << target << "\n"
                                                                 << solved;
    check_steps(found, input + "\n" + solved);
    if (answer.steps.empty()) return;
    ++tally_.chains;
    tally_.longer += found.steps.size() > answer.steps.size() ? 1 : 0;
    tally_.shorter += found.steps.size() < answer.steps.size() ? 1 : 0;
  }

  RuleBook book_;
  ProblemMaker maker_;
  Key key_;
  Names names_ = numbered_names();
  Workshop shop_;
  Problem problem_;
  QuestionText text_;
  Tally tally_;
};

void look(std::vector<std::uint64_t> lengths, std::uint64_t seed, std::uint64_t problems) {
  Witness witness(std::move(lengths), seed);
  for (std::uint64_t unit = 0; unit < problems; ++unit) {
    witness.look_at(unit);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "problem " << unit << " of seed " << seed;
      return;
    }
  }
  const Tally& tally = witness.tally();
  testing::Test::RecordProperty("problems", static_cast<int>(tally.problems));
  testing::Test::RecordProperty("questions", static_cast<int>(tally.questions));
  testing::Test::RecordProperty("shorter_chains", static_cast<int>(tally.shorter));
  // Steps that are used twice count twice while a chain is looked for, so one may be longer.
  EXPECT_LE(100 * tally.longer, tally.chains);
  EXPECT_EQ(tally.problems, problems);
  EXPECT_GE(tally.outcomes.size(), 15U);  // of 19
}

TEST(LogicWitness, AgreesOnProblemsOfThePapersLengths) { look({425, 300, 200, 50, 25}, 1, 1000); }

TEST(LogicWitness, AgreesOnProblemsWithoutExtensions) { look({1}, 2, 500); }

TEST(LogicWitness, AgreesOnLongProblems) { look({0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 3, 200); }

TEST(LogicWitnessSlow, AgreesOnManyProblems) {
  look({425, 300, 200, 50, 25}, 4, 20000);
  look({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 5, 5000);
}

}  // namespace
}  // namespace assay::logic
