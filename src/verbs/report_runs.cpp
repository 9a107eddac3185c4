#include "assay/verbs/report_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/input_file.h"
#include "assay/base/text.h"
#include "assay/pipeline/judge_rows.h"
#include "assay/pipeline/read_predictions.h"
#include "assay/pipeline/score.h"
#include "assay/statistics/intervals.h"
#include "assay/statistics/paired.h"

namespace assay::verbs {

namespace {

constexpr std::size_t kMostCompared = 6;  // runs, in pairs
constexpr std::uint64_t kMostBuckets = 15;

// The rows of some group, by unit.
struct UnitRows {
  std::vector<std::pair<std::uint64_t, bool>> rows;  // unit, is right

  void add(const JudgedRow& judged) {
    rows.emplace_back(judged.unit, judged.samples.front().verdict.status == Status::kRight);
  }

  page::Accuracy accuracy() {
    std::ranges::sort(rows);
    std::vector<GroupTally> units;
    page::Accuracy all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 0 || rows[i].first != rows[i - 1].first) units.emplace_back();
      ++units.back().rows;
      units.back().right += rows[i].second ? 1 : 0;
      all.right += rows[i].second ? 1 : 0;
    }
    all.rows = rows.size();
    if (all.rows == 0) return all;
    const Interval interval = wilson_interval(*all.share(), effective_rows(units));
    all.low = interval.low;
    all.high = interval.high;
    return all;
  }
};

// Some answers drawn at random: those whose ids have the lowest hashes, so that one pass is enough.
class Draw {
 public:
  explicit Draw(std::size_t most) : most_(most) {}

  void see(const JudgedRow& judged) {
    if (most_ == 0) return;
    const std::uint64_t hash = hash64(judged.id);
    if (kept_.size() == most_ && hash >= kept_.rbegin()->first) return;
    const JudgedSample& first = judged.samples.front();
    page::ShownAnswer shown{
        {}, std::string(name_of(first.verdict.status)), first.answer, first.verdict.why};
    kept_.emplace(hash, std::pair(judged.row, std::move(shown)));
    if (kept_.size() > most_) kept_.erase(std::prev(kept_.end()));
  }

  std::vector<page::ShownAnswer> shown(const ExampleShelf& shelf) && {
    std::vector<page::ShownAnswer> all;
    for (auto& [hash, kept] : kept_) {
      // A page can hold one large picture of a kind.
      const std::size_t most = all.empty() ? kLargePicture : kSmallPicture;
      kept.second.example = shelf.show(kept.first, {.most_picture_bytes = most, .rules = true});
      all.push_back(std::move(kept.second));
    }
    return all;
  }

 private:
  std::size_t most_;
  std::map<std::uint64_t, std::pair<std::uint64_t, page::ShownAnswer>> kept_;
};

// What is kept of a run on the rows of one part.
struct JudgedRun {
  Tally tally;
  UnitRows all;
  std::vector<std::map<GroupKey, UnitRows>> by;
  std::vector<bool> outcomes;  // is right, in the order of the rows
  std::array<std::uint64_t, kAnswerMarks> found_by = {};
  Pairing pairing;
  Draw wrong_ones;
  Draw right_ones;

  JudgedRun(std::size_t groupings, std::uint64_t examples)
      : by(groupings), wrong_ones((examples + 1) / 2), right_ones((examples + 3) / 4) {}

  void see(const JudgedRow& judged) {
    const Verdict& verdict = judged.samples.front().verdict;
    tally.add(verdict);
    all.add(judged);
    outcomes.push_back(verdict.status == Status::kRight);
    for (std::size_t i = 0; i < by.size(); ++i) {
      for (const GroupKey& key : judged.groups[i]) by[i][key].add(judged);
    }
    const JudgedSample& first = judged.samples.front();
    const bool is_text =
        first.state == Sample::State::kSaid || first.state == Sample::State::kCutOff;
    if (is_text) ++found_by[static_cast<std::size_t>(first.mark)];
    if (verdict.status == Status::kNoAnswer) return;
    (verdict.status == Status::kRight ? right_ones : wrong_ones).see(judged);
  }
};

