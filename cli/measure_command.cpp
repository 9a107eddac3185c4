#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/pipeline/foreign_pool.h"
#include "assay/pipeline/foreign_rows.h"
#include "assay/pipeline/gap.h"
#include "assay/pipeline/make_split.h"
#include "assay/render/frequency_plot.h"
#include "assay/store/part_choice.h"
#include "assay/store/split_json.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/user_file.h"
#include "commands.h"
#include "gap_report.h"
#include "report.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string data;
  std::string split;
  std::string of_path;
  std::map<std::string, std::string> define;
  bool gap = false;
  std::string part;
  std::optional<std::uint64_t> resamples;
  std::string svg_path;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  arguments.example("assay measure scan --split hard",
                    "divergences, coverage, lengths between train, dev and test");
  arguments.example("assay measure scan --split mcd1.json --of tasks.txt",
                    "a published index file, mapped by content");
  arguments.example("assay measure scan --split hard --define nodes=8 --define order=unordered",
                    "under another definition of compounds");
  arguments.example("assay measure curi --gap --split comp",
                    "how much ideal learners lose that know only the concepts of training");
  arguments.positional("DIR", "a data set, or a file of JSON lines", options.data);
  arguments.text("--split", "NAME|FILE",
                 "one of its splits, or a file with trainIdxs, testIdxs (default: its own parts)",
                 options.split);
  arguments.text("--of", "FILE", "the text file that the indices of a FILE count lines of",
                 options.of_path);
  arguments.settings(
      "--define",
      "change the compounds: nodes, least, shape, weights, kept, order, sets, sample, groups",
      options.define);
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

std::vector<std::pair<double, double>> side_by_side(const std::vector<double>& first,
                                                    const std::vector<double>& second) {
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] > 0 || second[i] > 0) pairs.emplace_back(first[i], second[i]);
  }
  return pairs;
}

void draw(const DivergencePool& pool, const SplitFile& file, const SplitReport& report,
          const Options& options) {
  const auto pair = std::ranges::find_if(report.pairs, [](const PairReport& each) {
    return each.first == "train" && each.second == "test";
  });
  if (pair == report.pairs.end()) {
    fail(ErrorKind::kUsage, "measure: --svg compares train with test, and the split lacks one");
  }
  const auto shares = [&](const std::vector<std::uint64_t>& rows) {
    return shares_in(rows, pool.profiles, pool.example_of);
  };
  const Shares train = shares(file.split.train);
  const Shares test = shares(file.split.test);
  FrequencyPlot plot;
  plot.title = fmt::format("{}: atom divergence {:.4f}, compound divergence {:.4f}",
                           options.split.empty() ? options.data : options.split,
                           pair->atom_divergence, pair->compound_divergence);
  plot.first_name = "train";
  plot.second_name = "test";
  auto atoms = side_by_side(train.atoms, test.atoms);
  auto compounds = side_by_side(train.compounds, test.compounds);
  plot.panels.push_back({counted(atoms.size(), "atom"), std::move(atoms)});
  plot.panels.push_back({counted(compounds.size(), "compound"), std::move(compounds)});
  write_picture(options.svg_path, frequency_svg(plot));
}

bool names_a_file(const std::string& split) {
  return split.ends_with(".json") && std::filesystem::exists(split);
}

// The data set's own parts, with what its manifest says of the split that they were made from.
std::optional<SplitFile> own_split(const DataSet& data) {
  auto split = split_of_parts(data);
  if (!split) return std::nullopt;
  SplitFile file;
  file.split = std::move(*split);
  const Manifest& manifest = data.manifest();
  if (manifest.claim) file.claim = *manifest.claim;
  file.definition = manifest.definition;
  return file;
}

SplitFile own_split_or_fail(const DataSet& data) {
  auto file = own_split(data);
  if (!file) {
    fail(ErrorKind::kUsage,
         "measure: {} has no parts train and test of its own; name one of its splits with --split",
         printable(data.folder().path()));
  }
  return std::move(*file);
}

SplitFile split_from_file(const std::string& path, std::uint64_t rows) {
  SplitFile file;
  file.split = parse_index_lists(read_user_file(path), path);
  for (const auto* part : {&file.split.train, &file.split.dev, &file.split.test}) {
    for (const std::uint64_t row : *part) {
      if (row < rows) continue;
      fail(ErrorKind::kInput, "{}: names row {}, but the data has only {} rows", printable(path),
           row, with_commas(rows));
    }
  }
  return file;
}

// Indices that count lines of another file.
SplitFile imported_split(const DataSet& data, const Task& task, const Options& options,
                         const Control& control) {
  SplitSpec spec{"measured", "import", {}};
  spec.set("index", options.split);
  spec.set("of", options.of_path);
  SplitSession rows(data, task, control);
  return make_split(rows, spec);
}

// Only the indices of a foreign file, about a data set, can count lines of another file.
void check_of(const Options& options) {
  if (options.of_path.empty()) return;
  if (std::filesystem::is_regular_file(options.data)) {
    fail(ErrorKind::kUsage,
         "measure: --of is for data sets; {} is a file of JSON lines, whose rows indices count",
         printable(options.data));
  }
  if (!names_a_file(options.split)) {
    fail(ErrorKind::kUsage,
         "measure: --of goes with a --split that is a .json file of indices; \"{}\" is none",
         printable(options.split));
  }
}

