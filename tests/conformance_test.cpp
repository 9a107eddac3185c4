// What holds for every task in the catalog. A new task is tested here without a line of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <thread>

#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/dbca/divergence.h"
#include "assay/dbca/profile_graphs.h"
#include "assay/pipeline/export.h"
#include "assay/pipeline/row_plan.h"
#include "assay/split/divergence_search.h"
#include "assay/store/row.h"

namespace assay {
namespace {

constexpr std::uint64_t kRows = 500;

class Conformance : public ::testing::TestWithParam<std::string> {
 protected:
  Conformance() : task_(make_task(GetParam(), {})) {}

  // Of units with many items only some are looked at, so that there are many units.
  static std::uint64_t stride(const Source& source) {
    return std::max<std::uint64_t>(1, source.items_per_unit() / 10);
  }
  std::uint64_t rows_to_have(const Source& source) const {
    const auto units = source.unit_count();
    const std::uint64_t wanted = kRows * stride(source);
    return units ? std::min(wanted, *units * source.items_per_unit()) : wanted;
  }

  std::vector<Example> make(std::uint64_t seed, Parts want = {}) const {
    const auto source = task_->open(seed, {});
    const RowPlan plan(*task_, *source, seed, rows_to_have(*source));
    std::vector<Example> examples;
    for (std::uint64_t row = 0; row < plan.rows(); row += stride(*source)) {
      Example example;
      const Address address = plan.at(row);
      if (source->unit(address.unit)->make(address.item, want, example)) {
        examples.push_back(std::move(example));
      }
    }
    return examples;
  }