page::RunResult result_of(JudgedRun& run) {
  page::RunResult result;
  result.accuracy = run.all.accuracy();
  result.wrong = run.tally.wrong;
  result.unparsable = run.tally.unparsable;
  result.no_answer = run.tally.no_answer;
  result.strict = run.tally.strict;
  for (const auto& [name, mark] : run.tally.marks) {
    result.sub_scores.push_back({name, mark.answers, mark.mean()});
  }
  for (std::size_t mark = 0; mark < kAnswerMarks; ++mark) {
    if (run.found_by[mark] == 0) continue;
    result.found_by.emplace_back(name_of(static_cast<AnswerMark>(mark)), run.found_by[mark]);
  }
  result.missing = run.pairing.missing;
  result.unknown = run.pairing.unknown;
  result.duplicate = run.pairing.duplicate;
  return result;
}

// Both were asked about the same rows.
PairedTally paired(const std::vector<bool>& first, const std::vector<bool>& second) {
  PairedTally tally;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i]) {
      ++(second[i] ? tally.both : tally.only_first);
    } else {
      ++(second[i] ? tally.only_second : tally.neither);
    }
  }
  return tally;
}

// A file of answers that is read.
struct ReadRun {
  std::size_t run = 0;  // its place among the runs
  std::string split;    // empty: any
  PredictionFile predictions;
};

class RunScorer {
 public:
  RunScorer(page::Report& report, const RunsToScore& asked, const Control& control)
      : report_(report), asked_(asked), control_(control), extract_(rule_of(asked.request)) {
    for (const std::string& by : groupings()) groupings_.emplace_back(asked.task, by);
    for (const ReportRun& run : asked.request.runs) read(run);
  }

  void score_split(const NamedSplit& split) {
    if (split.file.split.test.empty()) return;
    std::vector<std::optional<JudgedRun>> judged(report_.runs.size());
    for (const ReadRun& run : files_) {
      if (!run.split.empty() && run.split != split.name) continue;
      judged[run.run].emplace(groupings_.size(), asked_.examples);
      judge(run, split, *judged[run.run]);
    }
    page::ScoredPart part;
    part.split = split.name;
    part.part = is_whole(split) ? "all" : "test";
    for (auto& run : judged) {
      part.runs.push_back(run ? std::optional(result_of(*run)) : std::nullopt);
    }
    part.by = breakdowns(judged);
    part.pairs = pairs(judged);
    for (auto& run : judged) {
      part.wrong.emplace_back();
      part.right.emplace_back();
      if (!run) continue;
      part.wrong.back() = std::move(run->wrong_ones).shown(asked_.shelf);
      part.right.back() = std::move(run->right_ones).shown(asked_.shelf);
    }
    report_.scores.push_back(std::move(part));
  }

 private:
  static ExtractRule rule_of(const ReportRequest& request) {
    if (const auto rule = extract_rule(request.extract)) return *rule;
    const auto names = extract_rule_names();
    fail(ErrorKind::kUsage, "report: --extract does not take \"{}\"{}", printable(request.extract),
         did_you_mean(request.extract, std::vector<std::string>(names.begin(), names.end())));
  }

  static bool is_whole(const NamedSplit& split) { return split.file.split.train.empty(); }

  // Lengths in buckets that a plot has room for, then what the user asks for.
  std::vector<std::string> groupings() const {
    std::uint64_t input = 0;
    std::uint64_t output = 0;
    for (const page::SplitFacts& split : report_.splits) {
      for (const PartRows& part : split.shares.parts) {
        input = std::max(input, part.most_input_words);
        output = std::max(output, part.most_output_length);
      }
    }
    std::vector<std::string> all = {bucketed("input_length", input),
                                    bucketed("output_length", output)};
    for (const std::string& by : asked_.request.by) {
      if (std::ranges::find(all, by) == all.end()) all.push_back(by);
    }
    return all;
  }

  static std::string bucketed(const std::string& name, std::uint64_t most) {
    for (std::uint64_t power = 1;; power *= 10) {
      for (const std::uint64_t factor : {1U, 2U, 5U}) {
        const std::uint64_t width = power * factor;
        if (most / width < kMostBuckets) {
          return width == 1 ? name : fmt::format("{}/{}", name, width);
        }
      }
    }
  }

