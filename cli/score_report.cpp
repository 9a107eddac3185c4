#include "score_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "assay/base/text.h"
#include "assay/verbs/score_summary.h"
#include "report.h"
#include "table.h"

namespace assay {

namespace {

std::string ids_text(std::string_view what, std::uint64_t count,
                     const std::vector<std::string>& ids) {
  if (count == 0) return "";
  return fmt::format("{} {} {}: {}{}\n", with_commas(count), what, count == 1 ? "id" : "ids",
                     fmt::join(ids, ", "), count > ids.size() ? ", ..." : "");
}

std::string share_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.4f}", *share) : "-";
}

// Rows without an answer count in the second number, so that silence never looks like skill.
std::string accuracy_text(const Tally& tally) {
  if (tally.no_answer == 0) {
    return fmt::format("{} of all {}", share_text(tally.accuracy()), with_commas(tally.count));
  }
  return fmt::format("{} of {} answered, {} of all {}", share_text(tally.accuracy()),
                     with_commas(tally.answers()), share_text(tally.accuracy_of_all()),
                     with_commas(tally.count));
}

std::string interval_text(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.4f} to {:.4f}", interval->low, interval->high) : "-";
}

// How sure the accuracy is, and what that was reckoned with.
std::string sureness_text(const Tally& tally) {
  if (!tally.accuracy_of_all()) return "";
  std::string text = "interval    ";
  if (tally.no_answer == 0) {
    text += interval_text(tally.accuracy_interval());
  } else {
    text += fmt::format("{} of answered, {} of all", interval_text(tally.accuracy_interval()),
                        interval_text(tally.accuracy_of_all_interval()));
  }
  text += " (95 %, Wilson";
  const double worth = tally.effective_answers();
  if (tally.answers() > 0 && worth < static_cast<double>(tally.answers())) {
    text += fmt::format("; answers share units and count as {:.0f}", worth);
  }
  return text + ")\n";
}

std::string reading_text(const ReadingTally& reading) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kAnswerMarks; ++i) {
    if (reading.found_by[i] == 0) continue;
    parts.push_back(fmt::format("{} {}", name_of(static_cast<AnswerMark>(i)),
                                with_commas(reading.found_by[i])));
  }
  if (reading.reasoning > 0) {
    parts.push_back(fmt::format("reasoning dropped from {}", with_commas(reading.reasoning)));
  }
  if (parts.empty()) return "";
  return fmt::format("read as     {} (--extract {})\n", fmt::join(parts, ", "),
                     name_of(reading.rule));
}

std::string samples_text(const SampleTally& samples) {
  if (samples.rows() == 0) return "";
  const std::string each =
      samples.least() == samples.most()
          ? with_commas(samples.most())
          : fmt::format("{} to {}", with_commas(samples.least()), with_commas(samples.most()));
  std::string text =
      fmt::format("\n{} samples per row; of each row the first counts above\n", each);
  std::vector<TableColumn> table = {{"", true}, {"accuracy"}, {"95 % interval"}};
  for (const SampleTally::PassAt& at : samples.pass_at()) {
    table[0].cells.push_back(fmt::format("pass@{}", at.k));
    table[1].cells.push_back(fmt::format("{:.4f}", at.mean));
    table[2].cells.push_back(interval_text(at.interval));
  }
  table[0].cells.emplace_back("majority");
  table[1].cells.push_back(share_text(samples.majority().accuracy()));
  table[2].cells.push_back(interval_text(samples.majority().accuracy_interval()));
  return text + aligned(table, 2) + "\n";
}

std::string paired_text(const Score& score) {
  switch (score.paired_by) {
    case PairedBy::kId:
      return "paired by   id (the predictions have no content_hash)\n";
    case PairedBy::kIdAndContentHash:
      return "paired by   id and content hash\n";
    case PairedBy::kPlace:
      return "paired by   place (the predictions have no ids)\n";
  }
  return "";
}

