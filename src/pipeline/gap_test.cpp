#include "assay/pipeline/gap.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>

#include "assay/store/fake_task_testing.h"
#include "assay/store/row.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Optional;

using Groups = std::optional<std::vector<std::string>>;

// What a panel was given and asked.
struct Seen {
  std::mutex mutex;
  Groups trained;
  std::vector<std::uint64_t> rows;
};

// The strong learner has 0.9 on every row, the weak one 0.5 where it knows the group and 0.1 where
// not, both shifted by the row. Groups that begin with u have no share; every fourth row weighs 3.
class FakePanel : public LearnerPanel {
 public:
  FakePanel(Groups trained, Seen& seen) : trained_(std::move(trained)), seen_(seen) {}

  const std::vector<std::string>& learners() const override { return learners_; }
  const std::vector<std::string>& metrics() const override { return metrics_; }
  LearnerMarks mark(const Example& row) const override {
    const std::uint64_t unit = row.address.unit;
    {
      const std::lock_guard lock(seen_.mutex);
      seen_.rows.push_back(unit);
    }
    if (row.input() == "?") fail(ErrorKind::kInput, "cannot be read");
    const bool known = !trained_ || std::ranges::count(*trained_, row.target()) > 0;
    const double shift = static_cast<double>(unit % 5) / 100;
    const double weak = (known ? 0.5 : 0.1) + shift;
    const auto defined = [&](double value) {
      return row.target().starts_with('u') ? std::nullopt : std::optional(value);
    };
    return {unit % 4 == 0 ? 3.0 : 1.0,
            {0.9 + shift, defined(1), weak, defined(known ? 1 : 0), 0.0, std::nullopt}};
  }
  std::vector<std::pair<std::string, Figure>> figures() const override {
    return {{"concepts", std::int64_t{12}}, {"share", 0.25}, {"none", {}}};
  }

 protected:
  std::vector<std::string> learners_ = {"strong", "weak", "random"};
  std::vector<std::string> metrics_ = {"accuracy", "share"};

 private:
  Groups trained_;
  Seen& seen_;
};

// Breaks a promise.
class CrookedPanel : public FakePanel {
 public:
  explicit CrookedPanel(Seen& seen) : FakePanel(std::nullopt, seen) { metrics_ = {"accuracy"}; }
};
class LonelyPanel : public FakePanel {
 public:
  explicit LonelyPanel(Seen& seen) : FakePanel(std::nullopt, seen) { learners_ = {"strong"}; }
};
class TwinPanel : public FakePanel {
 public:
  explicit TwinPanel(Seen& seen) : FakePanel(std::nullopt, seen) {
    learners_ = {"strong", "weak", "weak"};
  }
};

class LearningTask : public FakeTask, public IdealLearners {
 public:
  Features features(const Example& row) const override {
    Features features;
    features.group = row.target();
    return features;
  }
  std::vector<Holdout> holdouts() const override {
    Holdout rows;
    rows.name = "rows";
    Holdout samples;
    samples.name = "samples";
    samples.is_by_task = true;
    return {rows, samples};
  }
  std::unique_ptr<LearnerPanel> panel(const Groups& trained) const override {
    seen.trained = trained;
    if (kind == "crooked") return std::make_unique<CrookedPanel>(seen);
    if (kind == "lonely") return std::make_unique<LonelyPanel>(seen);
    if (kind == "twin") return std::make_unique<TwinPanel>(seen);
    return std::make_unique<FakePanel>(trained, seen);
  }
  Abilities abilities() const override { return {.learners = this}; }

  std::string kind = "fake";
  mutable Seen seen;
};

