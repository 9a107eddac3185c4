// The figures of src/statistics for cases that come as JSON lines on standard input, one line each
// on standard output: statistics_test.py compares them with those of SciPy.
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/statistics/distributions.h"
#include "assay/statistics/intervals.h"
#include "assay/statistics/linear_fit.h"
#include "assay/statistics/paired.h"

namespace {

using Json = nlohmann::json;
using assay::Interval;
using assay::PairedTally;

Json to_json(const Interval& interval) { return {interval.low, interval.high}; }

Json to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

PairedTally tally_of(const Json& counts) {
  return {counts.at(0), counts.at(1), counts.at(2), counts.at(3)};
}

Json runs(const Json& values) {
  const auto summary = assay::summarise_runs(values.get<std::vector<double>>());
  return {{"mean", summary.mean},
          {"deviation", to_json(summary.deviation)},
          {"interval", summary.interval ? to_json(*summary.interval) : Json(nullptr)}};
}

Json line(const Json& points) {
  const auto fit = assay::fit_line(points.at("x").get<std::vector<double>>(),
                                   points.at("y").get<std::vector<double>>());
  if (!fit) return nullptr;
  return {{"slope", fit->slope}, {"intercept", fit->intercept}, {"r_squared", fit->r_squared}};
}

Json effective(const Json& groups) {
  std::vector<assay::GroupTally> tallies;
  for (const Json& group : groups) tallies.push_back({group.at(0), group.at(1)});
  return assay::effective_rows(tallies);
}

std::vector<PairedTally> tallies_of(const Json& groups) {
  std::vector<PairedTally> tallies;
  for (const Json& group : groups) tallies.push_back(tally_of(group));
  return tallies;
}

const std::map<std::string, std::function<Json(const Json&)>>& figures() {
  static const std::map<std::string, std::function<Json(const Json&)>> kFigures{
      {"normal", [](const Json& of) { return assay::normal_quantile(of); }},
      {"student", [](const Json& of) { return assay::student_quantile(of.at(0), of.at(1)); }},
      {"tosses", [](const Json& of) { return assay::fair_tosses_at_most(of.at(0), of.at(1)); }},
      {"wilson",
       [](const Json& of) {
         const double right = of.at(0);
         const double rows = of.at(1);
         return to_json(assay::wilson_interval(right / rows, rows, of.at(2)));
       }},
      {"effective", effective},
      {"runs", runs},
      {"line", line},
      {"mcnemar", [](const Json& of) { return assay::mcnemar(tally_of(of)); }},
      {"detectable",
       [](const Json& of) {
         return to_json(assay::smallest_detectable_difference(of.at(0), of.at(1)));
       }},
      {"holm", [](const Json& of) { return assay::holm(of.get<std::vector<double>>()); }},
      {"effective_pairs", [](const Json& of) { return assay::effective_pairs(tallies_of(of)); }},
      {"bootstrap",
       [](const Json& of) { return to_json(assay::bootstrap_difference(tallies_of(of), {}, {})); }},
  };
  return kFigures;
}

}  // namespace

int main() {
  std::string text;
  while (std::getline(std::cin, text)) {
    const Json asked = Json::parse(text);
    std::cout << figures().at(asked.at("figure"))(asked.at("of")).dump() << '\n';
  }
  return 0;
}
