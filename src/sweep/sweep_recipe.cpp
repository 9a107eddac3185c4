#include "assay/sweep/sweep_recipe.h"

#include <algorithm>
#include <filesystem>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/learners/recipe/own_recipes.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace assay {

namespace {

namespace files = std::filesystem;

// Reads one table; what nobody asked for is an error.
class SweepTable {
 public:
  SweepTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  [[noreturn]] void fail_at(const toml::source_region& where, const std::string& message) const {
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file_, where.begin.line, where.begin.column, message);
  }

  const toml::node* find(std::string_view key) {
    known_.emplace_back(key);
    return table_.get(key);
  }

  std::string text(std::string_view key) {
    const toml::node* node = find(key);
    return node == nullptr ? std::string() : text_of(*node, key);
  }

  std::string needed_text(std::string_view key) {
    std::string value = text(key);
    if (value.empty())
      fail_at(table_.source(), fmt::format("\"{}\" is missing; it is a text in quotes", key));
    return value;
  }

  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> values;
    each_of(key, [&](const toml::node& node) { values.push_back(text_of(node, key)); });
    return values;
  }

  std::vector<std::uint64_t> numbers(std::string_view key) {
    std::vector<std::uint64_t> values;
    each_of(key, [&](const toml::node& node) {
      const auto value = node.value_exact<std::int64_t>();
      if (!value || *value < 0)
        fail_at(node.source(), fmt::format("\"{}\" has whole numbers, 0 or more", key));
      values.push_back(static_cast<std::uint64_t>(*value));
    });
    return values;
  }

  // One value or a list of them, as words of a command line.
  std::map<std::string, std::vector<std::string>> settings(std::string_view key) {
    std::map<std::string, std::vector<std::string>> values;
    const toml::node* node = find(key);
    if (node == nullptr) return values;
    if (!node->is_table())
      fail_at(node->source(), fmt::format("\"{}\" is a table, as {{ steps = 4000 }}", key));
    for (const auto& [name, value] : *node->as_table()) {
      std::vector<std::string>& words = values[std::string(name.str())];
      if (const toml::array* list = value.as_array()) {
        for (const toml::node& element : *list) words.push_back(word_of(element));
      } else {
        words.push_back(word_of(value));
      }
      if (words.empty()) fail_at(value.source(), "the list is empty");
    }
    return values;
  }

  template <typename Each>
  void tables(std::string_view key, Each each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_array_of_tables()) fail_at(node->source(), fmt::format("write [[{}]]", key));
    for (const toml::node& element : *node->as_array()) {
      SweepTable table(*element.as_table(), file_);
      each(table);
      table.finish();
    }
  }

  const toml::source_region& place() const { return table_.source(); }

  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::ranges::find(known_, key.str()) != known_.end()) continue;
      fail_at(key.source(), fmt::format("unknown key \"{}\"{}", printable(key.str()),
                                        did_you_mean(key.str(), known_)));
    }
  }

 private:
  std::string text_of(const toml::node& node, std::string_view key) const {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty())
      fail_at(node.source(), fmt::format("\"{}\" must be text in quotes", key));
    return *value;
  }

  template <typename Each>
  void each_of(std::string_view key, Each each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_array() || node->as_array()->empty())
      fail_at(node->source(), fmt::format("\"{}\" must be a list, as [1, 2]", key));
    for (const toml::node& element : *node->as_array()) each(element);
  }

  std::string word_of(const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
    std::string word;
    if (const auto whole = node.value_exact<std::int64_t>()) {
      append_json_number(word, *whole);
    } else if (const auto real = node.value_exact<double>()) {
      append_json_number(word, *real);
    } else {
      fail_at(node.source(), "a setting is a text, a number, true or false, or a list of such");
    }
    return word;
  }

  const toml::table& table_;
  const std::string& file_;
  std::vector<std::string> known_;
};

class SweepReader {
 public:
  SweepReader(const std::string& file, const Variables& variables)
      : file_(file), variables_(variables) {}

  SweepRecipe read(const toml::table& root) const {
    SweepTable table(root, file_);
    SweepRecipe recipe;
    recipe.name = files::path(file_).stem().string();
    recipe.title = table.text("title");
    if (recipe.title.empty()) recipe.title = recipe.name;
    recipe.data = path(table, table.needed_text("data"));
    recipe.results = path(table, table.needed_text("results"));
    recipe.curve = table.texts("curve");
    table.tables("import", [&](SweepTable& each) { recipe.imports.push_back(import(each)); });
    table.tables("runs", [&](SweepTable& each) { recipe.runs.push_back(runs(each)); });
    table.finish();
    if (recipe.runs.empty()) table.fail_at(table.place(), "a sweep needs [[runs]]");
    return recipe;
  }

 private:
  std::string path(const SweepTable& table, const std::string& text) const {
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

  ImportedSplit import(SweepTable& table) const {
    ImportedSplit split;
    split.name = table.needed_text("name");
    split.index = path(table, table.needed_text("index"));
    const std::string of = table.text("of");
    if (!of.empty()) split.of = path(table, of);
    return split;
  }

  SweepRuns runs(SweepTable& table) const {
    SweepRuns runs;
    runs.models = table.texts("models");
    if (runs.models.empty())
      table.fail_at(table.place(), "[[runs]] needs \"models\", as [\"lstm_small\"]");
    for (std::string& model : runs.models) {
      if (!learners::names_own_recipe(model)) model = path(table, model);
    }
    runs.splits = table.texts("splits");
    if (const auto seeds = table.numbers("seeds"); !seeds.empty()) runs.seeds = seeds;
    runs.settings = table.settings("set");
    return runs;
  }

  const std::string& file_;
  const Variables& variables_;
};

}  // namespace

SweepRecipe parse_sweep_recipe(const std::string& text, const std::string& file,
                               const Variables& variables) {
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& problem) {
    const auto begin = problem.source().begin;
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file, begin.line, begin.column,
         printable(problem.description()));
  }
  return SweepReader(file, variables).read(table);
}

}  // namespace assay