  std::unique_ptr<Task> task_;
};

TEST_P(Conformance, HasACardThatSaysEverything) {
  const TaskInfo& info = task_->info();
  EXPECT_EQ(info.name, GetParam());
  EXPECT_EQ(split_text(info.version, '.').size(), 3U);
  for (const std::string* text : {&info.title, &info.summary, &info.citation, &info.licence}) {
    EXPECT_FALSE(text->empty());
  }
  for (const ParamSpec& param : info.params) EXPECT_FALSE(param.summary.empty()) << param.name;
  EXPECT_GT(info.compounds.most_nodes, 0U);
  ASSERT_GE(task_->schema().fields.size(), 2U);
  EXPECT_EQ(task_->schema().fields[kInputField].name, "input");
  EXPECT_EQ(task_->schema().fields[kTargetField].name, "target");
}

TEST_P(Conformance, SameAddressSameExampleInAnyOrderOnAnyThread) {
  const auto expected = make(11);
  ASSERT_FALSE(expected.empty());
  const auto source = task_->open(11, {});
  const RowPlan plan(*task_, *source, 11, rows_to_have(*source));
  std::vector<std::jthread> threads;
  std::vector<int> differences(4, 0);
  for (std::size_t worker = 0; worker < differences.size(); ++worker) {
    threads.emplace_back([&, worker] {
      Example reused;
      for (std::uint64_t step = 0; step < expected.size(); ++step) {
        const std::uint64_t at = (step * 7919 + worker * 131) % expected.size();
        const Address address = expected[at].address;
        if (!source->unit(address.unit)->make(address.item, {}, reused) ||
            !(reused == expected[at])) {
          ++differences[worker];
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(differences, std::vector<int>(4, 0));
}

TEST_P(Conformance, LeavingRulesOutChangesNothingElse) {
  auto with = make(3);
  const auto without = make(3, {.rules = false});
  for (Example& example : with) {
    EXPECT_FALSE(example.rules.empty());
    example.rules.clear();
  }
  EXPECT_TRUE(with == without);
}

TEST_P(Conformance, RuleGraphsAreWellFormed) {
  for (const Example& example : make(4)) {
    std::vector<bool> used(example.rules.size(), false);
    for (NodeId node = 0; node < example.rules.size(); ++node) {
      EXPECT_LT(example.rules.rule(node), task_->rules().size());
      for (const NodeId input : example.rules.inputs(node)) used[input] = true;
    }
    // Everything but the root is used by something: the graph is connected from its root.
    EXPECT_EQ(std::count(used.begin(), used.end(), false), 1);
    EXPECT_FALSE(used[example.rules.root()]);
  }
}

TEST_P(Conformance, RowsReadBackAreEqual) {
  const RowWriter writer(*task_, true);
  RowReader reader(*task_);
  for (const Example& example : make(5)) {
    std::string line;
    writer.append(line, example);
    Example again;
    reader.parse(line.substr(0, line.size() - 1), again);
    EXPECT_TRUE(again == example) << line;
  }
}

TEST_P(Conformance, TheWitnessConfirmsEveryTarget) {
  const Witness witness = task_->info().witness;
  if (witness == Witness::kNone) GTEST_SKIP() << "this edition has wrong targets";
  for (const Example& example : make(6)) {
    EXPECT_EQ(task_->defect(example), "") << example.input();
    const std::string answer = task_->solve(example.input());
    const Status status = task_->judge(example, answer).status;
    EXPECT_TRUE(status == Status::kRight || status == Status::kWrong) << answer;
    if (witness == Witness::kRow) continue;
    EXPECT_EQ(status, Status::kRight) << example.input();
  }
}

TEST_P(Conformance, TheTargetIsRightAndSilenceIsNoAnswer) {
  for (const Example& example : make(7)) {
    const Verdict right = task_->judge(example, example.target());
    EXPECT_EQ(right.status, Status::kRight);
    EXPECT_EQ(right.score, 1.0);
    for (const char* silence : {"", " ", "\n"}) {
      const Verdict verdict = task_->judge(example, silence);
      EXPECT_EQ(verdict.status, Status::kNoAnswer);
      EXPECT_FALSE(verdict.score.has_value());
    }
  }
}

TEST_P(Conformance, TheTargetBuriedInTextIsNotRight) {
  for (const Example& example : make(8)) {
    for (const std::string& answer :
         {"I think it is " + example.target(), example.target() + " \x01",
          std::string(100'000, '(') + example.target()}) {
      const Verdict verdict = task_->judge(example, answer);
      EXPECT_NE(verdict.status, Status::kRight);
      EXPECT_TRUE(!verdict.score || (*verdict.score >= 0 && *verdict.score <= 1));
    }
  }
}

TEST_P(Conformance, NeighbouringSeedsGiveOtherRowsAtEveryShift) {
  const auto first = make(20);
  for (const std::uint64_t seed : {21U, 22U}) {
    const auto second = make(seed);
    const std::size_t rows = std::min(first.size(), second.size());
    for (std::size_t shift = 0; shift < 5; ++shift) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i + shift < rows; ++i) {
        equal += first[i + shift].input() == second[i].input() ? 1U : 0U;
      }
      EXPECT_LE(equal, rows / 20) << "seed " << seed << " shift " << shift;
    }
  }
}

TEST_P(Conformance, HoldoutsDealEveryRowAndFormatsWriteIt) {
  const auto examples = make(9);
  for (const Holdout& holdout : task_->holdouts()) {
    const Predicate predicate = holdout.bind(Params(holdout.params, {}, holdout.name));
    for (const Example& example : examples) {
      const Deal deal = predicate(example);
      EXPECT_FALSE(deal.shot && deal.place == Place::kTrain) << holdout.name;
    }
  }
  for (const Format& format : all_formats(*task_, true)) {
    std::string out;
    for (const Example& example : examples) format.append(example, out);
    EXPECT_FALSE(out.empty()) << format.name;
  }
}

TEST_P(Conformance, FeaturesFitTheRow) {
  for (const Example& example : make(10)) {
    const Features features = task_->features(example);
    EXPECT_GT(features.input_length, 0U);
    EXPECT_FALSE(features.input_pattern.empty());
    EXPECT_FALSE(task_->canonical(example).empty());
  }
}

TEST_P(Conformance, PicturesAndSketchesNeedOnlyTheFields) {
  for (Example& example : make(13)) {
    const auto picture = task_->picture(example, Reveal::kAnswer);
    const auto question = task_->picture(example, Reveal::kQuestion);
    const std::string sketch = task_->sketch(example, Reveal::kAnswer);
    const std::string asked = task_->sketch(example, Reveal::kQuestion);
    example.rules.clear();
    EXPECT_EQ(task_->sketch(example, Reveal::kAnswer), sketch);
    EXPECT_EQ(asked.empty(), sketch.empty());
    if (!sketch.empty()) {
      EXPECT_NE(asked, sketch);
    }
    EXPECT_EQ(question.has_value(), picture.has_value());
    if (!picture) return;
    EXPECT_FALSE(picture->description.empty());
    EXPECT_GT(question->marks.size(), 1U);
    EXPECT_EQ(task_->picture(example, Reveal::kAnswer)->marks.size(), picture->marks.size());
  }
}

// Every task can be split by divergence, also those whose authors never could.
TEST_P(Conformance, SplitsByDivergence) {
  const CompoundDefinition& definition = task_->info().compounds;
  GraphPool graphs;
  for (const Example& example : make(12)) graphs.add(example.rules);
  const std::uint64_t rows = graphs.examples();
  ASSERT_GE(rows, 100U);
  CompoundFigures figures;
  const Profiles profiles = profile_graphs(graphs, {}, task_->rules(), definition, {}, figures);
  ASSERT_GT(profiles.compounds(), 0U);
  const SearchPool pool(profiles);
  const DivergenceGoal goal{{rows * 2 / 5, rows / 10}, {{0, 1}}, std::nullopt, 0.05};
  const Arrangement found = search_divergence(
      pool, goal, {.starts = 4, .finalists = 1, .shakes = 1, .exchanges = 20'000}, {1, 2}, {}, {});
  const auto members = [&](int set) {
    std::vector<std::uint64_t> list;
    for (std::uint64_t i = 0; i < rows; ++i) {
      if (found.set_of[i] == set) list.push_back(i);
    }
    return list;
  };
  EXPECT_EQ(members(0).size(), goal.sizes[0]);
  EXPECT_EQ(members(1).size(), goal.sizes[1]);
  const Divergence divergence =
      divergence_of(frequencies_of(profiles, members(0)), frequencies_of(profiles, members(1)));
  std::vector<std::uint64_t> first(goal.sizes[0]);
  std::vector<std::uint64_t> next(goal.sizes[1]);
  std::iota(first.begin(), first.end(), std::uint64_t{0});
  std::iota(next.begin(), next.end(), goal.sizes[0]);
  const Divergence by_chance =
      divergence_of(frequencies_of(profiles, first), frequencies_of(profiles, next));
  EXPECT_LE(divergence.atoms, goal.most_atom_divergence + 0.001);
  EXPECT_GT(divergence.compounds, by_chance.compounds + 0.1);
  EXPECT_EQ(found.outlook.missing, 0U);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(EveryTask, Conformance, ::testing::ValuesIn(task_names()), test_name);

}  // namespace
}  // namespace assay
