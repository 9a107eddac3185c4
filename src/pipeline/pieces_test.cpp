#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error_testing.h"
#include "assay/base/journal.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/pipeline/set_writer.h"
#include "assay/store/layout.h"

namespace assay {
namespace {

TEST(CutPieces, RefusesTooManyFiles) {
  EXPECT_EQ(cut_pieces(0, 999'999, 1, {"all"}).size(), 999'999U);
  EXPECT_THAT([] { cut_pieces(0, 1'000'000, 1, {"all"}); },
              fails(ErrorKind::kUsage, "more than 1,000,000 files"));
  EXPECT_THAT(
      [] {
        cut_pieces(0, ~0ULL, 250'000, {"a", "b"});
      },
      fails(ErrorKind::kUsage, "18,446,744,073,709,551,615 rows with 250,000 in a file"));
}

SetPlan small_plan() {
  SetPlan plan{{}, {"all"}, cut_pieces(0, 10, 5, {"all"}), "{}"};
  plan.outline.recipe_hash = "of this test";
  return plan;
}

// Whoever wrote them: lines that say nothing about a piece leave it to be made again.
TEST(SetWriter, ForeignLinesOfTheJournalAreNoPieces) {
  const ScratchFolder scratch;
  const std::string path = scratch / "d";
  {
    SetWriter writer(path, small_plan(), Occupied::kSameRecipe);
    writer.begin(0);
    writer.write(0, "{}\n", 1);
    SetTotals totals;
    totals.lengths.emplace_back();
    writer.end(totals);
    writer.wait();
  }
  const Folder folder = Folder::open(path);
  for (const char* line :
       {"nothing", "[]", R"({"piece":"x"})", R"({"piece":1})", R"({"piece":1,"files":[{}]})",
        R"({"piece":1,"files":[{"rows":1,"bytes":3,"sha256":"","lengths":[]}]})"}) {
    Journal(folder, kJournalName).add(line);
  }
  Journal(folder, kJournalName).add(std::string(100'000, '['));
  const SetWriter writer(path, small_plan(), Occupied::kSameRecipe);
  EXPECT_TRUE(writer.finished(0));
  EXPECT_FALSE(writer.finished(1));
}

}  // namespace
}  // namespace assay
