#include "assay/tasks/logic/certify.h"

#include <gtest/gtest.h>

#include "assay/tasks/logic/published/edition.h"

namespace assay::logic {
namespace {

TEST(Certify, FindsTheDefectsOfTheRelease) {
  published::Settings settings;
  settings.variations = 1;  // the problems are those of the whole set
  settings.examples = 1;
  const published::Edition edition(settings);
  const Certificate found = certify(edition.clauses(), edition.problems());
  const auto expect = [](const Tally& tally, std::size_t wrong, std::size_t all) {
    EXPECT_EQ(tally.wrong, wrong);
    EXPECT_EQ(tally.all, all);
  };
  EXPECT_EQ(found.problems, 4'814U);
  expect(found.flagged, 0, 168);
  expect(found.consistent, 16, 4'646);
  expect(found.inferences, 0, 4'802);
  expect(found.steps, 0, 14'880);
  expect(found.contradictions, 0, 5'053);
  expect(found.unrelated, 398, 2'890);
  expect(found.explanations, 81, 3'901);
}

}  // namespace
}  // namespace assay::logic
