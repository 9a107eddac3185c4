#include "assay/base/random.h"

#include <Random123/philox.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numeric>
#include <set>
#include <string>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::ElementsAre;

// Pearson's statistic against equal shares.
double chi_square(std::span<const std::uint64_t> counts) {
  const auto sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const double expected = static_cast<double>(sum) / static_cast<double>(counts.size());
  double result = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    result += off * off / expected;
  }
  return result;
}

PhiloxBlock first_block(Key key, StreamId id) {
  Stream stream(key, id);
  PhiloxBlock block{};
  for (std::uint32_t& word : block) word = stream.next();
  return block;
}

TEST(Philox, GivesThePublishedAnswers) {
  struct Vector {
    PhiloxBlock counter;
    Key key;
    PhiloxBlock answer;
  };
  // kat_vectors of Random123 1.14.
  const Vector vectors[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Vector& vector : vectors) EXPECT_EQ(philox(vector.counter, vector.key), vector.answer);
}

TEST(Philox, AgreesWithRandom123) {
  EXPECT_TRUE(rc::check("any counter, any key", [](PhiloxBlock counter, Key key) {
    const auto theirs =
        r123::Philox4x32()({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
    RC_ASSERT(philox(counter, key) == (PhiloxBlock{theirs[0], theirs[1], theirs[2], theirs[3]}));
  }));
  r123::Philox4x32::ctr_type counter = {{1, 2, 3, 4}};
  r123::Philox4x32::key_type key = {{5, 6}};
  for (int i = 0; i < 100'000; ++i) {
    const auto theirs = r123::Philox4x32()(counter, key);
    const PhiloxBlock ours =
        philox({counter[0], counter[1], counter[2], counter[3]}, {key[0], key[1]});
    ASSERT_EQ(ours, (PhiloxBlock{theirs[0], theirs[1], theirs[2], theirs[3]}));
    counter = theirs;
    key = {{theirs[1] ^ key[1], theirs[3]}};
  }
}

// Whoever changes these numbers changes the bytes of every data set: raise kRandomId.
TEST(Stream, GivesTheBytesOfThisFormatForever) {
  EXPECT_EQ(kRandomId, "philox4x32-10/1");
  const Key key = stream_key(7, "scan");
  EXPECT_THAT(key, ElementsAre(0x8f87b552, 0xf7214f93));

  Stream words(key, {Purpose::kItem, 1234, 5, 6});
  for (const std::uint32_t word :
       {0x9808d553U, 0x94642091U, 0xf4adc0bcU, 0x156653efU, 0xf45aa682U, 0x8a0ae597U}) {
    EXPECT_EQ(words.next(), word);
  }
  Stream percents(key, {});
  for (const std::uint64_t number : {77U, 24U, 43U, 55U, 20U, 27U, 1U, 82U}) {
    EXPECT_EQ(percents.below(100), number);
  }
  Stream large(key, {});
  EXPECT_EQ(large.below(1'000'000'000'000), 771'265'385'264U);
  EXPECT_EQ(large.below(1'000'000'000'000), 436'218'132'393U);
}

TEST(Stream, GivesPhiloxOfItsCounter) {
  const Key key = {0x01234567, 0x89abcdef};
  const StreamId id = {Purpose::kSplit, 0x1122334455667788, 0x99aabbcc, 0xddee};
  Stream stream(key, id);
  for (std::uint32_t block = 0; block < 5; ++block) {
    const auto theirs =
        r123::Philox4x32()({{0xddee0000U + block, 0x99aabbcc, 0x55667788, 0x11223344}},
                           {{0x01234567U ^ 5U * 0x9E3779B9U, 0x89abcdef}});
    for (const std::uint32_t word : theirs) EXPECT_EQ(stream.next(), word);
  }
}

TEST(Stream, SixtyFourBitsAreTwoWordsHighFirst) {
  Stream words(stream_key(1, "x"), {});
  Stream pairs(stream_key(1, "x"), {});
  const std::uint64_t upper = words.next();
  const std::uint64_t lower = words.next();
  EXPECT_EQ(pairs.next64(), upper << 32 | lower);
}

TEST(Stream, DiffersWhenAnyCoordinateDiffers) {
  std::set<PhiloxBlock> seen;
  std::size_t streams = 0;
  const auto add = [&](Key key, StreamId id) {
    seen.insert(first_block(key, id));
    ++streams;
  };
  const Key key = stream_key(0, "scan");
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, 1ULL << 31, 1ULL << 32, 1ULL << 63, ~0ULL}) {
    for (const char* task : {"scan", "scam", "cscan", "cfq", ""}) {
      add(stream_key(seed, task), {Purpose::kOrder, 99, 98, 97});
    }
  }
  for (const Purpose purpose : {Purpose::kUnit, Purpose::kItem, Purpose::kShared, Purpose::kOrder,
                                Purpose::kSplit, Purpose::kSelect, Purpose::kInit}) {
    for (const std::uint64_t unit : {0ULL, 1ULL, 1ULL << 31, 1ULL << 32, 1ULL << 48, ~0ULL}) {
      for (const std::uint32_t item : {0U, 1U, 2U, 1U << 16, ~0U}) {
        for (const std::uint16_t attempt :
             std::initializer_list<std::uint16_t>{0, 1, 2, 0x8000, 0xffff}) {
          add(key, {purpose, unit, item, attempt});
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), streams);
}

TEST(Stream, NeighbouringSeedsShareNothing) {
  std::set<PhiloxBlock> seen;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    for (std::uint64_t unit = 0; unit < 10; ++unit) {
      seen.insert(first_block(stream_key(seed, "scan"), {Purpose::kUnit, unit, 0, 0}));
    }
  }
  EXPECT_EQ(seen.size(), 10'000U);
}

TEST(Stream, EndsBeforeItRunsIntoTheNextAttempt) {
  Stream stream(stream_key(0, "x"), {});
  for (int i = 0; i < 4 * 0xffff; ++i) stream.next();
  EXPECT_THROW(stream.next(), Bug);
}

TEST(Below, StaysBelowItsBound) {
  Stream stream(stream_key(3, "below"), {});
  for (const std::uint64_t bound :
       {1ULL, 2ULL, 3ULL, 10ULL, 0x80000001ULL, 0xfffffffeULL, 0xffffffffULL, 0x100000000ULL,
        0x100000001ULL, 1ULL << 63, (1ULL << 63) + 1, ~0ULL}) {
    for (int i = 0; i < 1000; ++i) ASSERT_LT(stream.below(bound), bound);
  }
  EXPECT_THROW(stream.below(0), Bug);
}

TEST(Below, ReachesTheUpperHalfOfLargeBounds) {
  Stream stream(stream_key(3, "large"), {});
  for (const std::uint64_t bound : {0xffffffffULL, 0x100000000ULL, 1ULL << 40, ~0ULL}) {
    int upper = 0;
    for (int i = 0; i < 1000; ++i) upper += stream.below(bound) >= bound / 2 ? 1 : 0;
    EXPECT_NEAR(upper, 500, 80) << bound;
  }
}

// Far beyond the 1 in 10^6 point of each number of cells.
TEST(Below, GivesEveryNumberEquallyOften) {
  struct Case {
    std::uint64_t bound;
    double most;
  };
  for (const Case& c : {Case{2, 26}, Case{6, 36}, Case{10, 45}, Case{100, 190}}) {
    std::vector<std::uint64_t> counts(c.bound);
    Stream stream(stream_key(4, "chi"), {Purpose::kUnit, c.bound, 0, 0});
    for (int i = 0; i < 200'000; ++i) ++counts[stream.below(c.bound)];
    EXPECT_LT(chi_square(counts), c.most) << c.bound;
  }
}

// Three quarters of all words: what a remainder or a bare product would do here is plain to see.
TEST(Below, HasNoBiasWhereShortcutsHaveMost) {
  for (const std::uint64_t bound : {3ULL << 30, 3ULL << 62}) {
    std::vector<std::uint64_t> thirds(3);
    std::vector<std::uint64_t> remainders(3);
    Stream stream(stream_key(5, "bias"), {});
    for (int i = 0; i < 60'000; ++i) {
      const std::uint64_t number = stream.below(bound);
      ++thirds[number / (bound / 3)];
      ++remainders[number % 3];
    }
    EXPECT_LT(chi_square(thirds), 28) << bound;
    EXPECT_LT(chi_square(remainders), 28) << bound;
  }
}

TEST(Shuffle, KeepsTheValues) {
  EXPECT_TRUE(
      rc::check("a shuffled list is the same bag", [](std::vector<int> values, std::uint64_t seed) {
        std::vector<int> shuffled = values;
        Stream stream(stream_key(seed, "shuffle"), {});
        stream.shuffle(std::span(shuffled));
        std::sort(values.begin(), values.end());
        std::sort(shuffled.begin(), shuffled.end());
        RC_ASSERT(values == shuffled);
      }));
}

TEST(Shuffle, GivesEveryOrderEquallyOften) {
  std::map<std::string, std::uint64_t> orders;
  const Key key = stream_key(6, "shuffle");
  for (std::uint64_t unit = 0; unit < 24'000; ++unit) {
    std::string letters = "abcd";
    Stream stream(key, {Purpose::kUnit, unit, 0, 0});
    stream.shuffle(std::span(letters));
    ++orders[letters];
  }
  ASSERT_EQ(orders.size(), 24U);
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  EXPECT_LT(chi_square(counts), 75);
}

TEST(WeightedTable, DrawsByWeight) {
  const std::uint64_t weights[] = {0, 1, 0, 3, 6, 0};
  const WeightedTable table(weights);
  std::vector<std::uint64_t> counts(6);
  Stream stream(stream_key(7, "weights"), {});
  for (int i = 0; i < 100'000; ++i) ++counts[table.draw(stream)];
  EXPECT_EQ(counts[0] + counts[2] + counts[5], 0U);
  EXPECT_NEAR(static_cast<double>(counts[1]), 10'000, 500);
  EXPECT_NEAR(static_cast<double>(counts[3]), 30'000, 800);
  EXPECT_NEAR(static_cast<double>(counts[4]), 60'000, 900);
}

TEST(WeightedTable, TakesWeightsUpToTheLastBit) {
  const std::uint64_t weights[] = {1, ~0ULL - 1};
  const WeightedTable table(weights);
  Stream stream(stream_key(8, "weights"), {});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(table.draw(stream), 1U);
}

TEST(WeightedTable, RefusesWhatHasNoSum) {
  const std::uint64_t zeros[] = {0, 0};
  const std::uint64_t too_much[] = {~0ULL, 1};
  EXPECT_THROW(WeightedTable{zeros}, Bug);
  EXPECT_THROW(WeightedTable{too_much}, Bug);
  EXPECT_THROW(WeightedTable{std::span<const std::uint64_t>()}, Bug);
}

TEST(FreshSeed, IsFresh) { EXPECT_NE(fresh_seed(), fresh_seed()); }

}  // namespace
}  // namespace assay
