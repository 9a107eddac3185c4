#include "assay/store/manifest.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/limits.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/core/task.h"
#include "assay/store/json_document.h"
#include "assay/store/selection_json.h"
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

std::span<const SplitSpec> promised_splits(const Manifest& manifest) {
  if (manifest.shard || manifest.claim || manifest.selection) return {};
  return manifest.recipe.splits;
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
  for (const HashedFile& file : manifest.media) {
    files.push_back({{"path", file.path},
                     {"kind", kMediaKind},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  return files;
}

Json documents_json(const Manifest& manifest) {
  Json documents = Json::array();
  for (const HashedFile& file : manifest.documents) {
    documents.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return documents;
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  Json json;
  json["format"] = kFormat;
  json["tool"] = {{"name", kToolName},
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
  if (manifest.selection) json["selection"] = to_json(*manifest.selection);
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
  if (!manifest.documents.empty()) json["documents"] = documents_json(manifest);
  json["content_hash"] = manifest.content_hash;
  // The manifest vouches for the files, this for the manifest.
  json["sha256"] = sha256_hex(json.dump(1));
  return json.dump(1) + '\n';
}

namespace {

// A path below the folder of the data set, or below one of its subfolders.
std::string read_path(const Json& json, std::string_view folder = "") {
  std::string path = text_from_json(json, "path");
  if (!is_safe_path(path) || !path.starts_with(folder)) {
    fail(ErrorKind::kInput, "the path \"{}\" does not lie in {}", printable(path),
         folder.empty() ? "the folder" : folder);
  }
  return path;
}

FileEntry read_rows_entry(const Json& json) {
  FileEntry file;
  file.path = read_path(json, "data/");
  file.part = text_from_json(json, "part");
  file.first = count_from_json(json, "first");
  file.addresses = count_from_json(json, "addresses");
  file.rows = count_from_json(json, "rows");
  file.bytes = count_from_json(json, "bytes");
  file.sha256 = text_from_json(json, "sha256");
  check_part_name(file.part);
  return file;
}

HashedFile read_hashed_file(const Json& json, std::string_view folder = "") {
  return {read_path(json, folder), count_from_json(json, "bytes"), text_from_json(json, "sha256")};
}

void read_file_entry(const Json& json, Manifest& manifest) {
  // Format 1 had rows only.
  const std::string kind = json.contains("kind") ? text_from_json(json, "kind") : kRowsKind;
  if (kind == kRowsKind) {
    manifest.files.push_back(read_rows_entry(json));
  } else if (kind == kMediaKind) {
    manifest.media.push_back(read_hashed_file(json, "media/"));
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
  field.name = text_from_json(json, "name");
  field.type =
      kind_called(text_from_json(json, "type"),
                  {ValueType::kText, ValueType::kBool, ValueType::kInteger, ValueType::kReal,
                   ValueType::kTexts, ValueType::kIntegers, ValueType::kReals});
  field.role =
      kind_called(text_from_json(json, "role"), {Role::kInput, Role::kTarget, Role::kMetadata});
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
  part.name = text_from_json(json, "name");
  check_part_name(part.name);
  part.rows = count_from_json(json, "rows");
  part.lengths.input_sum = count_from_json(json, "input_words");
  part.lengths.input_most = count_from_json(json, "input_words_most");
  part.lengths.target_sum = count_from_json(json, "target_words");
  part.lengths.target_most = count_from_json(json, "target_words_most");
  return part;
}

ShardEntry read_shard(const Json& json) {
  const std::uint64_t index = count_from_json(json, "index");
  const std::uint64_t of = count_from_json(json, "of");
  if (index >= of || of > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::kInput, "there is no shard {}/{}", index, of);
  }
  return {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(of)};
}

// Of a data set made from a split: what the split claims, and what was measured of its parts.
void read_claim(const Json& json, Manifest& manifest) {
  if (!json.contains("claim")) return;
  manifest.claim = split_spec_from_json(json.at("claim"));
  manifest.definition = definition_or_none(json.value("definition", Json::object()));
  manifest.measured = report_or_none(json.value("measured", Json::object()));
}

void read_origin(const Json& json, Manifest& manifest) {
  const Json& tool = member_of(json, "tool");
  manifest.tool_version = text_from_json(tool, "version");
  manifest.tool_commit = text_from_json(tool, "commit");
  const Json& task = member_of(json, "task");
  manifest.task_version = text_from_json(task, "version");
  if (manifest.format > 1) manifest.stamp = text_from_json(task, "stamp");
  manifest.recipe = recipe_from_json(member_of(json, "recipe"));
  manifest.recipe_hash = text_from_json(json, "recipe_hash");
  const std::string name = text_from_json(task, "name");
  if (name != manifest.recipe.task) {
    fail(ErrorKind::kInput, "names the task \"{}\", but the task of its recipe is \"{}\"",
         printable(name), printable(manifest.recipe.task));
  }
}

Manifest parse_manifest(const std::string& text) {
  const Json json = parse_document(text);
  Manifest manifest;
  const std::uint64_t format = count_from_json(json, "format");
  if (format < 1 || format > kFormat) {
    fail(ErrorKind::kInput, "format {} is not known to this version", format);
  }
  manifest.format = static_cast<int>(format);
  read_origin(json, manifest);
  manifest.columns = read_columns(list_from_json(json, "columns"));
  if (json.contains("shard")) manifest.shard = read_shard(json.at("shard"));
  if (json.contains("selection")) {
    manifest.selection = selection_from_json(json.at("selection"));
  }
  read_claim(json, manifest);
  if (json.contains("units") && !json.at("units").is_null()) {
    manifest.units = count_from_json(json, "units");
  }
  manifest.empty = count_from_json(json, "empty");
  for (const Json& part : list_from_json(json, "parts")) {
    manifest.parts.push_back(read_part_entry(part));
  }
  for (const Json& file : list_from_json(json, "files")) read_file_entry(file, manifest);
  if (json.contains("documents")) {
    for (const Json& file : list_from_json(json, "documents")) {
      manifest.documents.push_back(read_hashed_file(file));
    }
  }
  manifest.content_hash = text_from_json(json, "content_hash");
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
