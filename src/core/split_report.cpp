#include "assay/core/split_report.h"

#include "assay/base/decimal.h"

namespace assay {

namespace {

void round_it(double& figure) { figure = six_decimals(figure); }
void round_it(std::optional<double>& figure) {
  if (figure) round_it(*figure);
}

}  // namespace

SplitReport rounded(SplitReport report) {
  for (PartReport& part : report.parts) round_it(part.share);
  round_it(report.together.share);
  for (PairReport& pair : report.pairs) {
    round_it(pair.atom_divergence);
    round_it(pair.compound_divergence);
    round_it(pair.input_pattern_coverage);
    round_it(pair.output_pattern_coverage);
    round_it(pair.input_length_ratio);
    round_it(pair.output_length_ratio);
  }
  return report;
}

void mark_above_bound(SplitReport& report, double bound) {
  for (PairReport& pair : report.pairs) {
    pair.above_bound = six_decimals(pair.atom_divergence) > bound;
  }
}

}  // namespace assay
