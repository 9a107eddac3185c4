// Derivations of answers, checked by words alone: nothing here knows what a production is.
#include "assay/tasks/cscan/derivation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/cscan_task.h"
#include "assay/tasks/cscan/row.h"
#include "assay/tasks/cscan/solver/paper_contexts_testing.h"

namespace assay::cscan {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
  Words words;
  for (const std::string_view word : split_words(text)) words.emplace_back(word);
  return words;
}

bool is_variable_word(const std::string& word) {
  return word.size() > 1 && word[0] == 'x' &&
         word.find_first_not_of("0123456789", 1) == std::string::npos;
}

// "[run x1] = [x1] RED" as words: left side "run x1", output "x1 RED".
struct Said {
  Words left;
  Words output;

  explicit Said(const std::string& rule) {
    const std::size_t end = rule.find("] = ");
    left = words_of(rule.substr(1, end - 1));
    for (std::string word : words_of(rule.substr(end + 4))) {
      if (word == "EMPTY_STRING") continue;
      if (word.starts_with('[')) word = word.substr(1, word.size() - 2);
      output.push_back(word);
    }
  }
};

// Variables numbered from 1 on, in the order in which they stand in the phrase; `names` gives the
// new one of each.
Words renumbered(const Words& phrase, std::map<std::string, std::string>& names) {
  Words out = phrase;
  for (std::string& word : out) {
    if (!is_variable_word(word)) continue;
    word = names.try_emplace(word, fmt::format("x{}", names.size() + 1)).first->second;
  }
  return out;
}

// What has been shown so far: values of phrases.
class Shown {
 public:
  void add(const Said& said) { values_[said.left].push_back(said.output); }

  // Whether a rule gives a phrase an output, with what was shown for its parts: every way to lay
  // the words of the rule over those of the phrase is tried.
  bool gives(const Said& rule, const Said& says) const {
    std::map<std::string, Words> bound;
    return lay(rule, says, 0, 0, bound);
  }

 private:
  bool lay(const Said& rule, const Said& says, std::size_t at, std::size_t in,
           std::map<std::string, Words>& bound) const {
    if (at == rule.left.size()) return in == says.left.size() && comes_out(rule, says, bound);
    const std::string& word = rule.left[at];
    if (!is_variable_word(word)) {
      return in < says.left.size() && says.left[in] == word &&
             lay(rule, says, at + 1, in + 1, bound);
    }
    for (std::size_t end = in + 1; end <= says.left.size(); ++end) {
      bound[word] = Words(says.left.begin() + static_cast<std::ptrdiff_t>(in),
                          says.left.begin() + static_cast<std::ptrdiff_t>(end));
      if (lay(rule, says, at + 1, end, bound)) return true;
    }
    return false;
  }

  bool comes_out(const Said& rule, const Said& says,
                 const std::map<std::string, Words>& bound) const {
    Words output;
    for (const std::string& word : rule.output) {
      if (!is_variable_word(word)) {
        output.push_back(word);
      } else if (!append_value(bound.at(word), output)) {
        return false;
      }
    }
    return output == says.output;
  }

  // The value of a part, in the variables of the whole; false when it was not shown, or twice.
  bool append_value(const Words& part, Words& out) const {
    if (part.size() == 1 && is_variable_word(part[0])) {
      out.push_back(part[0]);
      return true;
    }
    std::map<std::string, std::string> names;
    const auto known = values_.find(renumbered(part, names));
    if (known == values_.end() || known->second.size() != 1) return false;
    for (const std::string& word : known->second.front()) {
      const auto name = std::ranges::find_if(names, [&](auto& n) { return n.second == word; });
      out.push_back(name == names.end() ? word : name->first);
    }
    return true;
  }

  std::map<Words, std::vector<Words>> values_;
};

// A rule in brackets or a command with its actions.
bool is_line(const std::string& rule, std::string_view line) {
  if (rule == line) return true;
  std::string plain = rule.substr(1);
  const std::size_t end = plain.find("] = ");
  plain.replace(end, 4, " ");
  return plain == line;
}

