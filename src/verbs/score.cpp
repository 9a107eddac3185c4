#include "assay/verbs/score.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/answers/prediction_forms.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/pieces/token_counter.h"
#include "assay/pipeline/verdict_lines.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/extract_choice.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

void check_file_name(std::string_view flag, const std::string& path) {
  if (path == "-") fail(ErrorKind::kUsage, "score: {} takes the name of a file, not -", flag);
}

// Begun before the work, so that a path where nothing can be written is reported at once.
void begin_list(const std::string& path, std::span<const ChosenMetric> metrics,
                std::optional<NewFile>& file) {
  if (path.empty()) return;
  check_file_name("--list-to", path);
  if (metrics.size() != 1) {
    fail(ErrorKind::kUsage, "score: --list-to needs exactly one --metric");
  }
  if (metrics[0].spec.listed.empty()) {
    fail(ErrorKind::kUsage, "score: metric {} has nothing to list", metrics[0].spec.name);
  }
  file.emplace(Folder::open(folder_of_file(path)), name_of_file(path));
}

void write_list(const Metric& metric, NewFile& file) {
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

// A line about every row, whole or not at all.
class VerdictFile {
 public:
  explicit VerdictFile(const std::string& path)
      : file_(Folder::open(folder_of_file(path)), name_of_file(path)) {}

  void add(const JudgedRow& row) {
    append_verdict_lines(lines_, row);
    if (lines_.size() < kChunk) return;
    file_.write(lines_);
    lines_.clear();
  }
  void commit() {
    file_.write(lines_);
    file_.commit();
  }

 private:
  NewFile file_;
  std::string lines_;
};

// A file of predictions and the rows it is about.
struct Run {
  std::string path;
  ChosenRows chosen;
};

Run run_of(const DataSet& data, const std::string& named, PartChoice choice) {
  const PartDefault otherwise{.of_split = "test", .of_own = "test"};
  std::string path = named;
  const std::size_t equals = named.find('=');
  if (equals != std::string::npos && kind_of_path(named) == PathKind::kNothing) {
    if (!choice.split.empty()) {
      fail(ErrorKind::kUsage, "score: {} names a split, and so does --split; give one of them",
           printable(named));
    }
    choice.split = named.substr(0, equals);
    path = named.substr(equals + 1);
  }
  return {std::move(path), choose_rows(data, choice, otherwise)};
}

void check_request(const ScoreRequest& request) {
  if (request.predictions.empty()) {
    fail(ErrorKind::kUsage, "score: name at least one file of predictions");
  }
  for (const auto& [flag, value] :
       {std::pair{"--list-to", request.list_to}, std::pair{"--verdicts", request.verdicts}}) {
    if (!value.empty() && request.predictions.size() > 1) {
      fail(ErrorKind::kUsage, "score: {} needs exactly one file of predictions", flag);
    }
  }
  check_file_name("--verdicts", request.verdicts);
  if (std::ranges::count(request.predictions, "-") > 1) {
    fail(ErrorKind::kUsage, "score: standard input can be read only once");
  }
}

std::vector<Grouping> groupings_of(const ScoreRequest& request, const Task& task,
                                   const TokenCounter* vocabulary) {
  std::vector<Grouping> groupings;
  for (const std::string& by : request.by) groupings.emplace_back(task, by, vocabulary);
  if (request.plots && (groupings.size() != 1 || !groupings.front().is_numeric())) {
    fail(ErrorKind::kUsage, "score: --svg needs exactly one --by, of a column of numbers");
  }
  return groupings;
}

// What all runs have in common.
struct Bench {
  const ScoreRequest& request;
  const DataSet& data;
  const Task& task;
  ExtractRule rule;
  ReadingRules reading;
  std::vector<Grouping> groupings;
  const Control& control;
};

ScoreReport score_run(const Bench& bench, const Run& run) {
  const ScoreRequest& request = bench.request;
  const auto metrics = choose_metrics(bench.task, request.metrics, request.metric_params);
  std::optional<NewFile> list;
  begin_list(request.list_to, metrics, list);
  assay::ScoreRequest judging{
      .rows = run.chosen.rows, .by = bench.groupings, .metrics = metrics, .extract = bench.rule};
  std::optional<VerdictFile> verdicts;
  if (!request.verdicts.empty()) {
    verdicts.emplace(request.verdicts);
    judging.see = [&](const JudgedRow& row) { verdicts->add(row); };
  }
  const PredictionFile predictions = read_predictions(run.path, bench.reading, bench.control);
  ScoreReport report{{run.chosen.split, run.chosen.part, bench.data.manifest().content_hash},
                     score_predictions(bench.data, bench.task, predictions, judging, bench.control),
                     run.path};
  if (list) write_list(*metrics.front().metric, *list);
  if (verdicts) verdicts->commit();
  return report;
}

}  // namespace

std::vector<ScoreReport> score(const ScoreRequest& request, const Workplace& workplace) {
  check_request(request);
  const ExtractRule rule = extract_choice("score", request.extract);
  const auto form = form_of(request.form);
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  std::optional<TokenCounter> vocabulary;
  if (!request.vocabulary.empty()) vocabulary.emplace(request.vocabulary);
  const Bench bench{request,
                    data,
                    *task,
                    rule,
                    {.content_hash = data.manifest().content_hash, .form = form},
                    groupings_of(request, *task, vocabulary ? &*vocabulary : nullptr),
                    workplace.control};
  std::vector<Run> runs;
  for (const std::string& named : request.predictions) {
    runs.push_back(run_of(data, named, request.part));
  }
  std::vector<ScoreReport> reports;
  for (const Run& run : runs) reports.push_back(score_run(bench, run));
  return reports;
}

}  // namespace assay::verbs
