#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/text.h"
#include "assay/page/numbers.h"
#include "assay/page/report_sections.h"
#include "assay/page/table.h"
#include "assay/render/series_plot.h"

namespace assay::page {

namespace {

std::string key_of(const ScoredPart& score) {
  return fmt::format("score/{}/{}", score.split, score.part);
}

std::string name_of(const ScoredPart& score) {
  return fmt::format("{} of {}", score.part, score.split);
}

// Runs beside each other, a row for each part that was asked about.
Html summary_table(const Report& report) {
  Table all;
  all.caption = text(
      "Accuracy: right answers among all rows that were asked about; a missing answer is not "
      "right. In brackets its 95 % interval, which takes into account that rows of one unit are "
      "alike.");
  all.columns = {{text("rows"), false}};
  for (const RunFacts& run : report.runs) all.columns.push_back({text(run.name)});
  for (const ScoredPart& score : report.scores) {
    std::vector<Html> cells = {text(name_of(score))};
    for (std::size_t i = 0; i < score.runs.size(); ++i) {
      cells.push_back(accuracy(fmt::format("{}/{}/accuracy", key_of(score), report.runs[i].name),
                               score.runs[i] ? score.runs[i]->accuracy : Accuracy{}));
    }
    all.add(std::move(cells));
  }
  return table(all);
}

// A plot of accuracies: a series for each run.
Html figure_over(const std::string& key, SeriesPlot plot, std::vector<PlotSeries> runs,
                 std::string_view caption) {
  plot.panels.push_back({"accuracy", std::move(runs), true, true});
  return figure(key, drawing(series_svg(plot, SvgSetting::kPage)), text(caption));
}

SeriesPoint point_at(double x, const Accuracy& accuracy) {
  return {x, accuracy.share().value_or(0), accuracy.low, accuracy.high};
}

const SplitFacts* split_of(const Report& report, const std::string& name) {
  const auto found = std::ranges::find(report.splits, name, &SplitFacts::name);
  return found == report.splits.end() ? nullptr : &*found;
}

// Accuracy against compound divergence: Figure 2 of Keysers et al. 2020.
Html divergence_plot(const Report& report) {
  std::vector<PlotSeries> runs;
  std::size_t splits = 0;
  for (const RunFacts& run : report.runs) runs.push_back({run.name, {}, false});
  for (const ScoredPart& score : report.scores) {
    const SplitFacts* split = split_of(report, score.split);
    const PairReport* pair = split == nullptr ? nullptr : split->train_and_test();
    if (pair == nullptr || score.part != "test") continue;
    ++splits;
    std::string name = score.split;  // beside its first point
    for (std::size_t i = 0; i < score.runs.size(); ++i) {
      if (!score.runs[i]) continue;
      SeriesPoint& point =
          runs[i].points.emplace_back(point_at(pair->compound_divergence, score.runs[i]->accuracy));
      point.name = std::exchange(name, "");
    }
  }
  if (splits < 2) return {};
  return figure_over(
      "score/over compound divergence",
      {"Accuracy against compound divergence", "compound divergence between train and test", {}},
      std::move(runs),
      "Accuracy on the test part of each split against its compound divergence, "
      "with 95 % intervals (Keysers et al. 2020, Figure 2).");
}

Html outcome_table(const Report& report, const ScoredPart& score) {
  Table runs;
  runs.caption = text("What became of the rows. Strict: right to the letter.");
  runs.columns = {{text("run"), false},  {text("accuracy")},         {text("right, rows")},
                  {text("wrong, rows")}, {text("unparsable, rows")}, {text("no answer, rows")},
                  {text("strict, rows")}};
  for (std::size_t i = 0; i < score.runs.size(); ++i) {
    if (!score.runs[i]) continue;
    const RunResult& result = *score.runs[i];
    const std::string key =
        fmt::format("outcome/{}/{}/{}", score.split, score.part, report.runs[i].name);
    runs.add({text(report.runs[i].name), accuracy(key + "/accuracy", result.accuracy),
              count(key + "/right", result.accuracy.right), count(key + "/wrong", result.wrong),
              count(key + "/unparsable", result.unparsable),
              count(key + "/no answer", result.no_answer), count(key + "/strict", result.strict)});
  }
  return table(runs);
}

Html sub_score_table(const Report& report, const ScoredPart& score) {
  Table all;
  all.caption = text("Sub-scores that the judge gives, as a mean over the answers that have one.");
  all.columns = {
      {text("run"), false}, {text("sub-score"), false}, {text("mean")}, {text("answers")}};
  for (std::size_t i = 0; i < score.runs.size(); ++i) {
    if (!score.runs[i]) continue;
    for (const RunResult::SubScore& each : score.runs[i]->sub_scores) {
      const std::string key = fmt::format("sub-score/{}/{}/{}/{}", score.split, score.part,
                                          report.runs[i].name, each.name);
      all.add({text(report.runs[i].name), text(each.name), decimal(key + "/mean", each.mean, 4),
               count(key + "/answers", each.answers)});
    }
  }
  return all.rows.empty() ? Html() : table(all);
}

// Only where an answer was not the whole text.
Html reading_table(const Report& report, const ScoredPart& score) {
  std::vector<std::string> names;
  for (const auto& run : score.runs) {
    if (!run) continue;
    for (const auto& [name, texts] : run->found_by) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  if (names.empty() || (names.size() == 1 && names.front() == "bare")) return {};
  Table found;
  found.caption = text(
      "What answers were found by in the texts of models; bare: the whole text is the answer.");
  found.columns = {{text("run"), false}};
  for (const std::string& name : names) found.columns.push_back({text(name + ", texts")});
  for (std::size_t i = 0; i < score.runs.size(); ++i) {
    if (!score.runs[i]) continue;
    std::vector<Html> cells = {text(report.runs[i].name)};
    for (const std::string& name : names) {
      const auto& all = score.runs[i]->found_by;
      const auto at = std::ranges::find(all, name, &std::pair<std::string, std::uint64_t>::first);
      cells.push_back(count(
          fmt::format("found by/{}/{}/{}/{}", score.split, score.part, report.runs[i].name, name),
          at == all.end() ? 0 : at->second));
    }
    found.add(std::move(cells));
  }
  return table(found);
}

// What a reader must know before believing an accuracy.
Html pairing_notes(const Report& report, const ScoredPart& score) {
  Html items;
  for (std::size_t i = 0; i < score.runs.size(); ++i) {
    if (!score.runs[i]) continue;
    const RunResult& run = *score.runs[i];
    const std::string& name = report.runs[i].name;
    const std::string key = fmt::format("paired/{}/{}/{}", score.split, score.part, name);
    const auto add = [&](const char* what, std::uint64_t number, const char* words) {
      if (number == 0) return;
      items += element("li", text(name + ": ") + count(key + "/" + what, number) + text(words));
    };
    for (const std::string& note : run.notes) {
      items += element("li", fmt::format("{}: {}.", name, note));
    }
    add("missing", run.missing, " rows have no prediction.");
    add("unknown", run.unknown, " predictions are about no row of the data set.");
    add("duplicate", run.duplicate, " predictions have the id of an earlier one and do not count.");
  }
  return items.empty() ? Html() : element("ul", items);
}

Html pair_table(const Report& report, const ScoredPart& score) {
  if (score.pairs.empty()) return {};
  Table pairs;
  pairs.caption = text(
      "Runs side by side, row by row. p: probability of such a difference between equally good "
      "runs (exact McNemar test, which takes rows for independent). assay compare says more.");
  pairs.columns = {{text("runs"), false},
                   {text("both right, rows")},
                   {text("only first, rows")},
                   {text("only second, rows")},
                   {text("neither, rows")},
                   {text("difference, points")},
                   {text("p")}};
  for (const ScoredPart::Pair& pair : score.pairs) {
    const std::string& first = report.runs[pair.first].name;
    const std::string& second = report.runs[pair.second].name;
    const std::string key = fmt::format("pair/{}/{}/{}/{}", score.split, score.part, first, second);
    const auto rows =
        static_cast<double>(pair.both + pair.only_first + pair.only_second + pair.neither);
    const double difference =
        (static_cast<double>(pair.only_first) - static_cast<double>(pair.only_second)) /
        std::max(rows, 1.0);
    pairs.add({text(fmt::format("{} / {}", first, second)), count(key + "/both", pair.both),
               count(key + "/only first", pair.only_first),
               count(key + "/only second", pair.only_second), count(key + "/neither", pair.neither),
               decimal(key + "/difference", difference * 100, 1),
               probability(key + "/p", pair.probability)});
  }
  return table(pairs);
}

Html breakdown_plot(const Report& report, const ScoredPart& score, const Breakdown& breakdown) {
  std::vector<PlotSeries> runs;
  for (std::size_t run = 0; run < score.runs.size(); ++run) {
    PlotSeries& series = runs.emplace_back();
    series.name = report.runs[run].name;
    for (const Breakdown::Group& group : breakdown.groups) {
      if (!group.number) return {};
      if (group.runs[run].rows > 0) {
        series.points.push_back(point_at(*group.number, group.runs[run]));
      }
    }
  }
  if (breakdown.groups.size() < 2) return {};
  return figure_over(fmt::format("{}/over {}", key_of(score), breakdown.by),
                     {fmt::format("Accuracy by {}, {}", breakdown.by, name_of(score)),
                      breakdown.columns.front(),
                      {}},
                     std::move(runs),
                     fmt::format("Accuracy by {} on {}, with 95 % intervals.",
                                 breakdown.columns.front(), name_of(score)));
}

Html breakdown_table(const Report& report, const ScoredPart& score, const Breakdown& breakdown) {
  Table groups;
  groups.caption = text(fmt::format("Accuracy by {}, {}.", breakdown.by, name_of(score)));
  for (const std::string& column : breakdown.columns) {
    groups.columns.push_back({text(column), false});
  }
  for (const RunFacts& run : report.runs) groups.columns.push_back({text(run.name)});
  for (const Breakdown::Group& group : breakdown.groups) {
    std::vector<Html> cells;
    std::string key = fmt::format("{}/by {}", key_of(score), breakdown.by);
    for (const std::string& value : group.values) {
      cells.push_back(cut_text(value.empty() ? "(empty)" : value, 80));
      key += "/" + value;
    }
    for (std::size_t run = 0; run < group.runs.size(); ++run) {
      cells.push_back(accuracy(key + "/" + report.runs[run].name, group.runs[run]));
    }
    groups.add(std::move(cells));
  }
  Html all = table(groups);
  constexpr std::size_t kFewRows = 12;
  if (groups.rows.size() <= kFewRows) return all;
  return element("details", element("summary", fmt::format("Table by {}, {}", breakdown.by,
                                                           counted(groups.rows.size(), "group"))) +
                                all);
}

}  // namespace

std::optional<double> Accuracy::share() const {
  if (rows == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(rows);
}

Html accuracy(const std::string& key, const Accuracy& accuracy) {
  if (accuracy.rows == 0) return text("-");
  return percent(key, accuracy.share()) + text(" ") +
         element("span", {{"class", "interval"}}, percent_range(key, accuracy.low, accuracy.high)) +
         element("span", {{"class", "count"}},
                 count(key + "/right", accuracy.right) + text(" of ") +
                     count(key + "/rows", accuracy.rows) + text(" rows"));
}

Section results_section(const Report& report) {
  Section section{"Results", {}};
  if (report.scores.empty()) return section;
  section.body = summary_table(report) + divergence_plot(report);
  for (const ScoredPart& score : report.scores) {
    Html body = outcome_table(report, score) + pairing_notes(report, score) +
                reading_table(report, score) + pair_table(report, score) +
                sub_score_table(report, score);
    for (const Breakdown& breakdown : score.by) {
      body += breakdown_plot(report, score, breakdown) + breakdown_table(report, score, breakdown);
    }
    section.parts.push_back({"Scores on " + name_of(score), body});
  }
  return section;
}

}  // namespace assay::page
