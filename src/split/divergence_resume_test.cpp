// The search interrupted, resumed and asked how far it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "assay/base/error.h"
#include "assay/split/search_trials_testing.h"

namespace assay {
namespace {

using search_trials::expect_same;
using search_trials::kKey;
using search_trials::kLittle;
using search_trials::random_pool;
using search_trials::three_hundred;
using search_trials::three_way;
using search_trials::two_way;
using testing::SizeIs;

struct Saves {
  std::vector<std::string> states;
  SearchMemory memory(const std::string& loaded) {
    return {[loaded] { return loaded; },
            [this](const std::string& state) { states.push_back(state); }};
  }
};

TEST(ResumedSearch, GoesOnFromEverySavedState) {
  const Profiles profiles =
      random_pool(4, {.examples = 80, .shapes = 60, .atoms = 8, .compounds = 20});
  const SearchPool pool(profiles);
  for (const DivergenceGoal& goal : {two_way(40, 10), three_way(40, 8, 8)}) {
    Saves all;
    const Arrangement uninterrupted =
        search_divergence(pool, goal, kLittle, kKey, all.memory(""), {});
    ASSERT_THAT(all.states, SizeIs(kLittle.starts + kLittle.finalists));
    expect_same(search_divergence(pool, goal, kLittle, kKey, {}, {}), uninterrupted);
    for (std::size_t i = 0; i < all.states.size(); ++i) {
      for (const unsigned jobs : {1U, 2U}) {
        Control control;
        control.jobs = jobs;
        Saves later;
        expect_same(
            search_divergence(pool, goal, kLittle, kKey, later.memory(all.states[i]), control),
            uninterrupted);
        EXPECT_EQ(later.states, std::vector(all.states.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                            all.states.end()));
      }
    }
  }
}

// A search that is over in a moment, once without interruption.
class SmallSearch : public testing::Test {
 protected:
  Arrangement search(const SearchMemory& memory) const {
    const SearchEffort effort = {.starts = 3, .finalists = 2, .shakes = 0, .exchanges = 100};
    return search_divergence(pool_, two_way(20, 8), effort, kKey, memory, {});
  }

 private:
  Profiles profiles_ = random_pool(5, {.examples = 40, .shapes = 30, .atoms = 6, .compounds = 15});
  SearchPool pool_{profiles_};

 protected:
  Saves all_;
  Arrangement uninterrupted_ = search(all_.memory(""));
};

TEST_F(SmallSearch, BeginsAnewWhenMemoryIsCutOrTooLong) {
  ASSERT_THAT(all_.states, SizeIs(5));
  const std::string& last = all_.states.back();
  std::vector<std::string> damaged = {last + '\0', last + last, std::string(12, '\xff')};
  for (std::size_t length = 0; length < last.size(); length += 7) {
    damaged.push_back(last.substr(0, length));
  }
  for (const std::string& bytes : damaged) {
    Saves later;
    expect_same(search(later.memory(bytes)), uninterrupted_);
    EXPECT_EQ(later.states, all_.states) << bytes.size();
  }
}

std::string three_words(std::uint32_t starts, std::uint32_t finals, std::uint32_t count) {
  std::string bytes;
  for (const std::uint32_t word : {starts, finals, count}) {
    for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xFFU);
  }
  return bytes;
}

// All starts done, and no finalist: whole in itself, and nothing to go on from.
TEST_F(SmallSearch, BeginsAnewWhenMemoryHasNoFinalists) {
  for (const std::uint32_t starts : {3U, 4U, ~0U}) {
    Saves later;
    expect_same(search(later.memory(three_words(starts, 0, 0))), uninterrupted_);
  }
}

// A flipped bit gives the same arrangement or begins anew, wherever it is.
TEST_F(SmallSearch, BeginsAnewWhenMemoryHasAFlippedBit) {
  constexpr std::size_t kStep = 5;  // each byte of the states is another one's remainder
  std::size_t first = 0;
  for (const std::string& state : all_.states) {
    for (std::size_t at = first++ % kStep; at < state.size(); at += kStep) {
      std::string damaged = state;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 7));
      Saves later;
      const Arrangement found = search(later.memory(damaged));
      ASSERT_EQ(found.set_of, uninterrupted_.set_of) << at << " of " << state.size();
      ASSERT_EQ(found.score, uninterrupted_.score) << at << " of " << state.size();
    }
  }
}

TEST(ResumedSearch, StopsOnRequest) {
  const Profiles profiles = three_hundred();
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(120, 30);
  const Arrangement from = grow_start(pool, goal, kKey, 0, {});
  std::atomic<bool> cancel = true;
  for (const unsigned jobs : {1U, 2U}) {
    Control control;
    control.jobs = jobs;
    control.cancel = &cancel;
    EXPECT_THROW(search_divergence(pool, goal, kLittle, kKey, {}, control), Interrupted);
    EXPECT_THROW(grow_start(pool, goal, kKey, 0, control), Interrupted);
    EXPECT_THROW(shake(pool, goal, from, 1, control), Interrupted);
    EXPECT_THROW(anneal(pool, goal, from, 1, kKey, 0, control), Interrupted);
  }
}

TEST(ResumedSearch, KeepsWhatItHasWhenStoppedBetweenSteps) {
  const Profiles profiles =
      random_pool(4, {.examples = 80, .shapes = 60, .atoms = 8, .compounds = 20});
  const SearchPool pool(profiles);
  const DivergenceGoal goal = two_way(40, 10);
  const Arrangement uninterrupted = search_divergence(pool, goal, kLittle, kKey, {}, {});
  for (std::size_t steps = 1; steps < kLittle.starts + kLittle.finalists; ++steps) {
    std::atomic<bool> cancel = false;
    Saves saves;
    Control control;
    control.cancel = &cancel;
    control.progress = [&](const Progress&) { cancel = saves.states.size() == steps; };
    EXPECT_THROW(search_divergence(pool, goal, kLittle, kKey, saves.memory(""), control),
                 Interrupted);
    ASSERT_THAT(saves.states, SizeIs(steps));
    expect_same(search_divergence(pool, goal, kLittle, kKey, saves.memory(saves.states.back()), {}),
                uninterrupted);
  }
}

TEST(ResumedSearch, ReportsEveryStep) {
  const Profiles profiles = three_hundred();
  std::vector<std::string> steps;
  Control control;
  control.progress = [&](const Progress& progress) {
    steps.push_back(progress.what + " " + std::to_string(progress.done) + "/" +
                    std::to_string(progress.total));
    EXPECT_THAT(progress.note, testing::MatchesRegex("D_C 0\\.[0-9]+ D_A 0\\.[0-9]+"));
  };
  search_divergence(SearchPool(profiles), two_way(120, 30), kLittle, kKey, {}, control);
  EXPECT_THAT(steps, testing::ElementsAre("search for a split 1/5", "search for a split 2/5",
                                          "search for a split 3/5", "search for a split 4/5",
                                          "search for a split 5/5", "improve the split 1/3",
                                          "improve the split 2/3", "improve the split 3/3"));
}

}  // namespace
}  // namespace assay
