#include <gtest/gtest.h>

#include "assay/base/random.h"
#include "assay/tasks/cscan/consistency/consistency_testing.h"
#include "assay/tasks/cscan/consistency/random_predictions_testing.h"

namespace assay::cscan {
namespace {

using samples::Basis;

// With members as places in `numbers`.
std::set<witness::Set> as_witness_sets(const ContextSets& found,
                                       const std::vector<std::uint32_t>& numbers) {
  std::set<witness::Set> sets;
  for (const ConsistencySet& set : found.sets) {
    witness::Mask mask = 0;
    for (const std::uint32_t member : set.members) {
      const auto at = std::ranges::find(numbers, member) - numbers.begin();
      mask |= witness::Mask{1} << at;
    }
    EXPECT_TRUE(sets.insert({set.kind, set.about, mask}).second);
  }
  return sets;
}

std::string text_of(const std::vector<Assertion>& assertions, const PhraseTable& phrases) {
  std::string text;
  for (const Assertion& assertion : assertions) {
    append_item(text, {assertion.rule, assertion.form}, phrases);
    text += assertion.qualifier == Qualifier::kMonotonic ? " M\n" : " D\n";
  }
  return text;
}

std::string text_of(const std::set<witness::Set>& sets) {
  std::string text;
  for (const witness::Set& set : sets) {
    text += fmt::format("{} {}:", name_of(set.kind), name_of(set.about));
    for (int i = 0; i < 12; ++i) {
      if ((set.members >> i & 1U) != 0) text += fmt::format(" {}", i);
    }
    text += '\n';
  }
  return text;
}

std::vector<ProductionId> some_productions(const RuleSpace& space, std::size_t inner,
                                           std::size_t start, Stream& stream) {
  std::vector<ProductionId> all = space.inner_productions;
  std::vector<ProductionId> tops = space.start_productions;
  stream.shuffle(std::span(all));
  stream.shuffle(std::span(tops));
  all.resize(std::min(inner, all.size()));
  all.insert(all.end(), tops.begin(), tops.begin() + static_cast<std::ptrdiff_t>(start));
  std::ranges::sort(all);
  return all;
}

// A tree over any choices, or a production over variables alone.
Tree some_tree(const PhraseTable& phrases, Stream& stream) {
  const auto productions = phrases.productions();
  const ProductionId id = productions[stream.below(productions.size())];
  if (stream.below(10) < 4) return phrases.basis_tree(id);
  InlineVector<PhraseId, kMostSlots> parts;
  for (const Level slot : phrases.space().productions[id].slots) {
    const auto choices = phrases.choices(slot);
    parts.push_back(choices[stream.below(choices.size())]);
  }
  return phrases.tree(id, parts);
}

// The one with most productions of a few, its two halves sometimes the same.
Tree large_tree(const PhraseTable& phrases, Stream& stream) {
  std::vector<ProductionId> most;
  Tree largest = some_tree(phrases, stream);
  for (int draw = 0; draw < 6; ++draw) {
    const Tree tree = some_tree(phrases, stream);
    std::vector<ProductionId> productions;
    phrases.productions_of(tree, productions);
    if (productions.size() < most.size()) continue;
    largest = tree;
    most = std::move(productions);
  }
  const bool is_doubled = stream.below(2) == 0;
  if (is_doubled && !largest.is_phrase()) largest.parts[1] = largest.parts[0];
  return largest;
}

// A node of a tree with variables for some of what lies below: such patterns overlap.
class Cutting {
 public:
  Cutting(const PhraseTable& phrases, const Tree& tree) : phrases_(phrases), tree_(tree) {}

  Tree draw(Stream& stream) const {
    Tree at = tree_;
    while (stream.below(3) != 0) {
      const auto& parts = at.is_phrase() ? phrases_[at.parts[0]].parts : at.parts;
      if (parts.empty()) break;
      const PhraseId part = parts[stream.below(parts.size())];
      if (phrases_[part].is_variable()) break;
      at = phrases_.tree(part);
    }
    if (at.is_phrase()) return phrases_.tree(thinned(at.parts[0], stream));
    return {at.top, thinned_parts(at.top, at.parts, stream)};
  }

 private:
  PhraseId thinned(PhraseId id, Stream& stream) const {
    const Phrase& phrase = phrases_[id];
    if (phrase.parts.empty()) return id;
    return phrases_.find(phrase.production, thinned_parts(phrase.production, phrase.parts, stream));
  }
  InlineVector<PhraseId, kMostSlots> thinned_parts(ProductionId production,
                                                   const InlineVector<PhraseId, kMostSlots>& parts,
                                                   Stream& stream) const {
    InlineVector<PhraseId, kMostSlots> thin;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const Level slot = phrases_.space().productions[production].slots[part];
      const bool is_cut = stream.below(5) < 2;
      thin.push_back(is_cut ? phrases_.variable(slot) : thinned(parts[part], stream));
    }
    return thin;
  }

