// Verbs about what models said.
#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/capi/verb_table.h"
#include "assay/page/report.h"
#include "assay/verbs/baseline.h"
#include "assay/verbs/compare.h"
#include "assay/verbs/compare_splits.h"
#include "assay/verbs/report.h"
#include "assay/verbs/score.h"

namespace assay::capi {

namespace {

using Json = nlohmann::ordered_json;

PartChoice part_of(Request& ask) {
  PartChoice part;
  part.split = ask.text("split");
  part.part = ask.text("part");
  return part;
}

std::vector<std::string> files_of(Request& ask) {
  std::vector<std::string> files = ask.texts("predictions");
  if (files.empty()) fail(ErrorKind::kUsage, "\"predictions\" names no file");
  return files;
}

Json run_baseline(Request& ask, const Workplace& at) {
  const verbs::BaselineRequest request{ask.needed_text("data"), part_of(ask), ask.texts("kinds"),
                                       ask.number("seed").value_or(0), ask.text("out")};
  ask.finish();
  return verbs::to_json(verbs::baseline(request, at));
}

Json run_score(Request& ask, const Workplace& at) {
  verbs::ScoreRequest request;
  request.data = ask.needed_text("data");
  request.predictions = files_of(ask);
  request.part = part_of(ask);
  request.by = ask.texts("by");
  request.metrics = ask.texts("metrics");
  request.metric_params = ask.settings("metric_params");
  request.list_to = ask.text("list_to");
  request.form = ask.text("form");
  request.extract = ask.text("extract", request.extract);
  request.verdicts = ask.text("verdicts");
  request.vocabulary = ask.text("vocabulary");
  ask.finish();
  const auto runs = verbs::score(request, at);
  return verbs::to_json(std::span<const verbs::ScoreReport>(runs));
}

Json run_compare(Request& ask, const Workplace& at) {
  const verbs::CompareRequest request{
      ask.needed_text("data"),     files_of(ask),   part_of(ask), ask.texts("by"),
      ask.text("extract", "auto"), ask.text("form")};
  ask.finish();
  return verbs::to_json(verbs::compare(request, at));
}

Json run_compare_splits(Request& ask, const Workplace& at) {
  const verbs::CompareSplitsRequest request{ask.needed_text("table"), ask.text("extract", "auto"),
                                            ask.text("form")};
  ask.finish();
  return verbs::to_json(verbs::compare_splits(request, at));
}

// The page itself is in the document: whoever asks decides where it goes.
Json run_report(Request& ask, const Workplace& at) {
  verbs::ReportRequest request;
  request.data = ask.needed_text("data");
  request.splits = ask.texts("splits");
  for (const auto& [name, file] : ask.settings("runs")) {
    const std::size_t at_sign = name.find('@');
    const std::string split = at_sign == std::string::npos ? "" : name.substr(at_sign + 1);
    request.runs.push_back({name.substr(0, at_sign), split, file});
  }
  request.extract = ask.text("extract", request.extract);
  request.by = ask.texts("by");
  request.examples = ask.number("examples");
  request.page_folder = ask.text("page_folder", request.page_folder);
  ask.finish();
  const page::Report report = verbs::report(request, at);
  return {{"html", page::report_page(report)},
          {"splits", report.splits.size()},
          {"runs", report.runs.size()}};
}

}  // namespace

std::span<const VerbEntry> answer_verbs() {
  static constexpr std::array<VerbEntry, 5> kVerbs{{{"baseline", run_baseline},
                                                    {"score", run_score},
                                                    {"compare", run_compare},
                                                    {"compare_splits", run_compare_splits},
                                                    {"report", run_report}}};
  return kVerbs;
}

}  // namespace assay::capi
