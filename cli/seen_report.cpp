#include "seen_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "assay/base/text.h"
#include "assay/render/columns.h"
#include "assay/render/subgraph_text.h"

namespace assay {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kInputColumns = 80;  // of a row that is shown

std::string parts_text(const SeenCompounds& seen) {
  std::string text;
  for (const SeenCompounds::Part& part : seen.parts) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} ({}{})", printable(part.name), counted(part.rows, "row"),
                        part.has_example ? ", this one among them" : "");
  }
  return seen.split.empty() ? text : fmt::format("{} of split {}", text, printable(seen.split));
}

// Words under each other, the first line behind `head`.
void append_block(std::string& out, const std::string& head, const std::string& text) {
  const std::size_t indent = columns_of(head);
  bool first = true;
  for (const std::string& line : wrap_to_columns(text, kWidth - indent)) {
    out += first ? head : std::string(indent, ' ');
    out += line + '\n';
    first = false;
  }
}

// The first line that is not the same in all inputs, as far as these two tell, and the steps where
// one line tells them: worlds and scenes say little to the eye.
std::string row_text(const ShownRow& row, const std::string& other) {
  const auto differ = std::mismatch(row.input.begin(), row.input.end(), other.begin(), other.end());
  const auto same = static_cast<std::size_t>(differ.first - row.input.begin());
  const std::size_t line_end = row.input.rfind('\n', same == 0 ? 0 : same - 1);
  const std::size_t begin = line_end == std::string::npos ? 0 : line_end + 1;
  const std::string line = row.input.substr(begin, row.input.find('\n', begin) - begin);
  std::string shown = cut_to_columns(clean_text(line), kInputColumns);
  if (row.steps.empty() || row.steps.find('\n') != std::string::npos) return shown;
  return fmt::format("{} ({})", shown, clean_text(row.steps));
}

std::string shown_text(const SeenCompounds& seen, const SeenCompound& compound,
                       const std::string& input) {
  if (!compound.shown) return "";
  return fmt::format("{}: {}", compound.rows[0] > 0 ? "such as" : "all but one rule",
                     row_text(seen.shown[*compound.shown], input));
}

}  // namespace

std::string seen_text(const verbs::Explanation& explanation, std::size_t most) {
  const SeenCompounds& seen = *explanation.seen;
  const auto shown = explanation.shown_compounds();
  const std::size_t count = most == 0 ? shown.size() : std::min(most, shown.size());
  std::string out;
  append_block(out, "",
               fmt::format("Sub-graphs of at most {} rules, rarest first, and how many rows have "
                           "them: {}",
                           seen.most_nodes, parts_text(seen)));
  out += '\n';
  std::vector<std::size_t> widths;
  std::string head;
  for (std::size_t part = 0; part < seen.parts.size(); ++part) {
    const std::string name = clean_text(seen.parts[part].name);
    std::size_t width = columns_of(name);
    for (const SeenCompound* each : shown) {
      width = std::max(width, with_commas(each->rows[part]).size());
    }
    widths.push_back(width);
    head += fmt::format("{}{}  ", std::string(width - columns_of(name), ' '), name);
  }
  out += head + "sub-graph\n";
  for (std::size_t i = 0; i < count; ++i) {
    std::string counts;
    for (std::size_t part = 0; part < seen.parts.size(); ++part) {
      counts += fmt::format("{:>{}}  ", with_commas(shown[i]->rows[part]), widths[part]);
    }
    append_block(
        out, counts,
        subgraph_text(explanation.example.rules, shown[i]->nodes, explanation.task->rules()));
    const std::string row = shown_text(seen, *shown[i], explanation.example.input());
    if (!row.empty()) append_block(out, std::string(counts.size() + 2, ' '), row);
  }
  const std::size_t left_out = seen.compounds.size() - shown.size();
  out += '\n';
  append_block(out, "",
               fmt::format("{} of {} sub-graphs shown.{}{}{}", with_commas(count),
                           with_commas(seen.compounds.size()),
                           count < shown.size() ? fmt::format(" {} more with --top 0.",
                                                              with_commas(shown.size() - count))
                                                : "",
                           left_out > 0 ? fmt::format(" {} are no rarer than a smaller one in "
                                                      "them (--all shows them, too).",
                                                      with_commas(left_out))
                                        : "",
                           seen.is_cut ? " Larger ones were left out: there are too many." : ""));
  return out;
}

}  // namespace assay
