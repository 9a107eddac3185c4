#include "assay/pipeline/score.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/base/json_parser.h"
#include "assay/base/text.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

constexpr std::size_t kNamedIds = 5;
constexpr std::size_t kNamedMisses = 10;

struct Prediction {
  std::string id;
  std::optional<std::string> answer;
  bool used = false;
};

// One line of predictions, taken apart.
class PredictionReader {
 public:
  explicit PredictionReader(std::string content_hash) : content_hash_(std::move(content_hash)) {}

  Prediction parse(std::string_view line) {
    Prediction prediction;
    bool has_id = false;
    bool has_answer = false;
    bool has_hash = false;
    try {
      const simdjson::dom::object object = parser_.parse(line.data(), line.size());
      for (const auto& [key, value] : object) {
        if (key == "id") {
          prediction.id = std::string_view(value);
          has_id = true;
        } else if (key == "answer") {
          has_answer = true;
          if (!value.is_null()) prediction.answer = std::string(std::string_view(value));
        } else if (key == "content_hash") {
          check_hash(value);
          has_hash = true;
        } else if (key == "target" || key == "rules") {
          fail(ErrorKind::kInput,
               "is a row of data (it has \"{}\"), not a prediction "
               "{{\"id\": \"...\", \"answer\": \"...\"}}",
               key);
        }
      }
    } catch (const simdjson::simdjson_error& problem) {
      fail(ErrorKind::kInput, "is not a prediction {{\"id\": \"...\", \"answer\": \"...\"}}: {}",
           prediction_problem(problem));
    }
    if (!has_id) fail(ErrorKind::kInput, "the key \"id\" is missing");
    if (!has_answer) fail(ErrorKind::kInput, "the key \"answer\" is missing");
    all_have_hash_ = all_have_hash_ && has_hash;
    return prediction;
  }

  bool all_have_hash() const { return all_have_hash_; }

 private:
  static std::string prediction_problem(const simdjson::simdjson_error& problem) {
    const std::string text = json_problem(problem);
    return problem.error() == simdjson::DEPTH_ERROR ? text
                                                    : "not a JSON object, or a value is not a text";
  }
  void check_hash(std::string_view hash) const {
    if (hash == content_hash_) return;
    fail(ErrorKind::kInput,
         "is about data with content hash {}, but this data set has {}; score it against the data "
         "set it was made for",
         printable(hash), content_hash_);
  }

  simdjson::dom::parser parser_ = make_json_parser();
  std::string content_hash_;
  bool all_have_hash_ = true;
};

void name(std::vector<std::string>& names, std::string_view id) {
  if (names.size() < kNamedIds) names.emplace_back(printable(id));
}

// Sorted by id, the first of equal ids only.
std::vector<Prediction> read_predictions(const DataSet& data, const std::string& text,
                                         const std::string& file_name, Score& score) {
  std::vector<Prediction> predictions;
  PredictionReader reader(data.manifest().content_hash);
  std::uint64_t number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    try {
      predictions.push_back(reader.parse(line));
    } catch (const Error& problem) {
      fail(ErrorKind::kInput, "{}:{}: {}", printable(file_name), number, problem.what());
    }
  });
  if (!predictions.empty() && reader.all_have_hash()) {
    score.paired_by = PairedBy::kIdAndContentHash;
  }
  std::stable_sort(predictions.begin(), predictions.end(),
                   [](const Prediction& a, const Prediction& b) { return a.id < b.id; });
  std::vector<Prediction> distinct;
  for (Prediction& prediction : predictions) {
    if (!distinct.empty() && distinct.back().id == prediction.id) {
      ++score.duplicate;
      name(score.duplicate_ids, prediction.id);
    } else {
      distinct.push_back(std::move(prediction));
    }
  }
  return distinct;
}

struct Judged {
  std::string id;
  std::optional<std::size_t> prediction;
  Verdict verdict;
  std::vector<std::vector<GroupKey>> groups;  // for each grouping
  std::optional<Example> row;                 // where metrics will see it
};

void count(Score& score, const Judged& judged) {
  score.all.add(judged.verdict);
  for (std::size_t i = 0; i < judged.groups.size(); ++i) {
    for (const GroupKey& group : judged.groups[i]) score.by[i].groups[group].add(judged.verdict);
  }
  if (!judged.prediction) {
    ++score.missing;
    name(score.missing_ids, judged.id);
  } else if (judged.verdict.status != Status::kRight && score.misses.size() < kNamedMisses) {
    score.misses.push_back({judged.id, judged.verdict.status, judged.verdict.why});
  }
}

