#include "score_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "assay/base/text.h"
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
  for (const char* name :
       {"accuracy", "of all", "count", "right", "wrong", "unparsable", "no answer", "strict"}) {
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
  text += paired_text(score);
  text += ids_text("missing", score.pairing.missing, score.pairing.missing_ids);
  text += ids_text("duplicate", score.pairing.duplicate, score.pairing.duplicate_ids);
  text += ids_text("unknown", score.pairing.unknown, score.pairing.unknown_ids);
  for (const Score::Miss& miss : score.misses) {
    text += fmt::format("  {}  {}: {}\n", miss.id, name_of(miss.status), miss.why);
  }
  for (const Score::Breakdown& breakdown : score.by) text += breakdown_text(breakdown);
  for (const Score::MetricResult& metric : score.metrics) text += metric_text(metric);
  return text;
}

}  // namespace assay
