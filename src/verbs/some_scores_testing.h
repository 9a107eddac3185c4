// For tests: scores with whatever a score can have.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/pipeline/score.h"

namespace assay::verbs {

inline void judge(Tally& tally, Status status,
                  std::vector<std::pair<std::string, double>> marks = {}) {
  Verdict verdict;
  verdict.status = status;
  verdict.marks = std::move(marks);
  tally.add(verdict);
}

// Three answers, of which all have the mark "reply" and one has "first_wrong_step", and a silence.
inline Tally some_tally() {
  Tally tally;
  judge(tally, Status::kRight, {{"strict", 1}, {"reply", 1}});
  judge(tally, Status::kRight, {{"strict", 0}, {"reply", 1}});
  judge(tally, Status::kWrong, {{"strict", 0}, {"reply", 0}, {"first_wrong_step", 12}});
  judge(tally, Status::kNoAnswer);
  return tally;
}

// Two tables: of a real column, and of pairs of whole numbers and texts.
inline Score broken_down() {
  Score score;
  score.all = some_tally();
  score.by.push_back({"real/0.1", {"real/0.1"}, {}});
  score.by.back().groups[{0.7}] = some_tally();
  judge(score.by.back().groups[{10.0}], Status::kNoAnswer);
  score.by.push_back({"depth*kind", {"depth", "kind"}, {}});
  auto& groups = score.by.back().groups;
  judge(groups[{std::int64_t{10}, std::string("größer")}], Status::kUnparsable);
  judge(groups[{std::int64_t{2}, std::string()}], Status::kRight, {{"reply", 1}});
  judge(groups[{std::int64_t{2}, std::string("a\nb")}], Status::kNoAnswer);
  return score;
}

// One metric with all that a report can have, and one without anything.
inline Score measured() {
  Score score;
  MetricReport report;
  report.value = 0.25;
  report.figures = {{"contexts", std::int64_t{12345}}, {"share", 1.0}, {"of nothing", {}}};
  report.tables.push_back({"by level",
                           {"level", "pairs", "kind"},
                           {{std::int64_t{1}, 0.5, "both"}, {std::int64_t{-2000}, {}, "one"}}});
  report.notes = {"a cap was reached in 3 contexts"};
  const std::vector<ParamSpec> specs = {ParamSpec::number("cap", 7, 1, 9, "")};
  score.metrics.push_back({"consistency", Params(specs, {}, ""), report});
  score.metrics.push_back({"gap", {}, {}});
  return score;
}

}  // namespace assay::verbs
