#include "assay/verbs/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/measure/divergence_pool.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/pipeline/foreign_pool.h"
#include "assay/pipeline/foreign_rows.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/part_choice.h"
#include "assay/store/split_json.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/text_or_null.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

bool names_a_file(const std::string& split) {
  return split.ends_with(".json") && kind_of_path(split) != PathKind::kNothing;
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

SplitFile split_from_file(const std::string& path, const SplitSubject& subject,
                          const std::string& data) {
  return parse_split_file(read_user_file(path, {kMostSplitBytes}), path, subject, data);
}

SplitFile named_split(const DataSet& data, const std::string& split) {
  return names_a_file(split) ? split_from_file(split, subject_of(data), data.folder().path())
                             : read_split(data, split);
}

// Indices that count lines of another file.
SplitFile imported_split(const DataSet& data, const Task& task, const MeasureRequest& request,
                         const Control& control) {
  SplitSession rows(data, task, control);
  return make_split(rows, import_spec("measured", request.split, request.of));
}

// Only the indices of a foreign file, about a data set, can count lines of another file.
void check_of(const MeasureRequest& request) {
  if (request.of.empty()) return;
  if (kind_of_path(request.data) == PathKind::kFile) {
    fail(ErrorKind::kUsage,
         "measure: --of is for data sets; {} is a file of JSON lines, whose rows indices count",
         printable(request.data));
  }
  if (!names_a_file(request.split)) {
    fail(ErrorKind::kUsage,
         "measure: --of goes with a --split that is a .json file of indices; \"{}\" is none",
         printable(request.split));
  }
}

// The changes asked for, or else the definition that the split was made by, or else the task's.
CompoundDefinition definition_for(const Task& task, const SplitFile& file,
                                  const MeasureRequest& request) {
  if (request.define.empty() && file.definition) return *file.definition;
  return redefined(task.info().compounds, request.define);
}

const PairReport* train_and_test(const SplitReport& report) {
  const auto pair = std::ranges::find_if(report.pairs, [](const PairReport& each) {
    return each.first == "train" && each.second == "test";
  });
  return pair == report.pairs.end() ? nullptr : &*pair;
}

std::vector<std::pair<double, double>> side_by_side(const std::vector<double>& first,
                                                    const std::vector<double>& second) {
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] > 0 || second[i] > 0) pairs.emplace_back(first[i], second[i]);
  }
  return pairs;
}

Frequencies frequencies_of(const Split& split, const DivergencePool& pool) {
  const Shares train = shares_in(split.train, pool.profiles, pool.example_of);
  const Shares test = shares_in(split.test, pool.profiles, pool.example_of);
  return {side_by_side(train.atoms, test.atoms), side_by_side(train.compounds, test.compounds)};
}

MeasureResult measured(const std::string& about, const DivergencePool& pool, const Split& split) {
  MeasureResult result{about, pool.definition, pool.profiles.compounds(), pool.figures.distinct,
                       rounded(report_on(split, pool))};
  if (train_and_test(result.report) != nullptr) result.frequencies = frequencies_of(split, pool);
  return result;
}

MeasureResult measured(const MeasureRequest& request, const DivergencePool& pool,
                       const Split& split) {
  return measured(request.split.empty() ? request.data : request.split, pool, split);
}

MeasureResult measure_lines(const MeasureRequest& request, const Control& control) {
  if (request.split.empty()) fail(ErrorKind::kUsage, "measure: name a --split");
  const Folder folder = Folder::open(folder_of_file(request.data));
  const std::string text = read_user_file(request.data, {kMostRowsBytes, kMostLineBytes});
  const SplitSubject subject = foreign_subject(request.data, text);
  const SplitFile file = names_a_file(request.split)
                             ? split_from_file(request.split, subject, request.data)
                             : read_split(folder, request.split, subject);
  const auto& define = request.define.empty() ? define_of(file.claim) : request.define;
  return measured(request, read_foreign_pool(request.data, text, define, control), file.split);
}

MeasureResult measure_set(const MeasureRequest& request, const Workplace& workplace) {
  const Control& control = workplace.control;
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const SplitFile file = request.split.empty() ? own_split_or_fail(data)
                         : request.of.empty()  ? named_split(data, request.split)
                                               : imported_split(data, *task, request, control);
  return measured(request, read_pool(data, *task, definition_for(*task, file, request), control),
                  file.split);
}

