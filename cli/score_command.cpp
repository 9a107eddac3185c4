#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/score.h"
#include "commands.h"
#include "report.h"
#include "score_report.h"

namespace assay {

namespace {

struct Options {
  verbs::ScoreRequest request;
  std::string least;
  bool json = false;
};

void declare(Arguments& arguments, Options& options) {
  verbs::ScoreRequest& request = options.request;
  arguments.example("assay score scan answers.jsonl", "rows {\"id\", \"answer\"}, by meaning");
  arguments.example("assay score scan answers.jsonl --split length --json", "only that test part");
  arguments.example("assay score cfq answers.jsonl --by level,input_length/5",
                    "a table for each column, long questions in steps of five words");
  arguments.positional("DIR", "a data set", request.data);
  arguments.positional("PREDICTIONS", "JSONL; - is standard input", request.predictions);
  arguments.text("--split", "NAME", "only rows of this split", request.part.split);
  arguments.text("--part", "PART",
                 "train, dev or test (default test): of the split, or else of the folder itself, "
                 "where it has parts; all: every row",
                 request.part.part);
  arguments.texts("--by", "COLUMN[/WIDTH]",
                  "figures for each value of a column, or of several: a,b; "
                  "of each pair: 'a*b'; also input_length (words of the input) and output_length "
                  "(as splits by length measure it)",
                  request.by);
  arguments.texts("--metric", "NAME", "a metric of all answers together; assay describe lists them",
                  request.metrics);
  arguments.settings("--metric-set", "a parameter of the metric", request.metric_params);
  arguments.text("--list-to", "FILE", "what the metric counts, one JSON text a line",
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

}  // namespace

int score_command(Words words) {
  Options options;
  Arguments arguments("score", "Judge a file of answers against a data set.", std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  const auto least = least_accuracy(options.least);
  const verbs::ScoreReport report = verbs::score(options.request, arguments.workplace());
  if (options.json) {
    print_document(to_json(report));
  } else {
    fmt::print("{}", score_text(report));
  }
  return least && report.score.all.accuracy().value_or(0) < *least ? 1 : 0;
}

}  // namespace assay
