#include "assay/store/recipe.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

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

// Walks one TOML table: every key is asked for by somebody, and what nobody asked for is an error.
class TableReader {
 public:
  TableReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  [[noreturn]] void fail_at(const toml::node& node, const std::string& message) const {
    const auto begin = node.source().begin;
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file_, begin.line, begin.column, message);
  }

  const toml::node* find(std::string_view key) {
    known_.emplace_back(key);
    return table_.get(key);
  }

  void text(std::string_view key, std::string& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_string()) fail_at(*node, fmt::format("\"{}\" must be text in quotes", key));
    value = *node->value<std::string>();
  }

  void size(std::string_view key, std::string& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    value = scalar(*node, key);
  }

  template <typename Number>
  bool number(std::string_view key, Number& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return false;
    const auto whole = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
    if (!whole || *whole < 0) {
      fail_at(*node, fmt::format("\"{}\" must be a whole number, 0 or more", key));
    }
    if (static_cast<std::uint64_t>(*whole) > std::numeric_limits<Number>::max()) {
      fail_at(*node, fmt::format("\"{}\" is too large", key));
    }
    value = static_cast<Number>(*whole);
    return true;
  }

  bool real(std::string_view key, double& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return false;
    const auto number = node->value<double>();
    if (!number || *number < 0 || *number > 1) {
      fail_at(*node, fmt::format("\"{}\" must be a number from 0 to 1", key));
    }
    value = *number;
    return true;
  }

  void flag(std::string_view key, bool& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_boolean()) fail_at(*node, fmt::format("\"{}\" must be true or false", key));
    value = *node->value<bool>();
  }

  void map(std::string_view key, std::map<std::string, std::string>& values) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_table()) fail_at(*node, fmt::format("\"{}\" must be a table", key));
    for (const auto& [name, value] : *node->as_table()) {
      values[std::string(name.str())] = scalar(value, name.str());
    }
  }

  template <typename Each>
  void tables(std::string_view key, Each each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_array_of_tables()) fail_at(*node, fmt::format("write [[{}]]", key));
    for (const toml::node& element : *node->as_array()) {
      TableReader reader(*element.as_table(), file_);
      each(reader, element);
      reader.finish();
    }
  }

  void finish() const {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
      fail(ErrorKind::kUsage, "{}:{}:{}: unknown key \"{}\"{}", file_, key.source().begin.line,
           key.source().begin.column, printable(name), did_you_mean(name, known_));
    }
  }

 private:
  std::string scalar(const toml::node& node, std::string_view key) const {
    if (node.is_string()) return *node.value<std::string>();
    if (node.is_integer()) return std::to_string(*node.value<std::int64_t>());
    if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
    fail_at(node,
            fmt::format("\"{}\" must be text, a whole number, true or false", printable(key)));
  }

  const toml::table& table_;
  const std::string& file_;
  std::vector<std::string> known_;
};

SplitSpec read_split(TableReader& reader, const toml::node& node) {
  SplitSpec spec;
  reader.text("name", spec.name);
  reader.text("method", spec.method);
  reader.number("seed", spec.seed);
  reader.size("train", spec.train);
  reader.size("dev", spec.dev);
  reader.size("test", spec.test);
  reader.text("dev_from", spec.dev_from);
  reader.text("by", spec.by);
  reader.number("longest", spec.longest);
  reader.text("holdout", spec.holdout);
  reader.map("set", spec.set);
  reader.number("shots", spec.shots);
  reader.number("repeat_percent", spec.repeat_percent);
  double target = 0;
  if (reader.real("target_compound_divergence", target)) spec.target_compound_divergence = target;
  reader.real("max_atom_divergence", spec.max_atom_divergence);
  reader.text("effort", spec.effort);
  reader.flag("three_way", spec.three_way);
  reader.flag("leaders", spec.leaders);
  reader.map("define", spec.define);
  reader.text("of", spec.of);
  try {
    check_split_name(spec.name);
  } catch (const Error& problem) {
    reader.fail_at(node, problem.what());
  }
  return spec;
}

