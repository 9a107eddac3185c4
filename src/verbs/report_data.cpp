#include "assay/verbs/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/permutation.h"
#include "assay/base/text.h"
#include "assay/pipeline/count_values.h"
#include "assay/render/picture_svg.h"
#include "assay/render/rule_tree.h"
#include "assay/store/part_choice.h"
#include "assay/store/read_row.h"

namespace assay::verbs {

namespace {

constexpr const char* kOwnParts = "own parts";
constexpr const char* kAllRows = "all rows";

std::string claim_text(const ParamValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, bool>) {
          return held ? "yes" : "no";
        } else if constexpr (std::is_same_v<Held, ParamTable>) {
          std::string all;
          for (const auto& [name, text] : held) {
            all += fmt::format("{}{}={}", all.empty() ? "" : ", ", name, text);
          }
          return all;
        } else {
          return fmt::format("{}", held);
        }
      },
      value);
}

std::vector<NamedRows> parts_of(const NamedSplit& split) {
  if (split.name == kAllRows) return {{"all", split.file.split.test}};
  std::vector<NamedRows> parts;
  for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) {
    parts.push_back({std::string(name_of(place)), rows_in(split.file.split, place)});
  }
  return parts;
}

bool has_divergence(const DataSet& data, const NamedSplit& split) {
  const Split& rows = split.file.split;
  return data.manifest().recipe.with_rules && !rows.train.empty() &&
         !(rows.dev.empty() && rows.test.empty());
}

// For each split; absent where it has none.
std::vector<std::optional<page::Divergences>> divergences_of(const DataSet& data, const Task& task,
                                                             const std::vector<NamedSplit>& splits,
                                                             const Control& control) {
  std::vector<NamedSplit> measured;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    if (!has_divergence(data, splits[i])) continue;
    measured.push_back(splits[i]);
    places.push_back(i);
  }
  std::vector<std::optional<page::Divergences>> all(splits.size());
  const std::vector<MeasureResult> results = measure_splits(data, task, measured, control);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MeasureResult& result = results[i];
    page::Divergences found{result.definition, result.kept_compounds, result.all_compounds,
                            result.report, std::nullopt};
    if (result.frequencies) found.frequencies = plot_of(result);
    all[places[i]] = std::move(found);
  }
  return all;
}

}  // namespace

page::ShownExample ExampleShelf::show(std::uint64_t row, Extras extras) const {
  Example example;
  RowReader reader(shape_, {.rules = extras.rules});
  read_row(
      reader, index_.line(row), [&] { return index_.place(row); }, example);
  page::ShownExample shown{id_of(task_.info().name, example), example.input(), example.target(),
                           task_.features(example).group};
  const Illustrator* illustrator = task_.abilities().illustrator;
  if (extras.most_picture_bytes > 0 && illustrator != nullptr) {
    std::string picture = picture_svg(illustrator->picture(example, Reveal::kAnswer));
    if (picture.size() <= extras.most_picture_bytes) shown.picture = std::move(picture);
  }
  if (extras.rules && !example.rules.empty()) {
    shown.rules = rule_tree_svg(example.rules, task_.rules(), {"Rules of " + shown.id, {}},
                                SvgSetting::kPage);
  }
  return shown;
}

std::vector<std::uint64_t> ExampleShelf::draw(const std::vector<std::uint64_t>& rows,
                                              std::uint64_t count, std::string_view purpose) {
  std::vector<std::uint64_t> drawn;
  if (rows.empty()) return drawn;
  const Permutation order(stream_key(0, purpose), rows.size());
  for (std::uint64_t i = 0; i < rows.size() && drawn.size() < count; ++i) {
    const std::uint64_t row = rows[order.at(i)];
    // Training may repeat a row.
    if (std::ranges::find(drawn, row) == drawn.end()) drawn.push_back(row);
  }
  return drawn;
}

page::DataFacts facts_of(const DataSet& data, const Task& task) {
  const Manifest& manifest = data.manifest();
  const TaskInfo& info = task.info();
  page::DataFacts facts;
  namespace fs = std::filesystem;
  facts.name = fs::weakly_canonical(data.folder().path()).filename().string();
  facts.task = info.name;
  facts.task_version = manifest.task_version;
  facts.title = info.title;
  facts.summary = info.summary;
  facts.made_by = fmt::format("assay {} ({})", manifest.tool_version, manifest.tool_commit);
  facts.content_hash = manifest.content_hash;
  facts.recipe_hash = manifest.recipe_hash;
  facts.seed = manifest.recipe.seed;
  facts.rows = manifest.rows();
  facts.units = manifest.units;
  facts.unit = info.unit;
  for (const auto& [name, value] : task.params().all()) facts.params.emplace_back(name, value);
  facts.recipe = recipe_toml(manifest.recipe);
  facts.notes = info.notes;
  facts.licence = info.licence;
  facts.citation = info.citation;
  return facts;
}

std::vector<NamedSplit> chosen_splits(const DataSet& data, const std::vector<std::string>& names) {
  std::vector<NamedSplit> splits;
  const auto there = split_names(data.folder());
  for (const std::string& name : names) {
    if (std::ranges::find(there, name) == there.end()) {
      fail(ErrorKind::kUsage, "{}: has no split \"{}\"{}", printable(data.folder().path()),
           printable(name), there.empty() ? "" : did_you_mean(name, there));
    }
  }
  for (const std::string& name : names.empty() ? there : names) {
    splits.push_back({name, read_split(data, name)});
  }
  if (!names.empty()) return splits;
  if (auto own = own_split(data)) splits.insert(splits.begin(), {kOwnParts, std::move(*own)});
  if (splits.empty()) {
    NamedSplit all{kAllRows, {}};
    all.file.split.test.resize(data.rows());
    std::iota(all.file.split.test.begin(), all.file.split.test.end(), 0);
    splits.push_back(std::move(all));
  }
  return splits;
}

std::vector<page::SplitFacts> describe_splits(const DataSet& data, const Task& task,
                                              const std::vector<NamedSplit>& splits,
                                              const ExampleShelf& shelf, std::uint64_t examples,
                                              const Control& control) {
  std::vector<std::vector<NamedRows>> parts;
  for (const NamedSplit& split : splits) parts.push_back(parts_of(split));
  auto shares = count_values(data, task, parts, control);
  auto divergences = divergences_of(data, task, splits, control);
  const auto shown = [&](const NamedSplit& split, Place place) {
    std::vector<page::ShownExample> all;
    const std::string purpose = fmt::format("report {} {}", split.name, name_of(place));
    for (const std::uint64_t row :
         ExampleShelf::draw(rows_in(split.file.split, place), examples, purpose)) {
      all.push_back(shelf.show(row, {.most_picture_bytes = kSmallPicture}));
    }
    return all;
  };
  std::vector<page::SplitFacts> all;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const NamedSplit& split = splits[i];
    page::SplitFacts facts;
    facts.name = split.name;
    facts.method = split.file.claim.method.empty() ? "-" : split.file.claim.method;
    for (const auto& [key, value] : split.file.claim.values) {
      facts.claim.emplace_back(key, claim_text(value));
    }
    facts.shares = std::move(shares[i]);
    facts.divergences = std::move(divergences[i]);
    facts.train = shown(split, Place::kTrain);
    facts.test = shown(split, Place::kTest);
    all.push_back(std::move(facts));
  }
  return all;
}

}  // namespace assay::verbs
