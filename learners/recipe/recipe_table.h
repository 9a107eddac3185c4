// A learner's recipe as a table of keys: read from TOML, strictly, and written as text.
//
// A recipe is a plain struct; its table says where each key stands in it and what it may be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace assay::learners {

template <typename Recipe>
struct TableKey {
  using Place =
      std::variant<std::int64_t Recipe::*, double Recipe::*, bool Recipe::*, std::string Recipe::*>;

  TableKey(const char* its_name, Place its_place, double its_least = 0, double its_most = 1e15,
           std::vector<std::string> its_choices = {})
      : name(its_name),
        place(its_place),
        least(its_least),
        most(its_most),
        choices(std::move(its_choices)) {}

  const char* name;
  Place place;
  double least;
  double most;
  std::vector<std::string> choices;  // of a text
};

template <typename Recipe>
class RecipeTable {
 public:
  using Key = TableKey<Recipe>;

  explicit RecipeTable(std::vector<Key> keys) : keys_(std::move(keys)) {}

  // Throws Error(kUsage) as "file:line:column: what is wrong". `settings` come last and win: key to
  // value as in the file; a text needs no quotes there.
  Recipe parse(const std::string& text, const std::string& file,
               const std::map<std::string, std::string>& settings) const {
    Recipe recipe;
    read(recipe, text, file);
    for (const auto& [name, value] : settings)
      read(recipe, setting_line(name, value), "--set " + name);
    return recipe;
  }

  // All keys, in the order of the table.
  std::string text(const Recipe& recipe) const {
    std::string all;
    for (const Key& key : keys_) all += fmt::format("{} = {}\n", key.name, value_text(recipe, key));
    return all;
  }

  // Throws Error(kUsage) where one of these keys does not stand at its default; `why` ends the
  // line.
  void expect_defaults(const Recipe& recipe, const std::string& file,
                       const std::vector<std::string>& names, const std::string& why) const {
    for (const std::string& name : names) {
      const Key& key = *find(name);
      if (value_text(recipe, key) == value_text(Recipe{}, key)) continue;
      fail(ErrorKind::kUsage, "{}: {} has no use for the key {}; remove it", file, why, name);
    }
  }

 private:
  const Key* find(std::string_view name) const {
    const auto found =
        std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.name == name; });
    return found == keys_.end() ? nullptr : &*found;
  }

  std::string nearest(std::string_view name) const {
    std::vector<std::string> names;
    for (const Key& key : keys_) names.emplace_back(key.name);
    return did_you_mean(name, names);
  }

  [[noreturn]] static void fail_at(const std::string& file, const toml::source_region& where,
                                   const std::string& message) {
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file, where.begin.line, where.begin.column, message);
  }

  void read(Recipe& recipe, const std::string& text, const std::string& file) const {
    toml::table table;
    try {
      table = toml::parse(text, file);
    } catch (const toml::parse_error& problem) {
      fail_at(file, problem.source(), std::string(problem.description()));
    }
    for (const auto& [name, node] : table) {
      const Key* key = find(name.str());
      if (key == nullptr) {
        fail_at(file, name.source(),
                fmt::format("unknown key \"{}\"{}", printable(name.str()), nearest(name.str())));
      }
      const std::string problem = std::visit(
          [&, &value = node](auto place) { return set(recipe, *key, place, value); }, key->place);
      if (!problem.empty()) fail_at(file, node.source(), problem);
    }
  }

  // Sets one key. Returns what is wrong; empty: nothing.
  static std::string set(Recipe& recipe, const Key& key, std::int64_t Recipe::*place,
                         const toml::node& node) {
    const auto value = node.value_exact<std::int64_t>();
    if (!value) return fmt::format("{} is a whole number", key.name);
    recipe.*place = *value;
    return range_problem(key, static_cast<double>(*value));
  }
  static std::string set(Recipe& recipe, const Key& key, double Recipe::*place,
                         const toml::node& node) {
    const auto value = node.value<double>();
    if (!node.is_number() || !value) return fmt::format("{} is a number", key.name);
    recipe.*place = *value;
    return range_problem(key, *value);
  }
  static std::string set(Recipe& recipe, const Key& key, bool Recipe::*place,
                         const toml::node& node) {
    const auto value = node.value_exact<bool>();
    if (!value) return fmt::format("{} is true or false", key.name);
    recipe.*place = *value;
    return {};
  }
  static std::string set(Recipe& recipe, const Key& key, std::string Recipe::*place,
                         const toml::node& node) {
    const auto value = node.value_exact<std::string>();
    if (!value) return fmt::format("{} is a text", key.name);
    if (std::find(key.choices.begin(), key.choices.end(), *value) == key.choices.end()) {
      return fmt::format("{} cannot be \"{}\"{}", key.name, printable(*value),
                         did_you_mean(*value, key.choices));
    }
    recipe.*place = *value;
    return {};
  }

  static std::string range_problem(const Key& key, double value) {
    if (value >= key.least && value <= key.most) return {};
    return fmt::format("{} is from {} to {}", key.name, key.least, key.most);
  }

  static std::string value_text(const Recipe& recipe, const Key& key) {
    return std::visit(
        [&](auto place) {
          std::string text;
          const auto& value = recipe.*place;
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, bool>) {
            text = value ? "true" : "false";
          } else if constexpr (std::is_same_v<Value, std::string>) {
            append_json_string(text, value);
          } else {
            append_json_number(text, value);
          }
          return text;
        },
        key.place);
  }

  // On a command line "--set pooling=concat" needs no quotes.
  std::string setting_line(const std::string& name, const std::string& value) const {
    const Key* key = find(name);
    if (key == nullptr)
      fail(ErrorKind::kUsage, "--set: unknown key \"{}\"{}", printable(name), nearest(name));
    std::string line = name + " = ";
    if (std::holds_alternative<std::string Recipe::*>(key->place)) {
      append_json_string(line, value);
    } else {
      line += value;
    }
    return line;
  }

  std::vector<Key> keys_;
};

}  // namespace assay::learners
