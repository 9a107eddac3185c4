#include "assay/tasks/cscan/derivation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/context_reading.h"
#include "assay/tasks/cscan/row.h"
#include "assay/tasks/cscan/theory/covering.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

namespace {

using Lines = std::vector<std::size_t>;

// "line 3", "lines 3, 4 and 9".
std::string lines_text(const Lines& lines) {
  if (lines.size() == 1) return fmt::format("line {}", lines.front());
  const auto last = lines.end() - 1;
  return fmt::format("lines {} and {}", fmt::join(lines.begin(), last, ", "), *last);
}

// A context and its request, read.
struct Case {
  Case(std::string_view input, const RuleSpace& space)
      : phrases(space, productions_in(input, space)), reader(phrases) {
    const auto lines = split_text(input, '\n');
    const auto read = reader.request(lines.front());
    if (!read) fail(ErrorKind::kInput, "the request cannot be read");
    request = *read;
    for (std::size_t line = 1; line < lines.size(); ++line) {
      const auto item = reader.item(lines[line]);
      if (!item) {
        fail(ErrorKind::kInput, "\"{}\" in the context cannot be read", printable(lines[line]));
      }
      items.push_back(item->rule);
    }
  }

  std::string text(const Rule& rule) const {
    std::string out;
    append_rule(out, rule, phrases);
    return out;
  }
  std::string text(const Tree& tree) const {
    std::string out;
    phrases.append_text(out, tree);
    return out;
  }
  std::string text(const Output& output) const {
    std::string out;
    append_output(out, output, phrases.space());
    return out;
  }

  PhraseTable phrases;
  Reader reader;
  Request request;
  std::vector<Rule> items;  // of the context; item i stands in line i + 2
};

bool is_basis(const Rule& rule, const PhraseTable& phrases) {
  return rule.left == phrases.basis_tree(phrases.root(rule.left));
}

// The lines whose output comes out right by basis rules, and not without this one.
Lines lines_explained_by(const Rule& induced, const Case& about, std::span<const Rule> basis) {
  std::vector<Rule> others;
  for (const Rule& rule : basis) {
    if (!(rule == induced)) others.push_back(rule);
  }
  const Theory with(about.phrases, basis);
  const Theory without(about.phrases, others);
  Lines lines;
  Output value;
  for (std::size_t i = 0; i < about.items.size(); ++i) {
    const Rule& item = about.items[i];
    if (without.evaluate(item.left, value) == Known::kYes) continue;
    if (with.evaluate(item.left, value) == Known::kYes && value == item.right) {
      lines.push_back(i + 2);
    }
  }
  return lines;
}

// Rules with where they come from.
class Grounds {
 public:
  Grounds(const Case& about, const std::vector<Solver::Induced>& induced) : about_(about) {
    std::vector<Rule> basis;
    for (std::size_t i = 0; i < about.items.size(); ++i) {
      told_.try_emplace(about.text(about.items[i]), Lines{i + 2});
      if (is_basis(about.items[i], about.phrases)) basis.push_back(about.items[i]);
    }
    for (const Solver::Induced& each : induced) {
      rules_.push_back(about.reader.rule(each.rule).value());
      basis.push_back(rules_.back());
    }
    for (const Rule& rule : rules_) {
      plausible_.emplace(about.text(rule), lines_explained_by(rule, about, basis));
    }
  }

  std::span<const Rule> plausible() const { return rules_; }

  DerivationStep step(const CoveringStep& covering, const Theory& theory) const {
    const Rule& rule = theory.rules()[covering.rule];
    DerivationStep step{about_.text(Rule{covering.tree, covering.value}), about_.text(rule)};
    if (const auto told = told_.find(step.by); told != told_.end()) {
      step.lines = told->second;
    } else if (const auto found = plausible_.find(step.by); found != plausible_.end()) {
      step.ground = Ground::kPlausible;
      step.lines = found->second;
    } else {
      step.ground = Ground::kAssumed;
    }
    return step;
  }

