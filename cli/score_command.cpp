#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/render/gap_plot.h"
#include "assay/verbs/score.h"
#include "assay/verbs/score_summary.h"
#include "commands.h"
#include "report.h"
#include "score_report.h"

namespace assay {

namespace {

struct ScoreOptions {
  verbs::ScoreRequest request;
  std::string least;
  std::string svg;
  bool json = false;
};

void declare(Arguments& arguments, ScoreOptions& options) {
  verbs::ScoreRequest& request = options.request;
  arguments.example("assay score scan answers.jsonl", "rows {\"id\", \"answer\"}, by meaning");
  arguments.example("assay score scan answers.jsonl --split length --json", "only that test part");
  arguments.example("assay score cfq answers.jsonl --by level,input_length/5",
                    "a table for each column, long questions in steps of five words");
  arguments.example("assay score scan seed0.jsonl seed1.jsonl seed2.jsonl --split length",
                    "mean, standard deviation and 95 % interval over runs");
  arguments.example("assay score scan length=a.jsonl jump=b.jsonl", "one file per split");
  arguments.positional("DIR", "a data set", request.data);
  arguments.positionals("PREDICTIONS",
                        "files of predictions, one per run, also packed by gzip or zstd; - is "
                        "standard input; NAME=FILE: predictions for the split NAME",
                        request.predictions);
  arguments.text("--split", "NAME", "only rows of this split", request.part.split);
  arguments.text("--part", "PART",
                 "train, dev or test (default test): of the split, or else of the folder itself, "
                 "where it has parts; all: every row",
                 request.part.part);
  arguments.text("--form", "FORM",
                 "rows, lm-eval, batch, inspect, gscan or lines (default: recognised); "
                 "docs/answers.md describes them",
                 request.form);
  arguments.text("--extract", "RULE",
                 "how an answer is taken out of a text: auto (default: explicit marks only), "
                 "strict (the whole text), tags, fence, boxed or last-line",
                 request.extract);
  arguments.text("--verdicts", "FILE",
                 "one JSON line for every row: verdict, reason, what was read", request.verdicts);
  arguments.texts("--by", "COLUMN[/WIDTH]",
                  "figures for each value of a column, or of several: a,b; "
                  "of each pair: 'a*b'; also input_length (words of the input), output_length "
                  "(as splits by length measure it), input_pieces and target_pieces",
                  request.by);
  arguments.text("--vocabulary", "FILE", "a SentencePiece model, for lengths in pieces",
                 request.vocabulary);
  arguments.text("--svg", "FILE", "plot the accuracy over the one --by, with intervals",
                 options.svg);
  arguments.texts("--metric", "NAME", "a metric of all answers together; assay describe lists them",
                  request.metrics);
  arguments.settings("--metric-set", "a parameter of the metric", request.metric_params);
  arguments.text("--list-to", "FILE", "what the metric counts, one JSON text per line",
                 request.list_to);
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

// Of each split, its mean over runs; nothing judged counts as 0.
double lowest_accuracy(std::span<const verbs::ScoreReport> runs) {
  double lowest = 1;
  for (const verbs::ScoreSummary& summary : verbs::summarise(runs)) {
    lowest = std::min(lowest, summary.accuracy.runs == 0 ? 0 : summary.accuracy.mean);
  }
  return lowest;
}

}  // namespace

int score_command(Words words) {
  ScoreOptions options;
  Arguments arguments("score", "Judge files of answers against a data set.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  const auto least = least_accuracy(options.least);
  options.request.plots = !options.svg.empty();
  const auto runs = verbs::score(options.request, arguments.workplace());
  if (!options.svg.empty()) write_picture(options.svg, points_svg(verbs::score_plot(runs)));
  if (options.json) {
    print_document(to_json(std::span(runs)));
  } else {
    fmt::print("{}", runs.size() == 1 ? score_text(runs.front()) : runs_text(runs));
  }
  return least && lowest_accuracy(runs) < *least ? 1 : 0;
}

}  // namespace assay
