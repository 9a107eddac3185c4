#include "assay/tasks/logic/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/inference/rule_application.h"

namespace assay::logic {

namespace {

bool has(std::span<const FormulaId> formulas, FormulaId id) {
  return std::find(formulas.begin(), formulas.end(), id) != formulas.end();
}

// Whether formulas are equal one by one under one renaming of symbols.
class Renaming {
 public:
  explicit Renaming(const FormulaStore& store) : store_(store) {}

  bool fits(FormulaId from, FormulaId to) {
    const Formula a = store_[from];
    const Formula b = store_[to];
    if (a.op != b.op) return false;
    if (a.op == Op::kProposition) return pair(0, a.first, b.first);
    if (a.op == Op::kPredicate) {
      if ((a.second == kVariable) != (b.second == kVariable)) return false;
      return pair(1, a.first, b.first) && pair(2, a.second, b.second);
    }
    return fits(a.first, b.first) && (!is_binary(a.op) || fits(a.second, b.second));
  }

 private:
  bool pair(std::size_t kind, std::uint32_t from, std::uint32_t to) {
    for (const auto& [known_from, known_to] : pairs_[kind]) {
      if (known_from == from || known_to == to) return known_from == from && known_to == to;
    }
    pairs_[kind].emplace_back(from, to);
    return true;
  }

  const FormulaStore& store_;
  std::array<std::vector<std::pair<std::uint32_t, std::uint32_t>>, 3> pairs_;
};

class Judge {
 public:
  Judge(QuestionText& question, const AnswerText& answer, const RuleBook& book, Rigour rigour)
      : question_(question.question),
        store_(question.store),
        answer_(answer),
        book_(book),
        rigour_(rigour) {}

  Verdict judge() {
    switch (question_.kind) {
      case QuestionKind::kTranslate:
        judge_translation();
        break;
      case QuestionKind::kOneStep:
        judge_list();
        break;
      case QuestionKind::kChain:
        judge_chain();
    }
    verdict_.status = verdict_.why.empty() ? Status::kRight : Status::kWrong;
    verdict_.score = verdict_.why.empty() ? 1.0 : 0.0;
    return std::move(verdict_);
  }

 private:
  template <typename... Args>
  void object(fmt::format_string<Args...> text, Args&&... args) {
    if (verdict_.why.empty()) verdict_.why = fmt::format(text, std::forward<Args>(args)...);
  }
  void mark(const char* name, double value) { verdict_.marks.emplace_back(name, value); }

  void judge_translation() {
    if (answer_.outcome != Outcome::kTranslation) return object("this is no translation");
    if (answer_.premises.size() != question_.premises.size()) {
      return object("there are {} premises, and {} are translated", question_.premises.size(),
                    answer_.premises.size());
    }
    Renaming renaming(store_);
    for (std::size_t i = 0; i < answer_.premises.size(); ++i) {
      if (!renaming.fits(question_.premises[i], answer_.premises[i])) {
        return object("premise {} says something else", i + 1);
      }
    }
    if (!renaming.fits(question_.asked, answer_.conclusion)) {
      object("the conclusion says something else");
    }
  }

