// Splits of a data set as rows of Table 3 of Keysers et al. 2020: divergences, coverage of
// patterns, ratios of lengths between train and dev and test together. Splits that are called as
// those of CFQ in the table have its numbers in brackets.
//
//   split_table DIR SPLIT...
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/verbs/measure.h"

namespace assay {
namespace {

struct Printed {
  std::string_view name;
  std::array<std::string_view, 6> columns;
};

constexpr Printed kTable3[] = {
    {"random", {"0.000", "0.000", "0.726", "0.705", "1.007", "1.003"}},
    {"output_length", {"0.033", "0.176", "0.000", "0.004", "0.486", "0.648"}},
    {"input_length", {"0.047", "0.062", "0.285", "0.047", "0.584", "0.578"}},
    {"output_pattern", {"0.000", "0.008", "0.000", "0.516", "0.977", "0.984"}},
    {"input_pattern", {"0.000", "0.005", "0.636", "0.000", "1.028", "1.017"}},
    {"mcd1", {"0.020", "0.694", "0.079", "0.032", "0.732", "0.871"}},
    {"mcd2", {"0.020", "0.713", "0.023", "0.007", "0.838", "0.958"}},
    {"mcd3", {"0.020", "0.704", "0.034", "0.027", "0.807", "0.896"}},
};

// Dev and test together; test alone where there is no dev.
const PairReport& pair_of(const SplitReport& report) {
  for (const std::string_view second : {"dev+test", "test"}) {
    for (const PairReport& pair : report.pairs) {
      if (pair.first == "train" && pair.second == second) return pair;
    }
  }
  fail(ErrorKind::kInput, "a split has no train or no test");
}

void print_row(const std::string& name, const verbs::MeasureResult& found) {
  const PairReport& pair = pair_of(found.report);
  const std::array<double, 6> columns = {pair.atom_divergence,
                                         pair.compound_divergence,
                                         pair.output_pattern_coverage.value_or(-1),
                                         pair.input_pattern_coverage.value_or(-1),
                                         pair.output_length_ratio.value_or(-1),
                                         pair.input_length_ratio.value_or(-1)};
  const auto printed = std::ranges::find(kTable3, name, &Printed::name);
  std::string sizes;
  for (const PartReport& part : found.report.parts) {
    sizes += (sizes.empty() ? "" : " / ") + with_commas(part.rows);
  }
  fmt::print("| {} | {} |", name, sizes);
  for (std::size_t at = 0; at < columns.size(); ++at) {
    fmt::print(" {:.3f}", columns[at]);
    if (printed != std::end(kTable3)) fmt::print(" ({})", printed->columns[at]);
    fmt::print(" |");
  }
  fmt::print("\n");
}

int run(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: split_table DIR SPLIT...\n");
    return 2;
  }
  const DataSet data(argv[1]);
  const auto& recipe = data.manifest().recipe;
  const auto task = make_task(recipe.task, recipe.params);
  std::vector<verbs::NamedSplit> splits;
  for (int at = 2; at < argc; ++at) splits.push_back({argv[at], read_split(data, argv[at])});
  Control control;
  control.jobs = 2;
  const auto found = verbs::measure_splits(data, *task, splits, control);
  fmt::print(
      "| split | train / dev / test | D_A | D_C | output coverage | input coverage | output "
      "length | input length |\n|---|---|---|---|---|---|---|---|\n");
  for (std::size_t at = 0; at < splits.size(); ++at) print_row(splits[at].name, found[at]);
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) try {
  return assay::run(argc, argv);
} catch (const assay::Error& problem) {
  fmt::print(stderr, "split_table: {}\n", problem.what());
  return 3;
}
