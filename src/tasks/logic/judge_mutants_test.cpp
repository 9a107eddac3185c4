// Answers damaged in every way we could think of, judged as a checker by brute force judges them.
//
// The checker sees the damaged steps as formulas, never as text: it tries every meaning of the
// letters of every rule, and every model of the premises.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "assay/inference/decision_testing.h"
#include "assay/inference/licence_testing.h"
#include "assay/inference/one_step_testing.h"
#include "assay/tasks/logic/judge.h"
#include "assay/tasks/logic/sound/example_maker.h"
#include "assay/tasks/logic/sound/problem.h"

namespace assay::logic {
namespace {

bool has(std::span<const FormulaId> formulas, FormulaId id) {
  return std::find(formulas.begin(), formulas.end(), id) != formulas.end();
}

// What the judge should say.
struct Expected {
  bool right = false;
  std::size_t first_wrong_step = 0;  // counted from 1; 0: none
  std::optional<bool> final;         // of chains
};

class Checker {
 public:
  Checker(const RuleBook& book, FormulaStore& store, const Question& question)
      : book_(book), question_(question), licences_(book, store), models_(store) {
    if (question.kind == QuestionKind::kChain) {
      standing_ = models_.standing(question.premises, question.asked);
    } else {
      possible_ = models_.any(question.premises);
      if (possible_) {
        inferences_ = witness::OneStepWitness(book, store, question.premises).conclusions();
      }
    }
  }

  Expected look_at(const Answer& answer) {
    return question_.kind == QuestionKind::kChain ? look_at_chain(answer) : look_at_list(answer);
  }

 private:
  std::string rule_name(const Step& step) const {
    return question_.rule_names ? book_[step.rule].name : "";
  }

  Expected look_at_chain(const Answer& answer) {
    Expected expected;
    std::vector<FormulaId> known = question_.premises;
    for (std::size_t i = 0; i < answer.steps.size(); ++i) {
      const Step& step = answer.steps[i];
      bool fine = std::all_of(step.used().begin(), step.used().end(),
                              [&](FormulaId id) { return has(known, id); });
      fine = fine && licences_.licensed(rule_name(step), {step.used().begin(), step.used().end()},
                                        step.conclusion);
      if (!fine && expected.first_wrong_step == 0) expected.first_wrong_step = i + 1;
      known.push_back(step.conclusion);
    }
    const bool yes = standing_ == Standing::kEntailed || standing_ == Standing::kContradictory;
    const bool says_yes = answer.outcome == Outcome::kPremise || answer.outcome == Outcome::kYes ||
                          answer.outcome == Outcome::kAnything;
    expected.final = yes == says_yes;
    expected.right = yes == says_yes && expected.first_wrong_step == 0 && fits(answer);
    return expected;
  }

  bool against(FormulaId id) { return !models_.any(std::array<FormulaId, 2>{id, question_.asked}); }

  bool fits(const Answer& answer) {
    switch (answer.outcome) {
      case Outcome::kPremise:
        return has(question_.premises, question_.asked);
      case Outcome::kYes:
        return !answer.steps.empty() && answer.steps.back().conclusion == question_.asked;
      case Outcome::kRefutedLater:
        return !answer.steps.empty() && against(answer.steps.back().conclusion);
      case Outcome::kRefuted:
        return standing_ == Standing::kRefuted &&
               std::any_of(question_.premises.begin(), question_.premises.end(),
                           [&](FormulaId id) { return against(id); });
      case Outcome::kOpen:
        return standing_ == Standing::kOpen;
      default:
        return standing_ == Standing::kContradictory;
    }
  }

  Expected look_at_list(const Answer& answer) {
    Expected expected;
    if (!possible_) {
      expected.right = answer.outcome == Outcome::kAnything;
      return expected;
    }
    std::set<FormulaId> missing = inferences_;
    for (std::size_t i = 0; i < answer.steps.size(); ++i) {
      const Step& step = answer.steps[i];
      missing.erase(step.conclusion);
      const bool fine = inferences_.count(step.conclusion) > 0 &&
                        (!question_.rule_names || is_named_rightly(step));
      if (!fine && expected.first_wrong_step == 0) expected.first_wrong_step = i + 1;
    }
    expected.right =
        answer.outcome != Outcome::kAnything && expected.first_wrong_step == 0 && missing.empty();
    return expected;
  }

