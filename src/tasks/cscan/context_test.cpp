#include "assay/tasks/cscan/context.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "assay/tasks/cscan/edits.h"
#include "assay/tasks/cscan/examples.h"
#include "assay/tasks/cscan/theory/closure.h"

namespace assay::cscan {
namespace {

// Every tree of the context that is no bare variable.
std::vector<Tree> all_trees(const PhraseTable& phrases) {
  std::vector<Tree> trees;
  for (std::size_t id = 0; id < phrases.size(); ++id) {
    const auto phrase = static_cast<PhraseId>(id);
    if (!phrases[phrase].is_variable()) trees.push_back(phrases.tree(phrase));
  }
  for (const ProductionId top : phrases.space().start_productions) {
    if (!phrases.has(top)) continue;
    const auto& slots = phrases.space().productions[top].slots;
    for (const PhraseId left : phrases.choices(slots[0])) {
      for (const PhraseId right : phrases.choices(slots[1])) {
        trees.push_back({top, {left, right}});
      }
    }
  }
  return trees;
}

// Exhaustive forward chaining, the paper's way: rules are put into variables of what was derived
// until nothing new comes. For a variable that the output dropped, anything may be put.
class ForwardChaining {
 public:
  ForwardChaining(const PhraseTable& phrases, std::span<const Rule> rules)
      : phrases_(phrases), rules_(rules) {
    for (const Rule& rule : rules) add(rule);
    while (!fresh_.empty()) {
      const Rule rule = fresh_.back();
      fresh_.pop_back();
      extend(rule);
    }
  }

  const std::set<Output>& values(const Tree& tree) const {
    static const std::set<Output> kNone;
    const auto found = known_.find(key(tree));
    return found == known_.end() ? kNone : found->second;
  }
  std::size_t size() const { return known_.size(); }

 private:
  static std::vector<unsigned> key(const Tree& tree) {
    std::vector<unsigned> numbers{tree.top};
    numbers.insert(numbers.end(), tree.parts.begin(), tree.parts.end());
    return numbers;
  }

  void add(const Rule& rule) {
    if (known_[key(rule.left)].insert(rule.right).second) fresh_.push_back(rule);
  }

  void extend(const Rule& rule) {
    for (std::size_t v = 0; v < phrases_.variables(rule.left); ++v) {
      const Level slot = phrases_.slot_of(rule.left, v);
      const bool is_dropped = rule.right.find(variable_byte(v)) == Output::npos;
      if (is_dropped) {
        for (const PhraseId phrase : phrases_.choices(slot)) put(rule, v, phrase, {});
        continue;
      }
      for (const Rule& other : rules_) {
        if (!other.left.is_phrase()) continue;
        const PhraseId phrase = other.left.parts[0];
        if (phrases_.space().fits(phrases_[phrase].level, slot)) put(rule, v, phrase, other.right);
      }
    }
  }

  void put(const Rule& rule, std::size_t variable, PhraseId phrase, const Output& value) {
    if (phrases_[phrase].is_variable()) return;
    Rule made{phrases_.put(rule.left, variable, phrase), {}};
    const std::size_t inside = phrases_[phrase].variables;
    for (const char byte : rule.right) {
      if (!is_variable(byte) || variable_number(byte) < variable) {
        made.right += byte;
      } else if (variable_number(byte) == variable) {
        append_shifted(made.right, value, variable);
      } else {
        made.right += variable_byte(variable_number(byte) - 1 + inside);
      }
    }
    add(made);
  }

