#include "assay/verbs/baseline.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "assay/base/decimal.h"
#include "assay/base/hash.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/pipeline/work_folder.h"
#include "assay/verbs/data_task.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;
using RowNumbers = std::vector<std::uint64_t>;

RowNumbers rows_asked_about(const DataSet& data, const ChosenRows& chosen) {
  RowNumbers rows;
  if (!chosen.rows) {
    rows.resize(data.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
  }
  rows = *chosen.rows;
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// Empty where the data set has no train.
RowNumbers training_rows(const DataSet& data, const std::string& split) {
  if (!split.empty()) return read_split(data, split).split.train;
  const bool has_train = std::ranges::any_of(
      data.parts(), [](const PartRange& part) { return part_named(part.name) == Place::kTrain; });
  if (!has_train) return {};
  return *choose_rows(data, {"", "train"}, {}).rows;
}

// Answers as `score` reads them, a file for each kind.
class AnswerFiles {
 public:
  AnswerFiles(const std::string& path, const std::string& work, std::string content_hash)
      : place_(path, work), content_hash_(std::move(content_hash)) {}

  void take(const BaselineAnswer& said) {
    if (place_.was_complete()) return;
    if (said.kind != kind_) {
      commit();
      kind_ = said.kind;
      file_.emplace(place_.folder(), kind_ + ".jsonl");
    }
    std::string line = "{\"id\":";
    append_json_string(line, said.id);
    line += ",\"answer\":";
    if (said.answer) {
      append_json_string(line, *said.answer);
    } else {
      line += "null";
    }
    file_->write(line + fmt::format(",\"content_hash\":\"{}\"}}\n", content_hash_));
  }

  void finish() {
    if (place_.was_complete()) return;
    commit();
    place_.finish();
  }

 private:
  void commit() {
    if (file_) file_->commit();
    file_.reset();
  }

  WorkFolder place_;
  std::string content_hash_;
  std::string kind_;
  std::optional<NewFile> file_;
};

// Which kinds to run, of those that answer rows.
std::vector<std::string> kinds_to_run(const Task& task, const BaselineRequest& request,
                                      bool has_train, std::vector<std::string>& left_out) {
  std::vector<std::string> names;
  if (!request.kinds.empty()) {
    names = request.kinds;
    std::erase(names, kLearners);
    return names;
  }
  for (const BaselineKind& kind : baseline_kinds(task)) {
    (kind.learns && !has_train ? left_out : names).push_back(kind.name);
  }
  return names;
}

bool asks_for_learners(const Task& task, const BaselineRequest& request) {
  if (request.kinds.empty()) return task.abilities().learners != nullptr;
  return std::ranges::find(request.kinds, kLearners) != request.kinds.end();
}

std::vector<BaselineScore> run(const DataSet& data, const Task& task,
                               const assay::BaselineRequest& asking, const BaselineRequest& request,
                               const Control& control) {
  if (request.out.empty()) return run_baselines(data, task, asking, control, {});
  const std::string work = fmt::format(
      "{{\"baseline\":\"{}\"}}",
      sha256_hex(fmt::format("{} {} {} {} {}", data.manifest().content_hash, request.part.split,
                             request.part.part, fmt::join(asking.kinds, ","), asking.seed)));
  AnswerFiles files(request.out, work, data.manifest().content_hash);
  auto scores = run_baselines(data, task, asking, control,
                              [&](const BaselineAnswer& said) { files.take(said); });
  files.finish();
  return scores;
}

}  // namespace

BaselineReport baseline(const BaselineRequest& request, const Workplace& workplace) {
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const ChosenRows chosen = choose_rows(data, request.part, {.of_split = "test", .of_own = "test"});
  assay::BaselineRequest asking{.asked = rows_asked_about(data, chosen),
                                .train = training_rows(data, request.part.split),
                                .kinds = {},
                                .seed = request.seed};
  BaselineReport report{.task = task->info().name,
                        .split = chosen.split,
                        .part = chosen.part,
                        .rows = asking.asked.size(),
                        .train_rows = asking.train.size(),
                        .seed = request.seed,
                        .content_hash = data.manifest().content_hash,
                        .scores = {}};
  asking.kinds = kinds_to_run(*task, request, !asking.train.empty(), report.left_out);
  report.scores = run(data, *task, asking, request, workplace.control);
  if (asks_for_learners(*task, request)) {
    report.learners = measure_gap({.data = request.data,
                                   .split = chosen.split,
                                   .part = chosen.part == "all" ? "" : chosen.part},
                                  workplace)
                          .report;
  }
  return report;
}

namespace {

Json rounded(const std::optional<double>& value) {
  return value ? Json(six_decimals(*value)) : Json(nullptr);
}

Json to_json(const BaselineScore& score) {
  const auto bound = [&](double Interval::*end) {
    return score.interval ? Json(six_decimals((*score.interval).*end)) : Json(nullptr);
  };
  Json marks = Json::object();
  for (const auto& [name, mark] : score.tally.marks) marks[name] = six_decimals(mark.mean());
  return {{"kind", score.kind.name},
          {"summary", score.kind.summary},
          {"count", score.tally.count},
          {"right", score.tally.right},
          {"wrong", score.tally.wrong},
          {"unparsable", score.tally.unparsable},
          {"no_answer", score.tally.no_answer},
          {"accuracy", rounded(score.tally.accuracy_of_all())},
          {"low", bound(&Interval::low)},
          {"high", bound(&Interval::high)},
          {"marks", marks}};
}

}  // namespace

Json to_json(const BaselineReport& report) {
  Json json = {{"task", report.task},
               {"split", report.split.empty() ? Json(nullptr) : Json(report.split)},
               {"part", report.part},
               {"rows", report.rows},
               {"train_rows", report.train_rows},
               {"seed", report.seed},
               {"baselines", Json::array()},
               {"left_out", report.left_out}};
  for (const BaselineScore& score : report.scores) json["baselines"].push_back(to_json(score));
  if (report.learners) json["learners"] = to_json(*report.learners)["learners"];
  json["content_hash"] = report.content_hash;
  return json;
}

}  // namespace assay::verbs
