#include "assay/pipeline/verify.h"

#include <gtest/gtest.h>

#include "assay/store/data_set.h"
#include "assay/store/fake_task_testing.h"
#include "assay/store/row.h"

namespace assay {
namespace {

class CertifyingTask : public FakeTask, public Auditor {
 public:
  Verdict judge(const Example&, std::string_view) const override {
    return {Status::kRight, 1.0, "", {{"strict", 1}}};
  }
  std::vector<Finding> certify(std::uint64_t seed) const override {
    return {{"certified", std::to_string(seed)}};
  }
  Abilities abilities() const override { return {.auditor = this}; }
};

TEST(Verify, CertifiesTheSeedOfTheRecipe) {
  const CertifyingTask task;
  ScratchFolder folder;
  Example row;
  reset(row, task.schema());
  std::string bytes;
  RowWriter(row_shape(task), false).append(bytes, row);
  Manifest manifest;
  manifest.recipe.task = "fake";
  manifest.recipe.seed = 17;
  manifest.recipe.with_rules = false;
  manifest.files.push_back({"data/all-0", "all", 0, 1, 1, bytes.size(), ""});
  manifest.parts.push_back({"all", 1, {}});
  folder.put("data/all-0", bytes);
  manifest.columns = task.schema();
  folder.put(kManifestName, manifest_text(manifest));
  std::vector<std::string> details;
  for (const Check& check : verify(folder.path(), task, {})) details.push_back(check.detail);
  EXPECT_THAT(details, testing::Contains("17"));
}

}  // namespace
}  // namespace assay
