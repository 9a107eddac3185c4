#include "assay/store/toml_table.h"

#include <algorithm>

#include "assay/base/nesting.h"
#include "assay/base/text.h"

namespace assay {

toml::table parse_toml(const std::string& text, const std::string& file) {
  if (const auto line = toml_line_too_deep(text)) {
    fail(ErrorKind::kUsage, "{}:{}: {}", printable(file), *line, nesting_problem());
  }
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& problem) {
    const auto begin = problem.source().begin;
    fail(ErrorKind::kUsage, "{}:{}:{}: {}", file, begin.line, begin.column,
         printable(problem.description()));
  }
}

void TomlTable::fail_at(const toml::source_region& place, const std::string& message) const {
  fail(ErrorKind::kUsage, "{}:{}:{}: {}", file_, place.begin.line, place.begin.column, message);
}

const toml::node* TomlTable::find(std::string_view key) {
  known_.emplace_back(key);
  return table_.get(key);
}

void TomlTable::text(std::string_view key, std::string& value) {
  if (const toml::node* node = find(key)) value = text_of(*node, key);
}

void TomlTable::flag(std::string_view key, bool& value) {
  if (const toml::node* node = find(key)) value = flag_of(*node, key);
}

void TomlTable::map(std::string_view key, std::map<std::string, std::string>& values) {
  if (const toml::node* node = find(key)) values = map_of(*node, key);
}

std::string TomlTable::text_of(const toml::node& node, std::string_view key) const {
  if (!node.is_string()) fail_at(node, fmt::format("\"{}\" must be text in quotes", key));
  return *node.value<std::string>();
}

std::uint64_t TomlTable::number_up_to(const toml::node& node, std::string_view key,
                                      std::uint64_t most) const {
  const auto whole = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (!whole || *whole < 0) {
    fail_at(node, fmt::format("\"{}\" must be a whole number, 0 or more", key));
  }
  const auto number = static_cast<std::uint64_t>(*whole);
  if (number > most) fail_at(node, fmt::format("\"{}\" is too large", key));
  return number;
}

double TomlTable::real_of(const toml::node& node, std::string_view key) const {
  const auto number = node.value<double>();
  if (!number) fail_at(node, fmt::format("\"{}\" must be a number", key));
  return *number;
}

bool TomlTable::flag_of(const toml::node& node, std::string_view key) const {
  if (!node.is_boolean()) fail_at(node, fmt::format("\"{}\" must be true or false", key));
  return *node.value<bool>();
}

std::map<std::string, std::string> TomlTable::map_of(const toml::node& node,
                                                     std::string_view key) const {
  if (!node.is_table()) fail_at(node, fmt::format("\"{}\" must be a table", key));
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : *node.as_table()) {
    values[std::string(name.str())] = scalar_of(value, name.str());
  }
  return values;
}

std::string TomlTable::scalar_of(const toml::node& node, std::string_view key) const {
  if (node.is_string()) return *node.value<std::string>();
  if (node.is_integer()) return std::to_string(*node.value<std::int64_t>());
  if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
  fail_at(node, fmt::format("\"{}\" must be text, a whole number, true or false", printable(key)));
}

void TomlTable::finish() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    fail_at(key.source(), fmt::format("unknown key \"{}\"{}", printable(key.str()),
                                      did_you_mean(key.str(), known_)));
  }
}

}  // namespace assay