void check_gap(const GapRequest& request) {
  constexpr std::uint64_t kMostResamples = 1'000'000;
  const std::uint64_t resamples = request.resamples.value_or(1);
  if (resamples == 0 || resamples > kMostResamples) {
    fail(ErrorKind::kUsage, "measure: --resamples takes a number from 1 to {}",
         with_commas(kMostResamples));
  }
  if (kind_of_path(request.data) == PathKind::kFile) {
    fail(ErrorKind::kUsage, "measure: --gap is for data sets; {} is a file of JSON lines",
         printable(request.data));
  }
}

// Absent: every row is asked about.
std::optional<SplitFile> gap_split(const DataSet& data, const GapRequest& request) {
  if (!request.split.empty()) return named_split(data, request.split);
  auto file = own_split(data);
  if (!file && !request.part.empty()) {
    choose_rows(data, {"", request.part}, {});  // says which parts there are
    fail(ErrorKind::kUsage, "measure: --gap of one part needs a --split, or parts train and test");
  }
  return file;
}

}  // namespace

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

std::vector<MeasureResult> measure_splits(const DataSet& data, const Task& task,
                                          const std::vector<NamedSplit>& splits,
                                          const Control& control) {
  std::vector<MeasureResult> results(splits.size());
  std::vector<bool> is_done(splits.size());
  for (std::size_t first = 0; first < splits.size(); ++first) {
    if (is_done[first]) continue;
    const CompoundDefinition definition = definition_for(task, splits[first].file, {});
    const DivergencePool pool = read_pool(data, task, definition, control);
    for (std::size_t i = first; i < splits.size(); ++i) {
      const auto& [name, file] = splits[i];
      if (is_done[i] || definition_for(task, file, {}) != definition) continue;
      results[i] = measured(name, pool, file.split);
      is_done[i] = true;
    }
  }
  return results;
}

MeasureResult measure(const MeasureRequest& request, const Workplace& workplace) {
  check_of(request);
  return kind_of_path(request.data) == PathKind::kFile ? measure_lines(request, workplace.control)
                                                       : measure_set(request, workplace);
}

Json to_json(const MeasureResult& result) {
  Json json = {{"definition", to_json(result.definition)}};
  json.update(to_json(result.report));
  return json;
}

FrequencyPlot plot_of(const MeasureResult& result) {
  const PairReport* pair = train_and_test(result.report);
  if (pair == nullptr || !result.frequencies) {
    fail(ErrorKind::kUsage, "measure: --svg compares train with test, and the split lacks one");
  }
  const auto& [atoms, compounds] = *result.frequencies;
  FrequencyPlot plot;
  plot.title = fmt::format("{}: atom divergence {:.4f}, compound divergence {:.4f}", result.about,
                           pair->atom_divergence, pair->compound_divergence);
  plot.first_name = "train";
  plot.second_name = "test";
  plot.panels.push_back({counted(atoms.size(), "atom"), atoms});
  plot.panels.push_back({counted(compounds.size(), "compound"), compounds});
  return plot;
}

std::string GapResult::about() const {
  if (part.empty()) return "the whole data set";
  return split.empty() ? fmt::format("part {}", part) : fmt::format("{} of {}", part, split);
}

GapResult measure_gap(const GapRequest& request, const Workplace& workplace) {
  check_gap(request);
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  assay::GapRequest asking;
  if (!request.part.empty()) asking.part = request.part;
  if (request.resamples) asking.resampling.resamples = *request.resamples;
  asking.split = gap_split(data, request);
  return {request.split, asking.split ? asking.part : "", data.manifest().content_hash,
          assay::measure_gap(data, *task, asking, workplace.control)};
}

Json to_json(const GapResult& result) {
  Json json = {{"split", text_or_null(result.split)}, {"part", text_or_null(result.part)}};
  json.update(to_json(result.report));
  json["content_hash"] = result.content_hash;
  return json;
}

IntervalPlot plot_of(const GapResult& result) {
  const GapReport& report = result.report;
  IntervalPlot plot;
  plot.title = fmt::format("Compositionality gap, {}", result.about());
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    IntervalPanel& panel = plot.panels.emplace_back();
    panel.title = report.metrics[metric];
    const auto add = [&](const std::string& name, const Estimate& estimate, bool apart) {
      panel.rows.push_back({name, estimate.mean, estimate.low, estimate.high, apart});
    };
    for (std::size_t learner = 0; learner < report.learners.size(); ++learner) {
      add(report.learners[learner], report.mean(learner, metric), false);
    }
    add(fmt::format("gap ({} \u2212 {})", report.learners[0], report.learners[1]),
        report.gaps[metric], true);
  }
  return plot;
}

}  // namespace assay::verbs
