#include "assay/sweep/sweep_recipe.h"

#include <algorithm>
#include <filesystem>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/learners/recipe/own_recipes.h"
#include "assay/store/toml_table.h"

namespace assay {

namespace {

namespace files = std::filesystem;

std::string filled_text_of(const TomlTable& table, const toml::node& node, std::string_view key) {
  std::string value = table.text_of(node, key);
  if (value.empty()) table.fail_at(node, fmt::format("\"{}\" must be text in quotes", key));
  return value;
}

// Empty when it is not there.
std::string text_in(TomlTable& table, std::string_view key) {
  const toml::node* node = table.find(key);
  return node == nullptr ? std::string() : filled_text_of(table, *node, key);
}

std::string needed_text(TomlTable& table, std::string_view key) {
  std::string value = text_in(table, key);
  if (value.empty()) {
    table.fail_at(table.place(), fmt::format("\"{}\" is missing; it is a text in quotes", key));
  }
  return value;
}

template <typename Each>
void each_of(TomlTable& table, std::string_view key, Each each) {
  const toml::node* node = table.find(key);
  if (node == nullptr) return;
  if (!node->is_array() || node->as_array()->empty()) {
    table.fail_at(*node, fmt::format("\"{}\" must be a list, as [1, 2]", key));
  }
  for (const toml::node& element : *node->as_array()) each(element);
}

std::vector<std::string> texts_in(TomlTable& table, std::string_view key) {
  std::vector<std::string> values;
  each_of(table, key,
          [&](const toml::node& node) { values.push_back(filled_text_of(table, node, key)); });
  return values;
}

std::vector<std::uint64_t> numbers_in(TomlTable& table, std::string_view key) {
  std::vector<std::uint64_t> values;
  each_of(table, key, [&](const toml::node& node) {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0) {
      table.fail_at(node, fmt::format("\"{}\" has whole numbers, 0 or more", key));
    }
    values.push_back(static_cast<std::uint64_t>(*value));
  });
  return values;
}

std::string word_of(const TomlTable& table, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
  std::string word;
  if (const auto whole = node.value_exact<std::int64_t>()) {
    append_json_number(word, *whole);
  } else if (const auto real = node.value_exact<double>()) {
    append_json_number(word, *real);
  } else {
    table.fail_at(node, "a setting is a text, a number, true or false, or a list of such");
  }
  return word;
}

// One value or a list of them, as words of a command line.
std::map<std::string, std::vector<std::string>> settings_in(TomlTable& table,
                                                            std::string_view key) {
  std::map<std::string, std::vector<std::string>> values;
  const toml::node* node = table.find(key);
  if (node == nullptr) return values;
  if (!node->is_table()) {
    table.fail_at(*node, fmt::format("\"{}\" is a table, as {{ steps = 4000 }}", key));
  }
  for (const auto& [name, value] : *node->as_table()) {
    std::vector<std::string>& words = values[std::string(name.str())];
    if (const toml::array* list = value.as_array()) {
      for (const toml::node& element : *list) words.push_back(word_of(table, element));
    } else {
      words.push_back(word_of(table, value));
    }
    if (words.empty()) table.fail_at(value, "the list is empty");
  }
  return values;
}

class SweepReader {
 public:
  SweepReader(const std::string& file, const Variables& variables)
      : file_(file), variables_(variables) {}

  SweepRecipe read(const toml::table& root) const {
    TomlTable table(root, file_);
    SweepRecipe recipe;
    recipe.name = files::path(file_).stem().string();
    recipe.title = text_in(table, "title");
    if (recipe.title.empty()) recipe.title = recipe.name;
    recipe.data = path(table, needed_text(table, "data"));
    recipe.results = path(table, needed_text(table, "results"));
    recipe.curve = texts_in(table, "curve");
    table.tables("import", [&](TomlTable& each, const toml::node& /*place*/) {
      recipe.imports.push_back(import(each));
    });
    table.tables("runs", [&](TomlTable& each, const toml::node& /*place*/) {
      recipe.runs.push_back(runs(each));
    });
    table.finish();
    if (recipe.runs.empty()) table.fail_at(table.place(), "a sweep needs [[runs]]");
    return recipe;
  }

 private:
  std::string path(const TomlTable& table, const std::string& text) const {
    if (text.starts_with('$')) {
      const std::size_t end = std::min(text.find('/'), text.size());
      const std::string name = text.substr(1, end - 1);
      const auto value = variables_(name);
      if (!value)
        table.fail_at(table.place(), fmt::format("\"{}\": the environment has no {}",
                                                 printable(text), printable(name)));
      return *value + text.substr(end);
    }
    if (files::path(text).is_absolute()) return text;
    return (files::path(file_).parent_path() / text).lexically_normal().string();
  }

  ImportedSplit import(TomlTable& table) const {
    ImportedSplit split;
    split.name = needed_text(table, "name");
    split.index = path(table, needed_text(table, "index"));
    const std::string of = text_in(table, "of");
    if (!of.empty()) split.of = path(table, of);
    return split;
  }

  SweepRuns runs(TomlTable& table) const {
    SweepRuns runs;
    runs.models = texts_in(table, "models");
    if (runs.models.empty())
      table.fail_at(table.place(), "[[runs]] needs \"models\", as [\"lstm_small\"]");
    for (std::string& model : runs.models) {
      if (!learners::names_own_recipe(model)) model = path(table, model);
    }
    runs.splits = texts_in(table, "splits");
    runs.also = texts_in(table, "also");
    if (!runs.also.empty() && runs.splits.empty())
      table.fail_at(table.place(), "\"also\" needs \"splits\": which ones are trained on");
    if (const auto seeds = numbers_in(table, "seeds"); !seeds.empty()) runs.seeds = seeds;
    runs.settings = settings_in(table, "set");
    return runs;
  }

  const std::string& file_;
  const Variables& variables_;
};

}  // namespace

SweepRecipe parse_sweep_recipe(const std::string& text, const std::string& file,
                               const Variables& variables) {
  return SweepReader(file, variables).read(parse_toml(text, file));
}

}  // namespace assay
