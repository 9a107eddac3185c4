#include "assay/pipeline/score.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kNamedMisses = 10;

void count(Score& score, const JudgedRow& judged, std::optional<std::uint64_t> unit) {
  const Verdict& verdict = judged.samples.front().verdict;
  score.all.add(verdict, unit);
  for (std::size_t i = 0; i < judged.groups.size(); ++i) {
    for (const GroupKey& group : judged.groups[i]) score.by[i].groups[group].add(verdict, unit);
  }
  for (const JudgedSample& sample : judged.samples) score.reading.add(sample);
  if (!judged.is_missing && verdict.status != Status::kRight &&
      score.misses.size() < kNamedMisses) {
    score.misses.push_back({judged.id, verdict.status, verdict.why});
  }
}

void settle(Score& score) {
  score.all.settle();
  score.samples.settle();
  for (Score::Breakdown& breakdown : score.by) {
    for (auto& [key, tally] : breakdown.groups) tally.settle();
  }
}

}  // namespace

void ReadingTally::add(const JudgedSample& sample) {
  if (sample.state == Sample::State::kFailed) ++failed;
  if (sample.state == Sample::State::kCutOff) ++cut_off;
  if (sample.state == Sample::State::kFailed || sample.state == Sample::State::kSilent) return;
  ++found_by[static_cast<std::size_t>(sample.mark)];
  if (sample.has_reasoning) ++reasoning;
}

std::vector<std::string> notes_of(const Score& score) {
  std::vector<std::string> notes;
  if (2 * score.all.unparsable > score.all.answers()) {
    notes.push_back(fmt::format(
        "{} of {} cannot be read; --extract says how answers are taken out of texts (now {}), and "
        "--verdicts FILE shows what was taken",
        with_commas(score.all.unparsable), counted(score.all.answers(), "answer"),
        name_of(score.reading.rule)));
  }
  if (score.reading.cut_off > 0) {
    notes.push_back(fmt::format("{} {} cut off at a limit of length and judged as it stands",
                                counted(score.reading.cut_off, "text"),
                                score.reading.cut_off == 1 ? "was" : "were"));
  }
  if (score.reading.failed > 0) {
    notes.push_back(fmt::format("{} failed, which says nothing about the model: ask again",
                                counted(score.reading.failed, "request")));
  }
  return notes;
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

Score score_predictions(const DataSet& data, const Task& task, const PredictionFile& predictions,
                        const ScoreRequest& request, const Control& control) {
  Score score;
  for (const Grouping& grouping : request.by) {
    score.by.push_back({grouping.text(), grouping.columns(), {}});
  }
  score.form = predictions.form;
  score.paired_by = predictions.paired_by;
  const JudgingRequest judging{.rows = request.rows,
                               .extract = request.extract,
                               .by = request.by,
                               .with_examples = !request.metrics.empty(),
                               .what = "score"};
  score.reading.rule = request.extract;
  const bool has_siblings = data.manifest().units != data.rows();
  score.pairing = judge_rows(data, task, predictions, judging, control, [&](JudgedRow& judged) {
    count(score, judged, has_siblings ? std::optional(judged.unit) : std::nullopt);
    if (predictions.has_samples) score.samples.add(judged);
    if (request.see) request.see(judged);
    const JudgedSample& first = judged.samples.front();
    if (first.verdict.status == Status::kNoAnswer) return;
    for (const ChosenMetric& chosen : request.metrics) {
      chosen.metric->see(*judged.example, first.answer, first.verdict);
    }
  });
  settle(score);
  for (const ChosenMetric& chosen : request.metrics) {
    score.metrics.push_back({chosen.spec.name, chosen.params, chosen.metric->report(control)});
    ASSAY_CHECK(is_well_formed(score.metrics.back().report));
  }
  return score;
}

}  // namespace assay
