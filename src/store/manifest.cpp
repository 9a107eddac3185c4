#include "assay/store/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/limits.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/core/task.h"
#include "assay/store/json_document.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

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

std::string recipe_hash(const Recipe& recipe, const Task& task, const std::string& task_version) {
  Json json = to_json(recipe);
  json.erase("params");  // the identity has them, files by content
  return sha256_hex(json.dump() + '\n' + task_version + '\n' +
                    identity_of(task.info(), task.params(), task_version));
}

namespace {

constexpr const char* kRowsKind = "rows";
constexpr const char* kMediaKind = "media";

Json columns_json(const Schema& schema) {
  Json columns = Json::array();
  for (const Field& field : schema.fields) {
    columns.push_back(
        {{"name", field.name}, {"type", name_of(field.type)}, {"role", name_of(field.role)}});
  }
  return columns;
}

Json files_json(const Manifest& manifest) {
  Json files = Json::array();
  for (const FileEntry& file : manifest.files) {
    files.push_back({{"path", file.path},
                     {"kind", kRowsKind},
                     {"part", file.part},
                     {"first", file.first},
                     {"addresses", file.addresses},
                     {"rows", file.rows},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  for (const MediaEntry& file : manifest.media) {
    files.push_back({{"path", file.path},
                     {"kind", kMediaKind},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  return files;
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  Json json;
  json["format"] = kFormat;
  json["tool"] = {{"name", "assay"},
                  {"version", manifest.tool_version},
                  {"commit", manifest.tool_commit},
                  {"random", kRandomId}};
  json["task"] = {{"name", manifest.recipe.task},
                  {"version", manifest.task_version},
                  {"stamp", manifest.stamp}};
  json["recipe"] = to_json(manifest.recipe);
  json["recipe_hash"] = manifest.recipe_hash;
  if (manifest.shard) {
    json["shard"] = {{"index", manifest.shard->index}, {"of", manifest.shard->of}};
  }
  if (manifest.claim) {
    json["claim"] = to_json(*manifest.claim);
    json["definition"] = to_json(manifest.definition);
    json["measured"] = to_json(manifest.measured);
  }
  json["columns"] = columns_json(manifest.columns);
  json["rows"] = manifest.rows();
  json["units"] = manifest.units ? Json(*manifest.units) : Json(nullptr);
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
  json["files"] = files_json(manifest);
  json["content_hash"] = manifest.content_hash;
  // The manifest vouches for the files, this for the manifest.
  json["sha256"] = sha256_hex(json.dump(1));
  return json.dump(1) + '\n';
}

namespace {

std::string read_path(const Json& json, const char* folder) {
  std::string path = json.at("path").get<std::string>();
  if (!is_safe_path(path) || !path.starts_with(folder)) {
    fail(ErrorKind::kInput, "the path \"{}\" does not lie in {}", printable(path), folder);
  }
  return path;
}

FileEntry read_rows_entry(const Json& json) {
  FileEntry file;
  file.path = read_path(json, "data/");
  file.part = json.at("part").get<std::string>();
  file.first = count_from_json(json, "first");
  file.addresses = count_from_json(json, "addresses");
  file.rows = count_from_json(json, "rows");
  file.bytes = count_from_json(json, "bytes");
  file.sha256 = json.at("sha256").get<std::string>();
  check_part_name(file.part);
  return file;
}

MediaEntry read_media_entry(const Json& json) {
  return {read_path(json, "media/"), count_from_json(json, "bytes"),
          json.at("sha256").get<std::string>()};
}

void read_file_entry(const Json& json, Manifest& manifest) {
  const std::string kind = json.value("kind", kRowsKind);  // format 1 had rows only
  if (kind == kRowsKind) {
    manifest.files.push_back(read_rows_entry(json));
  } else if (kind == kMediaKind) {
    manifest.media.push_back(read_media_entry(json));
  } else {
    fail(ErrorKind::kInput, "files of kind \"{}\" are not known to this version", printable(kind));
  }
}

// The one of these whose name it is.
template <typename Kind>
Kind kind_called(const std::string& name, std::initializer_list<Kind> kinds) {
  for (const Kind kind : kinds) {
    if (name_of(kind) == name) return kind;
  }
  fail(ErrorKind::kInput, "a column has the type or role \"{}\", which this version does not know",
       printable(name));
}

Field read_column(const Json& json) {
  Field field;
  field.name = json.at("name").get<std::string>();
  field.type =
      kind_called(json.at("type").get<std::string>(),
                  {ValueType::kText, ValueType::kBool, ValueType::kInteger, ValueType::kReal,
                   ValueType::kTexts, ValueType::kIntegers, ValueType::kReals});
  field.role = kind_called(json.at("role").get<std::string>(),
                           {Role::kInput, Role::kTarget, Role::kMetadata});
  return field;
}

Schema read_columns(const Json& json) {
  Schema columns;
  for (const Json& column : json) columns.fields.push_back(read_column(column));
  const auto is_text = [&](std::size_t at, Role role) {
    return at < columns.fields.size() && columns.fields[at].type == ValueType::kText &&
           columns.fields[at].role == role;
  };
  if (!is_text(kInputField, Role::kInput) || !is_text(kTargetField, Role::kTarget)) {
    fail(ErrorKind::kInput, "the first two columns are not texts with the roles input and target");
  }
  return columns;
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
  const Json json = parse_document(text);
  Manifest manifest;
  manifest.format = json.at("format").get<int>();
  if (manifest.format < 1 || manifest.format > kFormat) {
    fail(ErrorKind::kInput, "format {} is not known to this version", json.at("format").dump());
  }
  manifest.tool_version = json.at("tool").at("version").get<std::string>();
  manifest.tool_commit = json.at("tool").at("commit").get<std::string>();
  manifest.task_version = json.at("task").at("version").get<std::string>();
  if (manifest.format > 1) manifest.stamp = json.at("task").at("stamp").get<std::string>();
  manifest.recipe = recipe_from_json(json.at("recipe"));
  manifest.recipe_hash = json.at("recipe_hash").get<std::string>();
  manifest.columns = read_columns(json.at("columns"));
  if (json.contains("shard")) {
    manifest.shard =
        ShardEntry{static_cast<std::uint32_t>(count_from_json(json.at("shard"), "index")),
                   static_cast<std::uint32_t>(count_from_json(json.at("shard"), "of"))};
  }
  if (json.contains("claim")) {
    manifest.claim = split_spec_from_json(json.at("claim"));
    manifest.definition = definition_or_none(json.value("definition", Json::object()));
    manifest.measured = report_or_none(json.value("measured", Json::object()));
  }
  if (json.contains("units") && !json.at("units").is_null()) {
    manifest.units = count_from_json(json, "units");
  }
  manifest.empty = count_from_json(json, "empty");
  for (const Json& part : json.at("parts")) manifest.parts.push_back(read_part_entry(part));
  for (const Json& file : json.at("files")) read_file_entry(file, manifest);
  manifest.content_hash = json.at("content_hash").get<std::string>();
  return manifest;
}

}  // namespace

Manifest read_manifest(const Folder& folder) {
  if (!folder.exists(kManifestName)) {
    if (folder.exists(kPlanName)) {
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
         document_problem(problem));
  } catch (const Error& problem) {
    fail(ErrorKind::kInput, "{}: {}", printable(folder.path_of(kManifestName)), problem.what());
  }
}

namespace {

// Keys that this version does not know count as well: they are under the hash.
std::string text_defect(const std::string& text, Json json) {
  if (text != json.dump(1) + '\n') return "was changed after it was written";
  const std::string recorded = json.value("sha256", "");
  json.erase("sha256");
  return recorded == sha256_hex(json.dump(1)) ? "" : "was changed after it was written";
}

std::string hash_defect(const Manifest& manifest, const Json& json, const Task& task) {
  if (manifest.format == 1) {
    const bool same =
        sha256_hex(json.at("recipe").dump() + '\n' + manifest.task_version) == manifest.recipe_hash;
    return same ? "" : "the recipe does not fit its hash";
  }
  const std::string stamp = stamp_of(task, manifest.task_version);
  if (manifest.stamp != stamp) {
    return fmt::format(
        "its stamp is {}, but task, version and parameters give {}; has a file that a parameter "
        "names changed?",
        printable(manifest.stamp), stamp);
  }
  return recipe_hash(manifest.recipe, task, manifest.task_version) == manifest.recipe_hash
             ? ""
             : "the recipe does not fit its hash";
}

std::string told(const Field& column) {
  return fmt::format("\"{}\" ({}, {})", printable(column.name), name_of(column.type),
                     name_of(column.role));
}

// The first column that is not the task's.
std::string column_defect(const std::vector<Field>& found, const std::vector<Field>& wanted) {
  for (std::size_t i = 0; i < std::max(found.size(), wanted.size()); ++i) {
    const std::string here = i < found.size() ? told(found[i]) : "missing";
    const std::string there = i < wanted.size() ? told(wanted[i]) : "none";
    if (here != there) {
      return fmt::format(
          "its columns are not those of the task: column {} is {}, that of the task {}", i + 1,
          here, there);
    }
  }
  return "";
}

}  // namespace

std::string manifest_defect(const Folder& folder, const Task& task) {
  const Manifest manifest = read_manifest(folder);
  const std::string text = folder.read(kManifestName, kMostManifestBytes);
  const Json json = parse_document(text);
  std::string defect = text_defect(text, json);
  if (defect.empty()) defect = hash_defect(manifest, json, task);
  if (defect.empty()) {
    defect = column_defect(manifest.columns.fields, row_shape(task, manifest).schema.fields);
  }
  return defect.empty() ? ""
                        : fmt::format("{}: {}", printable(folder.path_of(kManifestName)), defect);
}

RowShape row_shape(const Manifest& manifest) {
  return {manifest.recipe.task, manifest.stamp, manifest.columns, nullptr};
}

RowShape row_shape(const Task& task, const Manifest& manifest) {
  RowShape shape = row_shape(task);
  shape.stamp = manifest.stamp;
  if (manifest.format > 1) return shape;
  for (Field& field : shape.schema.fields) {
    if (!field.format_1_name.empty()) field.name = field.format_1_name;
  }
  return shape;
}

RowShape row_shape(const Task& task) {
  return {task.info().name, stamp_of(task), task.schema(), &task.rules()};
}

}  // namespace assay
