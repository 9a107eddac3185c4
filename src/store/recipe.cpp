#include "assay/store/recipe.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/core/split.h"
#include "assay/store/json_document.h"
#include "assay/store/split_json.h"
#include "assay/store/toml_table.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

bool is_word(std::string_view name) {
  return !name.empty() && name.size() <= 100 &&
         std::all_of(name.begin(), name.end(), [](char letter) {
           return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                  (letter >= '0' && letter <= '9') || letter == '_';
         });
}

}  // namespace

void check_split_name(std::string_view name) {
  if (!is_word(name)) {
    fail(ErrorKind::kUsage, "\"{}\" cannot name a split; use letters, digits and _",
         printable(name));
  }
  for (const std::string_view word : {"train", "valid", "dev", "test", "eval"}) {
    if (name.find(word) != std::string_view::npos) {
      fail(ErrorKind::kUsage,
           "a split cannot be named \"{}\": data loaders take files with \"{}\" in their name for "
           "data; choose another name",
           name, word);
    }
  }
}

void check_part_name(std::string_view name) {
  if (!is_word(name)) {
    fail(ErrorKind::kUsage, "\"{}\" cannot name a part; use letters, digits and _",
         printable(name));
  }
}

std::string_view name_of(RowOrder order) {
  return order == RowOrder::kSpread ? "spread" : "blocks";
}

RowOrder row_order(std::string_view name) {
  for (const RowOrder order : {RowOrder::kSpread, RowOrder::kBlocks}) {
    if (name == name_of(order)) return order;
  }
  fail(ErrorKind::kUsage,
       "order is \"{}\"; it is \"spread\" (different units first) or \"blocks\" (units whole)",
       printable(name));
}

namespace {

// The value of a parameter, as its kind wants it; nullopt when it is not there.
std::optional<ParamValue> read_value(TomlTable& reader, const ParamSpec& spec) {
  const toml::node* node = reader.find(spec.name);
  if (node == nullptr) return std::nullopt;
  ParamValue value = "";
  switch (spec.kind) {
    case ParamKind::kText:
    case ParamKind::kChoice:
      value = reader.text_of(*node, spec.name);
      break;
    case ParamKind::kSize:
      value = reader.scalar_of(*node, spec.name);
      break;
    case ParamKind::kNumber:
    case ParamKind::kCount:
      value = reader.number_of<std::uint64_t>(*node, spec.name);
      break;
    case ParamKind::kShare:
      value = reader.real_of(*node, spec.name);
      break;
    case ParamKind::kFlag:
      value = reader.flag_of(*node, spec.name);
      break;
    case ParamKind::kTable:
      value = reader.map_of(*node, spec.name);
      break;
  }
  const std::string defect = value_defect(spec, value);
  if (!defect.empty()) reader.fail_at(*node, defect);
  return value;
}

SplitSpec read_split(TomlTable& reader, const toml::node& node,
                     const std::vector<SplitForm>& methods) {
  SplitSpec spec;
  reader.text("name", spec.name);
  reader.text("method", spec.method);
  reader.placed(node, [&] { check_split_name(spec.name); });
  if (spec.method.empty()) {
    for (const SplitForm& form : methods) {
      for (const SplitParam& param : form.params) reader.find(param.spec.name);
    }
    reader.finish();
    reader.fail_at(node, "a split needs a \"method\"");
  }
  const SplitForm& form = *reader.placed(node, [&] { return &find_form(methods, spec.method); });
  if (std::ranges::any_of(form.params, [](const SplitParam& param) {
        return param.recorded == Recorded::kNever;
      })) {
    reader.fail_at(node, fmt::format("a recipe has no splits of method {}, which depend on other "
                                     "files; use assay split",
                                     form.name));
  }
  for (const SplitParam& param : form.params) {
    if (auto value = read_value(reader, param.spec)) spec.set(param.spec.name, std::move(*value));
  }
  reader.finish();
  reader.placed(node, [&] { check_values(form, spec); });
  return recorded(form, spec);
}

void check_part(const PartSpec& part) {
  check_part_name(part.name);
  if (part.share == 0 || part.share > 1'000'000) {
    fail(ErrorKind::kUsage, "a part needs a \"share\" from 1 to 1,000,000");
  }
}

void check_distinct_names(const Recipe& recipe, const std::string& file) {
  std::set<std::string> names;
  for (const PartSpec& part : recipe.parts) {
    if (part.name == "all" && recipe.parts.size() > 1) {
      fail(ErrorKind::kUsage,
           "{}: a part cannot be named \"all\" beside others: --part all means every row", file);
    }
    const auto same = std::ranges::find_if(recipe.parts, [&](const PartSpec& other) {
      return other.name != part.name && part_named(other.name) &&
             part_named(other.name) == part_named(part.name);
    });
    if (same != recipe.parts.end()) {
      fail(ErrorKind::kUsage, "{}: parts \"{}\" and \"{}\" are two names of one", file, part.name,
           same->name);
    }
    if (!names.insert(part.name).second) {
      fail(ErrorKind::kUsage, "{}: two parts are named \"{}\"", file, part.name);
    }
  }
  names.clear();
  for (const SplitSpec& split : recipe.splits) {
    if (!names.insert(split.name).second) {
      fail(ErrorKind::kUsage, "{}: two splits are named \"{}\"", file, split.name);
    }
  }
}

}  // namespace

