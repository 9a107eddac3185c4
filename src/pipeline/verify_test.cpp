#include "assay/pipeline/verify.h"

#include <gtest/gtest.h>

#include "assay/pipeline/written_set_testing.h"
#include "assay/store/fake_task_testing.h"

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
  put_data_set(folder, task, 17, {row});
  std::vector<std::string> details;
  for (const Check& check : verify(folder.path(), task, {})) details.push_back(check.detail);
  EXPECT_THAT(details, testing::Contains("17"));
}

}  // namespace
}  // namespace assay
