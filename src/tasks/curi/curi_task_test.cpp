#include "assay/tasks/curi/curi_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "assay/base/average_precision.h"
#include "assay/base/error.h"
#include "assay/base/npy.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scene_pool.h"
#include "assay/tasks/curi/small_spaces_testing.h"
#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {
namespace {

using testing::HasSubstr;

std::unique_ptr<CuriTask> small_task(std::map<std::string, std::string> more = {}) {
  more.try_emplace("draws", "20000");
  more.try_emplace("scenes", "9000");
  return std::make_unique<CuriTask>(Params(CuriTask::static_info().params, more, "task curi"));
}

std::vector<Example> rows_of(const Task& task, std::uint64_t count, std::uint64_t seed = 1) {
  const auto source = task.open(seed);
  std::vector<Example> rows(count);
  for (std::uint64_t at = 0; at < count; ++at) {
    EXPECT_TRUE(source->unit(at)->make(0, {}, rows[at]));
  }
  return rows;
}

TEST(CuriText, ComesBackAsItWas) {
  const auto task = small_task();
  for (const Example& row : rows_of(*task, 20)) {
    const EpisodeText text = read_input(row.input());
    ASSERT_EQ(text.problem, "");
    for (std::size_t at = 0; at < kSetScenes; ++at) {
      EXPECT_EQ(text.labels[at], numbers_at(row, kSupportLabelsColumn)[at] == 1);
    }
  }
}

TEST(CuriText, EveryDamageIsToldWithItsLine) {
  const Example row = rows_of(*small_task(), 1)[0];
  const std::string& text = row.input();
  EXPECT_THAT(read_input("").problem, HasSubstr("Scenes with labels"));
  const auto replaced = [&](std::string_view from, std::string_view to) {
    std::string copy = text;
    copy.replace(copy.find(from), from.size(), to);
    return read_input(copy).problem;
  };
  EXPECT_THAT(replaced("\n7. ", "\n8. "), HasSubstr("line 10: labelled scene 7"));
  EXPECT_THAT(replaced(" yes: ", " si: "), HasSubstr("yes or no"));
  EXPECT_THAT(replaced(" at (", " near ("), HasSubstr("line "));
  EXPECT_THAT(read_input(text + "\nmore").problem, HasSubstr("nothing should follow"));
  EXPECT_THAT(read_input(text.substr(0, text.rfind('\n'))).problem, HasSubstr("scene 25"));
}

TEST(CuriTask, RowsHoldWhatTheySay) {
  for (const std::string edition : {"sound", "published"}) {
    for (const std::string negatives : {"hard", "easy"}) {
      const auto task = small_task({{"edition", edition}, {"negatives", negatives}});
      for (const Example& row : rows_of(*task, 15)) {
        EXPECT_EQ(task->defect(row), "") << edition << ", " << negatives;
        EXPECT_EQ(task->judge(row, row.target()).status, Status::kRight);
      }
    }
  }
}

TEST(CuriTask, EveryWrongColumnIsFound) {
  const auto task = small_task();
  const Example row = rows_of(*task, 1)[0];
  const auto spoiled = [&](auto spoil) {
    Example copy = row;
    spoil(copy);
    return task->defect(copy);
  };
  const auto numbers = [](Example& copy, Column column) -> std::vector<std::int64_t>& {
    return std::get<std::vector<std::int64_t>>(copy.fields[column]);
  };
  EXPECT_NE(spoiled([](Example& copy) {
              std::string& target = std::get<std::string>(copy.fields[kTargetField]);
              target.replace(0, target.find(' '), target.starts_with("yes") ? "no" : "yes");
            }),
            "");
  for (const Column column : {kSupportLabelsColumn, kQueryLabelsColumn}) {
    EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, column)[4] ^= 1; }), "") << column;
  }
  for (const Column column : {kSupportScenesColumn, kQueryScenesColumn}) {
    EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, column)[4] += 1; }), "") << column;
  }
  EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, kValidColumn).back() += 1; }), "");
  EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, kValidColumn).clear(); }), "");
  EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, kAlternatesColumn).push_back(-5); }), "");
  EXPECT_THAT(spoiled([&](Example& copy) {
                auto& alternates = numbers(copy, kAlternatesColumn);
                alternates.erase(alternates.begin());
              }),
              HasSubstr("alternates lack it"));
  EXPECT_NE(spoiled([&](Example& copy) { numbers(copy, kOptimisticColumn)[3] ^= 1; }), "");
  EXPECT_NE(spoiled([&](Example& copy) {
              std::get<std::vector<double>>(copy.fields[kPosteriorColumn])[0] += 0.01;
            }),
            "");
  for (const Column column : {kPrefixColumn, kGlossColumn, kConceptColumn}) {
    EXPECT_NE(spoiled([&](Example& copy) { std::get<std::string>(copy.fields[column]) += " x"; }),
              "")
        << column;
  }
  for (const Column column : {kNumberColumn, kMeaningColumn, kLengthColumn}) {
    EXPECT_NE(spoiled([&](Example& copy) { std::get<std::int64_t>(copy.fields[column]) += 1; }), "")
        << column;
  }
}

