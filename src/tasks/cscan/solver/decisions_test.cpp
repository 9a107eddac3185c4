// The solver's answers about contexts as the task has them, against looking at every left side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/solver/context_maker_testing.h"
#include "assay/tasks/cscan/solver/contradictions.h"
#include "assay/tasks/cscan/solver/exhaustive_testing.h"
#include "assay/tasks/cscan/solver/reader.h"
#include "assay/tasks/cscan/solver/solver.h"

namespace assay::cscan::solving {
namespace {

using Phrase = AllPhrases::Phrase;

std::vector<Rule> read_all(const Reader& reader, const std::vector<std::string>& lines) {
  std::vector<Rule> rules;
  for (const std::string& line : lines) rules.push_back(reader.read_item(line, 1));
  return rules;
}

// A context with all that can be said about it.
class Decisions {
 public:
  Decisions(const std::string& name, std::uint64_t number)
      : space_(read_rule_space(name)),
        reader_(space_),
        made_(ContextMaker(space_, reader_, number).make()),
        basis_(read_all(reader_, made_.basis)),
        phrases_(space_, productions()),
        stream_(stream_key(6, "requests"), {.purpose = Purpose::kUnit, .unit = number}) {
    known_[0] = read_all(reader_, made_.items);
    known_[1] = known_[0];
    for (const Rule& rule : read_all(reader_, made_.shown)) known_[1].push_back(rule);
    for (std::size_t k = 0; k < known_.size(); ++k) {
      for (const Rule& rule : known_[k]) knowledge_[k].add(rule);
    }
  }

  std::size_t left_sides() const {
    return phrases_.inner().size() - phrases_.variables_alone() + phrases_.start().size();
  }

  void expect_peace() const {
    for (const auto& rules : known_) {
      EXPECT_FALSE(ExhaustiveWitness(phrases_, rules).has_contradiction());
      EXPECT_FALSE(contradict_each_other(rules));
    }
  }

  // Asks about random rules and commands and counts the answers.
  void ask(int requests, std::map<std::string, int>& answers) {
    const ExhaustiveWitness basis(phrases_, basis_);
    const std::array<ExhaustiveWitness, 2> witnesses{ExhaustiveWitness(phrases_, known_[0]),
                                                     ExhaustiveWitness(phrases_, known_[1])};
    const std::array<std::string, 2> endings{" (Reasoning: Monotonic)", " (Reasoning: Defeasible)"};
    const Solver solver(space_);
    for (int i = 0; i < requests; ++i) {
      const Phrase phrase = draw_phrase();
      const bool is_rule = phrase.variables != 0 || stream_.below(2) == 0;
      int variables = 0;
      std::string request = phrases_.text(phrase, variables);
      if (is_rule) {
        const Output right = edited(*basis.values(phrase).begin(), variables);
        request = fmt::format("[{}] = {}", request, reader_.output_text(right));
      }
      std::string expected = "?" + endings[1];
      for (std::size_t k = 0; k < known_.size(); ++k) {
        const std::set<Output> values = witnesses[k].values(phrase);
        const auto reply = is_rule ? reply_to_rule(k, values, reader_.read_item(request, 1))
                                   : reply_to_command(values);
        if (!reply) continue;
        expected = *reply + endings[k];
        break;
      }
      EXPECT_EQ(solver.solve(request + "\n" + made_.text()), expected) << request;
      ++answers[is_rule || expected.starts_with('?') ? expected : "command"];
    }
  }

 private:
  ProductionSet productions() const {
    ProductionSet set = 0;
    for (const Rule& rule : basis_) set |= only(rule.root());
    return set;
  }

  Phrase draw_phrase() {
    const bool is_inner = stream_.below(3) != 0;
    const std::size_t skipped = is_inner ? phrases_.variables_alone() : 0;
    const auto& list = is_inner ? phrases_.inner() : phrases_.start();
    const std::size_t pick = stream_.below(list.size() - skipped);
    return list[skipped + pick];
  }

  // Up to two symbols changed.
  Output edited(Output right, int variables) {
    for (std::uint64_t edits = stream_.below(3); edits > 0; --edits) {
      const bool is_variable = variables != 0 && stream_.below(2) != 0;
      const std::uint64_t number =
          stream_.below(is_variable ? static_cast<std::size_t>(variables) : space_.actions.size());
      const char16_t symbol = is_variable ? variable_symbol(number) : static_cast<char16_t>(number);
      const std::size_t at = stream_.below(right.size() + 1);
      const std::uint64_t kind = stream_.below(3);
      if (kind == 0 || at == right.size()) {
        right.insert(at, 1, symbol);
      } else if (kind == 1) {
        right.erase(at, 1);
      } else {
        right[at] = symbol;
      }
    }
    return right;
  }

  std::optional<std::string> reply_to_command(const std::set<Output>& values) const {
    if (values.empty()) return std::nullopt;
    return reader_.output_text(*values.begin());
  }

  std::optional<std::string> reply_to_rule(std::size_t k, const std::set<Output>& values,
                                           const Rule& rule) {
    known_[k].push_back(rule);
    const bool clashes = ExhaustiveWitness(phrases_, known_[k]).has_contradiction();
    known_[k].pop_back();
    EXPECT_EQ(contradicts(knowledge_[k], rule), clashes) << reader_.output_text(rule.right);
    if (values == std::set<Output>{rule.right}) return "1";
    if (!values.empty() || clashes) return "0";
    return std::nullopt;
  }

  RuleSpace space_;
  Reader reader_;
  MadeContext made_;
  std::vector<Rule> basis_;
  AllPhrases phrases_;
  Stream stream_;
  std::array<std::vector<Rule>, 2> known_;  // from the text, and with what it shows
  std::array<Knowledge, 2> knowledge_;
};

std::map<std::string, int> ask_about(const std::string& name, std::uint64_t contexts,
                                     int requests) {
  std::map<std::string, int> answers;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    Decisions decisions(name, number);
    decisions.expect_peace();
    decisions.ask(requests, answers);
  }
  return answers;
}

void expect_all_kinds(const std::map<std::string, int>& answers, int least) {
  for (const char* kind :
       {"command", "1 (Reasoning: Monotonic)", "1 (Reasoning: Defeasible)",
        "0 (Reasoning: Monotonic)", "0 (Reasoning: Defeasible)", "? (Reasoning: Defeasible)"}) {
    EXPECT_TRUE(answers.contains(kind) && answers.at(kind) >= least) << kind;
  }
}

TEST(Decisions, KnowAllLeftSidesOfB) {
  EXPECT_EQ(Decisions("b", 0).left_sides(), 64'979 + 2);  // and the two directions
}

TEST(Decisions, AreThoseOfLookingAtAllLeftSides) { EXPECT_GE(ask_about("b", 4, 8).size(), 5); }

TEST(DecisionsSlow, AreThoseOfLookingAtAllLeftSides) {
  expect_all_kinds(ask_about("b", 60, 15), 15);
  expect_all_kinds(ask_about("x", 20, 10), 3);
  expect_all_kinds(ask_about("scan", 20, 10), 3);
}

}  // namespace
}  // namespace assay::cscan::solving