 private:
  const Case& about_;
  std::vector<Rule> rules_;
  std::map<std::string, Lines> told_;
  std::map<std::string, Lines> plausible_;
};

std::string ground_text(const DerivationStep& step) {
  switch (step.ground) {
    case Ground::kContext:
      return lines_text(step.lines);
    case Ground::kPlausible:
      return "plausible";
    case Ground::kAssumed:
      return "assumed";
  }
  return "";
}

std::string step_text(const DerivationStep& step) {
  const std::string ground = ground_text(step);
  return step.says == step.by ? fmt::format("- {} ({})\n", step.says, ground)
                              : fmt::format("- {}, by {} ({})\n", step.says, step.by, ground);
}

class Teller {
 public:
  Teller(const Case& about, const std::vector<Solver::Induced>& induced)
      : about_(about), grounds_(about, induced) {}

  Derivation tell() {
    Theory theory(about_.phrases, about_.items);
    if (theory.has_conflict()) fail(ErrorKind::kInput, "the context contradicts itself");
    if (is_settled_by(theory, Qualifier::kMonotonic)) return std::move(out_);
    for (const Rule& rule : grounds_.plausible()) theory.add(rule);
    if (is_settled_by(theory, Qualifier::kDefeasible)) return std::move(out_);
    tell_gaps(theory);
    return std::move(out_);
  }

 private:
  const Tree& left() const { return about_.request.rule.left; }
  bool asks_for_rule() const { return about_.request.form == Form::kRule; }

  bool is_settled_by(const Theory& theory, Qualifier qualifier) {
    qualifier_ = qualifier;
    Covering covering(theory);
    const auto ways = covering.ways(left());
    if (!ways.empty()) {
      std::vector<CoveringStep> steps;
      covering.append_steps(ways.front(), steps);
      note(steps, theory);
      tell_value(ways.front().value);
      return true;
    }
    return asks_for_rule() && is_refuted_by(theory);
  }

  bool is_refuted_by(const Theory& theory) {
    const Rule& asked = about_.request.rule;
    const auto tree = theory.conflict_with(asked);
    if (!tree) return false;
    Theory assumed = theory;
    assumed.add(asked);
    Covering covering(assumed);
    const auto ways = covering.ways(*tree);
    const auto other = std::ranges::find_if(
        ways, [&](const CoveringStep& way) { return way.value != ways.front().value; });
    ASSAY_CHECK(other != ways.end());
    std::vector<CoveringStep> steps;
    covering.append_steps(ways.front(), steps);
    const CoveringStep first = steps.back();
    steps.pop_back();
    covering.append_steps(*other, steps);
    steps.insert(steps.end() - 1, first);
    note(steps, assumed);
    out_.is_refutation = true;
    tell_refutation(*tree);
    return true;
  }

  void note(const std::vector<CoveringStep>& steps, const Theory& theory) {
    for (const CoveringStep& step : steps) out_.steps.push_back(grounds_.step(step, theory));
  }

  // What is not in the context and was used, and why it may be.
  void tell_plausible() {
    std::map<std::string, Lines> used;
    for (const DerivationStep& step : out_.steps) {
      if (step.ground == Ground::kPlausible) used.emplace(step.by, step.lines);
    }
    if (used.empty()) return;
    out_.text += fmt::format("The context alone does not settle it. It makes {} plausible:\n",
                             used.size() == 1 ? "a hidden rule" : "hidden rules");
    for (const auto& [rule, lines] : used) {
      out_.text += fmt::format("- {}, by which {} come out right\n", rule, lines_text(lines));
    }
  }

  void tell_steps() {
    for (const DerivationStep& step : out_.steps) out_.text += step_text(step);
  }

  void conclude(std::string_view so, const Reply& reply) {
    append_answer(out_.answer, {reply, qualifier_}, about_.phrases.space());
    out_.text += fmt::format("{}: {}", so, out_.answer);
  }

