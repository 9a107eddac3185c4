#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/pipeline/score.h"
#include "assay/store/part_choice.h"
#include "commands.h"
#include "report.h"
#include "score_report.h"

namespace assay {

namespace {

struct Options {
  std::string path;
  std::string predictions;
  PartChoice part;
  std::string least;
  std::vector<std::string> by;
  std::vector<std::string> metrics;
  std::map<std::string, std::string> settings;
  std::string list_to;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  arguments.example("assay score scan answers.jsonl", "rows {\"id\", \"answer\"}, by meaning");
  arguments.example("assay score scan answers.jsonl --split length --json", "only that test part");
  arguments.example("assay score cfq answers.jsonl --by level,input_length/5",
                    "a table for each column, long questions in steps of five words");
  arguments.positional("DIR", "a data set", options.path);
  arguments.positional("PREDICTIONS", "JSONL; - is standard input", options.predictions);
  arguments.text("--split", "NAME", "only rows of this split", options.part.split);
  arguments.text("--part", "PART",
                 "train, dev or test (default test): of the split, or else of the folder itself, "
                 "where it has parts; all: every row",
                 options.part.part);
  arguments.texts("--by", "COLUMN[/WIDTH]",
                  "figures for each value of a column, or of several: a,b; "
                  "of each pair: 'a*b'; also input_length (words of the input) and output_length "
                  "(as splits by length measure it)",
                  options.by);
  arguments.texts("--metric", "NAME", "a metric of all answers together; assay describe lists them",
                  options.metrics);
  arguments.settings("--metric-set", "a parameter of the metric", options.settings);
  arguments.text("--list-to", "FILE", "what the metric counts, one JSON text a line",
                 options.list_to);
  arguments.text("--min-accuracy", "X", "exit 1 when the accuracy is lower", options.least);
  arguments.json(options.json);
  arguments.cache();
  arguments.work();
}

std::optional<double> least_accuracy(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double least = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !(least >= 0 && least <= 1)) {
    fail(ErrorKind::kUsage, "--min-accuracy {} is not a number from 0 to 1", printable(text));
  }
  return least;
}

// Begun before the work, so that a path where nothing can be written is told at once.
void begin_list(const std::string& path, std::span<const ChosenMetric> metrics,
                std::optional<NewFile>& file) {
  if (path.empty()) return;
  if (path == "-") fail(ErrorKind::kUsage, "score: --list-to takes the name of a file, not -");
  if (metrics.size() != 1) {
    fail(ErrorKind::kUsage, "score: --list-to needs exactly one --metric");
  }
  if (metrics[0].spec.listed.empty()) {
    fail(ErrorKind::kUsage, "score: metric {} has nothing to list", metrics[0].spec.name);
  }
  file.emplace(Folder::open(folder_of_file(path)), std::filesystem::path(path).filename().string());
}

void write_list(const Metric& metric, NewFile& file) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::string lines;
  metric.list([&](std::string_view line) {
    lines += line;
    lines += '\n';
    if (lines.size() < kChunk) return;
    file.write(lines);
    lines.clear();
  });
  file.write(lines);
  file.commit();
}

}  // namespace

int score_command(Words words) {
  Options options;
  Arguments arguments("score", "Judge a file of answers against a data set.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  const auto least = least_accuracy(options.least);
  const Workplace workplace = arguments.workplace();
  const DataSet data(options.path);
  const auto task = task_of(data.manifest(), workplace);
  const auto metrics = choose_metrics(*task, options.metrics, options.settings);
  std::optional<NewFile> list;
  begin_list(options.list_to, metrics, list);
  ScoreRequest request;
  request.metrics = metrics;
  for (const std::string& by : options.by) request.by.emplace_back(*task, by);
  ChosenRows chosen = choose_rows(data, options.part, {.of_split = "test", .of_own = "test"});
  request.rows = std::move(chosen.rows);
  const std::string file_name = options.predictions == "-" ? "standard input" : options.predictions;
  const Score score = score_predictions(data, *task, read_user_file(options.predictions), file_name,
                                        request, workplace.control);
  if (list) write_list(*metrics.front().metric, *list);
  if (options.json) {
    const ScoredRows rows{chosen.split, chosen.part, data.manifest().content_hash};
    fmt::print("{}\n", score_json(score, rows)
                           .dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}", score_text(score, {chosen.split, chosen.part, {}}));
  }
  return least && score.all.accuracy().value_or(0) < *least ? 1 : 0;
}

}  // namespace assay