  void read(const ReportRun& run) {
    if (run.name.empty()) fail(ErrorKind::kUsage, "report: --run needs a name: NAME=FILE");
    if (run.predictions == "-") {
      fail(ErrorKind::kUsage, "report: --run takes the name of a file, not -");
    }
    const auto has_split = [&](const NamedSplit& split) { return split.name == run.split; };
    if (!run.split.empty() && std::ranges::none_of(asked_.splits, has_split)) {
      fail(ErrorKind::kUsage, "report: --run {}@{}: the report has no such split",
           printable(run.name), printable(run.split));
    }
    auto found = std::ranges::find(report_.runs, run.name, &page::RunFacts::name);
    if (found == report_.runs.end()) {
      report_.runs.push_back({run.name, {}});
      found = std::prev(report_.runs.end());
    }
    const auto about = [&](const page::AnswerFile& file) {
      return file.split.empty() || run.split.empty() || file.split == run.split;
    };
    if (std::ranges::any_of(found->files, about)) {
      fail(ErrorKind::kUsage,
           "report: two files are given for run {}; say which split each is "
           "about: --run {}@SPLIT=FILE",
           printable(run.name), printable(run.name));
    }
    const InputFile file(run.predictions);
    found->files.push_back({run.split, run.predictions, sha256_hex(file), file.size()});
    files_.push_back(
        {static_cast<std::size_t>(found - report_.runs.begin()), run.split,
         read_predictions(run.predictions, {.content_hash = asked_.data.manifest().content_hash},
                          control_)});
  }

  void judge(const ReadRun& run, const NamedSplit& split, JudgedRun& out) {
    JudgingRequest request;
    if (!is_whole(split)) request.rows = split.file.split.test;
    request.extract = extract_;
    request.by = groupings_;
    request.what = "judge " + report_.runs[run.run].name;
    out.pairing = judge_rows(asked_.data, asked_.task, run.predictions, request, control_,
                             [&](JudgedRow& judged) { out.see(judged); });
  }

  std::vector<page::Breakdown> breakdowns(std::vector<std::optional<JudgedRun>>& judged) const {
    std::vector<page::Breakdown> all;
    for (std::size_t i = 0; i < groupings_.size(); ++i) {
      page::Breakdown& breakdown = all.emplace_back();
      breakdown.by = groupings_[i].text();
      breakdown.columns = groupings_[i].columns();
      std::map<GroupKey, std::vector<page::Accuracy>> groups;
      for (std::size_t run = 0; run < judged.size(); ++run) {
        if (!judged[run]) continue;
        for (auto& [key, rows] : judged[run]->by[i]) {
          auto& accuracies = groups[key];
          accuracies.resize(judged.size());
          accuracies[run] = rows.accuracy();
        }
      }
      for (auto& [key, accuracies] : groups) {
        page::Breakdown::Group& group = breakdown.groups.emplace_back();
        for (const ColumnValue& value : key) group.values.push_back(text_of(value));
        if (key.size() == 1) group.number = number_in(key.front());
        group.runs = std::move(accuracies);
      }
    }
    return all;
  }

  static std::optional<double> number_in(const ColumnValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
  }

  static std::vector<page::ScoredPart::Pair> pairs(
      const std::vector<std::optional<JudgedRun>>& judged) {
    std::vector<page::ScoredPart::Pair> all;
    const std::size_t most = std::min(judged.size(), kMostCompared);
    for (std::size_t first = 0; first < most; ++first) {
      for (std::size_t second = first + 1; second < most; ++second) {
        if (!judged[first] || !judged[second]) continue;
        const PairedTally tally = paired(judged[first]->outcomes, judged[second]->outcomes);
        all.push_back({first, second, tally.both, tally.only_first, tally.only_second,
                       tally.neither, mcnemar(tally)});
      }
    }
    return all;
  }

  page::Report& report_;
  const RunsToScore& asked_;
  const Control& control_;
  ExtractRule extract_;
  std::vector<Grouping> groupings_;
  std::vector<ReadRun> files_;
};

}  // namespace

void score_runs(page::Report& report, const RunsToScore& runs, const Control& control) {
  if (runs.request.runs.empty()) return;
  RunScorer scorer(report, runs, control);
  for (const NamedSplit& split : runs.splits) scorer.score_split(split);
}

}  // namespace assay::verbs