std::string tally_text(const Tally& tally, const verbs::ScoredRows& rows) {
  std::string about;
  if (rows.part != "all") about = fmt::format(" (part {}", rows.part);
  if (!rows.split.empty()) about += fmt::format(" of split {}", rows.split);
  if (!about.empty()) about += ')';
  std::string text;
  text += fmt::format("accuracy    {}\n", accuracy_text(tally));
  text += sureness_text(tally);
  text += fmt::format("count       {}{}\n", with_commas(tally.count), about);
  text += fmt::format("right       {}\n", with_commas(tally.right));
  text += fmt::format("wrong       {}\n", with_commas(tally.wrong));
  text += fmt::format("unparsable  {}\n", with_commas(tally.unparsable));
  text += fmt::format("no answer   {}\n", with_commas(tally.no_answer));
  text += fmt::format("strict      {} (equal to the target letter by letter)\n",
                      with_commas(tally.strict));
  if (tally.marks.empty()) return text;
  text += fmt::format("\n{:<24} {:>8} {:>8} {:>10}\n", "marks", "answers", "", "mean");
  for (const auto& [name, mark] : tally.marks) {
    text += fmt::format(
        "{:<24} {:>8} {:>6.1f} % {:>10.4f}\n", name, with_commas(mark.answers),
        100.0 * static_cast<double>(mark.answers) / static_cast<double>(tally.answers()),
        mark.mean());
  }
  return text + "\n";
}

std::string value_text(const ColumnValue& value) {
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && text->empty()) {
    return "\"\"";
  }
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

std::string breakdown_text(const Score::Breakdown& breakdown) {
  std::vector<TableColumn> columns;
  for (const std::string& name : breakdown.columns) columns.push_back({name});
  const std::size_t keys = columns.size();
  for (const char* name : {"accuracy", "95 % interval", "of all", "count", "right", "wrong",
                           "unparsable", "no answer", "strict"}) {
    columns.push_back({name});
  }
  std::map<std::string, TableColumn> marks;
  for (const auto& [key, tally] : breakdown.groups) {
    for (const auto& [name, mark] : tally.marks) marks[name].head = name;
  }
  for (const auto& [key, tally] : breakdown.groups) {
    for (std::size_t i = 0; i < keys; ++i) {
      columns[i].is_text = key[i].index() <= 1;  // texts and flags
      columns[i].cells.push_back(value_text(key[i]));
    }
    std::size_t at = keys;
    columns[at++].cells.push_back(share_text(tally.accuracy()));
    columns[at++].cells.push_back(interval_text(tally.accuracy_interval()));
    columns[at++].cells.push_back(share_text(tally.accuracy_of_all()));
    for (const std::uint64_t number :
         {tally.count, tally.right, tally.wrong, tally.unparsable, tally.no_answer, tally.strict}) {
      columns[at++].cells.push_back(with_commas(number));
    }
    for (auto& [name, column] : marks) {
      const auto mark = tally.marks.find(name);
      column.cells.push_back(share_text(
          mark == tally.marks.end() ? std::nullopt : std::optional(mark->second.mean())));
    }
  }
  for (auto& [name, column] : marks) columns.push_back(std::move(column));
  return '\n' + aligned(columns);
}

std::string metric_text(const Score::MetricResult& metric) {
  const MetricReport& report = metric.report;
  const std::string params = parameters_text(metric.params);
  std::string text =
      fmt::format("\n{}{}  {}\n", metric.name, params.empty() ? "" : fmt::format(" ({})", params),
                  share_text(report.value));
  std::vector<TableColumn> figures = {{"", true}, {""}};
  for (const auto& [name, figure] : report.figures) {
    figures[0].cells.push_back(name);
    figures[1].cells.push_back(figure_text(figure));
  }
  text += aligned(figures, 2).substr(1);  // without its empty head
  for (const MetricReport::Table& table : report.tables) {
    std::vector<TableColumn> columns;
    for (const std::string& name : table.columns) columns.push_back({name});
    for (const std::vector<Figure>& row : table.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (std::holds_alternative<std::string>(row[i])) columns[i].is_text = true;
        columns[i].cells.push_back(figure_text(row[i]));
      }
    }
    text += fmt::format("\n  {}\n{}", printable(table.name), aligned(columns, 2));
  }
  for (const std::string& note : report.notes) {
    text += fmt::format("  note: {}\n", wrapped(note, 8));
  }
  return text;
}

}  // namespace

