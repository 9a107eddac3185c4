#include "assay/split/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "assay/base/error_testing.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

using ::testing::ElementsAre;

struct TestPool {
  CompoundLists lists;
  std::vector<Candidate> rows;
};

// Compounds of small numbers are common, as in rule graphs; every fifth row repeats another's.
TestPool random_selection_pool(std::size_t rows, std::uint32_t levels, Stream& stream) {
  TestPool pool;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto level = static_cast<std::uint32_t>(stream.below(levels));
    if (row > 0 && stream.below(5) == 0) {
      const Candidate like = pool.rows[stream.below(row)];
      pool.rows.push_back({row, like.list, like.level});
      continue;
    }
    std::set<CompoundKey> keys;
    const std::size_t count = 2 + level + stream.below(6);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t bound = 1 + stream.below(60);
      keys.insert(stream.below(bound));
    }
    const std::vector<CompoundKey> sorted(keys.begin(), keys.end());
    pool.rows.push_back({row, pool.lists.add(sorted), level});
  }
  return pool;
}

// The entropy of some rows by definition.
double plain_entropy(const TestPool& pool, const std::vector<std::uint64_t>& rows) {
  std::map<std::uint32_t, double> counts;
  double total = 0;
  std::vector<std::uint32_t> compounds;
  for (const std::uint64_t row : rows) {
    pool.lists.read(pool.rows[row].list, compounds);
    for (const std::uint32_t compound : compounds) {
      ++counts[compound];
      ++total;
    }
  }
  double entropy = 0;
  for (const auto& [compound, count] : counts) entropy -= count / total * std::log(count / total);
  return entropy;
}

// What the best row of a level would give, by trying all.
double best_next(const TestPool& pool, std::vector<std::uint64_t> chosen, std::uint32_t level) {
  const std::set<std::uint64_t> taken(chosen.begin(), chosen.end());
  double best = -1;
  for (const Candidate& row : pool.rows) {
    if (row.level != level || taken.contains(row.row)) continue;
    chosen.push_back(row.row);
    best = std::max(best, plain_entropy(pool, chosen));
    chosen.pop_back();
  }
  return best;
}

TEST(Selection, EveryChoiceIsTheBestOfItsLevelByBruteForce) {
  Stream stream(stream_key(1, "selection test"), {});
  for (int trial = 0; trial < 30; ++trial) {
    const TestPool pool = random_selection_pool(60, 3, stream);
    const auto chosen = select_rows(pool.lists, pool.rows, {.rows = 25}, {});
    ASSERT_EQ(chosen.size(), 25U);
    std::vector<std::uint64_t> so_far;
    for (const std::uint64_t row : chosen) {
      const double best = best_next(pool, so_far, pool.rows[row].level);
      so_far.push_back(row);
      ASSERT_NEAR(plain_entropy(pool, so_far), best, 1e-7);
    }
  }
}

TEST(Selection, LevelsComeInTheirOrderAndNoRowTwice) {
  Stream stream(stream_key(2, "selection test"), {});
  const TestPool pool = random_selection_pool(500, 7, stream);
  const auto chosen = select_rows(pool.lists, pool.rows, {.rows = 200}, {});
  EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), 200U);
  std::uint32_t before = 0;
  std::map<std::uint32_t, std::uint64_t> rows;
  for (const std::uint64_t row : chosen) {
    EXPECT_GE(pool.rows[row].level, before);
    before = pool.rows[row].level;
    ++rows[before];
  }
  for (const auto& [level, count] : rows) EXPECT_NEAR(static_cast<double>(count), 200.0 / 7, 1);
}

Control on_threads(unsigned jobs) {
  Control control;
  control.jobs = jobs;
  return control;
}

TEST(Selection, IsTheSameOnAnyNumberOfThreads) {
  Stream stream(stream_key(3, "selection test"), {});
  const TestPool pool = random_selection_pool(6'000, 4, stream);
  for (const std::uint64_t compared : {0U, 20U}) {
    const SelectionWish wish{.rows = 1'500, .compared = compared, .key = stream_key(5, "x")};
    const auto alone = select_rows(pool.lists, pool.rows, wish, on_threads(1));
    EXPECT_EQ(select_rows(pool.lists, pool.rows, wish, on_threads(7)), alone);
  }
}

TEST(Selection, BeatsRandomRowsAndSamplesComeClose) {
  Stream stream(stream_key(4, "selection test"), {});
  const TestPool pool = random_selection_pool(4'000, 5, stream);
  const auto entropy = [&](std::uint64_t compared) {
    const SelectionWish wish{.rows = 400, .compared = compared, .key = stream_key(6, "x")};
    return plain_entropy(pool, select_rows(pool.lists, pool.rows, wish, {}));
  };
  const double at_random = entropy(1);
  const double sampled = entropy(100);
  const double greedy = entropy(0);
  EXPECT_GT(greedy, at_random + 0.05);
  EXPECT_GT(sampled, at_random + 0.05);
  EXPECT_NEAR(sampled, greedy, greedy / 100);
}

TEST(Selection, SeedsDrawOtherSamples) {
  Stream stream(stream_key(5, "selection test"), {});
  const TestPool pool = random_selection_pool(1'000, 2, stream);
  const auto draw = [&](std::uint64_t seed) {
    return select_rows(pool.lists, pool.rows,
                       {.rows = 50, .compared = 5, .key = stream_key(seed, "x")}, {});
  };
  EXPECT_EQ(draw(1), draw(1));
  EXPECT_NE(draw(1), draw(2));
}

TEST(Selection, CanBeStopped) {
  Stream stream(stream_key(6, "selection test"), {});
  const TestPool pool = random_selection_pool(100, 2, stream);
  const std::atomic<bool> cancel = true;
  Control control;
  control.cancel = &cancel;
  EXPECT_THROW(select_rows(pool.lists, pool.rows, {.rows = 50}, control), Interrupted);
}

TEST(LevelShares, AreAsEvenAsTheLevelsAllow) {
  const std::vector<std::uint64_t> available{100, 2, 100, 5};
  EXPECT_THAT(level_shares(available, {.rows = 40}), ElementsAre(17, 2, 16, 5));
  EXPECT_THAT(level_shares(available, {.rows = 3}), ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(level_shares(available, {.rows = 207}), ElementsAre(100, 2, 100, 5));
  EXPECT_THAT(level_shares(available, {.cap = 4}), ElementsAre(4, 2, 4, 4));
  EXPECT_THAT(level_shares(available, {.rows = 12, .cap = 4}), ElementsAre(4, 2, 3, 3));
  EXPECT_THAT(level_shares({}, {.cap = 4}), ElementsAre());
}

TEST(LevelShares, SayHowManyThereAre) {
  const std::vector<std::uint64_t> available{100, 2};
  EXPECT_THAT([&] { level_shares(available, {.rows = 103}); },
              fails(ErrorKind::kUsage, "only 102 different examples"));
  EXPECT_THAT([&] { level_shares(available, {.rows = 20, .cap = 10}); },
              fails(ErrorKind::kUsage, "with at most 10 of a level"));
}

}  // namespace
}  // namespace assay