  void judge_list() {
    const bool possible = decider_.satisfiable(store_, question_.premises);
    std::vector<Step> right;
    if (possible) one_step_inferences(book_, store_, question_.premises, right);
    const Outcome wanted = !possible       ? Outcome::kAnything
                           : right.empty() ? Outcome::kNothing
                                           : Outcome::kInferences;
    if (wanted == Outcome::kAnything && answer_.outcome != wanted) {
      return object("the premises contradict each other");
    }
    if (answer_.outcome == Outcome::kAnything && possible) {
      return object("the premises do not contradict each other");
    }
    std::size_t extra = 0;
    for (std::size_t i = 0; i < answer_.steps.size(); ++i) {
      const ClaimedStep& claimed = answer_.steps[i];
      const bool follows = std::any_of(right.begin(), right.end(), [&](const Step& step) {
        return step.conclusion == claimed.conclusion;
      });
      if (!follows) {
        ++extra;
        note_wrong_step(i);
        object("inference {} does not follow in one step", i + 1);
      } else if (question_.rule_names && !is_named_rightly(claimed, question_.premises)) {
        note_wrong_step(i);
        object("inference {} does not follow by the {} rule", i + 1, printable(claimed.rule));
      }
    }
    const auto missing =
        static_cast<std::size_t>(std::count_if(right.begin(), right.end(), [&](const Step& step) {
          return std::none_of(
              answer_.steps.begin(), answer_.steps.end(),
              [&](const ClaimedStep& claimed) { return claimed.conclusion == step.conclusion; });
        }));
    if (missing > 0) {
      object("{} {} missing", counted(missing, "inference"), missing == 1 ? "is" : "are");
    }
    if (wanted == Outcome::kInferences) {
      mark("missing", static_cast<double>(missing));
      mark("extra", static_cast<double>(extra));
    }
  }

  // Some of what is known must lead to it by a rule of that name.
  bool is_named_rightly(const ClaimedStep& claimed, std::span<const FormulaId> given) {
    std::vector<FormulaId> chosen;
    const auto choose = [&](const auto& self, std::size_t wanted) -> bool {
      if (wanted == 0) return is_licensed(book_, claimed.rule, store_, chosen, claimed.conclusion);
      for (const FormulaId premise : given) {
        if (has(chosen, premise)) continue;
        chosen.push_back(premise);
        const bool found = self(self, wanted - 1);
        chosen.pop_back();
        if (found) return true;
      }
      return false;
    };
    return choose(choose, 1) || choose(choose, 2) || choose(choose, 3);
  }

  void judge_chain() {
    const Standing standing = decider_.standing(store_, question_.premises, question_.asked);
    const bool yes = standing == Standing::kEntailed || standing == Standing::kContradictory;
    const bool says_yes = answer_.outcome == Outcome::kPremise ||
                          answer_.outcome == Outcome::kYes || answer_.outcome == Outcome::kAnything;
    mark("final", yes == says_yes ? 1.0 : 0.0);
    check_steps();
    if (yes != says_yes) {
      object("the answer is {}: {}", yes ? "yes" : "no", reason(standing));
    }
    check_outcome(standing);
  }

  static const char* reason(Standing standing) {
    switch (standing) {
      case Standing::kEntailed:
        return "it follows from the premises";
      case Standing::kRefuted:
        return "the premises contradict it";
      case Standing::kOpen:
        return "the premises leave it open";
      case Standing::kContradictory:
        break;
    }
    return "the premises contradict each other";
  }

  void check_steps() {
    known_ = question_.premises;
    for (std::size_t i = 0; i < answer_.steps.size(); ++i) {
      const ClaimedStep& step = answer_.steps[i];
      const std::string problem = problem_of(step);
      if (!problem.empty()) {
        note_wrong_step(i);
        object("step {}: {}", i + 1, problem);
      }
      known_.push_back(step.conclusion);
    }
  }

  std::string problem_of(const ClaimedStep& step) {
    for (std::size_t i = 0; i < step.premises.size(); ++i) {
      if (!has(known_, step.premises[i])) {
        return fmt::format("its premise {} is neither given nor concluded before", i + 1);
      }
    }
    RuleNumber found = 0;
    if (step.rule.empty()) {
      if (question_.rule_names) return "it names no rule";
      return find_rule(book_, store_, step.premises, step.conclusion, found)
                 ? ""
                 : "no rule leads there in one step";
    }
    if (!book_.has_name(step.rule)) {
      return fmt::format("there is no rule \"{}\"", printable(step.rule));
    }
    const bool leads = step.premises.empty()
                           ? is_named_rightly(step, known_)
                           : is_licensed(book_, step.rule, store_, step.premises, step.conclusion);
    return leads ? "" : fmt::format("the rule {} does not lead there", step.rule);
  }

