#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/measure.h"
#include "commands.h"
#include "gap_report.h"
#include "report.h"

namespace assay {

namespace {

struct MeasureOptions {
  verbs::MeasureRequest request;
  bool gap = false;
  std::string part;
  std::optional<std::uint64_t> resamples;
  std::string svg_path;
  bool json = false;
};

void declare(Arguments& arguments, MeasureOptions& options) {
  verbs::MeasureRequest& request = options.request;
  arguments.example("assay measure scan --split hard",
                    "divergences, coverage, lengths between train, dev and test");
  arguments.example("assay measure scan --split mcd1.json --of tasks.txt",
                    "a published index file, mapped by content");
  arguments.example("assay measure scan --split hard --define nodes=8 --define order=unordered",
                    "under another definition of compounds");
  arguments.example("assay measure curi --gap --split comp",
                    "how much ideal learners lose that know only the concepts of training");
  arguments.positional("DIR", "a data set, or a file of JSON lines", request.data);
  arguments.text("--split", "NAME|FILE",
                 "one of its splits, or a file with trainIdxs, testIdxs (default: its own parts)",
                 request.split);
  arguments.text("--of", "FILE", "the text file that the indices of a FILE count lines of",
                 request.of);
  arguments.settings(
      "--define",
      "change the compounds: nodes, least, shape, weights, kept, order, sets, sample, groups",
      request.define);
  arguments.flag("--gap", "what the task's ideal learners make of the rows, instead", options.gap);
  arguments.text(
      "--part", "PART",
      "with --gap: which rows, train, dev or test (default test), of the split or else of "
      "the folder itself",
      options.part);
  arguments.number("--resamples", "N", "with --gap: for the intervals (2000)", options.resamples);
  arguments.text("--svg", "FILE",
                 "also draw how often train and test have each atom and compound, or the learners",
                 options.svg_path);
  arguments.json(options.json);
  arguments.cache();
  arguments.work();
}

std::string figure(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

void print_report(const verbs::MeasureResult& result) {
  const CompoundDefinition& definition = result.definition;
  const SplitReport& report = result.report;
  fmt::print("compounds: {}\n", definition.name);
  if (definition.most_nodes > 0) {
    fmt::print(
        "  {}{} nodes, {}, {}{} kept of {}{}{}\n",
        definition.shape == CompoundShape::kChains ? "chains of " : "",
        definition.least_nodes > 1
            ? fmt::format("{} to {}", definition.least_nodes, definition.most_nodes)
            : fmt::format("at most {}", definition.most_nodes),
        definition.ordered ? "ordered" : "unordered",
        definition.weights == Weighing::kEven ? "even weights, " : "",
        with_commas(result.kept_compounds), with_commas(result.all_compounds),
        definition.sample > 0 ? fmt::format(", from {} examples", with_commas(definition.sample))
                              : "",
        definition.most_sets > 0
            ? fmt::format(", at most {} node sets an example", with_commas(definition.most_sets))
            : "");
  }
  fmt::print("\n{:<10} {:>9} {:>7} {:>6} {:>10} {:>12}\n", "part", "rows", "share", "atoms",
             "compounds", "rarest atom");
  std::vector<PartReport> parts = report.parts;
  parts.push_back(report.together);
  for (const PartReport& part : parts) {
    fmt::print("{:<10} {:>9} {:>6.1f}% {:>6} {:>10} {:>12}\n", part.name, with_commas(part.rows),
               part.share * 100, part.atoms, with_commas(part.compounds),
               with_commas(part.smallest_atom_count));
  }
  fmt::print("\n{:<15} {:>7} {:>7} {:>15} {:>15} {:>17}\n", "", "", "", "pattern coverage",
             "length ratio", "only in second");
  fmt::print("{:<15} {:>7} {:>7} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}\n", "pair", "D_A", "D_C",
             "output", "input", "output", "input", "atoms", "compounds");
  for (const PairReport& pair : report.pairs) {
    fmt::print("{:<15} {:>7.4f} {:>7.4f} {:>7} {:>8} {:>7} {:>7} {:>7} {:>9}\n",
               pair.first + "/" + pair.second, pair.atom_divergence, pair.compound_divergence,
               figure(pair.output_pattern_coverage), figure(pair.input_pattern_coverage),
               figure(pair.output_length_ratio), figure(pair.input_length_ratio),
               pair.atoms_only_in_second.size(), with_commas(pair.compounds_only_in_second));
  }
}

void check_flags(const MeasureOptions& options) {
  if (!options.gap) {
    if (!options.part.empty() || options.resamples) {
      fail(ErrorKind::kUsage, "measure: --part and --resamples go with --gap");
    }
    return;
  }
  if (!options.request.define.empty() || !options.request.of.empty()) {
    fail(ErrorKind::kUsage,
         "measure: --gap asks learners, not compounds; leave --define and --of out");
  }
}

void show_divergences(const MeasureOptions& options, const Workplace& workplace) {
  const verbs::MeasureResult result = verbs::measure(options.request, workplace);
  if (!options.svg_path.empty()) write_picture(options.svg_path, frequency_svg(plot_of(result)));
  if (options.json) {
    print_document(to_json(result));
  } else {
    print_report(result);
  }
}

void show_gap(const MeasureOptions& options, const Workplace& workplace) {
  const verbs::GapResult result = verbs::measure_gap(
      {options.request.data, options.request.split, options.part, options.resamples}, workplace);
  if (!options.svg_path.empty()) write_picture(options.svg_path, interval_svg(plot_of(result)));
  if (options.json) {
    print_document(to_json(result));
  } else {
    fmt::print("{}", gap_text(result));
  }
}

}  // namespace

int measure_command(Words words) {
  MeasureOptions options;
  Arguments arguments("measure",
                      "Measure how different the parts of a split are, or how much ideal learners "
                      "lose on it.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  check_flags(options);
  (options.gap ? show_gap : show_divergences)(options, arguments.workplace());
  return 0;
}

}  // namespace assay
