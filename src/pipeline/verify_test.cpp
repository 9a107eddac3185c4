#include "assay/pipeline/verify.h"

#include <gtest/gtest.h>

#include "assay/store/data_set.h"
#include "assay/store/fake_task.h"
#include "assay/store/row.h"

namespace assay {
namespace {

class CertifyingTask : public FakeTask {
 public:
  Verdict judge(const Example&, std::string_view) const override {
    return {Status::kRight, 1.0, "", {{"strict", 1}}};
  }
  std::vector<Finding> certify(std::uint64_t /*seed*/, const Workplace& workplace) const override {
    return {{"certified", prepared_in + " in " + workplace.cache_folder}};
  }
  void prepare(const Workplace& workplace) const override { prepared_in = workplace.cache_folder; }

  mutable std::string prepared_in;
};

TEST(Verify, PreparesAndCertifiesInTheWorkplaceOfTheCaller) {
  const CertifyingTask task;
  ScratchFolder folder;
  Example row;
  reset(row, task.schema());
  std::string bytes;
  RowWriter(row_shape(task), false).append(bytes, row);
  Manifest manifest;
  manifest.recipe.task = "fake";
  manifest.recipe.with_rules = false;
  manifest.files.push_back({"data/all-0", "all", 0, 1, 1, bytes.size(), ""});
  manifest.parts.push_back({"all", 1, {}});
  folder.put("data/all-0", bytes);
  folder.put(kManifestName, manifest_text(manifest, task.schema()));
  Workplace workplace;
  workplace.cache_folder = "kept";
  std::vector<std::string> details;
  for (const Check& check : verify(folder.path(), task, workplace)) details.push_back(check.detail);
  EXPECT_THAT(details, testing::Contains("kept in kept"));
}

}  // namespace
}  // namespace assay