Recipe parse_recipe(const std::string& text, const std::string& file_name,
                    const std::vector<SplitForm>& methods) {
  const toml::table table = parse_toml(text, file_name);
  Recipe recipe;
  TomlTable reader(table, file_name);
  reader.text("task", recipe.task);
  reader.number("seed", recipe.seed);
  std::uint64_t rows = 0;
  if (reader.number("rows", rows)) recipe.rows = rows;
  std::string order(name_of(recipe.order));
  reader.text("order", order);
  if (const toml::node* node = table.get("order")) {
    recipe.order = reader.placed(*node, [&] { return row_order(order); });
  }
  reader.flag("rules", recipe.with_rules);
  reader.number("rows_per_file", recipe.rows_per_file);
  if (recipe.rows_per_file == 0) {
    reader.fail_at(*table.get("rows_per_file"), "\"rows_per_file\" must be at least 1");
  }
  reader.map("params", recipe.params);
  reader.tables("part", [&](TomlTable& part, const toml::node& node) {
    PartSpec spec;
    part.text("name", spec.name);
    part.number("share", spec.share);
    part.placed(node, [&] { check_part(spec); });
    recipe.parts.push_back(spec);
  });
  reader.tables("split", [&](TomlTable& split, const toml::node& node) {
    recipe.splits.push_back(read_split(split, node, methods));
  });
  reader.finish();
  if (recipe.task.empty()) fail(ErrorKind::kUsage, "{}: \"task\" is missing", file_name);
  check_distinct_names(recipe, file_name);
  return recipe;
}

namespace {

// TOML basic strings take JSON's escapes, but want the one for DEL as well.
std::string toml_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  std::string out;
  for (const char letter : json) {
    if (letter == '\x7f') {
      out += "\\u007f";
    } else {
      out += letter;
    }
  }
  return out;
}

// A key may stand without quotes when it is made of letters, digits, _ and -.
std::string toml_key(std::string_view key) {
  const bool is_bare = !key.empty() && std::ranges::all_of(key, [](char letter) {
    return is_word({&letter, 1}) || letter == '-';
  });
  return is_bare ? std::string(key) : toml_string(key);
}

void append_map(std::string& out, std::string_view heading,
                const std::map<std::string, std::string>& values) {
  if (values.empty()) return;
  out += fmt::format("[{}]\n", heading);
  for (const auto& [name, value] : values) {
    out += fmt::format("{} = {}\n", toml_key(name), toml_string(value));
  }
}

}  // namespace

std::string recipe_toml(const Recipe& recipe) {
  std::string out = fmt::format("task = {}\nseed = {}\n", toml_string(recipe.task), recipe.seed);
  if (recipe.rows) out += fmt::format("rows = {}\n", *recipe.rows);
  out += fmt::format("order = \"{}\"\n", name_of(recipe.order));
  out += fmt::format("rules = {}\nrows_per_file = {}\n", recipe.with_rules, recipe.rows_per_file);
  if (!recipe.params.empty()) out += '\n';
  append_map(out, "params", recipe.params);
  for (const PartSpec& part : recipe.parts) {
    out += fmt::format("\n[[part]]\nname = {}\nshare = {}\n", toml_string(part.name), part.share);
  }
  for (const SplitSpec& split : recipe.splits) {
    out += fmt::format("\n[[split]]\nname = {}\n", toml_string(split.name));
    const Json members = to_json(split);
    for (const auto& [key, value] : members.items()) {
      if (value.is_object()) continue;
      out += fmt::format("{} = {}\n", key,
                         value.is_string() ? toml_string(value.get<std::string>()) : value.dump());
    }
    for (const auto& [key, value] : split.values) {
      const auto* table = std::get_if<ParamTable>(&value);
      if (table != nullptr) append_map(out, "split." + key, *table);
    }
  }
  return out;
}

nlohmann::ordered_json to_json(const Recipe& recipe) {
  Json json;
  json["task"] = recipe.task;
  json["seed"] = recipe.seed;
  json["rows"] = recipe.rows ? Json(*recipe.rows) : Json(nullptr);
  json["order"] = name_of(recipe.order);
  json["rules"] = recipe.with_rules;
  json["rows_per_file"] = recipe.rows_per_file;
  json["params"] = recipe.params;
  json["parts"] = Json::array();
  for (const PartSpec& part : recipe.parts) {
    json["parts"].push_back({{"name", part.name}, {"share", part.share}});
  }
  json["splits"] = Json::array();
  for (const SplitSpec& split : recipe.splits) {
    Json entry;
    entry["name"] = split.name;
    const Json members = to_json(split);
    for (const auto& [key, value] : members.items()) entry[key] = value;
    json["splits"].push_back(entry);
  }
  return json;
}

Recipe recipe_from_json(const nlohmann::ordered_json& json) {
  Recipe recipe;
  recipe.task = text_from_json(json, "task");
  recipe.seed = count_from_json(json, "seed");
  if (!member_of(json, "rows").is_null()) recipe.rows = count_from_json(json, "rows");
  // Format 1 knew no other order than blocks.
  recipe.order =
      json.contains("order") ? row_order(text_from_json(json, "order")) : RowOrder::kBlocks;
  recipe.with_rules = flag_from_json(json, "rules");
  recipe.rows_per_file = count_from_json(json, "rows_per_file");
  if (recipe.rows_per_file == 0) fail(ErrorKind::kInput, "\"rows_per_file\" is 0");
  recipe.params = texts_from_json(json, "params");
  for (const Json& part : list_from_json(json, "parts")) {
    recipe.parts.push_back({text_from_json(part, "name"), count_from_json(part, "share")});
    check_part(recipe.parts.back());
  }
  for (const Json& split : list_from_json(json, "splits")) {
    recipe.splits.push_back(split_spec_from_json(split));
    check_split_name(recipe.splits.back().name);
  }
  return recipe;
}

}  // namespace assay
