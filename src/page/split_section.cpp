#include <fmt/format.h>

#include <algorithm>

#include "assay/base/text.h"
#include "assay/page/numbers.h"
#include "assay/page/report_sections.h"
#include "assay/page/table.h"
#include "assay/render/frequency_plot.h"

namespace assay::page {

namespace {

Html optional_decimal(const std::string& key, const std::optional<double>& number, int decimals) {
  return number ? decimal(key, *number, decimals) : word(key, "-");
}

Html rows_of(const std::string& key, const ValueShares& shares, std::string_view part) {
  const auto found = std::ranges::find(shares.parts, part, &PartRows::name);
  return found == shares.parts.end() ? text("-") : count(key, found->rows);
}

Html overview(const std::vector<SplitFacts>& splits) {
  Table all;
  all.caption = text(
      "Divergences between train and test lie between 0, the same distribution, and 1, nothing in "
      "common (Keysers et al. 2020). Coverage: share of the different patterns of test that train "
      "has. Length ratio: mean length in train over that in test.");
  all.columns = {{text("split"), false},        {text("method"), false},
                 {text("train, rows")},         {text("dev, rows")},
                 {text("test, rows")},          {text("atom divergence")},
                 {text("compound divergence")}, {text("output pattern coverage")},
                 {text("output length ratio")}};
  for (const SplitFacts& split : splits) {
    const std::string key = "overview/" + split.name;
    std::vector<Html> cells = {text(split.name), text(split.method)};
    for (const char* part : {"train", "dev", "test"}) {
      cells.push_back(rows_of(fmt::format("{}/{}/rows", key, part), split.shares, part));
    }
    if (const PairReport* pair = split.train_and_test()) {
      cells.push_back(decimal(key + "/atom divergence", pair->atom_divergence, 4));
      cells.push_back(decimal(key + "/compound divergence", pair->compound_divergence, 4));
      cells.push_back(percent(key + "/output pattern coverage", pair->output_pattern_coverage));
      cells.push_back(optional_decimal(key + "/output length ratio", pair->output_length_ratio, 2));
    }
    all.add(std::move(cells));
  }
  return table(all);
}

Html claim_line(const SplitFacts& split) {
  Html words = text("Made by method ") + element("b", split.method);
  for (const auto& [name, value] : split.claim) {
    if (value.empty()) continue;
    words += text(", ") + element("code", fmt::format("{}={}", name, value));
  }
  return split.claim.empty() ? Html() : element("p", words + text("."));
}

Html parts_table(const std::string& key, const Divergences& found) {
  Table parts;
  parts.columns = {{text("part"), false},       {text("different examples")},
                   {text("share of data set")}, {text("atoms")},
                   {text("compounds")},         {text("examples with the rarest atom")}};
  std::vector<PartReport> all = found.report.parts;
  all.push_back(found.report.together);
  for (const PartReport& part : all) {
    const std::string of = fmt::format("{}/part/{}", key, part.name);
    parts.add({text(part.name), count(of + "/examples", part.rows),
               percent(of + "/share", part.share), count(of + "/atoms", part.atoms),
               count(of + "/compounds", part.compounds),
               count(of + "/rarest atom", part.smallest_atom_count)});
  }
  const CompoundDefinition& definition = found.definition;
  parts.caption =
      text("Atoms are rules, compounds are sub-graphs of rules (") + element("i", definition.name) +
      text(definition.most_nodes > 0 ? fmt::format(", at most {} rules, {}", definition.most_nodes,
                                                   definition.ordered ? "ordered" : "unordered")
                                     : "") +
      text("): ") + count(key + "/kept compounds", found.kept_compounds) + text(" kept of ") +
      count(key + "/all compounds", found.all_compounds) + text(".");
  return table(parts);
}

Html pairs_table(const std::string& key, const SplitReport& report) {
  Table pairs;
  pairs.caption = text("How the second part looks from the first.");
  pairs.columns = {{text("pair"), false},
                   {text("atom divergence")},
                   {text("compound divergence")},
                   {text("output pattern coverage")},
                   {text("input pattern coverage")},
                   {text("output length ratio")},
                   {text("input length ratio")},
                   {text("atoms only in second")},
                   {text("compounds only in second")}};
  for (const PairReport& pair : report.pairs) {
    const std::string name = pair.first + "/" + pair.second;
    const std::string of = fmt::format("{}/pair/{}", key, name);
    pairs.add({text(name), decimal(of + "/atom divergence", pair.atom_divergence, 4),
               decimal(of + "/compound divergence", pair.compound_divergence, 4),
               percent(of + "/output pattern coverage", pair.output_pattern_coverage),
               percent(of + "/input pattern coverage", pair.input_pattern_coverage),
               optional_decimal(of + "/output length ratio", pair.output_length_ratio, 3),
               optional_decimal(of + "/input length ratio", pair.input_length_ratio, 3),
               count(of + "/atoms only in second", pair.atoms_only_in_second.size()),
               count(of + "/compounds only in second", pair.compounds_only_in_second)});
  }
  return table(pairs);
}

Html frequencies(const std::string& key, const Divergences& found) {
  if (!found.frequencies) return {};
  const Html caption = text(
      "How often atoms and compounds occur in train (filled steps) and in test (dots), by falling "
      "frequency in train. A split of high compound divergence keeps the dots of the first panel "
      "near the steps and scatters those of the second. Bars under an axis mark what a part does "
      "not have.");
  return figure(key + "/frequencies", drawing(frequency_svg(*found.frequencies, SvgSetting::kPage)),
                caption);
}

Html divergence_pieces(const std::string& key, const SplitFacts& split) {
  if (!split.divergences) return {};
  const Divergences& found = *split.divergences;
  return element("h4", "Divergences") + parts_table(key, found) + pairs_table(key, found.report) +
         frequencies(key, found);
}

void add_lengths(Table& shares, const std::string& key, const std::vector<PartRows>& parts) {
  std::vector<Html> units = {text("different units")};
  std::vector<Html> inputs = {text("input length in words, mean")};
  std::vector<Html> longest_inputs = {text("input length in words, most")};
  std::vector<Html> outputs = {text("output length, mean")};
  std::vector<Html> longest_outputs = {text("output length, most")};
  for (const PartRows& part : parts) {
    const std::string of = fmt::format("{}/{}", key, part.name);
    units.push_back(count(of + "/units", part.units));
    inputs.push_back(decimal(of + "/input length", part.input_words, 2));
    longest_inputs.push_back(count(of + "/longest input", part.most_input_words));
    outputs.push_back(decimal(of + "/output length", part.output_length, 2));
    longest_outputs.push_back(count(of + "/longest output", part.most_output_length));
  }
  shares.add(std::move(units));
  shares.add(std::move(inputs));
  shares.add(std::move(longest_inputs));
  shares.add(std::move(outputs));
  shares.add(std::move(longest_outputs));
}

void add_column(Table& shares, const std::string& key, const ColumnShares& column,
                const std::vector<PartRows>& parts) {
  const Html summary = column.summary.empty()
                           ? Html()
                           : element("span", {{"class", "count"}, {"style", "white-space:normal"}},
                                     text(" " + column.summary));
  if (!column.means.empty()) {
    std::vector<Html> cells = {text(column.name + ", mean")};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      cells.push_back(
          decimal(fmt::format("{}/{}/{}", key, column.name, parts[i].name), column.means[i], 2));
    }
    shares.add_heading(element("code", column.name) + summary);
    shares.add(std::move(cells));
    return;
  }
  if (column.values.empty()) return;
  shares.add_heading(element("code", column.name) + summary);
  for (const ColumnShares::Value& value : column.values) {
    std::vector<Html> cells = {cut_text(value.text.empty() ? "(empty)" : value.text, 80)};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double share = static_cast<double>(value.rows[i]) / static_cast<double>(parts[i].rows);
      cells.push_back(
          percent(fmt::format("{}/{}={}/{}", key, column.name, value.text, parts[i].name), share));
    }
    shares.add(std::move(cells));
  }
}