class Gap : public testing::Test {
 protected:
  // Row i has the group that stands there.
  void make(const std::vector<std::string>& groups, const std::string& input = "i") {
    const RowWriter writer(row_shape(task_), false);
    std::string bytes;
    Example row;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      reset(row, task_.schema());
      row.address.unit = i;
      row.fields[kInputField] = input;
      row.fields[kTargetField] = groups[i];
      writer.append(bytes, row);
    }
    Manifest manifest;
    manifest.recipe.task = "fake";
    const std::uint64_t rows = groups.size();
    manifest.files.push_back({"data/all-0", "all", 0, rows, rows, bytes.size(), ""});
    manifest.parts.push_back({"all", rows, {}});
    folder_.put("data/all-0", bytes);
    manifest.columns = task_.schema();
    folder_.put(kManifestName, manifest_text(manifest));
  }

  GapReport measure(const GapRequest& request, unsigned jobs = 1) {
    Control control;
    control.jobs = jobs;
    return measure_gap(DataSet(folder_.path()), task_, request, control);
  }

  static GapRequest request_of(Split split, const std::string& part = "test") {
    GapRequest request;
    request.split.emplace().split = std::move(split);
    request.part = part;
    return request;
  }

  LearningTask task_;
  ScratchFolder folder_;
};

TEST_F(Gap, OfAllRowsLeavesTrainingToTheTask) {
  make({"a", "b", "ua", "b"});
  const GapReport report = measure({});
  EXPECT_EQ(task_.seen.trained, std::nullopt);
  EXPECT_THAT(task_.seen.rows, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(report.rows, 4U);
  EXPECT_EQ(report.trained_groups, std::nullopt);
  EXPECT_THAT(report.learners, ElementsAre("strong", "weak", "random"));
  EXPECT_THAT(report.metrics, ElementsAre("accuracy", "share"));
  // Weights 3, 1, 1, 1 and shifts 0, 1, 2, 3 hundredths.
  EXPECT_THAT(report.mean(0, 0).mean, Optional(testing::DoubleNear(0.91, 1e-12)));
  EXPECT_THAT(report.mean(1, 0).mean, Optional(testing::DoubleNear(0.51, 1e-12)));
  EXPECT_THAT(report.mean(2, 0).mean, Optional(0.0));
  EXPECT_THAT(report.gaps[0].mean, Optional(testing::DoubleNear(0.4, 1e-12)));
  EXPECT_NEAR(*report.gaps[0].high - *report.gaps[0].low, 0, 1e-12) << "every row has this gap";
  EXPECT_GT(*report.mean(0, 0).high - *report.mean(0, 0).low, 0.01);
}

TEST_F(Gap, LeavesOutWhatIsUndefined) {
  make({"a", "b", "ua", "b"});
  const GapReport report = measure({});
  EXPECT_EQ(report.mean(0, 0).rows, 4U);
  EXPECT_EQ(report.mean(0, 1).rows, 3U);
  EXPECT_EQ(report.gaps[1].rows, 3U);
  EXPECT_THAT(report.gaps[1].mean, Optional(0.0));
  EXPECT_EQ(report.mean(2, 1).rows, 0U);
  EXPECT_EQ(report.mean(2, 1).mean, std::nullopt);
}

TEST_F(Gap, AsksAboutOnePartAndKnowsTheGroupsOfTraining) {
  make({"b", "a", "c", "", "a", "d", "b"});
  const Split split{{1, 0, 4, 4, 3}, {5}, {2, 6}};
  const GapReport report = measure(request_of(split));
  EXPECT_THAT(task_.seen.trained, Optional(ElementsAre("a", "b")));
  EXPECT_THAT(task_.seen.rows, ElementsAre(2, 6)) << "nothing else is shown";
  EXPECT_EQ(report.rows, 2U);
  EXPECT_THAT(report.trained_groups, Optional(2U));
  // Row 2 has an unknown group and the gap 0.8, row 6 a known one and 0.4.
  EXPECT_THAT(report.gaps[0].mean, Optional(testing::DoubleNear(0.6, 1e-12)));
  EXPECT_THAT(report.gaps[1].mean, Optional(0.5));
  task_.seen.rows.clear();
  measure(request_of(split, "train"));
  EXPECT_THAT(task_.seen.rows, ElementsAre(0, 1, 3, 4)) << "a repeated row is asked about once";
}

TEST_F(Gap, LeavesTrainingToTheTaskWhereRowsAreSamplesOfIt) {
  make({"b", "a", "c"});
  GapRequest request = request_of({{0, 1}, {}, {2}});
  request.split->claim.method = "holdout";
  request.split->claim.set("holdout", "rows");
  measure(request);
  EXPECT_THAT(task_.seen.trained, Optional(ElementsAre("a", "b")));
  request.split->claim.set("holdout", "samples");
  const GapReport report = measure(request);
  EXPECT_EQ(task_.seen.trained, std::nullopt);
  EXPECT_EQ(report.trained_groups, std::nullopt);
  EXPECT_EQ(report.rows, 1U);
}

TEST_F(Gap, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::string> groups;
  Split split;
  for (std::uint64_t row = 0; row < 300; ++row) {
    groups.push_back(fmt::format("{}", row % 7));
    (row < 100 && row % 7 < 4 ? split.train : split.test).push_back(row);
  }
  make(groups);
  const std::string alone = to_json(measure(request_of(split))).dump();
  for (const unsigned jobs : {2U, 4U}) {
    EXPECT_EQ(to_json(measure(request_of(split), jobs)).dump(), alone) << jobs;
  }
}

TEST_F(Gap, SpeaksJson) {
  make({"a", "a", "a"});
  GapRequest request = request_of({{0}, {}, {1, 2}});
  request.resampling.resamples = 10;
  const auto json = to_json(measure(request));
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["groups"], 1);
  EXPECT_EQ(json["trained_groups"], 1);
  EXPECT_EQ(json["learners"]["strong"]["accuracy"]["mean"], 0.915);
  EXPECT_EQ(json["learners"]["random"]["share"].dump(),
            R"({"mean":null,"low":null,"high":null,"rows":0})");
  EXPECT_EQ(json["gap"]["accuracy"].dump(), R"({"mean":0.4,"low":0.4,"high":0.4,"rows":2})");
  EXPECT_EQ(json["figures"].dump(), R"({"concepts":12,"share":0.25,"none":null})");
  EXPECT_EQ(json["resamples"], 10);
  EXPECT_EQ(json["confidence"], 0.95);
  EXPECT_FALSE(to_json(measure({})).contains("trained_groups"));
}

