#include "assay/dbca/count_compounds.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "assay/base/hash.h"
#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

class CountCompounds : public testing::Test {
 protected:
  CountCompounds() {
    Stream stream(stream_key(1, "count compounds"), {});
    while (shapes_.size() < 200) {
      const std::size_t before = graphs_.shapes();
      graphs_.add(brute_force::random_graph(stream, {.least_nodes = 4, .most_nodes = 9}));
      if (graphs_.shapes() == before) continue;
      shapes_.push_back({static_cast<std::uint32_t>(before), 2});
    }
    for (std::uint64_t rule = 0; rule < 8; ++rule) hashes_.push_back(mix(rule, 1));
  }

  CompoundSample sample() const { return {graphs_, shapes_, definition_, hashes_}; }

  GraphPool graphs_;
  std::vector<CountedShape> shapes_;
  std::vector<std::uint64_t> hashes_;
  CompoundDefinition definition_{.name = "test", .most_nodes = 4};
  Control control_;
};

using Occurrences = std::map<CompoundKey, std::uint32_t>;

Occurrences occurrences_in(const CountedCompounds& counted) {
  Occurrences all;
  for (std::size_t i = 0; i < kPartitions; ++i) {
    const CountedPartition& partition = counted.partitions[i];
    EXPECT_TRUE(counted.holds(i) || partition.distinct == 0);
    for (std::size_t number = 0; number < partition.keys.size(); ++number) {
      EXPECT_EQ(partition_of(partition.keys[number]), i);
      all[partition.keys[number]] = partition.weights.occurrences(number);
    }
  }
  return all;
}

TEST_F(CountCompounds, GivesNothingWhenAllDoNotFit) {
  EXPECT_TRUE(count_all_compounds(sample(), {}, 1U << 30U, control_).has_value());
  for (const unsigned jobs : {1U, 3U}) {
    control_.jobs = jobs;
    EXPECT_FALSE(count_all_compounds(sample(), {}, 1000, control_).has_value());
  }
}

TEST_F(CountCompounds, StopsLookingWhenAllDoNotFit) {
  std::uint64_t looked_at = 0;
  control_.progress = [&](const Progress& progress) { looked_at = progress.done; };
  EXPECT_FALSE(count_all_compounds(sample(), {}, 1000, control_).has_value());
  EXPECT_LT(looked_at, shapes_.size());
}

TEST_F(CountCompounds, CountsEveryPartitionInOneRound) {
  const auto wanted = count_all_compounds(sample(), {}, 1U << 30U, control_);
  ASSERT_TRUE(wanted.has_value());
  Occurrences got;
  std::size_t rounds = 0;
  for (std::size_t first = 0; first < kPartitions; ++rounds) {
    const CountedCompounds counted = count_compounds_from(first, sample(), {}, 300'000, control_);
    ASSERT_EQ(counted.first, first);
    ASSERT_GT(counted.last, first);
    got.merge(occurrences_in(counted));
    first = counted.last;
  }
  EXPECT_GT(rounds, 1U) << "all did fit";
  EXPECT_EQ(got, occurrences_in(*wanted));
}

TEST_F(CountCompounds, CountsOnlyWhatIsWanted) {
  const auto all = count_all_compounds(sample(), {}, 1U << 30U, control_);
  ASSERT_TRUE(all.has_value());
  Occurrences wanted;
  KeyTable keys;
  for (const auto& [key, times] : occurrences_in(*all)) {
    if (times < 10) continue;
    wanted[key] = times;
    keys.insert(key);
  }
  ASSERT_FALSE(wanted.empty());
  const auto got = count_all_compounds(sample(), {.only = &keys}, 1U << 30U, control_);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(occurrences_in(*got), wanted);
}

}  // namespace
}  // namespace assay