void check_ground(const DerivationStep& step, const std::vector<std::string_view>& lines,
                  const std::vector<Solver::Induced>& induced) {
  switch (step.ground) {
    case Ground::kContext:
      ASSERT_EQ(step.lines.size(), 1U);
      ASSERT_TRUE(is_line(step.by, lines.at(step.lines[0] - 1))) << step.by;
      return;
    case Ground::kPlausible: {
      const auto rule =
          std::ranges::find_if(induced, [&](const auto& each) { return each.rule == step.by; });
      ASSERT_NE(rule, induced.end()) << step.by;
      ASSERT_EQ(step.lines.size(), rule->support) << step.by;
      return;
    }
    case Ground::kAssumed:
      ASSERT_EQ(step.by, lines[0]);
  }
}

void check_conclusion(const Derivation& derivation, std::string_view request) {
  const auto& steps = derivation.steps;
  const bool is_certain = derivation.answer.ends_with("(Reasoning: Monotonic)");
  const bool supposes = std::ranges::any_of(
      steps, [](const auto& step) { return step.ground == Ground::kPlausible; });
  ASSERT_FALSE(is_certain && supposes);
  if (derivation.answer.starts_with("?")) {
    ASSERT_TRUE(steps.empty());
  } else if (derivation.is_refutation) {
    ASSERT_GE(steps.size(), 2U);
    const Said one(steps[steps.size() - 2].says);
    const Said other(steps.back().says);
    ASSERT_EQ(one.left, other.left);
    ASSERT_NE(one.output, other.output);
    ASSERT_TRUE(derivation.answer.starts_with("0 "));
  } else if (request.starts_with('[')) {
    ASSERT_TRUE(derivation.answer.starts_with(steps.back().says == request ? "1 " : "0 "));
    ASSERT_EQ(Said(steps.back().says).left, Said(std::string(request)).left);
  } else {
    const Said last(steps.back().says);
    ASSERT_EQ(last.left, words_of(request));
    const std::string reply =
        last.output.empty() ? "EMPTY_STRING" : fmt::format("{}", fmt::join(last.output, " "));
    ASSERT_TRUE(derivation.answer.starts_with(reply + " (")) << derivation.answer;
  }
}

void check(const Derivation& derivation, std::string_view input,
           const std::vector<Solver::Induced>& induced) {
  const auto lines = split_text(input, '\n');
  Shown shown;
  for (const DerivationStep& step : derivation.steps) {
    const Said says(step.says);
    ASSERT_TRUE(shown.gives(Said(step.by), says)) << step.says << " by " << step.by;
    shown.add(says);
    ASSERT_NO_FATAL_FAILURE(check_ground(step, lines, induced));
  }
  check_conclusion(derivation, lines[0]);
}

void expect_derivations(const char* name, std::uint64_t contexts, std::size_t least) {
  const RuleSpace space = read_rule_space(name);
  const Solver solver(space);
  const CscanTask task(Params(CscanTask::static_info().params,
                              {{"space", name}, {"examples", "40"}, {"negatives", "edit basis*4"}},
                              "cscan"));
  const auto source = task.open(11);
  std::map<std::string, std::size_t> classes;
  std::size_t refutations = 0;
  Example row;
  for (std::uint64_t context = 0; context < contexts; ++context) {
    const auto unit = source->unit(context);
    std::vector<Solver::Induced> induced;
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (!unit->make(item, {.rules = false}, row)) continue;
      if (induced.empty()) induced = solver.induce(context_in(row.input()));
      const Derivation derivation = derive_answer(row.input(), space, induced);
      ASSERT_EQ(derivation.answer, row.target()) << row.input() << '\n' << derivation.text;
      ASSERT_NO_FATAL_FAILURE(check(derivation, row.input(), induced)) << row.input() << '\n'
                                                                       << derivation.text;
      ASSERT_TRUE(derivation.text.ends_with(derivation.answer));
      ++classes[text_at(row, kClass)];
      refutations += derivation.is_refutation ? 1 : 0;
    }
  }
  EXPECT_EQ(classes.size(), 8U);
  for (const auto& [of, rows] : classes) EXPECT_GE(rows, least) << of;
  EXPECT_GE(refutations, least);
}

