#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/baseline.h"
#include "commands.h"
#include "report.h"
#include "table.h"

namespace assay {

namespace {

std::string share_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.4f}", *share) : "-";
}

std::string interval_text(const std::optional<double>& low, const std::optional<double>& high) {
  return low && high ? fmt::format("{:.4f} to {:.4f}", *low, *high) : "-";
}

std::string scores_text(const std::vector<BaselineScore>& scores) {
  TableColumn kind{"baseline", true};
  TableColumn accuracy{"accuracy"};
  TableColumn interval{"95 % interval", true};
  TableColumn summary{"how it answers", true};
  for (const BaselineScore& score : scores) {
    kind.cells.push_back(score.kind.name);
    accuracy.cells.push_back(share_text(score.tally.accuracy_of_all()));
    interval.cells.push_back(
        score.interval ? interval_text(score.interval->low, score.interval->high) : "-");
    summary.cells.push_back(score.kind.summary);
  }
  return aligned(std::vector<TableColumn>{kind, accuracy, interval, summary});
}

std::string learners_text(const GapReport& report) {
  TableColumn learner{"ideal learner", true};
  TableColumn metric{"metric", true};
  TableColumn mean{"mean"};
  TableColumn interval{"95 % interval", true};
  for (std::size_t i = 0; i < report.learners.size(); ++i) {
    for (std::size_t j = 0; j < report.metrics.size(); ++j) {
      const Estimate& estimate = report.mean(i, j);
      learner.cells.push_back(report.learners[i]);
      metric.cells.push_back(report.metrics[j]);
      mean.cells.push_back(share_text(estimate.mean));
      interval.cells.push_back(interval_text(estimate.low, estimate.high));
    }
  }
  return aligned(std::vector<TableColumn>{learner, metric, mean, interval});
}

void print(const verbs::BaselineReport& report, const std::string& out) {
  const std::string split = report.split.empty() ? "" : fmt::format(" of split {}", report.split);
  fmt::print(
      "{}, {}{}: {}, {}\n\n", report.task,
      report.part == "all" ? "all rows" : "part " + report.part, split, counted(report.rows, "row"),
      report.train_rows == 0 ? "no training rows" : counted(report.train_rows, "training row"));
  if (!report.scores.empty()) fmt::print("{}", scores_text(report.scores));
  if (report.learners) fmt::print("\n{}", learners_text(*report.learners));
  if (!report.left_out.empty()) {
    fmt::print("\nwithout training rows there is no {}; give --split NAME\n",
               fmt::join(report.left_out, ", "));
  }
  if (!out.empty()) fmt::print("\nanswers: {}/*.jsonl\n", printable(out));
}

}  // namespace

int baseline_command(Words words) {
  verbs::BaselineRequest request;
  std::optional<std::uint64_t> seed;
  bool json = false;
  Arguments arguments("baseline",
                      "Measure what accuracy can be had without understanding, and what the "
                      "reference solver gets.",
                      std::move(words));
  arguments.example("assay baseline scan --split length", "all baselines on its test part");
  arguments.example("assay baseline scan --split length --kind nearest --out answers",
                    "also writes answers/nearest.jsonl, as assay score reads it");
  arguments.glossary(
      "Kinds",
      {{"constant", "one answer to all rows: the one that is right most often on these rows"},
       {"majority", "one answer to all rows: the commonest of the training rows"},
       {"random", "the answer of a training row drawn at random"},
       {"nearest", "the answer of the training row whose input shares most words (as bags)"},
       {"solver", "the reference solver, which sees only the input"},
       {"learners",
        "what the task's ideal learners get, where it has some (see assay measure --gap)"},
       {"...", "shortcuts of the task; assay describe TASK says whether it has some"}});
  arguments.positional("DIR", "a data set", request.data);
  arguments.texts("--kind", "KIND", "only these, such as nearest,solver (default: all that fit)",
                  request.kinds);
  arguments.text("--split", "NAME", "train on its train, ask about its test", request.part.split);
  arguments.text(
      "--part", "PART",
      "the rows that are asked about: train, dev or test (default test) of the split, or "
      "else of the folder itself, where it has parts; all: every row",
      request.part.part);
  arguments.number("-s,--seed", "S", "random seed of the random answers (default 0)", seed);
  arguments.text("-o,--out", "DIR2", "also write the answers: DIR2/KIND.jsonl", request.out);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  request.seed = seed.value_or(0);
  const verbs::BaselineReport report = verbs::baseline(request, arguments.workplace());
  if (json) {
    print_document(verbs::to_json(report));
  } else {
    print(report, request.out);
  }
  return 0;
}

}  // namespace assay
