// Verbs that make, split and check data sets.
#include <array>
#include <optional>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/capi/verb_table.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/manifest.h"
#include "assay/store/recipe.h"
#include "assay/store/split_json.h"
#include "assay/verbs/export.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/measure.h"
#include "assay/verbs/merge.h"
#include "assay/verbs/methods.h"
#include "assay/verbs/split.h"
#include "assay/verbs/verify.h"

namespace assay::capi {

namespace {

using Json = nlohmann::ordered_json;

Json made(const verbs::MadeSet& set) { return Json::parse(manifest_text(set.manifest)); }

std::optional<ShardEntry> shard_of(Request& ask) {
  const auto index = ask.number("shard");
  const auto of = ask.number("shards");
  if (!index && !of) return std::nullopt;
  if (!index || !of || *index >= *of || *of > UINT32_MAX) {
    fail(ErrorKind::kUsage, "generate: \"shard\" is a number below \"shards\"");
  }
  return ShardEntry{static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*of)};
}

Json run_generate(Request& ask, const Workplace& at) {
  verbs::RecipeRequest recipe;
  recipe.task = ask.text("task");
  recipe.file = ask.text("recipe");
  recipe.seed = ask.number("seed");
  recipe.rows = ask.number("rows");
  const std::string order = ask.text("order");
  if (!order.empty()) recipe.order = row_order(order);
  recipe.with_rules = ask.flag("rules");
  recipe.rows_per_file = ask.number("rows_per_file");
  recipe.params = ask.settings("params");
  verbs::GenerateRequest request;
  request.shard = shard_of(ask);
  request.out = ask.needed_text("out");
  request.force = ask.is_set("force");
  ask.finish();
  request.recipe = verbs::merged_recipe(recipe, at).recipe;
  return made(verbs::generate(request, at));
}

Json run_merge(Request& ask, const Workplace& at) {
  const verbs::MergeRequest request{ask.texts("shards"), ask.needed_text("out"),
                                    ask.is_set("force")};
  ask.finish();
  if (request.shards.empty()) fail(ErrorKind::kUsage, "merge: \"shards\" names no folder");
  return made(verbs::merge(request, at));
}

// A value as the parameter takes it: sizes may be numbers, and shares whole ones.
Json adapted(const SplitParam& param, const Json& value) {
  if (param.spec.kind == ParamKind::kSize && value.is_number_integer()) return value.dump();
  if (param.spec.kind == ParamKind::kShare && value.is_number_integer()) {
    return value.get<double>();
  }
  if (param.spec.kind == ParamKind::kTable && value.is_object()) {
    Json table = Json::object();
    for (const auto& [key, setting] : value.items()) {
      table[key] = setting.is_string() ? setting : Json(setting.dump());
    }
    return table;
  }
  return value;
}

Json run_split(Request& ask, const Workplace& at) {
  verbs::SplitRequest request;
  request.data = ask.needed_text("data");
  const std::string name = ask.needed_text("name");
  const std::string method = ask.needed_text("method");
  request.force = ask.is_set("force");
  Json values = ask.rest();
  check_split_name(name);
  const SplitForm& form = find_split_method(method).form;
  for (auto& [key, value] : values.items()) {
    if (const SplitParam* param = form.find(key)) value = adapted(*param, value);
  }
  values["name"] = name;
  values["method"] = method;
  try {
    request.spec = split_spec_from_json(values);
  } catch (const Error& problem) {
    throw Error(ErrorKind::kUsage, fmt::format("split: {}", problem.what()));
  }
  check_values(form, request.spec);
  return verbs::to_json(verbs::split(request, at));
}

Json run_methods(Request& ask, const Workplace& /*at*/) {
  ask.finish();
  return verbs::to_json(verbs::methods());
}

Json run_measure(Request& ask, const Workplace& at) {
  const verbs::MeasureRequest request{ask.needed_text("data"), ask.text("split"), ask.text("of"),
                                      ask.settings("define")};
  ask.finish();
  return verbs::to_json(verbs::measure(request, at));
}

Json run_gap(Request& ask, const Workplace& at) {
  const verbs::GapRequest request{ask.needed_text("data"), ask.text("split"), ask.text("part"),
                                  ask.number("resamples")};
  ask.finish();
  return verbs::to_json(verbs::measure_gap(request, at));
}

Json run_verify(Request& ask, const Workplace& at) {
  const verbs::VerifyRequest request{ask.needed_text("data")};
  ask.finish();
  return verbs::to_json(verbs::verify(request, at));
}

Json run_verify_published(Request& ask, const Workplace& at) {
  const verbs::VerifyPublishedRequest request{ask.needed_text("path"), ask.needed_text("format")};
  ask.finish();
  return verbs::to_json(verbs::verify_published(request, at.control));
}

Json run_export(Request& ask, const Workplace& at) {
  const std::string data = ask.needed_text("data");
  const std::string format = ask.text("format");
  const std::string split = ask.text("split");
  const std::string out = ask.needed_text("out");
  ask.finish();
  if (format.empty()) return made(verbs::export_set({data, split, out}, at));
  const ExportedFiles files = verbs::export_files({data, format, split, out}, at);
  return {{"files", files.names}, {"was_complete", files.was_complete}};
}

}  // namespace

std::span<const VerbEntry> data_verbs() {
  static constexpr std::array<VerbEntry, 9> kVerbs{{{"generate", run_generate},
                                                    {"merge", run_merge},
                                                    {"split", run_split},
                                                    {"methods", run_methods},
                                                    {"measure", run_measure},
                                                    {"gap", run_gap},
                                                    {"verify", run_verify},
                                                    {"verify_published", run_verify_published},
                                                    {"export", run_export}}};
  return kVerbs;
}

}  // namespace assay::capi
