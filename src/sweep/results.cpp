#include "assay/sweep/results.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/store/json_document.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

double number_from_json(const Json& json, const char* key) {
  const Json& value = member_of(json, key);
  if (!value.is_number()) fail(ErrorKind::kInput, "\"{}\" is no number", key);
  return value.get<double>();
}

std::optional<double> optional_number(const Json& json, const char* key) {
  if (member_of(json, key).is_null()) return std::nullopt;
  return number_from_json(json, key);
}

Json to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const SplitFigures& figures) {
  return {{"atom_divergence", figures.atom_divergence},
          {"compound_divergence", figures.compound_divergence},
          {"output_length_ratio", to_json(figures.output_length_ratio)},
          {"input_length_ratio", to_json(figures.input_length_ratio)}};
}

SplitFigures figures_from_json(const Json& json) {
  return {.atom_divergence = number_from_json(json, "atom_divergence"),
          .compound_divergence = number_from_json(json, "compound_divergence"),
          .output_length_ratio = optional_number(json, "output_length_ratio"),
          .input_length_ratio = optional_number(json, "input_length_ratio")};
}

// Of a row and of result.json alike.
std::vector<PartTally> parts_from_json(const Json& json) {
  std::vector<PartTally> parts;
  for (const auto& [name, part] : member_of(json, "parts").items()) {
    parts.push_back({name, count_from_json(part, "rows"), count_from_json(part, "exact")});
    if (parts.back().rows == 0 || parts.back().exact > parts.back().rows)
      fail(ErrorKind::kInput, "the part {} has impossible counts", printable(name));
    if (part.contains("exact_30")) parts.back().exact_30 = count_from_json(part, "exact_30");
    if (part.contains("cells")) parts.back().cells = count_from_json(part, "cells");
    if (!part.contains("mAP")) continue;
    parts.back().accuracy = number_from_json(part, "accuracy");
    parts.back().precision = optional_number(part, "mAP");
  }
  return parts;
}

// Absent from learners of sequences.
std::map<std::string, IdealFigures> ideal_from_json(const Json& json) {
  std::map<std::string, IdealFigures> ideal;
  if (!json.contains("ideal")) return ideal;
  for (const auto& [name, figures] : json.at("ideal").items())
    ideal[name] = {number_from_json(figures, "accuracy"), number_from_json(figures, "mAP")};
  return ideal;
}

Json to_json(const PartTally& part) {
  Json json{{"rows", part.rows}, {"exact", part.exact}};
  if (part.exact_30) json["exact_30"] = *part.exact_30;
  if (part.cells) json["cells"] = *part.cells;
  if (!part.accuracy) return json;
  json["accuracy"] = *part.accuracy;
  json["mAP"] = to_json(part.precision);
  return json;
}

void check_planned(const PlannedRun& run, const RunRow& row) {
  const bool has_all = std::ranges::all_of(
      run.also, [&](const SplitIdentity& also) { return row.find(also.name) != nullptr; });
  if (has_all && row.recipe == run.recipe && row.split_hash == run.split.hash &&
      row.seed == run.seed)
    return;
  fail(ErrorKind::kInput, "result.json of {} is that of another run; remove the folder {}",
       run.text(), run.folder());
}

}  // namespace

const PartTally* RunRow::find(const std::string& part) const {
  const auto found = std::ranges::find(parts, part, &PartTally::part);
  return found == parts.end() ? nullptr : &*found;
}

Json to_json(const RunRow& row) {
  Json parts = Json::object();
  for (const PartTally& part : row.parts) parts[part.part] = to_json(part);
  Json json{{"key", row.key},
            {"model", row.model},
            {"settings", row.settings},
            {"split", row.split},
            {"seed", row.seed},
            {"figures", to_json(row.figures)},
            {"parts", parts},
            {"steps", row.steps},
            {"tokens", row.tokens},
            {"parameters", row.parameters},
            {"cpu_seconds", row.cpu_seconds},
            {"libtorch", row.libtorch},
            {"content_hash", row.content_hash},
            {"split_hash", row.split_hash},
            {"recipe", row.recipe}};
  for (const auto& [name, figures] : row.ideal)
    json["ideal"][name] = {{"accuracy", figures.accuracy}, {"mAP", figures.precision}};
  return json;
}

namespace {

// What a row and the result of a run both tell.
RunRow outcome_from_json(const Json& json) {
  RunRow row;
  row.seed = count_from_json(json, "seed");
  row.parts = parts_from_json(json);
  row.ideal = ideal_from_json(json);
  row.steps = count_from_json(json, "steps");
  row.tokens = count_from_json(json, "tokens");
  row.parameters = count_from_json(json, "parameters");
  row.cpu_seconds = number_from_json(json, "cpu_seconds");
  row.libtorch = text_from_json(json, "libtorch");
  row.content_hash = text_from_json(json, "content_hash");
  row.split_hash = text_from_json(json, "split_hash");
  row.recipe = text_from_json(json, "recipe");
  return row;
}

}  // namespace

RunRow run_row_from_json(const Json& json) {
  RunRow row = outcome_from_json(json);
  row.key = text_from_json(json, "key");
  row.model = text_from_json(json, "model");
  row.settings = texts_from_json(json, "settings");
  row.split = text_from_json(json, "split");
  row.figures = figures_from_json(member_of(json, "figures"));
  return row;
}

RunRow row_of_result(const PlannedRun& run, const std::string& result_text,
                     const SplitFigures& figures) {
  RunRow row = outcome_from_json(parse_document(result_text));
  row.key = run.key;
  row.model = run.label();
  row.settings = run.settings;
  row.split = run.split.name;
  row.figures = figures;
  check_planned(run, row);
  return row;
}

ResultsFile::ResultsFile(const std::string& path) {
  const std::filesystem::path place(path);
  folder_ = place.has_parent_path() ? place.parent_path().string() : ".";
  name_ = place.filename().string();
  if (kind_of_path(path) == PathKind::kNothing) return;
  const std::string text = read_user_file(path, {kMostManifestBytes});
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    ++number;
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) {
      is_torn_ = true;
      break;
    }
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    try {
      rows_.push_back(run_row_from_json(parse_document(line)));
    } catch (const Error& problem) {
      fail(ErrorKind::kInput, "{}:{}: is no row of results: {}", printable(path), number,
           problem.what());
    }
  }
}

const RunRow* ResultsFile::find(const std::string& key) const {
  const auto found = std::ranges::find(rows_, key, &RunRow::key);
  return found == rows_.end() ? nullptr : &*found;
}

void ResultsFile::add(const RunRow& row) {
  const Folder folder = Folder::create(folder_);
  if (is_torn_) {
    const std::string text = folder.read(name_);
    folder.write(name_, std::string_view(text).substr(0, text.rfind('\n') + 1));
    is_torn_ = false;
  }
  folder.append(name_, to_json(row).dump() + '\n');
  rows_.push_back(row);
}

}  // namespace assay