std::optional<std::size_t> find_prediction(const std::vector<Prediction>& predictions,
                                           const std::string& id) {
  const auto found = std::ranges::lower_bound(predictions, id, {}, &Prediction::id);
  if (found == predictions.end() || found->id != id) return std::nullopt;
  return static_cast<std::size_t>(found - predictions.begin());
}

Judged judge_row(const Task& task, const Example& row, const std::vector<Prediction>& predictions) {
  Judged judged;
  judged.id = id_of(task.info().name, row);
  judged.prediction = find_prediction(predictions, judged.id);
  if (!judged.prediction) {
    judged.verdict.why = "no prediction";
    return judged;
  }
  const auto& answer = predictions[*judged.prediction].answer;
  if (!answer) {
    judged.verdict.why = "the answer is null";
    return judged;
  }
  judged.verdict = task.judge(row, *answer);
  return judged;
}

}  // namespace

void Tally::add(const Verdict& verdict) {
  ++count;
  switch (verdict.status) {
    case Status::kRight:
      ++right;
      break;
    case Status::kWrong:
      ++wrong;
      break;
    case Status::kUnparsable:
      ++unparsable;
      break;
    case Status::kNoAnswer:
      ++no_answer;
      break;
  }
  for (const auto& [name, value] : verdict.marks) {
    if (name == "strict") {
      if (value == 1.0) ++strict;
      continue;
    }
    Mark& mark = marks[name];
    ++mark.answers;
    mark.total += value;
  }
}