TEST_F(Gap, NeedsLearnersAndRows) {
  make({"a", "b"});
  const DataSet data(folder_.path());
  const FakeTask plain;
  EXPECT_THAT([&] { measure_gap(data, plain, {}, {}); },
              fails(ErrorKind::kUnsupported, "task fake has no ideal learners"));
  EXPECT_THAT(
      [&] {
        measure(request_of({{0}, {}, {}}));
      },
      fails(ErrorKind::kUsage, "there are no rows in test of the split"));
  EXPECT_THAT(
      [&] {
        measure(request_of({{0}, {}, {1}}, "exam"));
      },
      fails(ErrorKind::kUsage, "a split has no part \"exam\""));
  make({});
  EXPECT_THAT([&] { measure({}); }, fails(ErrorKind::kUsage, "there are no rows to ask"));
}

TEST_F(Gap, NamesTheRowThatCannotBeMarked) {
  make({"a", "b"}, "?");
  EXPECT_THAT(
      [&] {
        measure(request_of({{0}, {}, {1}}));
      },
      fails(ErrorKind::kInput, "data/all-0:2: cannot be read"));
}

TEST_F(Gap, HoldsPanelsToTheirPromise) {
  make({"a", "b"});
  for (const char* panel : {"crooked", "lonely", "twin"}) {
    task_.kind = panel;
    EXPECT_THROW(measure({}), Bug) << panel;
  }
}

}  // namespace
}  // namespace assay