  void tell_value(const Output& value) {
    tell_plausible();
    out_.text += qualifier_ == Qualifier::kMonotonic ? "From the context:\n" : "With that:\n";
    tell_steps();
    if (!asks_for_rule()) {
      conclude("So the reply is", {Reply::Kind::kActions, value});
    } else if (value == about_.request.rule.right) {
      conclude("That is the rule asked for, so it holds", {Reply::Kind::kYes, {}});
    } else {
      conclude(fmt::format("The rule asked for says {}, so it does not hold",
                           about_.text(about_.request.rule.right)),
               {Reply::Kind::kNo, {}});
    }
  }

  void tell_refutation(const Tree& tree) {
    tell_plausible();
    out_.text +=
        fmt::format("{} settles what \"{}\" means. Assume {}:\n",
                    qualifier_ == Qualifier::kMonotonic ? "Nothing in the context" : "None of that",
                    about_.text(left()), about_.text(about_.request.rule));
    tell_steps();
    conclude(
        fmt::format("\"{}\" would have two values, so the rule does not hold", about_.text(tree)),
        {Reply::Kind::kNo, {}});
  }

  // The smallest phrases in the request without a value; what is above them hangs on them.
  void find_gaps(PhraseId phrase, const Theory& theory, std::vector<PhraseId>& gaps) const {
    if (theory.known(phrase) == Known::kYes) return;
    const std::size_t before = gaps.size();
    for (const PhraseId part : about_.phrases[phrase].parts) find_gaps(part, theory, gaps);
    if (gaps.size() > before || std::ranges::find(gaps, phrase) != gaps.end()) return;
    gaps.push_back(phrase);
  }

  void tell_gaps(const Theory& theory) {
    std::vector<PhraseId> gaps;
    for (const PhraseId part : left().parts) find_gaps(part, theory, gaps);
    ProductionSet missing = 0;
    for (const PhraseId gap : gaps) missing |= set_of(about_.phrases[gap].production);
    if (gaps.empty()) missing = set_of(about_.phrases.root(left()));
    out_.text +=
        fmt::format("Neither the context nor what it makes plausible settles what \"{}\" means:\n",
                    about_.text(left()));
    for (const ProductionId production : about_.phrases.productions()) {
      if ((missing & set_of(production)) != 0) tell_gap(production);
    }
    if (asks_for_rule()) out_.text += "Assuming the rule gives no phrase two values.\n";
    conclude("So it cannot be known", {Reply::Kind::kUnknown, {}});
  }

  void tell_gap(ProductionId production) {
    Lines lines;
    for (std::size_t i = 0; i < about_.items.size(); ++i) {
      const ProductionSet holds = about_.phrases.holds(about_.items[i].left);
      if ((holds & set_of(production)) != 0) lines.push_back(i + 2);
    }
    const std::string& name = about_.phrases.space().productions[production].name;
    constexpr std::size_t kLeastLines = 4;
    if (lines.empty()) {
      out_.text += fmt::format("- no line uses [{}]\n", name);
    } else if (lines.size() < kLeastLines) {
      out_.text += fmt::format("- no line tells [{}], and only {} {} it: four are needed\n", name,
                               lines_text(lines), lines.size() == 1 ? "uses" : "use");
    } else {
      out_.text += fmt::format("- no line tells [{}]; {} use it, but no one output explains them\n",
                               name, lines_text(lines));
    }
  }

  const Case& about_;
  Grounds grounds_;
  Qualifier qualifier_ = Qualifier::kMonotonic;
  Derivation out_;
};

}  // namespace

Derivation derive_answer(std::string_view input, const RuleSpace& space,
                         const std::vector<Solver::Induced>& induced) {
  if (input.ends_with('\n')) input.remove_suffix(1);
  const Case about(input, space);
  return Teller(about, induced).tell();
}

}  // namespace assay::cscan
