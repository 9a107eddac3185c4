#include "assay/verbs/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error.h"

namespace assay::verbs {
namespace {

TEST(VerifyDocument, HoldsWhenEveryCheckDoes) {
  Verification verification{{{"files", true, "1 file", false}, {"rows", true, "3 wrong", true}}};
  EXPECT_EQ(to_json(verification).dump(),
            R"({"holds":true,"checks":[{"name":"files","holds":true,"detail":"1 file"},)"
            R"({"name":"rows","holds":true,"detail":"3 wrong","known_defect":true}]})");
  verification.checks[0].holds = false;
  EXPECT_EQ(to_json(verification)["holds"], false);
}

TEST(VerifyPublishedDocument, SaysWhereRecordsDiffer) {
  PublishedReport report;
  report.records = 7;
  report.aspects = {{"target", 6, 7}};
  report.mismatches = {{3, "train", 2, "target", "is long"}, {0, "", 0, "sets", "has none"}};
  report.holds = false;
  EXPECT_EQ(to_json(report).dump(),
            R"({"records":7,"aspects":[{"name":"target","matches":6,"of":7}],)"
            R"("mismatches":[{"record":3,"split":"train","index":2,"aspect":"target",)"
            R"("why":"is long"},{"record":0,"aspect":"sets","why":"has none"}],"holds":false})");
  report.stopped_by = std::make_exception_ptr(1);
  EXPECT_EQ(to_json(report)["complete"], false);
}

TEST(VerifyPublished, NamesTheFormatsThereAre) {
  try {
    verify_published({"-", "gscn"});
    FAIL();
  } catch (const Error& problem) {
    EXPECT_THAT(problem.what(), testing::HasSubstr("did you mean \"gscan\""));
  }
}

}  // namespace
}  // namespace assay::verbs
