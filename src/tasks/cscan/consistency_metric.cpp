#include "assay/tasks/cscan/consistency_metric.h"

#include "assay/base/text.h"
#include "assay/tasks/cscan/consistency/consistency_sum.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

namespace {

MetricReport::Table sizes_table(const ConsistencyCounts& counts) {
  MetricReport::Table table{"sizes", {"size", "implications", "contradictions"}, {}};
  std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> rows;
  for (const auto& [size, sets] : counts.implication_sizes) {
    rows[size].first = static_cast<std::int64_t>(sets);
  }
  for (const auto& [size, sets] : counts.contradiction_sizes) {
    rows[size].second = static_cast<std::int64_t>(sets);
  }
  for (const auto& [size, sets] : rows) {
    table.rows.push_back({static_cast<std::int64_t>(size), sets.first, sets.second});
  }
  return table;
}

MetricReport::Table types_table(const ConsistencyCounts& counts) {
  MetricReport::Table table{"contradictions", {"size", "type", "about", "sets"}, {}};
  for (const auto& [kind, sets] : counts.contradiction_types) {
    const auto& [size, about] = kind;
    const auto type = published_type(size, about);
    table.rows.push_back({static_cast<std::int64_t>(size),
                          type ? Figure(static_cast<std::int64_t>(*type)) : Figure(),
                          std::string(name_of(about)), static_cast<std::int64_t>(sets)});
  }
  return table;
}

class ConsistencyMetric : public Metric {
 public:
  ConsistencyMetric(const PhraseTable& phrases, const Reader& reader, ConsistencyReading reading)
      : sum_(phrases, reader, reading) {}

  void see(const Example& row, std::string_view answer, const Verdict& /*verdict*/) override {
    sum_.add(context_in(row.input()), id_of("cscan", row), request_in(row.input()), answer);
  }

  MetricReport report(const Control& control) override {
    const ConsistencyReport found = sum_.report(control);
    const ConsistencyCounts& counts = found.counts;
    const auto number = [](std::uint64_t count) {
      return Figure(static_cast<std::int64_t>(count));
    };
    MetricReport report;
    report.value = counts.consistency();
    report.figures = {{"implications", number(counts.implications)},
                      {"contradictions", number(counts.contradictions())},
                      {"reply contradictions", number(counts.reply_contradictions)},
                      {"qualifier contradictions", number(counts.qualifier_contradictions)},
                      {"contexts", number(found.contexts)},
                      {"predictions", number(found.predictions)},
                      {"assertions", number(found.assertions)},
                      {"unread", number(found.unread)},
                      {"repeated", number(counts.repeated)},
                      {"capped contexts", number(counts.capped_contexts)}};
    report.tables = {sizes_table(counts), types_table(counts)};
    if (found.contexts == found.predictions && found.predictions > 0) {
      report.notes.emplace_back(
          "no two answers share a context, so there is nothing to compare; make the data with "
          "--order blocks");
    }
    if (counts.capped_contexts > 0) {
      report.notes.push_back(fmt::format(
          "in {} there are more sets than were counted: their answers contradict each other in "
          "too many ways",
          counted(counts.capped_contexts, "context")));
    }
    return report;
  }

  void list(const std::function<void(std::string_view line)>& write) const override {
    sum_.list(write);
  }

 private:
  ConsistencySum sum_;
};

}  // namespace

MetricSpec consistency_metric(const PhraseTable& phrases, const Reader& reader) {
  return {"consistency",
          "of 100 sets of answers that imply or contradict one of them, how many imply it",
          {ParamSpec::choice("reading", "paper", {"paper", "full"},
                             "paper: conflicts where something was asked (appendix G); full: "
                             "everywhere (appendix D.5)")},
          [&phrases, &reader](const Params& params) -> std::unique_ptr<Metric> {
            const bool is_full = params.text("reading") == "full";
            return std::make_unique<ConsistencyMetric>(
                phrases, reader, is_full ? ConsistencyReading::kFull : ConsistencyReading::kPaper);
          },
          "implications and contradictions"};
}

}  // namespace assay::cscan
