#include "assay/tasks/curi/pool_metric.h"

#include <cmath>
#include <vector>

#include "assay/base/average_precision.h"
#include "assay/base/error.h"
#include "assay/base/npy.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/row.h"
#include "assay/tasks/curi/scene_pool.h"

namespace assay::curi {

namespace {

class PoolMetric : public Metric {
 public:
  PoolMetric(const ConceptSpace& space, const std::string& path)
      : space_(space), pool_(space), path_(path), scores_(path), line_(pool_.size()) {
    if (scores_.columns() != pool_.size()) {
      fail(ErrorKind::kInput,
           "{}: rows have {} scores, and the pool has {} scenes; export --format episodes --out "
           "DIR writes them",
           printable(path), scores_.columns(), pool_.size());
    }
  }

  void see(const Example& row, std::string_view /*answer*/, const Verdict& /*verdict*/) override {
    if (seen_ < scores_.rows()) {
      expect_fit(row, space_);
      scores_.read_row(seen_, std::span(line_));
      const auto subject = static_cast<std::uint32_t>(number_at(row, kNumberColumn));
      add(average_precision(line_, pool_.where(subject)), sum_, counted_);
      const auto& valid = numbers_at(row, kValidColumn);
      const auto& belief = reals_at(row, kPosteriorColumn);
      std::vector<std::uint64_t> some(pool_.words());
      double expected = 0;
      for (std::size_t at = 0; at < valid.size(); ++at) {
        const auto where = pool_.where(static_cast<std::uint32_t>(valid[at]));
        for (std::size_t word = 0; word < where.size(); ++word) some[word] |= where[word];
        expected += std::exp(belief[at]) * average_precision(line_, where).value_or(0);
      }
      expected_ += expected;
      optimistic_ += average_precision(line_, std::span<const std::uint64_t>(some)).value_or(0);
    }
    ++seen_;
  }

  MetricReport report(const Control& /*control*/) override {
    if (seen_ != scores_.rows()) {
      fail(ErrorKind::kInput, "{}: has {} rows for {} episodes; write one for each, in order",
           printable(path_), scores_.rows(), seen_);
    }
    MetricReport report;
    if (counted_ > 0) report.value = sum_ / static_cast<double>(counted_);
    const auto mean = [&](double sum) -> Figure {
      if (counted_ == 0) return std::monostate{};
      return sum / static_cast<double>(counted_);
    };
    report.figures = {{"episodes", static_cast<std::int64_t>(seen_)},
                      {"scenes in the pool", static_cast<std::int64_t>(pool_.size())},
                      {"expected mAP", mean(expected_)},
                      {"optimistic mAP", mean(optimistic_)}};
    return report;
  }

 private:
  static void add(const std::optional<double>& value, double& sum, std::uint64_t& count) {
    if (!value) return;
    sum += *value;
    ++count;
  }

  const ConceptSpace& space_;
  ScenePool pool_;
  std::string path_;
  NpyArray scores_;
  std::vector<double> line_;
  std::uint64_t seen_ = 0;
  std::uint64_t counted_ = 0;
  double sum_ = 0;
  double expected_ = 0;
  double optimistic_ = 0;
};

}  // namespace

MetricSpec pool_metric(std::function<const ConceptSpace&()> space) {
  MetricSpec spec;
  spec.name = "map";
  spec.summary =
      "mean average precision of scores for the scenes of pool.jsonl (export --format episodes)";
  spec.params = {{.name = "scores",
                  .default_text = "",
                  .summary = "a .npy file: one row an episode that has an answer, in order; one "
                             "column a scene",
                  .least = {},
                  .most = {},
                  .choices = {}}};
  spec.make = [space = std::move(space)](const Params& params) -> std::unique_ptr<Metric> {
    if (params.text("scores").empty()) {
      fail(ErrorKind::kUsage, "metric map: name the scores, --metric-set scores=FILE.npy");
    }
    return std::make_unique<PoolMetric>(space(), params.text("scores"));
  };
  return spec;
}

}  // namespace assay::curi