  const PhraseTable& phrases_;
  Tree tree_;
};

std::vector<Assertion> some_assertions(const PhraseTable& phrases, std::size_t count,
                                       Stream& stream) {
  const std::uint64_t drops = stream.below(3) * 15;
  const std::uint64_t edits = stream.below(4) * 12;
  const std::uint64_t defeasible = stream.below(3) * 25;
  const Basis basis(phrases, stream, drops);
  const bool is_dense = stream.below(3) > 0;
  const Cutting cutting(phrases, large_tree(phrases, stream));
  std::vector<Assertion> assertions;
  for (int draws = 0; assertions.size() < count && draws < 200; ++draws) {
    Assertion assertion;
    assertion.rule.left = is_dense ? cutting.draw(stream) : some_tree(phrases, stream);
    const bool is_there = std::ranges::any_of(
        assertions, [&](const Assertion& other) { return other.rule.left == assertion.rule.left; });
    const bool may_repeat = stream.below(4) == 0;
    if (is_there && !may_repeat) continue;
    assertion.rule.right = basis.value(assertion.rule.left);
    if (stream.below(100) < edits) {
      samples::edit(assertion.rule.right, phrases.variables(assertion.rule.left),
                    phrases.space().actions.size(), stream);
    }
    if (stream.below(100) < defeasible) assertion.qualifier = Qualifier::kDefeasible;
    const bool as_command = stream.below(2) == 0;
    if (as_command && phrases.is_command(assertion.rule.left)) assertion.form = Form::kCommand;
    assertions.push_back(std::move(assertion));
  }
  return assertions;
}

struct Totals {
  std::map<std::pair<SetKind, About>, int> sets;
  int differing_readings = 0;
  int largest = 0;
};

void compare(const PhraseTable& phrases, const std::vector<Assertion>& assertions, Totals& totals) {
  std::vector<Assertion> different;
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    if (std::ranges::find(different, assertions[i]) != different.end()) continue;
    different.push_back(assertions[i]);
    numbers.push_back(static_cast<std::uint32_t>(i));
  }
  const witness::AllSubsets truth(phrases, different);
  const auto paper = find_consistency_sets(phrases, assertions, ConsistencyReading::kPaper);
  const auto full = find_consistency_sets(phrases, assertions, ConsistencyReading::kFull);
  EXPECT_FALSE(paper.is_capped);
  EXPECT_FALSE(full.is_capped);
  const std::string about = text_of(assertions, phrases);
  EXPECT_EQ(text_of(as_witness_sets(paper, numbers)), text_of(truth.paper())) << about;
  EXPECT_EQ(text_of(as_witness_sets(full, numbers)), text_of(truth.full())) << about;
  for (const ConsistencySet& set : full.sets) {
    ++totals.sets[{set.kind, set.about}];
    totals.largest = std::max(totals.largest, static_cast<int>(set.members.size()));
  }
  totals.differing_readings +=
      as_witness_sets(paper, numbers) != as_witness_sets(full, numbers) ? 1 : 0;
}

void compare_many(const std::string& name, std::size_t inner, std::size_t most, int times,
                  Totals& totals) {
  const RuleSpace space = read_rule_space(name);
  const Key key = stream_key(7, "consistency witness " + name);
  for (int time = 0; time < times; ++time) {
    Stream stream(key, {Purpose::kUnit, static_cast<std::uint64_t>(time), 0, 0});
    const PhraseTable phrases(space, some_productions(space, inner, 1, stream));
    const std::size_t count = 3 + stream.below(most - 2);
    compare(phrases, some_assertions(phrases, count, stream), totals);
    if (testing::Test::HasFailure()) return;
  }
}

// All kinds must be among what is compared.
void expect_all_kinds(const Totals& totals, int least) {
  for (const auto kind :
       {SetKind::kImplication, SetKind::kReplyContradiction, SetKind::kQualifierContradiction}) {
    for (const auto about : {About::kRule, About::kCommand}) {
      const auto found = totals.sets.find({kind, about});
      ASSERT_NE(found, totals.sets.end());
      EXPECT_GE(found->second, least);
    }
  }
  EXPECT_GE(totals.sets.at({SetKind::kReplyContradiction, About::kComposition}), least / 4);
  EXPECT_GE(totals.differing_readings, least / 8);
  EXPECT_GE(totals.largest, 6);
}

TEST(CscanConsistencyWitness, SetsAreThoseOfTheDefinitions) {
  Totals totals;
  compare_many("b", 5, 9, 250, totals);
  compare_many("b", 12, 9, 250, totals);
  compare_many("x", 6, 9, 250, totals);
  expect_all_kinds(totals, 80);
}

TEST(CscanConsistencyWitnessSlow, SetsAreThoseOfTheDefinitions) {
  Totals totals;
  compare_many("b", 5, 10, 5'000, totals);
  compare_many("b", 12, 10, 5'000, totals);
  compare_many("x", 6, 10, 5'000, totals);
  expect_all_kinds(totals, 2'000);
}

}  // namespace
}  // namespace assay::cscan
