#include "assay/split/search_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/random.h"
#include "assay/split/random_profiles_testing.h"

namespace assay {
namespace {

Stream search_pool_stream(std::uint64_t number) {
  return {stream_key(number, "divergence state"), {}};
}

std::vector<std::uint32_t> weights_of(const SearchPool& pool, std::size_t shape) {
  std::vector<std::uint32_t> weights;
  for (const SearchWeight& entry : pool.weights(shape)) weights.push_back(entry.weight);
  return weights;
}

TEST(SearchPool, RoundsWeightsToTheNearestUnitHalvesUp) {
  Profiles profiles({"a"}, {1, 3, 3, 8192, 10'000});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 5000}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(4096, 1365, 2731, 2, 2048));
  EXPECT_EQ(pool.sum(0), 4096U + 1365 + 2731 + 2 + 2048);
}

// What occurs several times in an example weighs as much; at most what 32 bits hold.
TEST(SearchPool, TakesWeightsAboveOne) {
  Profiles profiles({"a"}, {1, 2, 1});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 3}, {1, 5}, {2, 1U << 20U}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(3 * 4096, 5 * 2048, 0xFFFFFFFF));
  EXPECT_EQ(pool.sum(0), 3 * 4096 + 5 * 2048 + std::uint64_t{0xFFFFFFFF});
}

TEST(SearchPool, KeepsTheSmallestWeightAboveZero) {
  Profiles profiles({"a"}, {1'000'000'000});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> compounds = {{0, 1}};
  profiles.add_example(profiles.add_shape(atoms, compounds));
  const SearchPool pool(profiles);
  EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(1));
  EXPECT_EQ(pool.sum(0), 1U);
  EXPECT_EQ(pool.typical(0), 1U);
}

TEST(SearchPool, TakesASmallerUnitForLargePools) {
  for (const auto& [examples, unit] :
       {std::pair{std::size_t{1} << 20U, 4096U}, std::pair{std::size_t{1} << 21U, 2048U}}) {
    Profiles profiles({"a"}, {1});
    const std::vector<std::uint32_t> atoms = {0};
    const std::vector<WeightedCompound> compounds = {{0, 1}};
    const std::uint32_t shape = profiles.add_shape(atoms, compounds);
    for (std::size_t i = 0; i < examples; ++i) profiles.add_example(shape);
    const SearchPool pool(profiles);
    EXPECT_THAT(weights_of(pool, 0), testing::ElementsAre(unit));
    EXPECT_LE(pool.sum(0) * pool.size(), std::uint64_t{1} << 32U);
  }
}

TEST(SearchPool, RepeatsTheProfiles) {
  Stream stream = search_pool_stream(2);
  const Profiles profiles = random_profiles(
      {.examples = 500, .shapes = 40, .atoms = 9, .compounds = 30, .wholes = {1, 3, 7, 12, 8191}},
      stream);
  const SearchPool pool(profiles);
  ASSERT_EQ(pool.size(), profiles.size());
  ASSERT_EQ(pool.shapes(), 40U);
  EXPECT_EQ(pool.atoms(), 9U);
  EXPECT_EQ(pool.compounds(), 30U);
  std::uint64_t entries = 0;
  for (std::size_t shape = 0; shape < pool.shapes(); ++shape) {
    const Profile profile = profiles.shape(shape);
    const auto weights = pool.weights(shape);
    ASSERT_EQ(weights.size(), profile.compounds.size());
    entries += weights.size();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      EXPECT_EQ(weights[i].compound, profile.compounds[i].compound);
      const double exact =
          4096.0 * profile.compounds[i].parts / profiles.whole(profile.compounds[i].compound);
      EXPECT_GE(weights[i].weight, 1U);
      EXPECT_LE(std::abs(weights[i].weight - exact), exact < 0.5 ? 1 : 0.5);
      sum += weights[i].weight;
    }
    EXPECT_EQ(pool.sum(shape), sum);
    EXPECT_TRUE(std::ranges::equal(pool.atoms_of(shape), profile.atoms));
  }
  EXPECT_EQ(pool.entries(), entries) << "examples share the memory of their shape";
  for (std::size_t i = 0; i < pool.size(); ++i) {
    EXPECT_EQ(pool.shape_of(i), profiles.shape_of(i));
  }
}

TEST(SearchPool, CallsTheMeanOverShapesTypical) {
  Profiles profiles({"a"}, {4, 4, 4});
  const std::vector<std::uint32_t> atoms = {0};
  const std::vector<WeightedCompound> first = {{0, 1}, {1, 4}};
  const std::vector<WeightedCompound> second = {{0, 2}};
  const std::uint32_t shape = profiles.add_shape(atoms, first);
  profiles.add_shape(atoms, second);
  for (int i = 0; i < 5; ++i) profiles.add_example(shape);
  const SearchPool pool(profiles);
  EXPECT_EQ(pool.typical(0), 1536U);
  EXPECT_EQ(pool.typical(1), 4096U);
  EXPECT_GE(pool.typical(2), 1U) << "a step of zero has no secant";
}

}  // namespace
}  // namespace assay
