#include "assay/pipeline/gap.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "assay/base/decimal.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/figure_json.h"
#include "assay/pipeline/methods/task_holdout.h"
#include "assay/store/part_choice.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;
using RowNumbers = std::vector<std::uint64_t>;

RowNumbers each_once(RowNumbers rows) {
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

RowNumbers rows_asked_about(const DataSet& data, const GapRequest& request) {
  RowNumbers rows;
  if (request.split) {
    rows = each_once(rows_of_part(request.split->split, request.part));
  } else {
    rows.resize(data.rows());
    std::iota(rows.begin(), rows.end(), 0U);
  }
  if (rows.empty()) {
    fail(ErrorKind::kUsage, "{}: there are no rows {}to ask learners about",
         printable(data.folder().path()),
         request.split ? fmt::format("in {} of the split ", printable(request.part)) : "");
  }
  return rows;
}

// ask(row) for some rows on many threads, take(answer) in their order. Few rows make a block:
// learners think long about one.
template <typename Answer, typename Ask, typename Take>
void ask_about(const RowNumbers& rows, const RowIndex& index, const Task& task,
               const std::string& what, const Control& control, Ask ask, Take take) {
  for_rows<std::vector<Answer>>(
      index, rows,
      {.shape = row_shape(task, index.data().manifest()),
       .want = {.rules = false},
       .control = control,
       .progress = {what, 0, rows.size(), 0},
       .rows_per_block = 8},
      [&](const Example& row, std::string_view, std::vector<Answer>& answers) {
        answers.push_back(ask(row));
      },
      [&](std::vector<Answer>& answers) {
        for (Answer& answer : answers) take(std::move(answer));
      });
}

bool is_by_task(const SplitSpec& claim, const Task& task) {
  const auto holdout = holdout_of(task, claim);
  return holdout && holdout->is_by_task;
}

std::vector<std::string> groups_of(const RowNumbers& rows, const RowIndex& index, const Task& task,
                                   const Control& control) {
  std::set<std::string> groups;
  ask_about<std::string>(
      rows, index, task, "read training rows", control,
      [&](const Example& row) { return task.features(row).group; },
      [&](std::string group) {
        if (!group.empty()) groups.insert(std::move(group));
      });
  return {groups.begin(), groups.end()};
}

bool has_no_equals(std::vector<std::string> names) {
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

// What rows say, turned round: for each learner and metric the values of all rows.
struct Marks {
  std::vector<double> weights;
  std::vector<RowValues> values;
  std::vector<std::uint32_t> groups;  // of rows, numbered as they come
  std::uint32_t group_count = 0;
};

Marks mark_rows(const LearnerPanel& panel, const RowNumbers& rows, const RowIndex& index,
                const Task& task, const Control& control) {
  Marks marks;
  marks.values.resize(panel.learners().size() * panel.metrics().size());
  for (RowValues& values : marks.values) values.reserve(rows.size());
  struct Answer {
    LearnerMarks marks;
    std::string group;
  };
  std::map<std::string, std::uint32_t> numbers;
  ask_about<Answer>(
      rows, index, task, "ask learners", control,
      [&](const Example& row) {
        return Answer{panel.mark(row), task.features(row).group};
      },
      [&](const Answer& answer) {
        const LearnerMarks& row = answer.marks;
        ASSAY_CHECK(row.values.size() == marks.values.size());
        marks.weights.push_back(row.weight);
        const bool is_new =
            answer.group.empty() || numbers.emplace(answer.group, marks.group_count).second;
        marks.groups.push_back(is_new ? marks.group_count++ : numbers.at(answer.group));
        for (std::size_t i = 0; i < row.values.size(); ++i) {
          marks.values[i].push_back(row.values[i]);
        }
      });
  return marks;
}

}  // namespace

GapReport measure_gap(const DataSet& data, const Task& task, const GapRequest& request,
                      const Control& control) {
  const RowNumbers rows = rows_asked_about(data, request);
  const RowIndex index(data);
  GapReport report;
  std::optional<std::vector<std::string>> trained;
  if (request.split && !is_by_task(request.split->claim, task)) {
    trained = groups_of(each_once(request.split->split.train), index, task, control);
    report.trained_groups = trained->size();
  }
  const IdealLearners* learners = task.abilities().learners;
  if (learners == nullptr) {
    fail(
        ErrorKind::kUnsupported,
        "task {} has no ideal learners, so its gap cannot be measured; assay measure --split tells "
        "how different the parts of a split are",
        task.info().name);
  }
  const auto panel = learners->panel(trained);
  report.rows = rows.size();
  report.learners = panel->learners();
  report.metrics = panel->metrics();
  ASSAY_CHECK(report.learners.size() >= 2 && !report.metrics.empty());
  ASSAY_CHECK(has_no_equals(report.learners) && has_no_equals(report.metrics));
  report.figures = panel->figures();
  report.resampling = request.resampling;

  Marks marks = mark_rows(*panel, rows, index, task, control);
  report.groups = marks.group_count;
  const std::size_t metrics = report.metrics.size();
  const std::size_t means = marks.values.size();
  for (std::size_t metric = 0; metric < metrics; ++metric) {
    marks.values.push_back(differences(marks.values[metric], marks.values[metrics + metric]));
  }
  auto estimates =
      bootstrap_means(marks.weights, marks.values, request.resampling, control, marks.groups);
  report.gaps.assign(estimates.begin() + static_cast<std::ptrdiff_t>(means), estimates.end());
  estimates.resize(means);
  report.means = std::move(estimates);
  return report;
}

namespace {

Json rounded(const std::optional<double>& value) {
  return value ? Json(six_decimals(*value)) : Json(nullptr);
}

Json to_json(const Estimate& estimate) {
  return {{"mean", rounded(estimate.mean)},
          {"low", rounded(estimate.low)},
          {"high", rounded(estimate.high)},
          {"rows", estimate.rows}};
}

}  // namespace

Json to_json(const GapReport& report) {
  Json json = {{"rows", report.rows}, {"groups", report.groups}};
  if (report.trained_groups) json["trained_groups"] = *report.trained_groups;
  json["learners"] = Json::object();
  json["gap"] = Json::object();
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    for (std::size_t learner = 0; learner < report.learners.size(); ++learner) {
      json["learners"][report.learners[learner]][report.metrics[metric]] =
          to_json(report.mean(learner, metric));
    }
    json["gap"][report.metrics[metric]] = to_json(report.gaps[metric]);
  }
  json["figures"] = Json::object();
  for (const auto& [name, figure] : report.figures) json["figures"][name] = figure_json(figure);
  json["resamples"] = report.resampling.resamples;
  json["confidence"] = report.resampling.confidence;
  return json;
}

}  // namespace assay