// The changes asked for, or else the definition that the split was made by, or else the task's.
CompoundDefinition definition_for(const Task& task, const SplitFile& file, const Options& options) {
  if (options.define.empty() && file.definition) return *file.definition;
  return redefined(task.info().compounds, options.define);
}

std::string figure(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

void print_report(const DivergencePool& pool, const SplitReport& report) {
  const CompoundDefinition& definition = pool.definition;
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
        with_commas(pool.profiles.compounds()), with_commas(pool.figures.distinct),
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

void check_gap(const Options& options) {
  constexpr std::uint64_t kMostResamples = 1'000'000;
  if (!options.gap) {
    if (!options.part.empty() || options.resamples) {
      fail(ErrorKind::kUsage, "measure: --part and --resamples go with --gap");
    }
    return;
  }
  if (!options.define.empty() || !options.of_path.empty()) {
    fail(ErrorKind::kUsage,
         "measure: --gap asks learners, not compounds; leave --define and --of out");
  }
  const std::uint64_t resamples = options.resamples.value_or(1);
  if (resamples == 0 || resamples > kMostResamples) {
    fail(ErrorKind::kUsage, "measure: --resamples takes a number from 1 to {}",
         with_commas(kMostResamples));
  }
  if (std::filesystem::is_regular_file(options.data)) {
    fail(ErrorKind::kUsage, "measure: --gap is for data sets; {} is a file of JSON lines",
         printable(options.data));
  }
}

int measure_gap_of(const Options& options, const Workplace& workplace) {
  const DataSet data(options.data);
  const auto task = verbs::task_of(data.manifest(), workplace);
  GapRequest request;
  if (!options.part.empty()) request.part = options.part;
  if (options.resamples) request.resampling.resamples = *options.resamples;
  std::string about = "the whole data set";
  if (options.split.empty()) {
    request.split = own_split(data);
    if (request.split) about = fmt::format("part {}", request.part);
    if (!request.split && !options.part.empty()) {
      choose_rows(data, {"", options.part}, {});  // says which parts there are
      fail(ErrorKind::kUsage,
           "measure: --gap of one part needs a --split, or parts train and test");
    }
  } else {
    request.split = names_a_file(options.split) ? split_from_file(options.split, data.rows())
                                                : read_split(data, options.split);
    about = fmt::format("{} of {}", request.part, options.split);
  }
  const GapReport report = measure_gap(data, *task, request, workplace.control);
  if (!options.svg_path.empty()) {
    write_picture(options.svg_path, interval_svg(gap_plot(report, about)));
  }
  if (options.json) {
    Json document = {
        {"split", options.split.empty() ? Json(nullptr) : Json(options.split)},
        {"part", request.split ? Json(request.part) : Json(nullptr)},
    };
    document.update(to_json(report));
    document["content_hash"] = data.manifest().content_hash;
    fmt::print("{}\n", document.dump(1, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("{}", gap_text(report, about));
  }
  return 0;
}

}  // namespace

int measure_command(Words words) {
  Options options;
  Arguments arguments("measure",
                      "Say how different the parts of a split are, or how much ideal learners "
                      "lose on it.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  check_gap(options);
  if (options.gap) return measure_gap_of(options, arguments.workplace());
  check_of(options);
  const Control control = arguments.control();

  const auto show = [&](const DivergencePool& pool, const SplitFile& file) {
    const SplitReport report = rounded(report_on(file.split, pool));
    if (!options.svg_path.empty()) draw(pool, file, report, options);
    if (options.json) {
      Json document = {{"definition", to_json(pool.definition)}};
      document.update(to_json(report));
      fmt::print("{}\n", document.dump(1));
    } else {
      print_report(pool, report);
    }
    return 0;
  };
  if (std::filesystem::is_regular_file(options.data)) {
    if (options.split.empty()) fail(ErrorKind::kUsage, "measure: name a --split");
    const Folder folder = Folder::open(verbs::folder_of_file(options.data));
    const std::string text = read_user_file(options.data);
    if (names_a_file(options.split)) {
      const DivergencePool pool = read_foreign_pool(options.data, text, options.define, control);
      return show(pool, split_from_file(options.split, pool.rows()));
    }
    const SplitFile file = read_split(folder, options.split, foreign_subject(options.data, text));
    const auto& define = options.define.empty() ? file.claim.table("define") : options.define;
    return show(read_foreign_pool(options.data, text, define, control), file);
  }
  const DataSet data(options.data);
  const auto task = verbs::task_of(data.manifest(), arguments.workplace());
  const SplitFile file = options.split.empty()          ? own_split_or_fail(data)
                         : !names_a_file(options.split) ? read_split(data, options.split)
                         : options.of_path.empty() ? split_from_file(options.split, data.rows())
                                                   : imported_split(data, *task, options, control);
  return show(read_pool(data, *task, definition_for(*task, file, options), control), file);
}

}  // namespace assay
