#include "assay/store/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/random.h"
#include "assay/base/text.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormat = 1;
constexpr std::uint64_t kMostManifestBytes = 64U << 20U;

}  // namespace

void LengthStats::add(std::uint64_t input, std::uint64_t target) {
  input_sum += input;
  target_sum += target;
  input_most = std::max(input_most, input);
  target_most = std::max(target_most, target);
}

void LengthStats::add(const LengthStats& other) {
  input_sum += other.input_sum;
  target_sum += other.target_sum;
  input_most = std::max(input_most, other.input_most);
  target_most = std::max(target_most, other.target_most);
}

std::uint64_t Manifest::rows() const {
  std::uint64_t sum = 0;
  for (const PartEntry& part : parts) sum += part.rows;
  return sum;
}

std::string hash_of(const Recipe& recipe, const std::string& task_version) {
  return sha256_hex(to_json(recipe).dump() + '\n' + task_version);
}

std::string data_path(const std::string& part, std::uint64_t index, std::uint64_t count) {
  return fmt::format("data/{}-{:05}-of-{:05}.jsonl", part, index, count);
}

std::string manifest_text(const Manifest& manifest, const Schema& schema) {
  Json json;
  json["format"] = kFormat;
  json["tool"] = {{"name", "assay"},
                  {"version", manifest.tool_version},
                  {"commit", manifest.tool_commit},
                  {"random", kRandomId}};
  json["task"] = {{"name", manifest.recipe.task}, {"version", manifest.task_version}};
  json["recipe"] = to_json(manifest.recipe);
  json["recipe_hash"] = manifest.recipe_hash;
  if (manifest.shard) {
    json["shard"] = {{"index", manifest.shard->index}, {"of", manifest.shard->of}};
  }
  if (manifest.claim) json["claim"] = to_json(*manifest.claim);
  json["columns"] = Json::array();
  for (const Field& field : schema.fields) {
    json["columns"].push_back(
        {{"name", field.name}, {"type", name_of(field.type)}, {"role", name_of(field.role)}});
  }
  json["rows"] = manifest.rows();
  json["empty"] = manifest.empty;
  json["parts"] = Json::array();
  for (const PartEntry& part : manifest.parts) {
    json["parts"].push_back({{"name", part.name},
                             {"rows", part.rows},
                             {"input_words", part.lengths.input_sum},
                             {"input_words_most", part.lengths.input_most},
                             {"target_words", part.lengths.target_sum},
                             {"target_words_most", part.lengths.target_most}});
  }
  json["files"] = Json::array();
  for (const FileEntry& file : manifest.files) {
    json["files"].push_back({{"path", file.path},
                             {"part", file.part},
                             {"first", file.first},
                             {"addresses", file.addresses},
                             {"rows", file.rows},
                             {"bytes", file.bytes},
                             {"sha256", file.sha256}});
  }
  json["content_hash"] = manifest.content_hash;
  // The manifest vouches for the files, this for the manifest.
  json["sha256"] = sha256_hex(json.dump(1));
  return json.dump(1) + '\n';
}

namespace {

FileEntry read_file_entry(const Json& json) {
  FileEntry file;
  file.path = json.at("path").get<std::string>();
  file.part = json.at("part").get<std::string>();
  file.first = count_from_json(json, "first");
  file.addresses = count_from_json(json, "addresses");
  file.rows = count_from_json(json, "rows");
  file.bytes = count_from_json(json, "bytes");
  file.sha256 = json.at("sha256").get<std::string>();
  if (!is_safe_path(file.path) || !file.path.starts_with("data/")) {
    fail(ErrorKind::kInput, "the path \"{}\" does not lie in data/", printable(file.path));
  }
  check_part_name(file.part);
  return file;
}

PartEntry read_part_entry(const Json& json) {
  PartEntry part;
  part.name = json.at("name").get<std::string>();
  check_part_name(part.name);
  part.rows = count_from_json(json, "rows");
  part.lengths.input_sum = count_from_json(json, "input_words");
  part.lengths.input_most = count_from_json(json, "input_words_most");
  part.lengths.target_sum = count_from_json(json, "target_words");
  part.lengths.target_most = count_from_json(json, "target_words_most");
  return part;
}

Manifest parse_manifest(const std::string& text) {
  const Json json = Json::parse(text);
  if (json.at("format").get<int>() != kFormat) {
    fail(ErrorKind::kInput, "format {} is not known to this version", json.at("format").dump());
  }
  Manifest manifest;
  manifest.tool_version = json.at("tool").at("version").get<std::string>();
  manifest.tool_commit = json.at("tool").at("commit").get<std::string>();
  manifest.task_version = json.at("task").at("version").get<std::string>();
  manifest.recipe = recipe_from_json(json.at("recipe"));
  manifest.recipe_hash = json.at("recipe_hash").get<std::string>();
  if (json.contains("shard")) {
    manifest.shard =
        ShardEntry{static_cast<std::uint32_t>(count_from_json(json.at("shard"), "index")),
                   static_cast<std::uint32_t>(count_from_json(json.at("shard"), "of"))};
  }
  if (json.contains("claim")) manifest.claim = split_spec_from_json(json.at("claim"));
  manifest.empty = count_from_json(json, "empty");
  for (const Json& part : json.at("parts")) manifest.parts.push_back(read_part_entry(part));
  for (const Json& file : json.at("files")) manifest.files.push_back(read_file_entry(file));
  manifest.content_hash = json.at("content_hash").get<std::string>();
  return manifest;
}

}  // namespace

Manifest read_manifest(const Folder& folder) {
  if (!folder.exists(kManifestName)) {
    if (folder.exists(".assay/plan.json")) {
      fail(ErrorKind::kInput, "{}: is not finished; run the command that makes it again to go on",
           printable(folder.path()));
    }
    fail(ErrorKind::kInput, "{}: has no {}, so it is not a data set of assay",
         printable(folder.path()), kManifestName);
  }
  const std::string text = folder.read(kManifestName, kMostManifestBytes);
  try {
    return parse_manifest(text);
  } catch (const Json::exception& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(folder.path_of(kManifestName)),
         printable(problem.what()));
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(folder.path_of(kManifestName)), problem.what());
  }
}

}  // namespace assay