// Nothing tells which five positives the release drew where more than five scenes are positive.
TEST(CuriTask, WrongColumnsAreFoundWhereEasyNegativesArePositive) {
  const auto task = small_task({{"edition", "published"}, {"negatives", "easy"}});
  std::size_t rows = 0;
  std::size_t lacks = 0;
  for (const Example& row : rows_of(*task, 60)) {
    const auto& labels = numbers_at(row, kSupportLabelsColumn);
    const auto& alternates = numbers_at(row, kAlternatesColumn);
    if (std::count(labels.begin(), labels.end(), 1) == 5 || alternates.empty()) continue;
    ++rows;
    EXPECT_EQ(task->defect(row), "");
    const auto spoiled = [&](Column column, auto spoil) {
      Example copy = row;
      spoil(std::get<std::vector<std::int64_t>>(copy.fields[column]));
      return task->defect(copy);
    };
    const auto repeat = [](auto& numbers) { numbers.push_back(numbers.front()); };
    EXPECT_THAT(spoiled(kAlternatesColumn, repeat), HasSubstr("does not hold in five positives"));
    EXPECT_THAT(spoiled(kValidColumn, repeat), HasSubstr("valid lists others"));
    EXPECT_THAT(spoiled(kValidColumn, [](auto& numbers) { numbers.clear(); }),
                HasSubstr("valid lists others"));
    lacks += spoiled(kAlternatesColumn, [](auto& numbers) { numbers.clear(); }).empty() ? 0 : 1;
  }
  EXPECT_GT(rows, 5U);
  EXPECT_GT(lacks, rows / 2);
}

TEST(CuriTask, TheStrongLearnerReadsNothingButTheText) {
  const auto task = small_task();
  std::size_t right = 0;
  const auto rows = rows_of(*task, 100);
  for (const Example& row : rows) {
    const Verdict verdict = task->judge(row, task->solve(row.input()));
    right += verdict.status == Status::kRight ? 1 : 0;
    EXPECT_GE(*verdict.score, 0.4);
  }
  EXPECT_GT(right, 60U);
}

TEST(CuriTask, SetsKeepToTheirConcepts) {
  const auto task =
      small_task({{"split", "boolean"}, {"train", "60"}, {"dev", "20"}, {"test", "20"}});
  const auto source = task->open(3);
  ASSERT_EQ(source->unit_count(), 100U);
  const auto rows = rows_of(*task, 100, 3);
  Predicate boolean;
  for (const Holdout& holdout : task->holdouts()) {
    if (holdout.name == "boolean") boolean = holdout.bind({});
  }
  for (std::size_t at = 0; at < rows.size(); ++at) {
    EXPECT_EQ(text_at(rows[at], kSetColumn), at < 60 ? "train" : at < 80 ? "dev" : "test");
    EXPECT_EQ(boolean(rows[at]).place, at < 60 ? Place::kTrain : Place::kTest);
  }
}