TEST(CscanDerivation, GivesTheReplyOfEveryRow) {
  expect_derivations("b", 25, 20);
  expect_derivations("x", 5, 2);
}

TEST(CscanDerivationSlow, GivesTheReplyOfEveryRow) {
  expect_derivations("b", 250, 200);
  expect_derivations("x", 50, 30);
  expect_derivations("scan", 50, 30);
}

std::string text_of(std::string_view request, std::string_view context) {
  const RuleSpace space = read_rule_space("b");
  return derive_answer(fmt::format("{}\n{}", request, context), space,
                       Solver(space).induce(context))
      .text;
}

// The commentary of the paper on number 1 of appendix P.1 says the same.
TEST(CscanDerivation, TellsWhatThePaperTells) {
  EXPECT_EQ(
      text_of("[run left after turn right] = LOOK WALK WHITE WHITE PINK LOOK WALK", kAppendixP1),
      R"(From the context:
- [turn] = LOOK (line 3)
- [right] = WALK (line 13)
- [turn right] = LOOK WALK, by [x1 x2] = [x1] [x2] (line 9)
- [run] = WHITE (line 14)
- [left] = PINK (line 2)
- [run left] = WHITE PINK, by [x1 x2] = [x1] [x2] (line 9)
- [run left after turn right] = LOOK WALK WHITE PINK WHITE PINK LOOK WALK, by [x1 after x2] = [x2] [x1] [x1] [x2] (line 11)
The rule asked for says LOOK WALK WHITE WHITE PINK LOOK WALK, so it does not hold: 0 (Reasoning: Monotonic))");
}

TEST(CscanDerivation, TellsWhichLinesMakeARulePlausible) {
  const std::string text =
      text_of("[x1 around left and x2 opposite right twice] = LOOK LOOK [x2]", kAppendixP5);
  EXPECT_TRUE(text.starts_with(
      "The context alone does not settle it. It makes a hidden rule plausible:\n"
      "- [x1 and x2] = [x2] [x1] [x1] [x2], by which lines 16, 23, 24, 25, 26 and 28 come out "
      "right\nWith that:\n"))
      << text;
}

TEST(CscanDerivation, TellsWhatWouldHaveTwoValues) {
  EXPECT_EQ(text_of("[look] = WHITE YELLOW", kFigure7),
            R"(Nothing in the context settles what "look" means. Assume [look] = WHITE YELLOW:
- [look] = WHITE YELLOW (assumed)
- [look opposite x1] = WHITE WHITE [x1] (line 14)
- [look opposite x1] = WHITE YELLOW WHITE YELLOW [x1], by [x1 opposite x2] = [x1] [x1] [x2] (line 10)
"look opposite x1" would have two values, so the rule does not hold: 0 (Reasoning: Monotonic))");
}

TEST(CscanDerivation, TellsWhatIsMissing) {
  EXPECT_EQ(text_of("look thrice", kFigure7),
            R"(Neither the context nor what it makes plausible settles what "look thrice" means:
- no line tells [x1 thrice]; lines 15, 16, 17, 22, 23 and 24 use it, but no one output explains them
So it cannot be known: ? (Reasoning: Defeasible))");
  EXPECT_EQ(text_of("look", "[walk] = RUN\nlook twice RUN"),
            R"(Neither the context nor what it makes plausible settles what "look" means:
- no line tells [look], and only line 3 uses it: four are needed
So it cannot be known: ? (Reasoning: Defeasible))");
}

TEST(CscanDerivation, RefusesAContextThatContradictsItself) {
  EXPECT_THROW(text_of("walk", "[walk] = RUN\n[walk] = LOOK"), Error);
  EXPECT_THROW(text_of("walk", "no such words"), Error);
}

}  // namespace
}  // namespace assay::cscan
