// The calibrated compound definition of SCAN, figure by figure, and the published MCD splits under
// it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/catalog/catalog.h"
#include "assay/dbca/divergence.h"
#include "assay/dbca/profile_graphs.h"

namespace assay {
namespace {

struct Scan {
  std::vector<std::string> inputs;
  GraphPool graphs;
};

class ScanDivergence : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    task_ = make_task("scan", {});
    scan_ = std::make_unique<Scan>();
    const auto source = task_->open(0, {});
    Example example;
    for (std::uint64_t unit = 0; unit < *source->unit_count(); ++unit) {
      ASSERT_TRUE(source->unit(unit)->make(0, {}, example));
      scan_->inputs.push_back(example.input());
      scan_->graphs.add(example.rules);
    }
  }
  static void TearDownTestSuite() {
    scan_.reset();
    task_.reset();
  }

  static Profiles profiles(std::uint32_t kept, CompoundFigures& figures,
                           std::uint64_t memory = kCountingMemory) {
    CompoundDefinition definition = task_->info().compounds;
    definition.kept = kept;
    Control control;
    control.jobs = 2;
    return profile_graphs(scan_->graphs, {}, task_->rules(), definition, control, figures, memory);
  }

  static std::unique_ptr<Task> task_;
  static std::unique_ptr<Scan> scan_;
};

std::unique_ptr<Task> ScanDivergence::task_;
std::unique_ptr<Scan> ScanDivergence::scan_;

TEST_F(ScanDivergence, CountsWhatTheCalibrationCounted) {
  CompoundFigures figures;
  const Profiles all = profiles(0, figures);
  EXPECT_EQ(figures.distinct, 399'608U);
  EXPECT_EQ(figures.occurrences, 4'806'210U);
  EXPECT_EQ(figures.pairs, 1'103'918U);
  EXPECT_EQ(figures.weighted, 179'558U);
  EXPECT_NEAR(figures.total_weight, 1'384'193.4, 0.05);
  EXPECT_EQ(all.compounds(), 179'558U);
}

}  // namespace
}  // namespace assay