void check_distinct_names(const Recipe& recipe, const std::string& file) {
  std::set<std::string> names;
  for (const PartSpec& part : recipe.parts) {
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

Recipe parse_recipe(const std::string& text, const std::string& file_name) {
  toml::table table;
  try {
    table = toml::parse(text, file_name);
  } catch (const toml::parse_error& problem) {
    const auto begin = problem.source().begin;
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file_name, begin.line, begin.column,
         printable(problem.description()));
  }
  Recipe recipe;
  TableReader reader(table, file_name);
  reader.text("task", recipe.task);
  reader.number("seed", recipe.seed);
  std::uint64_t rows = 0;
  if (reader.number("rows", rows)) recipe.rows = rows;
  std::string order(name_of(recipe.order));
  reader.text("order", order);
  try {
    recipe.order = row_order(order);
  } catch (const Error& problem) {
    reader.fail_at(*table.get("order"), problem.what());
  }
  reader.flag("rules", recipe.with_rules);
  reader.number("rows_per_file", recipe.rows_per_file);
  if (recipe.rows_per_file == 0) {
    reader.fail_at(*table.get("rows_per_file"), "\"rows_per_file\" must be at least 1");
  }
  reader.map("params", recipe.params);
  reader.tables("part", [&](TableReader& part, const toml::node& node) {
    PartSpec spec;
    part.text("name", spec.name);
    part.number("share", spec.share);
    try {
      check_part_name(spec.name);
    } catch (const Error& problem) {
      part.fail_at(node, problem.what());
    }
    if (spec.share == 0 || spec.share > 1'000'000) {
      part.fail_at(node, "a part needs a \"share\" from 1 to 1,000,000");
    }
    recipe.parts.push_back(spec);
  });
  reader.tables("split", [&](TableReader& split, const toml::node& node) {
    recipe.splits.push_back(read_split(split, node));
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

void append_map(std::string& out, std::string_view heading,
                const std::map<std::string, std::string>& values) {
  if (values.empty()) return;
  out += fmt::format("[{}]\n", heading);
  for (const auto& [name, value] : values)
    out += fmt::format("{} = {}\n", name, toml_string(value));
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
      out += fmt::format("{} = {}\n", key, value.dump());
    }
    append_map(out, "split.set", split.set);
    append_map(out, "split.define", split.define);
  }
  return out;
}

std::uint64_t count_from_json(const nlohmann::ordered_json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_number_unsigned()) {
    fail(ErrorKind::kInput, "\"{}\" is not a whole number, 0 or more", key);
  }
  return value.get<std::uint64_t>();
}

nlohmann::ordered_json to_json(const SplitSpec& spec) {
  Json json;
  json["method"] = spec.method;
  const auto add_sizes = [&] {
    json["seed"] = spec.seed;
    if (!spec.train.empty()) json["train"] = spec.train;
    if (!spec.dev.empty()) json["dev"] = spec.dev;
    if (!spec.test.empty()) json["test"] = spec.test;
    if (!spec.dev_from.empty()) json["dev_from"] = spec.dev_from;
  };
  if (spec.method == "random" || spec.method == "group") {
    add_sizes();
  } else if (spec.method == "length") {
    json["by"] = spec.by;
    json["longest"] = spec.longest;
    if (!spec.train.empty() || !spec.dev.empty() || !spec.test.empty()) add_sizes();
  } else if (spec.method == "pattern") {
    json["by"] = spec.by;
    add_sizes();
  } else if (spec.method == "mcd") {
    add_sizes();
    if (spec.target_compound_divergence) {
      json["target_compound_divergence"] = *spec.target_compound_divergence;
    }
    json["max_atom_divergence"] = spec.max_atom_divergence;
    json["effort"] = spec.effort;
    if (spec.three_way) json["three_way"] = true;
    if (spec.leaders) json["leaders"] = true;
    if (!spec.define.empty()) json["define"] = spec.define;
  } else if (spec.method == "follow") {
    json["of"] = spec.of;
  } else if (spec.method == "holdout") {
    json["holdout"] = spec.holdout;
    json["set"] = spec.set;
    if (!spec.train.empty() || !spec.dev.empty() || !spec.test.empty()) add_sizes();
    if (spec.shots > 0) {
      json["shots"] = spec.shots;
      json["seed"] = spec.seed;
    }
    if (spec.repeat_percent > 0) json["repeat_percent"] = spec.repeat_percent;
  }
  return json;
}

SplitSpec split_spec_from_json(const nlohmann::ordered_json& json) {
  SplitSpec spec;
  spec.name = json.value("name", "");
  spec.method = json.at("method").get<std::string>();
  spec.seed = json.value("seed", spec.seed);
  spec.train = json.value("train", spec.train);
  spec.dev = json.value("dev", spec.dev);
  spec.test = json.value("test", spec.test);
  spec.dev_from = json.value("dev_from", spec.dev_from);
  spec.by = json.value("by", spec.by);
  spec.longest = json.value("longest", spec.longest);
  spec.holdout = json.value("holdout", spec.holdout);
  spec.set = json.value("set", spec.set);
  spec.shots = json.value("shots", spec.shots);
  spec.repeat_percent = json.value("repeat_percent", spec.repeat_percent);
  if (json.contains("target_compound_divergence")) {
    spec.target_compound_divergence = json.at("target_compound_divergence").get<double>();
  }
  spec.max_atom_divergence = json.value("max_atom_divergence", spec.max_atom_divergence);
  spec.effort = json.value("effort", spec.effort);
  spec.three_way = json.value("three_way", spec.three_way);
  spec.leaders = json.value("leaders", spec.leaders);
  spec.define = json.value("define", spec.define);
  spec.of = json.value("of", spec.of);
  return spec;
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
  recipe.task = json.at("task").get<std::string>();
  recipe.seed = count_from_json(json, "seed");
  if (!json.at("rows").is_null()) recipe.rows = count_from_json(json, "rows");
  // Format 1 knew no other order than blocks.
  recipe.order = row_order(json.value("order", std::string(name_of(RowOrder::kBlocks))));
  recipe.with_rules = json.at("rules").get<bool>();
  recipe.rows_per_file = count_from_json(json, "rows_per_file");
  if (recipe.rows_per_file == 0) fail(ErrorKind::kInput, "\"rows_per_file\" is 0");
  recipe.params = json.at("params").get<std::map<std::string, std::string>>();
  for (const Json& part : json.at("parts")) {
    recipe.parts.push_back({part.at("name").get<std::string>(), count_from_json(part, "share")});
  }
  for (const Json& split : json.at("splits")) {
    recipe.splits.push_back(split_spec_from_json(split));
  }
  return recipe;
}

}  // namespace assay