TEST(CuriTask, EpisodesOfEveryConceptInOrder) {
  const auto task = small_task({{"episodes", "2"}});
  const auto source = task->open(3);
  EXPECT_EQ(source->items_per_unit(), 2U);
  Example first;
  Example second;
  source->unit(17)->make(0, {}, first);
  source->unit(17)->make(1, {}, second);
  EXPECT_EQ(number_at(first, kNumberColumn), 17);
  EXPECT_EQ(number_at(second, kNumberColumn), 17);
  EXPECT_NE(task->canonical(first), task->canonical(second));
  EXPECT_THROW(small_task({{"episodes", "2"}, {"test", "5"}}), Error);
  EXPECT_THROW(small_task({{"names", "first"}}), Error);
}

TEST(CuriTask, OneConceptForEachMeaningWhenAskedFor) {
  const auto task = small_task({{"episodes", "1"}, {"names", "first"}});
  const auto source = task->open(3);
  EXPECT_LT(*source->unit_count(), *small_task({{"episodes", "1"}})->open(3)->unit_count());
  Example row;
  std::set<std::int64_t> meanings;
  for (std::uint64_t unit = 0; unit < *source->unit_count(); unit += 9) {
    source->unit(unit)->make(0, {}, row);
    EXPECT_EQ(number_at(row, kNumberColumn), number_at(row, kMeaningColumn));
    EXPECT_TRUE(meanings.insert(number_at(row, kMeaningColumn)).second);
  }
}

TEST(CuriTask, ConceptsDependOnTheSpaceAndEpisodesOnTheSeed) {
  const auto task = small_task();
  const auto other_space = small_task({{"space", "1"}});
  const auto first = rows_of(*task, 30, 1);
  const auto second = rows_of(*task, 30, 2);
  EXPECT_NE(first, second);
  std::size_t known = 0;
  for (const Example& row : second) known += task->defect(row).empty() ? 1 : 0;
  EXPECT_EQ(known, 30U);
  EXPECT_NE(rows_of(*other_space, 30, 1), first);
}

TEST(CuriTask, ScoresForThePoolAreReadFromNumpysFiles) {
  const auto task = small_task();
  const auto space = ConceptSpace::open({.draws = 20'000, .scenes = 9'000}, {});
  const ScenePool pool(*space);
  const auto rows = rows_of(*task, 4);
  const ScratchFolder scratch;
  const std::string path = scratch / "pool_scores.npy";
  const MetricSpec spec = task->abilities().metrics.at(0);
  const auto report = [&](const std::vector<float>& scores, std::uint64_t columns) {
    std::ofstream(path, std::ios::binary) << npy_bytes(scores, scores.size() / columns, columns);
    const auto metric = spec.make(Params(spec.params, {{"scores", path}}, "metric map"));
    for (const Example& row : rows) metric->see(row, row.target(), task->judge(row, row.target()));
    return metric->report({});
  };
  std::vector<float> golden;
  std::vector<float> noisy;
  double expected = 0;
  Stream stream(stream_key(1, "noise"), {});
  for (const Example& row : rows) {
    const auto where = pool.where(static_cast<std::uint32_t>(number_at(row, kNumberColumn)));
    std::vector<double> line;
    for (std::size_t scene = 0; scene < pool.size(); ++scene) {
      golden.push_back(has_bit(where, scene) ? 1 : 0);
      noisy.push_back(static_cast<float>(stream.below(16)));
      line.push_back(static_cast<double>(noisy.back()));
    }
    expected += average_precision(line, where).value() / 4;
  }
  EXPECT_NEAR(report(golden, pool.size()).value.value(), 1, 1e-12);
  EXPECT_NEAR(report(noisy, pool.size()).value.value(), expected, 1e-12);
  EXPECT_THROW(report(golden, pool.size() / 3), Error);
  golden.resize(pool.size());
  EXPECT_THROW(report(golden, pool.size()), Error);  // one row for four episodes
  EXPECT_THROW(spec.make(Params(spec.params, {}, "metric map")), Error);
}