  void check_outcome(Standing standing) {
    const bool bare = answer_.steps.empty();
    const auto against = [&](FormulaId id) {
      const std::array<FormulaId, 2> both{id, question_.asked};
      return !decider_.satisfiable(store_, both);
    };
    switch (answer_.outcome) {
      case Outcome::kPremise:
        if (!has(question_.premises, question_.asked)) object("it is not one of the premises");
        return;
      case Outcome::kYes:
        if (bare && rigour_ == Rigour::kAnswersAlone) return;
        if (bare) return object("no chain shows it");
        if (answer_.steps.back().conclusion != question_.asked) {
          object("the chain ends in something else");
        }
        return;
      case Outcome::kRefutedLater:
        if (bare) return object("no chain shows it");
        if (answer_.contradicted != question_.asked) {
          return object("the chain is said to contradict something else");
        }
        if (!against(answer_.steps.back().conclusion)) {
          object("the end of the chain does not contradict it");
        }
        return;
      case Outcome::kRefuted:
        if (standing != Standing::kRefuted) return object("{}", reason(standing));
        if (rigour_ == Rigour::kChains &&
            std::none_of(question_.premises.begin(), question_.premises.end(), against)) {
          object("no premise contradicts it, and no chain shows what does");
        }
        return;
      case Outcome::kOpen:
        if (standing != Standing::kOpen) object("{}", reason(standing));
        return;
      case Outcome::kAnything:
        if (standing != Standing::kContradictory) {
          object("the premises do not contradict each other");
        }
        return;
      default:
        object("this answers another kind of question");
    }
  }

  void note_wrong_step(std::size_t step) {
    if (wrong_step_noted_) return;
    wrong_step_noted_ = true;
    mark("first_wrong_step", static_cast<double>(step + 1));
  }

  const Question& question_;
  FormulaStore& store_;
  const AnswerText& answer_;
  const RuleBook& book_;
  Rigour rigour_;
  Decider decider_;
  Verdict verdict_;
  std::vector<FormulaId> known_;
  bool wrong_step_noted_ = false;
};

void read_or_fail(std::string_view input, QuestionText& out) {
  read_question(input, out);
  if (!out.problem.empty()) {
    fail(ErrorKind::kInput, "the question cannot be read: {}", out.problem);
  }
}

using Said = std::tuple<FormulaId, std::string, std::vector<FormulaId>>;

std::vector<Said> said_by(const AnswerText& answer, bool in_order) {
  std::vector<Said> said;
  for (const ClaimedStep& step : answer.steps) {
    said.emplace_back(step.conclusion, step.rule, step.premises);
  }
  if (!in_order) {
    std::sort(said.begin(), said.end());
    said.erase(std::unique(said.begin(), said.end()), said.end());
  }
  return said;
}

}  // namespace

bool says_the_same(std::string_view input, std::string_view answer, std::string_view other) {
  if (answer == other) return true;
  QuestionText question;
  read_or_fail(input, question);
  const AnswerText first = read_answer(answer, question);
  const AnswerText second = read_answer(other, question);
  const auto readable = [](const AnswerText& text) { return !text.silent && text.problem.empty(); };
  if (!readable(first) || !readable(second)) return false;
  const bool chain = question.question.kind == QuestionKind::kChain;
  return first.outcome == second.outcome && first.premises == second.premises &&
         first.conclusion == second.conclusion && first.contradicted == second.contradicted &&
         said_by(first, chain) == said_by(second, chain);
}

Verdict judge(std::string_view input, std::string_view answer, const RuleBook& book,
              Rigour rigour) {
  QuestionText question;
  read_or_fail(input, question);
  const AnswerText given = read_answer(answer, question);
  if (given.silent) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  if (!given.problem.empty()) return {Status::kUnparsable, 0.0, given.problem, {}};
  try {
    return Judge(question, given, book, rigour).judge();
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::kUnsupported) throw;
    return {Status::kUnparsable, 0.0, problem.what(), {}};
  }
}

}  // namespace assay::logic
