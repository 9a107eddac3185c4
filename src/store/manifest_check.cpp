#include "assay/store/manifest_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "assay/base/limits.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/core/stamp.h"
#include "assay/core/task.h"
#include "assay/store/json_document.h"
#include "assay/store/manifest.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

// Keys that this version does not know count as well: they are under the hash.
std::string text_defect(const std::string& text, Json json) {
  if (text != json.dump(1) + '\n') return "was changed after it was written";
  const Json recorded = json.value("sha256", Json());
  json.erase("sha256");
  return recorded == Json(sha256_hex(json.dump(1))) ? "" : "was changed after it was written";
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

// Any release may have written it, but by these random numbers.
std::string tool_defect(const Json& tool) {
  const std::string name = text_from_json(tool, "name");
  const std::string random = text_from_json(tool, "random");
  if (name != kToolName) return fmt::format("its \"tool\" is {}, not assay", printable(name));
  if (random != kRandomId) {
    return fmt::format("its random numbers are {}, those of assay {}", printable(random),
                       kRandomId);
  }
  const std::string version = text_from_json(tool, "version");
  const auto numbers = split_text(version, '.');
  const bool is_release =
      numbers.size() == 3 && std::ranges::all_of(numbers, [](std::string_view number) {
        return parse_number(number).has_value();
      });
  return is_release
             ? ""
             : fmt::format("{} is not a version of assay, such as 0.1.0", printable(version));
}

std::string placed(const Folder& folder, const std::string& defect) {
  return defect.empty() ? ""
                        : fmt::format("{}: {}", printable(folder.path_of(kManifestName)), defect);
}

}  // namespace

std::string manifest_damage(const Folder& folder) {
  const std::string text = folder.read(kManifestName, kMostManifestBytes);
  return placed(folder, text_defect(text, parse_document(text)));
}

std::string manifest_defect(const Folder& folder, const Task& task) {
  const Manifest manifest = read_manifest(folder);
  const std::string text = folder.read(kManifestName, kMostManifestBytes);
  const Json json = parse_document(text);
  std::string defect = text_defect(text, json);
  if (defect.empty()) defect = tool_defect(json.at("tool"));
  if (defect.empty()) defect = hash_defect(manifest, json, task);
  if (defect.empty()) {
    defect = column_defect(manifest.columns.fields, row_shape(task, manifest).schema.fields);
  }
  if (defect.empty() && count_from_json(json, "rows") != manifest.rows()) {
    defect = "its \"rows\" are not those of its parts together";
  }
  return placed(folder, defect);
}

}  // namespace assay
