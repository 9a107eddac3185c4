#include "assay/store/selection_json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/store/json_document.h"
#include "assay/store/split_json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

LevelRecord level_from_json(const Json& json) {
  const std::uint64_t level = count_from_json(json, "level");
  if (level > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::kInput, "\"selection\": there is no level {}", level);
  }
  return {static_cast<std::uint32_t>(level), count_from_json(json, "pool"),
          count_from_json(json, "rows")};
}

}  // namespace

Json to_json(const SelectionRecord& selection) {
  Json levels = Json::array();
  for (const LevelRecord& level : selection.levels) {
    levels.push_back({{"level", level.level}, {"pool", level.pool}, {"rows", level.rows}});
  }
  return {{"rows", selection.rows},
          {"cap", selection.cap ? Json(*selection.cap) : Json(nullptr)},
          {"by", selection.by},
          {"compared", selection.compared},
          {"seed", selection.seed},
          {"definition", to_json(selection.definition)},
          {"pool", {{"rows", selection.pool_rows}, {"content_hash", selection.pool_content_hash}}},
          {"measured",
           {{"entropy", selection.entropy},
            {"compounds", selection.compounds},
            {"levels", std::move(levels)}}}};
}

SelectionRecord selection_from_json(const Json& json) {
  SelectionRecord selection;
  selection.rows = count_from_json(json, "rows");
  if (!member_of(json, "cap").is_null()) selection.cap = count_from_json(json, "cap");
  selection.by = text_from_json(json, "by");
  selection.compared = count_from_json(json, "compared");
  selection.seed = count_from_json(json, "seed");
  selection.definition = definition_from_json(member_of(json, "definition"));
  const Json& pool = member_of(json, "pool");
  selection.pool_rows = count_from_json(pool, "rows");
  selection.pool_content_hash = text_from_json(pool, "content_hash");
  const Json& measured = member_of(json, "measured");
  const Json& entropy = member_of(measured, "entropy");
  if (!entropy.is_number()) fail(ErrorKind::kInput, "\"entropy\" is no number");
  selection.entropy = entropy.get<double>();
  selection.compounds = count_from_json(measured, "compounds");
  for (const Json& level : list_from_json(measured, "levels")) {
    selection.levels.push_back(level_from_json(level));
  }
  return selection;
}

}  // namespace assay
