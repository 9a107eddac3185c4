#include "compare_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "assay/base/text.h"
#include "report.h"
#include "table.h"

namespace assay {

namespace {

constexpr double kLevel = 0.05;

std::string share(double value) { return fmt::format("{:.4f}", value); }
std::string share(const std::optional<double>& value) { return value ? share(*value) : "-"; }

std::string signed_share(double value) { return fmt::format("{:+.4f}", value); }

std::string interval_text(const Interval& interval) {
  return fmt::format("{:.4f} to {:.4f}", interval.low, interval.high);
}

std::string probability_text(double value) {
  if (value < 1e-300) return "0 (below 1e-300)";
  return value < 0.0001 ? fmt::format("{:.1e}", value) : fmt::format("{:.4f}", value);
}

std::string rows_text(const verbs::CompareReport& report) {
  const Comparison& comparison = report.comparison;
  std::string text = counted(comparison.rows, "row");
  if (comparison.units < comparison.rows) {
    text += fmt::format(" of {}", counted(comparison.units, "unit"));
  }
  if (report.rows.part != "all") text += fmt::format(", part {}", printable(report.rows.part));
  if (!report.rows.split.empty()) text += fmt::format(" of split {}", printable(report.rows.split));
  return text + "; a row without an answer is not right\n\n";
}

// Runs are called by letters where their names would make tables too wide.
std::string letter(std::size_t run) {
  return run < 26 ? std::string(1, static_cast<char>('A' + run)) : fmt::format("R{}", run + 1);
}

std::string runs_table(const std::vector<RunFigures>& runs) {
  std::vector<TableColumn> columns = {
      {"", true}, {"run", true},  {"accuracy"},  {"95 % interval"}, {"right"},
      {"wrong"},  {"unparsable"}, {"no answer"}, {"too short"},     {"too long"}};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const RunFigures& figures = runs[run];
    std::size_t at = 0;
    columns[at++].cells.push_back(letter(run));
    columns[at++].cells.push_back(figures.name);
    columns[at++].cells.push_back(share(figures.accuracy));
    columns[at++].cells.push_back(interval_text(figures.interval));
    for (const std::uint64_t number : {figures.right, figures.wrong, figures.unparsable,
                                       figures.no_answer, figures.shorter, figures.longer}) {
      columns[at++].cells.push_back(with_commas(number));
    }
  }
  return aligned(columns);
}

// What a reader should know of the files before the figures are believed.
std::string notes_text(const std::vector<RunFigures>& runs) {
  std::string text;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (runs[run].missing > 0) {
      text +=
          fmt::format("{} says nothing about {}\n", letter(run), counted(runs[run].missing, "row"));
    }
    if (runs[run].paired_by == PairedBy::kId) {
      text += fmt::format("{} is paired by id alone: it has no content_hash\n", letter(run));
    } else if (runs[run].paired_by == PairedBy::kPlace) {
      text += fmt::format("{} is paired by place: it has no ids\n", letter(run));
    }
  }
  return text;
}

// What the figures say, in words.
std::string verdict_text(const PairComparison& pair) {
  if (pair.all.probability >= kLevel) return "the difference may be noise";
  return fmt::format("{} is better", letter(pair.all.difference > 0 ? pair.first : pair.second));
}

std::string pair_text(const PairComparison& pair) {
  const Difference& all = pair.all;
  const PairedTally& tally = all.tally;
  const std::string first = letter(pair.first);
  const std::string second = letter(pair.second);
  std::string text = fmt::format("\n{} - {}        {}, 95 % interval {}\n", first, second,
                                 signed_share(all.difference), interval_text(all.interval));
  text += fmt::format("right        both {}, only {} {}, only {} {}, neither {}\n",
                      with_commas(tally.both), first, with_commas(tally.only_first), second,
                      with_commas(tally.only_second), with_commas(tally.neither));
  text += fmt::format("McNemar      p = {} (exact): {}\n", probability_text(all.probability),
                      verdict_text(pair));
  text += pair.smallest ? fmt::format(
                              "detectable   a difference of {} would show in four of five such "
                              "tests\n",
                              share(*pair.smallest))
                        : "detectable   nothing: too few rows tell the two apart\n";
  for (const auto& [name, ids] : {std::pair(first, pair.only_first), {second, pair.only_second}}) {
    if (!ids.empty()) text += fmt::format("only {}       {}\n", name, fmt::join(ids, ", "));
  }
  return text;
}

