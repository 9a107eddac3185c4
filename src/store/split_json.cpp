#include "assay/store/split_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/json_document.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

ParamValue value_from_json(const std::string& key, const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_object() && std::ranges::all_of(json, &Json::is_string)) {
    return json.get<ParamTable>();
  }
  fail(ErrorKind::kInput, "\"{}\" of the claim cannot be {}", printable(key), json.dump());
}

}  // namespace

Json to_json(const SplitSpec& spec) {
  Json json = {{"method", spec.method}};
  for (const auto& [key, value] : spec.values) {
    std::visit([&, &name = key](const auto& held) { json[name] = held; }, value);
  }
  return json;
}

SplitSpec split_spec_from_json(const Json& json) {
  SplitSpec spec;
  spec.method = text_from_json(json, "method");
  for (const auto& [key, value] : json.items()) {
    if (key == "name") {
      spec.name = text_from_json(json, "name");
    } else if (key != "method") {
      spec.values.emplace_back(key, value_from_json(key, value));
    }
  }
  return spec;
}

Json to_json(const CompoundDefinition& definition) {
  Json json = {{"name", definition.name},           {"most_nodes", definition.most_nodes},
               {"kept", definition.kept},           {"ordered", definition.ordered},
               {"most_sets", definition.most_sets}, {"sample", definition.sample},
               {"grouped", definition.grouped}};
  const CompoundDefinition usual;
  if (definition.shape != usual.shape) json["shape"] = name_of(definition.shape);
  if (definition.least_nodes != usual.least_nodes) json["least_nodes"] = definition.least_nodes;
  if (definition.weights != usual.weights) json["weights"] = name_of(definition.weights);
  return json;
}

CompoundDefinition definition_from_json(const Json& json) try {
  CompoundDefinition definition = {.name = json.at("name").get<std::string>(),
                                   .most_nodes = json.at("most_nodes").get<std::uint32_t>(),
                                   .kept = json.at("kept").get<std::uint32_t>(),
                                   .ordered = json.at("ordered").get<bool>(),
                                   .most_sets = json.at("most_sets").get<std::uint32_t>(),
                                   .sample = json.at("sample").get<std::uint64_t>(),
                                   .grouped = json.at("grouped").get<bool>()};
  definition.least_nodes = json.value("least_nodes", definition.least_nodes);
  if (json.contains("shape")) definition.shape = compound_shape(json["shape"].get<std::string>());
  if (json.contains("weights")) definition.weights = weighing(json["weights"].get<std::string>());
  const bool is_listed = definition.most_nodes == 0;  // by rows of others
  const std::string problem = is_listed ? "" : nodes_defect(definition);
  if (!problem.empty()) fail(ErrorKind::kUsage, "{}", problem);
  return definition;
} catch (const Json::exception& problem) {
  fail(ErrorKind::kInput, "\"definition\" is not one of compounds: {}", document_problem(problem));
} catch (const Error& problem) {
  fail(ErrorKind::kInput, "\"definition\": {}", problem.what());
}

namespace {

Json part_json(const PartReport& part) {
  return {{"rows", part.rows},
          {"share", part.share},
          {"atoms", part.atoms},
          {"compounds", part.compounds},
          {"smallest_atom_count", part.smallest_atom_count}};
}

PartReport part_from_json(const std::string& name, const Json& json) {
  return {.name = name,
          .rows = json.at("rows").get<std::uint64_t>(),
          .share = json.at("share").get<double>(),
          .atoms = json.at("atoms").get<std::uint64_t>(),
          .compounds = json.at("compounds").get<std::uint64_t>(),
          .smallest_atom_count = json.at("smallest_atom_count").get<std::uint64_t>()};
}

Json figure_or_null(const std::optional<double>& figure) {
  return figure ? Json(*figure) : Json(nullptr);
}

std::optional<double> figure_from_json(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Json pair_json(const PairReport& pair) {
  Json json = {{"atom_divergence", pair.atom_divergence},
               {"compound_divergence", pair.compound_divergence},
               {"output_pattern_coverage", figure_or_null(pair.output_pattern_coverage)},
               {"input_pattern_coverage", figure_or_null(pair.input_pattern_coverage)},
               {"output_length_ratio", figure_or_null(pair.output_length_ratio)},
               {"input_length_ratio", figure_or_null(pair.input_length_ratio)},
               {"atoms_only_in_second", pair.atoms_only_in_second},
               {"compounds_only_in_second", pair.compounds_only_in_second}};
  if (pair.above_bound) json["above_bound"] = true;
  return json;
}

PairReport pair_from_json(const std::string& name, const Json& json) {
  const std::size_t slash = name.find('/');
  PairReport pair;
  pair.first = name.substr(0, slash);
  pair.second = slash == std::string::npos ? "" : name.substr(slash + 1);
  pair.atom_divergence = json.at("atom_divergence").get<double>();
  pair.compound_divergence = json.at("compound_divergence").get<double>();
  pair.output_pattern_coverage = figure_from_json(json.at("output_pattern_coverage"));
  pair.input_pattern_coverage = figure_from_json(json.at("input_pattern_coverage"));
  pair.output_length_ratio = figure_from_json(json.at("output_length_ratio"));
  pair.input_length_ratio = figure_from_json(json.at("input_length_ratio"));
  pair.atoms_only_in_second = json.at("atoms_only_in_second").get<std::vector<std::string>>();
  pair.compounds_only_in_second = json.at("compounds_only_in_second").get<std::uint64_t>();
  pair.above_bound = json.value("above_bound", false);
  return pair;
}

}  // namespace

Json to_json(const SplitReport& report) {
  Json parts = Json::object();
  for (const PartReport& part : report.parts) parts[part.name] = part_json(part);
  Json pairs = Json::object();
  for (const PairReport& pair : report.pairs) {
    pairs[pair.first + "/" + pair.second] = pair_json(pair);
  }
  return {{"parts", parts}, {"together", part_json(report.together)}, {"pairs", pairs}};
}

SplitReport report_from_json(const Json& json) try {
  SplitReport report;
  for (const auto& [name, part] : json.at("parts").items()) {
    report.parts.push_back(part_from_json(name, part));
  }
  report.together = part_from_json("together", json.at("together"));
  for (const auto& [name, pair] : json.at("pairs").items()) {
    report.pairs.push_back(pair_from_json(name, pair));
  }
  return report;
} catch (const Json::exception& problem) {
  fail(ErrorKind::kInput, "\"measured\" is not a report: {}", document_problem(problem));
}

Json to_json(const std::optional<CompoundDefinition>& definition) {
  return definition ? to_json(*definition) : Json::object();
}

Json to_json(const std::optional<SplitReport>& report) {
  return report ? to_json(*report) : Json::object();
}

std::optional<CompoundDefinition> definition_or_none(const Json& json) {
  return json.empty() ? std::nullopt : std::optional(definition_from_json(json));
}

std::optional<SplitReport> report_or_none(const Json& json) {
  return json.empty() ? std::nullopt : std::optional(report_from_json(json));
}

}  // namespace assay