TEST(CuriTask, LearnersShowTheGapOfASplit) {
  const auto task = small_task({{"split", "binding_color"}, {"test", "80"}});
  const auto panel = task->panel(std::nullopt);
  ASSERT_EQ(panel->learners().size(), 3U);
  double strong = 0;
  double weak = 0;
  double chance = 0;
  const auto rows = rows_of(*task, 80);
  for (const Example& row : rows) {
    const LearnerMarks marks = panel->mark(row);
    ASSERT_EQ(marks.values.size(), 12U);
    strong += *marks.values[0] / 80;
    weak += *marks.values[4] / 80;
    chance += *marks.values[8] / 80;
  }
  EXPECT_GT(strong, 0.85);
  EXPECT_LT(weak, 0.40);
  EXPECT_LT(chance, weak);
  // Whoever was trained on everything has no gap.
  const auto iid = small_task()->panel(std::nullopt);
  for (const Example& row : rows) {
    const LearnerMarks marks = iid->mark(row);
    for (std::size_t metric = 0; metric < 4; ++metric) {
      ASSERT_NEAR(*marks.values[metric], *marks.values[4 + metric], 1e-9);
    }
  }
}

TEST(CuriGap, LearnersAreTheSameWhereTrainingHadAllConcepts) {
  for (const char* negatives : {"hard", "easy"}) {
    const auto task = small_task({{"negatives", negatives}});
    const auto panel = task->panel(std::nullopt);
    const std::size_t metrics = panel->metrics().size();
    for (const Example& row : rows_of(*task, 200)) {
      const LearnerMarks marks = panel->mark(row);
      for (std::size_t metric = 0; metric < metrics; ++metric) {
        ASSERT_EQ(marks.values[metric], marks.values[metrics + metric]) << panel->metrics()[metric];
      }
    }
  }
}

// Files that someone changed, asked without verifying them first.
TEST(CuriRow, NumbersThatAreNoneOfTheSpaceAreNamed) {
  const auto task = small_task();
  const auto panel = task->panel(std::nullopt);
  const Example whole = rows_of(*task, 1).front();
  const auto expect_refused = [&](Column column, auto change) {
    Example row = whole;
    change(std::get<std::vector<std::int64_t>>(row.fields[column]));
    const std::string name = task->schema().fields[column].name;
    const auto refuses = [&](auto use) {
      EXPECT_THAT(use, testing::Throws<Error>(
                           testing::AllOf(testing::Property(&Error::kind, ErrorKind::kInput),
                                          testing::Property(&Error::what, HasSubstr(name)))));
    };
    refuses([&] { panel->mark(row); });
    refuses([&] { task->sketch(row, Reveal::kAnswer); });
    refuses([&] { task->picture(row, Reveal::kAnswer); });
    for (const Format& format : task->formats()) {
      std::string out;
      refuses([&] { format.rows().append(row, out); });
    }
  };
  using Numbers = std::vector<std::int64_t>;
  for (const Column column : {kAlternatesColumn, kValidColumn, kQueryScenesColumn}) {
    expect_refused(column, [](Numbers& numbers) { numbers.at(0) = 9'000'000; });
    expect_refused(column, [](Numbers& numbers) { numbers.at(0) = -1; });
  }
  for (const Column column : {kSupportScenesColumn, kQueryLabelsColumn, kOptimisticColumn}) {
    expect_refused(column, [](Numbers& numbers) { numbers.pop_back(); });
  }
}

}  // namespace
}  // namespace assay::curi