std::string matrix_text(const Comparison& comparison) {
  std::vector<TableColumn> columns = {{"", true}};
  for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
    columns[0].cells.push_back(letter(run));
    columns.push_back(
        {"- " + letter(run), false, std::vector<std::string>(comparison.runs.size())});
  }
  for (const PairComparison& pair : comparison.pairs) {
    const char* mark = pair.all.adjusted < kLevel ? "*" : " ";
    columns[pair.second + 1].cells[pair.first] = signed_share(pair.all.difference) + mark;
    columns[pair.first + 1].cells[pair.second] = signed_share(-pair.all.difference) + mark;
  }
  return "\nDifferences, row minus column; * where p < 0.05 by Holm over all pairs\n" +
         aligned(columns);
}

std::string value_text(const ColumnValue& value) {
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

std::string by_text(const PairComparison& pair, const PairComparison::By& by) {
  std::vector<TableColumn> columns;
  for (const std::string& name : by.columns) columns.push_back({name});
  const std::size_t keys = columns.size();
  const std::string first = letter(pair.first);
  const std::string second = letter(pair.second);
  for (const std::string& head :
       {std::string("rows"), "only " + first, "only " + second,
        fmt::format("{} - {}", first, second), std::string("95 % interval"), std::string("p"),
        std::string("p by Holm")}) {
    columns.push_back({head});
  }
  for (const GroupDifference& group : by.groups) {
    const Difference& rows = group.rows;
    for (std::size_t i = 0; i < keys; ++i) {
      columns[i].is_text = group.value[i].index() <= 1;  // texts and flags
      columns[i].cells.push_back(value_text(group.value[i]));
    }
    std::size_t at = keys;
    for (const std::string& cell :
         {with_commas(rows.tally.rows()), with_commas(rows.tally.only_first),
          with_commas(rows.tally.only_second), signed_share(rows.difference),
          interval_text(rows.interval), probability_text(rows.probability),
          probability_text(rows.adjusted)}) {
      columns[at++].cells.push_back(cell);
    }
  }
  return '\n' + aligned(columns);
}

std::string missed_text(const Comparison& comparison) {
  std::string text = fmt::format(
      "\nNo run has {} right; by chance that would be {:.1f}, were their errors independent\n",
      counted(comparison.missed_by_all, "row"), comparison.missed_by_chance);
  if (!comparison.missed_ids.empty()) {
    text += fmt::format("{}{}\n", fmt::join(comparison.missed_ids, ", "),
                        comparison.missed_by_all > comparison.missed_ids.size() ? ", ..." : "");
  }
  return text;
}

}  // namespace

std::string compare_text(const verbs::CompareReport& report) {
  const Comparison& comparison = report.comparison;
  std::string text = rows_text(report) + runs_table(comparison.runs) + notes_text(comparison.runs);
  if (comparison.runs.size() > 2) text += matrix_text(comparison);
  for (const PairComparison& pair : comparison.pairs) {
    if (comparison.runs.size() == 2) text += pair_text(pair);
    for (const PairComparison::By& by : pair.by) text += by_text(pair, by);
  }
  return text + missed_text(comparison);
}

std::string compare_splits_text(const verbs::CompareSplitsReport& report) {
  std::vector<TableColumn> points = {
      {"run", true},     {"data", true},    {"split", true}, {"part", true},  {"accuracy"},
      {"95 % interval"}, {"compound div."}, {"atom div."},   {"input ratio"}, {"output ratio"}};
  for (const verbs::SplitPoint& point : report.points) {
    std::size_t at = 0;
    for (const std::string& cell :
         {point.run, point.data, point.split.empty() ? std::string("-") : point.split, point.part,
          share(point.accuracy), point.interval ? interval_text(*point.interval) : "-",
          share(point.compound_divergence), share(point.atom_divergence),
          share(point.input_length_ratio), share(point.output_length_ratio)}) {
      points[at++].cells.push_back(cell);
    }
  }
  std::vector<TableColumn> fits = {
      {"run", true}, {"accuracy against", true}, {"points"}, {"R squared"}, {"slope"}};
  for (const verbs::SplitFit& fit : report.fits) {
    std::size_t at = 0;
    for (const std::string& cell :
         {fit.run.empty() ? std::string("all") : fit.run, fit.figure, with_commas(fit.points),
          fit.line ? share(fit.line->r_squared) : "-",
          fit.line ? signed_share(fit.line->slope) : "-"}) {
      fits[at++].cells.push_back(cell);
    }
  }
  return aligned(points) + '\n' + aligned(fits);
}

}  // namespace assay