std::string score_text(const verbs::ScoreReport& report) {
  const Score& score = report.score;
  std::string text = tally_text(score.all, report.rows);
  text += reading_text(score.reading);
  text += paired_text(score);
  text += ids_text("missing", score.pairing.missing, score.pairing.missing_ids);
  text += ids_text("duplicate", score.pairing.duplicate, score.pairing.duplicate_ids);
  text += ids_text("unknown", score.pairing.unknown, score.pairing.unknown_ids);
  for (const std::string& note : notes_of(score)) {
    text += fmt::format("note: {}\n", wrapped(note, 6));
  }
  text += samples_text(score.samples);
  for (const Score::Miss& miss : score.misses) {
    text += fmt::format("  {}  {}: {}\n", miss.id, name_of(miss.status), miss.why);
  }
  for (const Score::Breakdown& breakdown : score.by) text += breakdown_text(breakdown);
  for (const Score::MetricResult& metric : score.metrics) text += metric_text(metric);
  return text;
}

namespace {

void add_summary(std::vector<TableColumn>& table, std::size_t at, const RunSummary& summary) {
  table[at].cells.push_back(with_commas(summary.runs));
  table[at + 1].cells.push_back(summary.runs == 0 ? "-" : fmt::format("{:.4f}", summary.mean));
  table[at + 2].cells.push_back(share_text(summary.deviation));
  table[at + 3].cells.push_back(interval_text(summary.interval));
}

std::vector<TableColumn> summary_columns(std::vector<TableColumn> keys) {
  for (const char* name : {"runs", "mean", "deviation", "95 % interval"}) keys.push_back({name});
  return keys;
}

std::string rows_name(const std::string& split, const std::string& part) {
  return split.empty() ? part : fmt::format("{} {}", split, part);
}

std::string breakdown_text(const verbs::ScoreSummary::Breakdown& breakdown) {
  std::vector<TableColumn> table;
  for (const std::string& name : breakdown.columns) table.push_back({name});
  const std::size_t keys = table.size();
  table = summary_columns(std::move(table));
  for (const auto& [key, accuracy] : breakdown.groups) {
    for (std::size_t i = 0; i < keys; ++i) {
      table[i].is_text = key[i].index() <= 1;  // texts and flags
      table[i].cells.push_back(value_text(key[i]));
    }
    add_summary(table, keys, accuracy);
  }
  return aligned(table);
}

// A line for each run.
std::string each_run_text(std::span<const verbs::ScoreReport> runs) {
  std::vector<TableColumn> table = {{"rows", true}, {"run", true}};
  for (const char* name : {"accuracy", "95 % interval", "of all", "count", "right", "wrong",
                           "unparsable", "no answer"}) {
    table.push_back({name});
  }
  for (const verbs::ScoreReport& run : runs) {
    const Tally& tally = run.score.all;
    table[0].cells.push_back(rows_name(run.rows.split, run.rows.part));
    table[1].cells.push_back(run.file);
    table[2].cells.push_back(share_text(tally.accuracy()));
    table[3].cells.push_back(interval_text(tally.accuracy_interval()));
    table[4].cells.push_back(share_text(tally.accuracy_of_all()));
    std::size_t at = 5;
    for (const std::uint64_t number :
         {tally.count, tally.right, tally.wrong, tally.unparsable, tally.no_answer}) {
      table[at++].cells.push_back(with_commas(number));
    }
  }
  return aligned(table);
}

std::string notes_text(std::span<const verbs::ScoreReport> runs) {
  std::string text;
  for (const verbs::ScoreReport& run : runs) {
    for (const std::string& note : notes_of(run.score)) {
      text += fmt::format("note: {}: {}\n", printable(run.file), wrapped(note, 6));
    }
  }
  return text;
}

}  // namespace

std::string runs_text(std::span<const verbs::ScoreReport> runs) {
  std::vector<TableColumn> means = summary_columns({{"rows", true}});
  std::string by;
  for (const verbs::ScoreSummary& summary : verbs::summarise(runs)) {
    const std::string name = rows_name(summary.split, summary.part);
    means[0].cells.push_back(name);
    add_summary(means, 1, summary.accuracy);
    for (const auto& breakdown : summary.by) {
      by += fmt::format("\n{}\n{}", name, breakdown_text(breakdown));
    }
  }
  return aligned(means) + "\n" + each_run_text(runs) + notes_text(runs) + by;
}

}  // namespace assay