  const PhraseTable& phrases_;
  std::span<const Rule> rules_;
  std::map<std::vector<unsigned>, std::set<Output>> known_;
  std::vector<Rule> fresh_;
};

void expect_same(const Theory& theory) {
  const ForwardChaining chaining(theory.phrases(), theory.rules());
  Output value;
  for (const Tree& tree : all_trees(theory.phrases())) {
    const std::set<Output>& values = chaining.values(tree);
    const Known known = theory.evaluate(tree, value);
    ASSERT_EQ(known == Known::kNo, values.empty());
    ASSERT_EQ(known == Known::kTwice, values.size() > 1);
    if (known == Known::kYes) {
      ASSERT_EQ(*values.begin(), value);
    }
  }
}

void expect_same_for(const char* name, std::uint64_t contexts) {
  const RuleSpace space = read_rule_space(name);
  const ContextMaker maker(space, {}, stream_key(11, "cscan"));
  for (std::uint64_t number = 0; number < contexts; ++number) {
    const Context context = maker.make(number);
    const Knowledge knowledge = context.knowledge();
    expect_same(knowledge.monotonic);
    expect_same(knowledge.defeasible);
  }
}

TEST(CscanContext, ValuesAreThoseOfForwardChaining) {
  expect_same_for("b", 2);
  expect_same_for("x", 1);
}

TEST(CscanContextSlow, ValuesAreThoseOfForwardChaining) {
  expect_same_for("b", 70);
  expect_same_for("x", 30);
}

bool has_conflict_by_trying_all(const Theory& theory, const Rule& rule,
                                const std::vector<Tree>& trees) {
  Theory more = theory;
  more.add(rule);
  Output value;
  return std::ranges::any_of(
      trees, [&](const Tree& tree) { return more.evaluate(tree, value) == Known::kTwice; });
}

// False, unknown and true rules of a few contexts.
void expect_conflicts(const char* name, std::uint64_t contexts, std::uint32_t rules) {
  const RuleSpace space = read_rule_space(name);
  const ContextMaker maker(space, {}, stream_key(12, "cscan"));
  ExampleSettings settings;
  settings.falsehoods = {0, 1, 1, 1, 2};
  std::size_t conflicts = 0;
  std::size_t all = 0;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    const Context context = maker.make(number);
    const Knowledge knowledge = context.knowledge();
    const std::vector<Tree> trees = all_trees(*context.phrases);
    const MadeSet made = make_examples(context, settings, 6 * rules, stream_key(12, "cscan"),
                                       number, [](const Made&) { return true; });
    std::uint32_t tried = 0;
    for (const Made& example : made.examples) {
      if (example.request.form != Form::kRule || tried == rules) continue;
      ++tried;
      for (const Theory* theory : {&knowledge.monotonic, &knowledge.defeasible}) {
        const bool conflict = theory->conflicts_with(example.request.rule);
        ASSERT_EQ(conflict, has_conflict_by_trying_all(*theory, example.request.rule, trees));
        conflicts += conflict ? 1 : 0;
        ++all;
      }
    }
  }
  EXPECT_GT(conflicts, all / 5);
  EXPECT_LT(conflicts, all * 4 / 5);
}

TEST(CscanContext, ConflictsAreThoseFoundByTryingAll) { expect_conflicts("b", 3, 8); }

TEST(CscanContextSlow, ConflictsAreThoseFoundByTryingAll) {
  expect_conflicts("b", 30, 20);
  expect_conflicts("x", 10, 10);
}

// How many items use a rule and have the value that the told and illustrated rules give.
std::size_t support(const Context& context, ProductionId production) {
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < context.basis.size(); ++i) {
    const Telling telling = context.telling[i];
    if (telling == Telling::kExplicit || telling == Telling::kIllustrated) {
      rules.push_back(context.basis[i]);
    }
  }
  const Theory theory(*context.phrases, rules);
  std::size_t count = 0;
  Output value;
  for (const Item& item : context.items) {
    const bool uses = (context.phrases->holds(item.rule.left) & set_of(production)) != 0;
    if (uses && theory.evaluate(item.rule.left, value) == Known::kYes) {
      EXPECT_EQ(value, item.rule.right);
      ++count;
    }
  }
  return count;
}

void expect_contexts_as_told(const char* name, const ContextSettings& settings) {
  const RuleSpace space = read_rule_space(name);
  const ContextMaker maker(space, settings, stream_key(3, "cscan"));
  for (std::uint64_t number = 0; number < 60; ++number) {
    const Context context = maker.make(number);
    ASSERT_EQ(context.basis.size(), 14U);
    const std::size_t hidden = 14 - context.explicit_rules;
    const std::size_t open =
        std::min<std::size_t>(hidden, settings.contradicted + settings.insufficient);
    EXPECT_EQ(std::popcount(context.told(Telling::kIllustrated)), hidden - open);
    for (std::size_t i = 0; i < context.telling.size(); ++i) {
      const ProductionId production = context.phrases->productions()[i];
      const Telling telling = context.telling[i];
      if (telling == Telling::kIllustrated) {
        EXPECT_GE(support(context, production), 4U);
      }
      if (telling == Telling::kContradicted || telling == Telling::kInsufficient) {
        EXPECT_EQ(support(context, production), 0U);
      }
    }
    const Knowledge knowledge = context.knowledge();
    EXPECT_FALSE(knowledge.monotonic.has_conflict());
    EXPECT_FALSE(knowledge.defeasible.has_conflict());
    std::set<std::string> lines;
    for (const Item& item : context.items) {
      std::string line;
      append_item(line, item, *context.phrases);
      EXPECT_TRUE(lines.insert(line).second) << line;
    }
  }
}

TEST(CscanContext, RulesAreToldAsPlanned) {
  expect_contexts_as_told("b", {});
  expect_contexts_as_told("x", {});
  expect_contexts_as_told("b", {2, 1, 0});
  expect_contexts_as_told("scan", {});
}

TEST(CscanContext, SizesAreThoseOfThePrintedContexts) {
  const RuleSpace space = read_rule_space("b");
  const ContextMaker maker(space, {}, stream_key(4, "cscan"));
  for (std::uint64_t number = 0; number < 50; ++number) {
    const Context context = maker.make(number);
    const std::size_t hidden = 14 - context.explicit_rules;
    EXPECT_EQ(context.items.size(), context.explicit_rules + 4 * hidden);
    EXPECT_GE(context.items.size(), 17U);
    EXPECT_LE(context.items.size(), 35U);
  }
}

TEST(CscanContext, EditsMakeAnotherOutput) {
  Stream stream(stream_key(1, "edits"), {});
  const std::vector<Action> actions{0, 1};
  for (const Output& output : {Output(), Output(1, variable_byte(0)), Output(3, action_byte(1))}) {
    for (int i = 0; i < 200; ++i) EXPECT_NE(edited(output, {1, actions}, stream), output);
  }
}

}  // namespace
}  // namespace assay::cscan
