// Strict reading of TOML that people write: every key is asked for by somebody, what nobody asked
// for is an error, and every error has its place.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/error.h"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace assay {

// Throws Error(kUsage) as "file:line:column: what is wrong".
toml::table parse_toml(const std::string& text, const std::string& file);

// Walks one table. Whatever throws, throws Error(kUsage) as parse_toml does.
class TomlTable {
 public:
  TomlTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  const toml::source_region& place() const { return table_.source(); }
  [[noreturn]] void fail_at(const toml::source_region& place, const std::string& message) const;
  [[noreturn]] void fail_at(const toml::node& node, const std::string& message) const {
    fail_at(node.source(), message);
  }

  // nullptr when it is not there. Asking makes the key a known one.
  const toml::node* find(std::string_view key);

  // These leave the value as it is when the key is not there.
  void text(std::string_view key, std::string& value);
  void flag(std::string_view key, bool& value);
  void map(std::string_view key, std::map<std::string, std::string>& values);
  template <typename Number>
  bool number(std::string_view key, Number& value) {
    const toml::node* node = find(key);
    if (node != nullptr) value = number_of<Number>(*node, key);
    return node != nullptr;
  }

  // What a node holds; messages name it by its key.
  std::string text_of(const toml::node& node, std::string_view key) const;
  double real_of(const toml::node& node, std::string_view key) const;
  bool flag_of(const toml::node& node, std::string_view key) const;
  std::map<std::string, std::string> map_of(const toml::node& node, std::string_view key) const;
  // Text as it is written, with or without quotes.
  std::string scalar_of(const toml::node& node, std::string_view key) const;
  template <typename Number>
  Number number_of(const toml::node& node, std::string_view key) const {
    return static_cast<Number>(number_up_to(node, key, std::numeric_limits<Number>::max()));
  }

  // What `check` objects to, with the place of the node.
  template <typename Check>
  auto placed(const toml::node& node, Check check) const {
    try {
      return check();
    } catch (const Error& problem) {
      fail_at(node, problem.what());
    }
  }

  // each(TomlTable&, const toml::node&) for the tables of [[key]].
  template <typename Each>
  void tables(std::string_view key, Each each) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_array_of_tables()) fail_at(*node, fmt::format("write [[{}]]", key));
    for (const toml::node& element : *node->as_array()) {
      TomlTable table(*element.as_table(), file_);
      each(table, element);
      table.finish();
    }
  }

  // Throws for a key that is not known.
  void finish() const;

 private:
  std::uint64_t number_up_to(const toml::node& node, std::string_view key,
                             std::uint64_t most) const;

  const toml::table& table_;
  const std::string& file_;
  std::vector<std::string> known_;
};

}  // namespace assay
