// What the paper and its release print, found again.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string_view>

#include "assay/tasks/curi/concept_split.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/posterior.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {
namespace {

constexpr std::uint64_t kPaperDraws = 2'000'000;
constexpr std::uint64_t kPaperScenes = 990'000;

SpaceSettings paper_settings(std::uint64_t seed) {
  return {.edition = Edition::kPublished,
          .seed = seed,
          .draws = kPaperDraws,
          .scenes = kPaperScenes,
          .depth = 5};
}

struct PrintedSplit {
  SplitRule rule;
  double test;  // concepts
};

// From the release's notebook.
constexpr std::array<PrintedSplit, 9> kPrinted{{{SplitRule::kCounting, 47},
                                                {SplitRule::kExtrinsic, 750},
                                                {SplitRule::kIntrinsic, 283},
                                                {SplitRule::kBoolean, 2594},
                                                {SplitRule::kBindingColor, 2620},
                                                {SplitRule::kBindingShape, 1484},
                                                {SplitRule::kComplexityReversed, 408},
                                                {SplitRule::kBindingMaterial, 1453},
                                                {SplitRule::kBindingSize, 1480}}};

TEST(CuriPaperSlow, ConceptsAndSplitsHaveThePublishedSizes) {
  Control control;
  control.jobs = 2;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const SpaceSettings settings = paper_settings(seed);
    const auto looks = make_looks(scene_maker_of(settings), settings.scenes, control);
    Funnel funnel;
    const auto concepts = find_concepts(settings, looks, control, funnel);
    RecordProperty("H of seed " + std::to_string(seed), std::to_string(concepts.size()));
    EXPECT_NEAR(static_cast<double>(concepts.size()), 14'929, 0.02 * 14'929) << seed;
    for (const PrintedSplit& printed : kPrinted) {
      double test = 0;
      for (const Hypothesis& each : concepts) {
        test += place_of(printed.rule, settings.edition, each.words, 0, seed) == Place::kTest;
      }
      // Small splits vary by chance: three standard deviations.
      const double allowed = std::max(0.06 * printed.test, 3 * std::sqrt(printed.test));
      EXPECT_NEAR(test, printed.test, allowed)
          << "seed " << seed << ", split " << static_cast<int>(printed.rule);
    }
  }
}

// Two of the valid hypotheses under a figure, and how far their log-probabilities lie apart. The
// figures' scenes are Blender's, ours have no renderer: two hundredths.
struct FigureRow {
  int figure;
  std::string_view first;
  std::string_view second;
  double apart;
};

constexpr std::array<FigureRow, 5> kFigures{{
    {6, "purple x color? = lambda S. for-all=",
     "metal x material? = S color? purple for-all= and lambda S. exists=", -8.523 + 0.852},
    {7, "S locationY? 7 exists= lambda S.",
     "non-x-S locationY? 7 for-all= lambda S. exists=", -1.647 + 1.621},
    {9, "non-x-S locationY? 6 for-all= lambda S. exists=",
     "S locationY? 6 count= S shape? x shape? count= = lambda S. for-all=", -6.690 + 0.008},
    {9, "non-x-S locationY? 6 for-all= lambda S. exists=",
     "x locationY? 5 > x size? 0.35 > and lambda S. exists=", -7.451 + 0.008},
    {10, "non-x-S material? rubber exists= non-x-S color? cyan for-all= and lambda S. exists=",
     "non-x-S color? cyan for-all= non-x-S material? rubber for-all= and lambda S. exists=",
     -1.162 + 0.983},
}};

TEST(CuriPaperSlow, LearnersOfTheReleaseBelieveWhatTheFiguresPrint) {
  Control control;
  control.jobs = 2;
  const SpaceSettings settings = paper_settings(0);
  const auto looks = make_looks(scene_maker_of(settings), settings.scenes, control);
  const auto log_weights = [&](const FigureRow& row) {
    std::vector<Concept> words;
    for (const std::string_view text : {row.first, row.second}) {
      const auto parsed = parse_postfix(text, Spelling::kPublished);
      EXPECT_TRUE(parsed) << text;
      words.push_back(*parsed);
    }
    const auto counts = count_truths(PlanePlan(words), looks, control);
    std::array<double, 2> logs{};
    for (std::size_t at = 0; at < 2; ++at) {
      Hypothesis each;
      each.log_probability = log_probability(words[at]);
      each.scenes = counts[at];
      logs[at] = log_weight({Belief::kRelease, true}, each, settings.scenes);
    }
    return logs;
  };
  for (const FigureRow& row : kFigures) {
    const auto logs = log_weights(row);
    EXPECT_NEAR(logs[1] - logs[0], row.apart, 0.02) << "figure " << row.figure;
    std::printf("figure %d: %.3f, printed %.3f\n", row.figure, logs[1] - logs[0], row.apart);
  }
}

}  // namespace
}  // namespace assay::curi