Html shares_table(const std::string& key, const ValueShares& found) {
  Table shares;
  shares.columns = {{text("value"), false}};
  for (const PartRows& part : found.parts) {
    shares.columns.push_back(
        {text(part.name) +
         element("span", {{"class", "count"}},
                 text(" of ") + count(fmt::format("{}/{}/rows", key, part.name), part.rows) +
                     text(" rows"))});
  }
  add_lengths(shares, key, found.parts);
  for (const ColumnShares& column : found.columns) add_column(shares, key, column, found.parts);
  std::string caption =
      "What each part is like: shares of its rows. A row that has a list counts under each of its "
      "values.";
  if (!found.left_out.empty()) {
    caption += fmt::format(" Left out, with more than {} different values: ", kMostListedValues);
    for (const std::string& name : found.left_out) {
      caption += (name == found.left_out.front() ? "" : ", ") + name;
    }
    caption += ".";
  }
  shares.caption = text(caption);
  return element("h4", "Values of columns") + table(shares);
}

// Inputs that fill a page look all the same: what they are about says more.
Html shown_input(const ShownExample& example) {
  constexpr std::size_t kMostInput = 280;
  constexpr std::size_t kLittleText = 80;
  if (!example.picture.empty()) return picture(example);
  const bool is_long = example.input.size() > 2 * kMostInput;
  if (!is_long || example.group.empty() || example.group.size() > kMostInput) {
    return cut_text(example.input, kMostInput);
  }
  return element("code", example.group) + element("br", Html()) +
         element("span", {{"class", "note"}}, cut_text(example.input, kLittleText));
}

Html example_list(const std::string& name, const std::vector<ShownExample>& examples) {
  Html items;
  for (const ShownExample& example : examples) {
    items += element("li", {{"title", example.id}}, shown_input(example)) + text("\n");
  }
  return element("div", element("h5", fmt::format("{}, {} drawn at random", name,
                                                  counted(examples.size(), "row"))) +
                            element("ol", items));
}

Html drawn_examples(const SplitFacts& split) {
  if (split.train.empty() && split.test.empty()) return {};
  Html lists;
  if (!split.train.empty()) lists += example_list("Train", split.train);
  if (!split.test.empty()) {
    lists += example_list(split.train.empty() ? "Rows" : "Test", split.test);
  }
  return element("h4", "Some rows") + element("div", {{"class", "pair"}}, lists);
}

}  // namespace

const PairReport* SplitFacts::train_and_test() const {
  if (!divergences) return nullptr;
  const auto& pairs = divergences->report.pairs;
  const auto found = std::ranges::find_if(
      pairs, [](const PairReport& pair) { return pair.first == "train" && pair.second == "test"; });
  return found == pairs.end() ? nullptr : &*found;
}

Section splits_section(const Report& report) {
  Section section{"Splits", {}};
  const bool has_split = std::ranges::any_of(
      report.splits, [](const SplitFacts& split) { return split.shares.parts.size() > 1; });
  if (!has_split) section.heading = "Rows";
  if (has_split) section.body = overview(report.splits);
  for (const SplitFacts& split : report.splits) {
    const std::string key = "split/" + split.name;
    Html body = claim_line(split) + divergence_pieces(key, split) +
                shares_table(key + "/shares", split.shares) + drawn_examples(split);
    section.parts.push_back({has_split ? "Split " + split.name : split.name, body});
  }
  return section;
}

}  // namespace assay::page