std::optional<double> Tally::accuracy() const {
  if (answers() == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(answers());
}

std::optional<double> Tally::accuracy_of_all() const {
  if (count == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(count);
}

std::vector<ChosenMetric> choose_metrics(const Task& task, std::span<const std::string> names,
                                         const std::map<std::string, std::string>& settings) {
  const std::vector<MetricSpec> specs = task.abilities().metrics;
  std::vector<std::string> known;
  for (const MetricSpec& spec : specs) known.push_back(spec.name);
  std::vector<ChosenMetric> chosen;
  std::map<std::string, std::string> unused = settings;
  std::vector<std::string> params;
  for (const std::string& name : names) {
    if (known.empty()) fail(ErrorKind::kUsage, "task {} has no metrics", task.info().name);
    const auto spec = std::ranges::find(specs, name, &MetricSpec::name);
    if (spec == specs.end()) {
      fail(ErrorKind::kUsage, "task {} has no metric \"{}\"{}", task.info().name, printable(name),
           did_you_mean(name, known));
    }
    std::map<std::string, std::string> own;
    for (const ParamSpec& param : spec->params) {
      params.push_back(param.name);
      if (const auto set = settings.find(param.name); set != settings.end()) own.insert(*set);
      unused.erase(param.name);
    }
    Params values(spec->params, own, fmt::format("metric {}", name));
    chosen.push_back({*spec, values, spec->make(values)});
  }
  if (!unused.empty()) {
    const std::string& name = unused.begin()->first;
    fail(ErrorKind::kUsage, "no metric that was asked for has a parameter \"{}\"{}",
         printable(name), did_you_mean(name, params));
  }
  return chosen;
}

namespace {

bool is_well_formed(const MetricReport& report) {
  const auto is_finite = [](const Figure& figure) {
    const double* real = std::get_if<double>(&figure);
    return real == nullptr || std::isfinite(*real);
  };
  const auto fits = [&](const MetricReport::Table& table) {
    return std::ranges::all_of(table.rows, [&](const std::vector<Figure>& row) {
      return row.size() == table.columns.size() && std::ranges::all_of(row, is_finite);
    });
  };
  return std::isfinite(report.value.value_or(0)) && std::ranges::all_of(report.tables, fits) &&
         std::ranges::all_of(report.figures,
                             [&](const auto& figure) { return is_finite(figure.second); });
}

}  // namespace

namespace {

// Nothing was judged, so there is nothing to report; the ids tell why.
[[noreturn]] void fail_unpaired(const DataSet& data, const std::string& id, std::uint64_t count,
                                const std::string& file_name) {
  const Manifest& manifest = data.manifest();
  const auto parsed = parse_id(id);
  std::string why;
  if (!parsed || parsed->task != manifest.recipe.task) {
    why = fmt::format("is not an id of task {}", manifest.recipe.task);
  } else if (parsed->stamp != manifest.stamp) {
    why = fmt::format(
        "was made with other parameters or another version of the task, whose ids "
        "have the stamp {}, not {}",
        parsed->stamp.empty() ? "(none)" : parsed->stamp,
        manifest.stamp.empty() ? "(none)" : manifest.stamp);
  } else {
    why = "is not in it";
  }
  fail(ErrorKind::kInput, "{}: not one of {} ids is of a row of {}: {} {}", printable(file_name),
       with_commas(count), printable(data.folder().path()), printable(id), why);
}

}  // namespace

namespace {

// make(row, out) and take(out) for the rows that are asked about, each once and in their order.
template <typename Out, typename Make, typename Take>
void for_rows_asked_about(const DataSet& data, const Task& task, const ScoreRequest& request,
                          const Control& control, Make make, Take take) {
  RowPass pass{.shape = row_shape(task, data.manifest()),
               .want = {.rules = false},
               .control = control,
               .progress = {"score", 0, data.rows(), 0}};
  if (!request.rows) {
    for_rows<Out>(data, pass, make, take);
    return;
  }
  std::vector<std::uint64_t> rows = *request.rows;
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  pass.progress.total = rows.size();
  for_rows<Out>(RowIndex(data), rows, pass, make, take);
}

// Answers to rows that nobody asked about are no strangers.
void pair_with_other_rows(const DataSet& data, const Task& task, const Control& control,
                          std::vector<Prediction>& predictions) {
  using Found = std::vector<std::size_t>;
  for_rows<Found>(
      data,
      {.shape = row_shape(task, data.manifest()), .want = {.rules = false}, .control = control},
      [&](const Example& row, std::string_view, Found& found) {
        const auto prediction = find_prediction(predictions, id_of(task.info().name, row));
        if (prediction) found.push_back(*prediction);
      },
      [&](const Found& found) {
        for (const std::size_t prediction : found) predictions[prediction].used = true;
      });
}

}  // namespace

Score score_predictions(const DataSet& data, const Task& task, const std::string& predictions_text,
                        const std::string& file_name, const ScoreRequest& request,
                        const Control& control) {
  Score score;
  for (const Grouping& grouping : request.by) {
    score.by.push_back({grouping.text(), grouping.columns(), {}});
  }
  std::vector<Prediction> predictions = read_predictions(data, predictions_text, file_name, score);
  for_rows_asked_about<std::vector<Judged>>(
      data, task, request, control,
      [&](Example& row, std::string_view, std::vector<Judged>& rows) {
        Judged& judged = rows.emplace_back(judge_row(task, row, predictions));
        for (const Grouping& grouping : request.by) {
          judged.groups.push_back(grouping.groups_of(row));
        }
        if (!request.metrics.empty() && judged.verdict.status != Status::kNoAnswer) {
          judged.row = std::move(row);
        }
      },
      [&](const std::vector<Judged>& rows) {
        for (const Judged& judged : rows) {
          count(score, judged);
          if (judged.prediction) predictions[*judged.prediction].used = true;
          if (!judged.row) continue;
          for (const ChosenMetric& chosen : request.metrics) {
            chosen.metric->see(*judged.row, *predictions[*judged.prediction].answer,
                               judged.verdict);
          }
        }
      });
  if (request.rows && !std::ranges::all_of(predictions, &Prediction::used)) {
    pair_with_other_rows(data, task, control, predictions);
  }
  for (const Prediction& prediction : predictions) {
    if (prediction.used) continue;
    ++score.unknown;
    name(score.unknown_ids, prediction.id);
  }
  if (!predictions.empty() && score.unknown == predictions.size()) {
    fail_unpaired(data, predictions.front().id, score.unknown, file_name);
  }
  for (const ChosenMetric& chosen : request.metrics) {
    score.metrics.push_back({chosen.spec.name, chosen.params, chosen.metric->report(control)});
    ASSAY_CHECK(is_well_formed(score.metrics.back().report));
  }
  return score;
}

}  // namespace assay
