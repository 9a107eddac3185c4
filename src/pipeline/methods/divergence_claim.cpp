#include "assay/pipeline/methods/divergence_claim.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assay/store/split_json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

std::string check_pair(const std::string& name, const Json& measured, const Json& recorded) {
  for (const auto& [figure, value] : measured.items()) {
    const Json before = recorded.value(figure, Json());
    const bool same = value.is_number() && before.is_number()
                          ? std::abs(value.get<double>() - before.get<double>()) <= 2e-6
                          : value == before;
    if (!same) {
      return fmt::format("{} of {} is {}, but the file says {}", figure, name, value.dump(),
                         before.dump());
    }
  }
  if (recorded.size() == measured.size()) return "";
  return fmt::format("{} has divergences that were not measured", name);
}

std::string check_report(const SplitReport& measured, const SplitReport& recorded) {
  if (measured.parts.size() != recorded.parts.size()) {
    return "its parts are not those that were measured";
  }
  const Json before = to_json(recorded).at("pairs");
  const Json now = to_json(measured).at("pairs");
  for (const auto& [name, pair] : now.items()) {
    if (!before.contains(name)) return fmt::format("{} was not measured", name);
    std::string wrong = check_pair(name, pair, before.at(name));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace

double bound_of(const SplitSpec& claim) { return claim.real(kBound).value_or(kUsualBound); }

const ParamTable& define_of(const SplitSpec& claim) { return claim.table(kDefine); }

bool is_above_bound(const SplitFile& file) {
  return file.report && std::ranges::any_of(file.report->pairs, &PairReport::above_bound);
}

SplitReport bounded_report(const Split& split, const DivergencePool& pool, double bound) {
  SplitReport report = rounded(report_on(split, pool));
  mark_above_bound(report, bound);
  return report;
}

std::string check_figures(const SplitFile& file, const DivergencePool& pool) {
  if (!file.report) return "nothing was measured of it";
  const double bound = file.format == 1 ? 1 : bound_of(file.claim);
  const SplitReport report = bounded_report(file.split, pool, bound);
  std::string wrong = check_report(report, *file.report);
  if (!wrong.empty()) return wrong;
  for (const PairReport& pair : report.pairs) {
    if (pair.first != "train" || pair.atoms_only_in_second.empty()) continue;
    return fmt::format("{} has the atom \"{}\", which train lacks", pair.second,
                       pair.atoms_only_in_second[0]);
  }
  return "";
}

std::string check_divergence_claim(const SplitFile& file, TaskRows& rows) {
  const ParamTable& define = define_of(file.claim);
  if (file.definition != redefined(rows.task().info().compounds, define)) {
    return "it was made with another compound definition";
  }
  return check_figures(file, rows.pool(define));
}

}  // namespace assay