  // By any premises: a list does not say which.
  bool is_named_rightly(const Step& step) {
    const std::size_t sets = std::size_t{1} << question_.premises.size();
    for (std::size_t set = 1; set < sets; ++set) {
      std::vector<FormulaId> chosen;
      for (std::size_t i = 0; i < question_.premises.size(); ++i) {
        if ((set >> i & 1U) != 0) chosen.push_back(question_.premises[i]);
      }
      if (chosen.size() <= 3 && licences_.licensed(rule_name(step), chosen, step.conclusion)) {
        return true;
      }
    }
    return false;
  }

  const RuleBook& book_;
  const Question& question_;
  witness::LicenceWitness licences_;
  witness::Models models_;
  Standing standing_ = Standing::kOpen;
  bool possible_ = true;
  std::set<FormulaId> inferences_;
};

enum Damage : std::size_t {
  kDroppedStep,
  kBrokenStep,
  kWrongRule,
  kWrongConclusion,
  kHallucinatedPremise,
  kBrokenChain,
  kDamages
};

class Mutants {
 public:
  explicit Mutants(std::uint64_t seed) : key_(stream_key(seed, "logic")) {}

  void look_at(std::uint64_t unit) {
    Stream first(key_, {Purpose::kUnit, unit, 0, 0});
    ASSERT_TRUE(problems_.make(first, 1, shop_, problem_));
    if (problem_.propositions > 6 || problem_.predicates > 3) return;  // too many models
    for (std::uint32_t item = 0; item < kQuestions; ++item) {
      Stream stream(key_, {Purpose::kItem, unit, item, 0});
      const ExampleMaker examples(book_, places_[item % 2]);
      if (!examples.make(stream, shop_, problem_, made_)) continue;
      if (made_.question.kind == QuestionKind::kTranslate) continue;
      if (made_.phrases.propositions.size() > 6) continue;
      Checker checker(book_, shop_.store, made_.question);
      compare(checker, made_.answer, places_[item % 2]);
      EXPECT_TRUE(expected_.right) << made_.input << '\n' << made_.target;
      for (std::size_t damage = 0; damage < kDamages; ++damage) {
        for (int again = 0; again < kMutants; ++again) {
          Answer answer = made_.answer;
          if (!apply(static_cast<Damage>(damage), stream, answer)) break;
          compare(checker, answer, places_[item % 2]);
          ++counts[damage];
          still_right[damage] += expected_.right ? 1 : 0;
          late += expected_.first_wrong_step > 1 ? 1 : 0;
          right_but_unproved += expected_.final == true && !expected_.right ? 1 : 0;
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }

  std::array<std::size_t, kDamages> counts{};
  std::array<std::size_t, kDamages> still_right{};
  std::size_t late = 0;                // mutants whose first wrong step is not the first one
  std::size_t right_but_unproved = 0;  // mutants with the right yes or no

 private:
  static constexpr std::uint32_t kQuestions = 6;
  static constexpr int kMutants = 2;

  bool apply(Damage damage, Stream& stream, Answer& answer) {
    auto& steps = answer.steps;
    if (damage == kWrongConclusion) return conclude_otherwise(stream, answer);
    if (steps.empty()) return false;
    const bool list = made_.question.kind == QuestionKind::kOneStep;
    Step& step = steps[stream.below(steps.size())];
    switch (damage) {
      case kDroppedStep:
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(stream.below(steps.size())));
        if (list && steps.empty()) answer.outcome = Outcome::kNothing;
        return list || !steps.empty();
      case kBrokenStep:
        step.conclusion = changed(stream, step.conclusion);
        return true;
      case kWrongRule:
        step.rule = static_cast<RuleNumber>(stream.below(book_.size()));
        return made_.question.rule_names;
      case kHallucinatedPremise: {
        if (list) return false;
        FormulaId& premise = step.premises[stream.below(step.premise_count)];
        premise = changed(stream, premise);
        return true;
      }
      default:
        if (list) return false;
        break;
    }
    // The end stays, and what leads to it does not: steps in another order, or one cut short.
    if (steps.size() > 1 && stream.below(2) == 0) {
      std::swap(steps[stream.below(steps.size() - 1)], steps.back());
      std::swap(steps.back().conclusion, steps.front().conclusion);
      return true;
    }
    Step& cut = steps[stream.below(steps.size())];
    if (cut.premise_count < 2) return false;
    --cut.premise_count;
    return true;
  }

  bool conclude_otherwise(Stream& stream, Answer& answer) {
    if (made_.question.kind == QuestionKind::kOneStep) {
      const bool all = stream.below(2) == 0;
      answer = {all ? Outcome::kAnything : Outcome::kNothing, {}};
      return answer.outcome != made_.answer.outcome;
    }
    constexpr std::array<Outcome, 4> kBare{Outcome::kPremise, Outcome::kAnything, Outcome::kRefuted,
                                           Outcome::kOpen};
    const std::uint64_t pick = stream.below(kBare.size() + 2);
    if (pick < kBare.size()) {
      answer = {kBare[pick], {}};
    } else {
      // Another conclusion from the same steps, or one step straight to it.
      answer.outcome = pick == kBare.size() ? Outcome::kYes : Outcome::kRefutedLater;
      if (answer.steps.empty()) {
        Step step;
        step.rule = static_cast<RuleNumber>(stream.below(book_.size()));
        step.premise_count = 1;
        step.premises[0] = made_.question.premises[0];
        step.conclusion = answer.outcome == Outcome::kYes ? made_.question.asked
                                                          : changed(stream, made_.question.asked);
        answer.steps.push_back(step);
      }
    }
    return answer.outcome != made_.answer.outcome;
  }

  // Something else that can be said in both voices.
  FormulaId changed(Stream& stream, FormulaId id) {
    FormulaStore& store = shop_.store;
    const Formula whole = store[id];
    if (is_quantifier(whole.op)) {
      if (stream.below(2) == 0) {
        return store.quantified(whole.op == Op::kForAll ? Op::kExists : Op::kForAll, whole.first);
      }
      return store.quantified(whole.op, changed(stream, whole.first));
    }
    if (is_binary(whole.op) && stream.below(3) > 0) {
      const auto other = static_cast<Op>(static_cast<std::size_t>(Op::kImplies) + stream.below(4));
      if (stream.below(2) == 0) return store.binary(whole.op, whole.second, whole.first);
      return store.binary(other, whole.first, whole.second);
    }
    return store.complement(id);
  }

  void compare(Checker& checker, const Answer& answer, AnswerPlace place) {
    expected_ = checker.look_at(answer);
    const Question& question = made_.question;
    std::string text;
    const Voice voice{shop_.store, question.english ? nullptr : &made_.names,
                      question.english ? &made_.phrases : nullptr};
    append_target(text, question, answer, book_, voice, place);
    const Verdict verdict = judge(made_.input, text, book_, Rigour::kChains);
    const auto tell = [&] {
      return made_.input + "\n  " + made_.target + "\n  " + text + "\n  " + verdict.why;
    };
    ASSERT_NE(verdict.status, Status::kUnparsable) << tell();
    EXPECT_EQ(verdict.status == Status::kRight, expected_.right) << tell();
    EXPECT_EQ(mark(verdict, "first_wrong_step").value_or(0),
              static_cast<double>(expected_.first_wrong_step))
        << tell();
    if (expected_.final) {
      EXPECT_EQ(mark(verdict, "final"), *expected_.final ? 1 : 0) << tell();
    }
  }

  static std::optional<double> mark(const Verdict& verdict, std::string_view name) {
    for (const auto& [known, value] : verdict.marks) {
      if (known == name) return value;
    }
    return std::nullopt;
  }

  std::array<AnswerPlace, 2> places_{AnswerPlace::kEnd, AnswerPlace::kBeginning};
  Key key_;
  RuleBook book_;
  ProblemMaker problems_{book_, {2, 3, 3, 2, 1}, 60};
  Workshop shop_;
  Problem problem_;
  MadeQuestion made_;
  Expected expected_;
};

void look_at_mutants(std::uint64_t seed, std::size_t wanted) {
  Mutants mutants(seed);
  std::size_t all = 0;
  for (std::uint64_t unit = 0; all < wanted; ++unit) {
    mutants.look_at(unit);
    if (testing::Test::HasFailure()) return;
    all = 0;
    for (const std::size_t count : mutants.counts) all += count;
  }
  testing::Test::RecordProperty("mutants", static_cast<int>(all));
  testing::Test::RecordProperty("late", static_cast<int>(mutants.late));
  for (std::size_t damage = 0; damage < kDamages; ++damage) {
    EXPECT_GT(mutants.counts[damage], wanted / 30) << damage;
    EXPECT_GT(mutants.counts[damage], 3 * mutants.still_right[damage]) << damage;
  }
  EXPECT_GT(mutants.late, wanted / 20);
  EXPECT_GT(mutants.right_but_unproved, wanted / 5);
}

TEST(LogicJudgeMutants, AreJudgedAsBruteForceSays) { look_at_mutants(1, 4'000); }

TEST(LogicJudgeMutantsSlow, AreJudgedAsBruteForceSays) { look_at_mutants(2, 100'000); }

}  // namespace
}  // namespace assay::logic
