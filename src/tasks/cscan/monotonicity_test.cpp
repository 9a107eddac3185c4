// Section 2.2 of the paper: what follows deductively stays, whatever else becomes known. Contexts
// get further items that contradict nothing in them; every Monotonic answer must be the same then,
// by the theory that made it and by the solver, which reads the longer context as text.
#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "assay/tasks/cscan/edits.h"
#include "assay/tasks/cscan/examples.h"
#include "assay/tasks/cscan/solver/solver.h"
#include "assay/tasks/cscan/tree_draws.h"

namespace assay::cscan {
namespace {

struct Tally {
  std::size_t contexts = 0;    // with items added
  std::size_t items = 0;       // added
  std::size_t surprises = 0;   // of them against what the context makes plausible
  std::size_t answers = 0;     // Monotonic ones, asked again
  std::size_t overturned = 0;  // of the Defeasible ones
};

// Items about any production: what its rule gives, or a changed rule.
class Additions {
 public:
  Additions(const Context& context, Stream& stream)
      : context_(context),
        draws_(*context.phrases, 0),
        actions_(context.phrases->space().actions.size()),
        stream_(stream) {
    std::iota(actions_.begin(), actions_.end(), Action{0});
  }

  // Nothing where the draw was in vain.
  std::optional<Item> draw() {
    const auto productions = context_.phrases->productions();
    const ProductionId id = productions[stream_.below(productions.size())];
    const bool is_rule = stream_.below(2) == 0;
    const bool is_changed = stream_.below(2) == 0;
    std::optional<Tree> left;
    if (is_rule) {
      left = draws_.left_side(id, stream_);
    } else {
      left = draws_.command(id, stream_);
    }
    if (!left) return std::nullopt;
    Output output = context_.basis_of(id).right;
    if (is_changed) {
      const std::size_t slots = context_.phrases->space().productions[id].slots.size();
      output = edited(output, {slots, actions_}, stream_);
    }
    const auto basis = [&](ProductionId each) -> const Output& {
      return each == id ? output : context_.basis_of(each).right;
    };
    return Item{{*left, value_by_basis(*context_.phrases, *left, basis)},
                is_rule ? Form::kRule : Form::kCommand};
  }

 private:
  const Context& context_;
  TreeDraws draws_;
  std::vector<Action> actions_;
  Stream& stream_;
};

// What the theory says already adds nothing, and what goes against it is refused.
bool can_be_added(const Theory& theory, const Rule& rule) {
  Output known;
  return theory.evaluate(rule.left, known) == Known::kNo && !theory.conflicts_with(rule);
}

std::string text_of(const Request& request, const std::vector<Item>& items,
                    const PhraseTable& phrases) {
  std::string text;
  append_request(text, request, phrases);
  for (const Item& item : items) {
    text += '\n';
    append_item(text, item, phrases);
  }
  return text;
}

void try_context(const Context& context, const Solver& solver, Key key, std::uint64_t number,
                 std::uint32_t requests, Tally& tally) {
  const PhraseTable& phrases = *context.phrases;
  const MadeSet made =
      make_examples(context, {}, requests, key, number, [](const Made&) { return true; });
  Knowledge knowledge = context.knowledge();
  std::vector<Item> items = context.items;
  Stream stream(key, {Purpose::kSelect, number, 0, 0});
  Additions additions(context, stream);
  for (int tries = 0; tries < 60 && items.size() < context.items.size() + 6; ++tries) {
    const auto item = additions.draw();
    if (!item || !can_be_added(knowledge.monotonic, item->rule)) continue;
    Output plausible;
    const bool is_plausible =
        knowledge.defeasible.evaluate(item->rule.left, plausible) != Known::kYes ||
        plausible == item->rule.right;
    tally.surprises += is_plausible ? 0 : 1;
    knowledge.monotonic.add(item->rule);
    items.push_back(*item);
  }
  ASSERT_FALSE(knowledge.monotonic.has_conflict());
  tally.contexts += items.size() > context.items.size() ? 1 : 0;
  tally.items += items.size() - context.items.size();
  for (const Made& example : made.examples) {
    std::string answer;
    append_answer(answer, example.answer, phrases.space());
    const std::string input = text_of(example.request, items, phrases);
    if (example.answer.qualifier == Qualifier::kDefeasible) {
      tally.overturned += solver.solve(input) != answer ? 1 : 0;
      continue;
    }
    ++tally.answers;
    EXPECT_EQ(decide(knowledge, example.request), example.answer) << input;
    ASSERT_EQ(solver.solve(input), answer) << input;
  }
}

Tally try_space(const char* name, std::uint64_t contexts, std::uint32_t requests) {
  const RuleSpace space = read_rule_space(name);
  const Solver solver(space);
  const Key key = stream_key(71, "cscan");
  const ContextMaker maker(space, {}, key);
  Tally tally;
  for (std::uint64_t number = 0; number < contexts; ++number) {
    try_context(maker.make(number), solver, key, number, requests, tally);
  }
  for (const auto& [what, count] :
       {std::pair{"contexts", tally.contexts}, std::pair{"items", tally.items},
        std::pair{"surprises", tally.surprises}, std::pair{"answers", tally.answers},
        std::pair{"overturned", tally.overturned}}) {
    ::testing::Test::RecordProperty(std::string(name) + "_" + what, static_cast<int>(count));
  }
  return tally;
}

// Enough was tried, and what was added matters: it does change Defeasible answers.
void expect_many(const Tally& tally, std::uint64_t contexts) {
  EXPECT_GE(tally.contexts, contexts * 9 / 10);
  EXPECT_GE(tally.items, contexts * 3);
  EXPECT_GE(tally.surprises, contexts / 5);
  EXPECT_GE(tally.answers, contexts * 30);
  EXPECT_GE(tally.overturned, contexts);
}

TEST(CscanMonotonicity, WhatIsAddedChangesNoMonotonicAnswer) {
  for (const char* name : {"b", "x", "scan"}) {
    SCOPED_TRACE(name);
    expect_many(try_space(name, 150, 100), 150);
  }
}

TEST(CscanMonotonicitySlow, WhatIsAddedChangesNoMonotonicAnswer) {
  for (const char* name : {"b", "x", "scan"}) {
    SCOPED_TRACE(name);
    expect_many(try_space(name, 5000, 100), 5000);
  }
}

}  // namespace
}  // namespace assay::cscan
