#include "assay/tasks/curi/episode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "assay/tasks/curi/interpreter/interpreter.h"
#include "assay/tasks/curi/small_spaces_testing.h"

namespace assay::curi {
namespace {

Episode make(const ConceptSpace& space, Negatives negatives, std::uint32_t subject,
             std::uint64_t unit) {
  const EpisodeMaker maker(space, {negatives, stream_key(7, "curi")});
  EpisodeMaker::Scratch scratch;
  Episode episode;
  maker.make(subject, unit, 0, scratch, episode);
  return episode;
}

bool witness(const ConceptSpace& space, std::uint32_t index, std::uint64_t scene) {
  return holds(space.concepts()[index].text, space.looks(scene));
}

std::size_t positives(const std::array<Shown, kSetScenes>& set) {
  return static_cast<std::size_t>(
      std::count_if(set.begin(), set.end(), [](const Shown& shown) { return shown.label; }));
}

void expect_true_labels(const ConceptSpace& space, const Episode& episode) {
  for (const auto* set : {&episode.support, &episode.query}) {
    for (const Shown& shown : *set) {
      ASSERT_EQ(shown.label, witness(space, episode.subject, shown.scene));
    }
  }
}

TEST(CuriEpisodes, LabelsAndExplanationsAreTrue) {
  const ConceptSpace& space = small_space(Edition::kSound);
  for (std::uint64_t unit = 0; unit < 60; ++unit) {
    const auto subject = static_cast<std::uint32_t>(unit * 31 % space.concepts().size());
    const Episode episode = make(space, Negatives::kHard, subject, unit);
    expect_true_labels(space, episode);
    EXPECT_EQ(positives(episode.support), kPositives);
    EXPECT_EQ(positives(episode.query), kPositives);
    std::set<std::uint32_t> alternates;
    std::set<std::uint32_t> valid;
    for (std::uint32_t index = 0; index < space.concepts().size(); ++index) {
      bool explains_positives = true;
      bool explains_all = true;
      for (const Shown& shown : episode.support) {
        const bool true_here = space.truths().holds(index, shown.scene);
        if (shown.label && !true_here) explains_positives = false;
        if (shown.label != true_here) explains_all = false;
      }
      if (explains_positives && index != subject) alternates.insert(index);
      if (explains_all) valid.insert(index);
    }
    EXPECT_EQ(std::set(episode.alternates.begin(), episode.alternates.end()), alternates);
    EXPECT_EQ(std::set(episode.valid.begin(), episode.valid.end()), valid);
    EXPECT_TRUE(std::is_sorted(episode.valid.begin(), episode.valid.end()));
    for (const Shown& shown : episode.support) {
      if (shown.behind < 0) continue;
      EXPECT_FALSE(shown.label);
      EXPECT_TRUE(witness(space, static_cast<std::uint32_t>(shown.behind), shown.scene));
      EXPECT_EQ(alternates.count(static_cast<std::uint32_t>(shown.behind)), 1U);
    }
  }
}

TEST(CuriEpisodes, NoSceneComesTwiceInASet) {
  for (const Edition edition : {Edition::kSound, Edition::kPublished}) {
    const ConceptSpace& space = small_space(edition);
    for (std::uint64_t unit = 0; unit < 200; ++unit) {
      const auto subject = static_cast<std::uint32_t>(unit * 7 % space.concepts().size());
      const Episode episode = make(space, Negatives::kHard, subject, unit);
      std::set<std::uint64_t> support;
      std::set<std::uint64_t> query;
      for (std::size_t at = 0; at < kSetScenes; ++at) {
        support.insert(episode.support[at].scene);
        query.insert(episode.query[at].scene);
      }
      EXPECT_EQ(support.size(), kSetScenes);
      EXPECT_EQ(query.size(), kSetScenes);
    }
  }
}

// Where other concepts explain something, all of it must be drawn equally often.
TEST(CuriEpisodes, HardNegativesAreEvenOverAllThatOthersExplain) {
  const ConceptSpace& space = small_space(Edition::kSound);
  const EpisodeMaker maker(space, {Negatives::kHard, stream_key(7, "curi")});
  EpisodeMaker::Scratch scratch;
  Episode episode;
  std::uint64_t drawn = 0;
  double covered_often = 0;
  double expected_often = 0;
  for (std::uint64_t unit = 0; unit < 1500; ++unit) {
    const auto subject = static_cast<std::uint32_t>(unit % space.concepts().size());
    maker.make(subject, unit, 0, scratch, episode);
    std::vector<std::uint64_t> pool;
    std::vector<bool> often;
    for (std::uint64_t scene = 0; scene < space.settings().scenes; ++scene) {
      if (space.truths().holds(subject, scene)) continue;
      const auto covers =
          std::count_if(episode.alternates.begin(), episode.alternates.end(),
                        [&](std::uint32_t other) { return space.truths().holds(other, scene); });
      if (covers == 0) continue;
      pool.push_back(scene);
      often.push_back(covers > 3);
    }
    if (pool.size() < 200) continue;
    const auto share = static_cast<double>(std::count(often.begin(), often.end(), true)) /
                       static_cast<double>(pool.size());
    for (const Shown& shown : episode.support) {
      if (shown.label) continue;
      const auto found = std::lower_bound(pool.begin(), pool.end(), shown.scene);
      ASSERT_TRUE(found != pool.end() && *found == shown.scene) << "explained by none";
      covered_often += often[static_cast<std::size_t>(found - pool.begin())] ? 1 : 0;
      expected_often += share;
      ++drawn;
    }
    if (drawn > 12'000) break;
  }
  ASSERT_GT(drawn, 5000U);
  // Scenes that many concepts explain come as often as their share says: three standard errors.
  EXPECT_NEAR(covered_often, expected_often, 1.5 * std::sqrt(static_cast<double>(drawn)));
}

TEST(CuriEpisodes, TheReleaseDrawsEasyNegativesUnchecked) {
  const ConceptSpace& space = small_space(Edition::kPublished);
  std::size_t most = 0;
  std::size_t total = 0;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    const auto subject = static_cast<std::uint32_t>(unit * 11 % space.concepts().size());
    const Episode episode = make(space, Negatives::kEasy, subject, unit);
    expect_true_labels(space, episode);
    most = std::max(most, positives(episode.query));
    total += positives(episode.query);
  }
  EXPECT_GT(most, kPositives);
  EXPECT_GT(total, 300 * kPositives);
  const ConceptSpace& sound = small_space(Edition::kSound);
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    const auto subject = static_cast<std::uint32_t>(unit * 11 % sound.concepts().size());
    EXPECT_EQ(positives(make(sound, Negatives::kEasy, subject, unit).query), kPositives);
  }
}

TEST(CuriEpisodes, TheReleaseTakesAnyNegativesForTheQuery) {
  std::map<Edition, std::uint64_t> behind;
  for (const Edition edition : {Edition::kSound, Edition::kPublished}) {
    const ConceptSpace& space = small_space(edition);
    for (std::uint64_t unit = 0; unit < 100; ++unit) {
      const auto subject = static_cast<std::uint32_t>(unit * 13 % space.concepts().size());
      for (const Shown& shown : make(space, Negatives::kHard, subject, unit).query) {
        behind[edition] += shown.behind >= 0 ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(behind[Edition::kPublished], 0U);
  EXPECT_GT(behind[Edition::kSound], 1000U);
}

TEST(CuriEpisodes, PositionsGiveNothingAway) {
  const ConceptSpace& space = small_space(Edition::kSound);
  std::array<int, kSetScenes> positive_at{};
  for (std::uint64_t unit = 0; unit < 1000; ++unit) {
    const Episode episode = make(space, Negatives::kHard, 3, unit);
    for (std::size_t at = 0; at < kSetScenes; ++at) positive_at[at] += episode.query[at].label;
  }
  for (const int count : positive_at) EXPECT_NEAR(count, 200, 60);
}

}  // namespace
}  // namespace assay::curi
