// The calibrated compound definition of SCAN, figure by figure, and the published MCD splits under
// it.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
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
    const auto source = task_->open(0);
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

// The published index files, as rows of ours.
struct PublishedSplit {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> dev;
  std::vector<std::uint64_t> test;
};

class PublishedMcd : public ScanDivergence {
 protected:
  static std::string folder() {
    const char* name = std::getenv("ASSAY_PUBLISHED");
    return name == nullptr ? "" : std::string(name) + "/scan/";
  }

  static PublishedSplit read(int number) {
    std::map<std::string, std::uint64_t> row_of;
    for (std::uint64_t i = 0; i < scan_->inputs.size(); ++i) row_of[scan_->inputs[i]] = i;
    std::vector<std::uint64_t> row_of_line;
    const std::string command = "gzip -dc '" + folder() + "tasks.txt.gz'";
    FILE* lines = popen(command.c_str(), "r");
    std::array<char, 1000> line{};
    while (std::fgets(line.data(), line.size(), lines) != nullptr) {
      const std::string_view text = line.data();
      row_of_line.push_back(row_of.at(std::string(text.substr(4, text.find(" OUT: ") - 4))));
    }
    pclose(lines);
    nlohmann::json index;
    std::ifstream(folder() + "mcd" + std::to_string(number) + ".json") >> index;
    const auto rows = [&](const char* part) {
      std::vector<std::uint64_t> list;
      for (const std::uint64_t at : index.at(part)) list.push_back(row_of_line.at(at));
      return list;
    };
    return {rows("trainIdxs"), rows("devIdxs"), rows("testIdxs")};
  }

  void SetUp() override {
    if (folder().empty() || !std::ifstream(folder() + "mcd1.json")) {
      GTEST_SKIP() << "ASSAY_PUBLISHED names no folder with the authors' splits";
    }
  }
};

// Compounds of equal weight are many: 52,440 weigh exactly 4, and 15,325 of them make the 40,000
// full. Which ones is a matter of hashes and moves D_C in the third decimal, so figures are held to
// what the calibration gave only as closely as that allows; all compounds together have no ties.
TEST_F(PublishedMcd, HasTheDivergencesOfTheCalibration) {
  const struct {
    std::uint32_t kept;
    double within;
    double dev[3];
    double test[3];
  } figures[] = {
      {1'000, 0.0045, {0.426, 0.478, 0.437}, {0.431, 0.479, 0.435}},
      {10'000, 0.0025, {0.656, 0.686, 0.656}, {0.661, 0.687, 0.654}},
      {40'000, 0.0025, {0.728, 0.747, 0.732}, {0.730, 0.749, 0.730}},
      {100'000, 0.0012, {0.764, 0.776, 0.766}, {0.765, 0.777, 0.764}},
      {0, 0.0006, {0.775, 0.786, 0.778}, {0.777, 0.787, 0.777}},
  };
  const double atoms[3] = {0.0171, 0.0216, 0.0147};
  for (const auto& row : figures) {
    CompoundFigures counted;
    const Profiles kept = profiles(row.kept, counted);
    for (int i = 0; i < 3; ++i) {
      const PublishedSplit split = read(i + 1);
      const Frequencies train = frequencies_of(kept, split.train);
      const Divergence dev = divergence_of(train, frequencies_of(kept, split.dev));
      const Divergence test = divergence_of(train, frequencies_of(kept, split.test));
      EXPECT_NEAR(dev.compounds, row.dev[i], row.within) << "MCD" << i + 1 << " " << row.kept;
      EXPECT_NEAR(test.compounds, row.test[i], row.within) << "MCD" << i + 1 << " " << row.kept;
      EXPECT_NEAR(test.atoms, atoms[i], 0.00005);
    }
  }
}

}  // namespace
}  // namespace assay
