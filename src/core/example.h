// One row of a benchmark: what is asked, what is right, and the rules that made it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/rule_graph.h"

namespace assay {

// Names an example inside (task, parameters, seed). A unit is what siblings share; an item tells
// siblings apart.
struct Address {
  std::uint64_t unit = 0;
  std::uint32_t item = 0;
  friend bool operator==(const Address&, const Address&) = default;
};

// A column's value. Worlds and other nested things are one JSON string: loaders want flat columns.
using Value = std::variant<std::string, bool, std::int64_t, double, std::vector<std::string>,
                           std::vector<std::int64_t>, std::vector<double>>;

enum class ValueType { kText, kBool, kInteger, kReal, kTexts, kIntegers, kReals };

enum class Role { kInput, kTarget, kMetadata };

struct Field {
  std::string name;
  ValueType type = ValueType::kText;
  Role role = Role::kMetadata;
  std::string summary;
  std::vector<std::string> published_names;  // what the authors' files call it
  std::string format_1_name = {};            // in data sets of format 1; empty: the same
};

// The columns of a task. The first is always `input`, the second `target`: both text.
struct Schema {
  std::vector<Field> fields;
};

inline constexpr std::size_t kInputField = 0;
inline constexpr std::size_t kTargetField = 1;

std::string_view name_of(ValueType type);
std::string_view name_of(Role role);

inline constexpr std::size_t kStampDigits = 8;

// The same type serves a row that is made and a row that was read back.
struct Example {
  // Eight hex digits for task, version and parameters (core/stamp.h), set by whoever has rows made;
  // empty in rows of format 1.
  std::string stamp;
  std::uint64_t seed = 0;
  Address address;
  // A row that was not made at an address but imported: `address.unit` is its number in the source,
  // whose content the stamp names; there is no seed and no item.
  bool imported = false;
  std::vector<Value> fields;  // in the order of the Schema
  RuleGraph rules;            // empty when not asked for

  const std::string& input() const { return std::get<std::string>(fields[kInputField]); }
  const std::string& target() const { return std::get<std::string>(fields[kTargetField]); }
  friend bool operator==(const Example&, const Example&) = default;
};

// What of an example is wanted; leaving rules out is faster.
struct Wanted {
  bool rules = true;
};

// Empties an example for its next row: fields of the schema's types, all empty or zero, no rules.
// The stamp stays. Memory is kept.
void reset(Example& example, const Schema& schema);

// The value of a column that the schema says is of this type. Throw Error(kInput) for a row that
// has another there.
const std::string& text_at(const Example& row, std::size_t column);
bool flag_at(const Example& row, std::size_t column);
std::int64_t number_at(const Example& row, std::size_t column);
double real_at(const Example& row, std::size_t column);
const std::vector<std::string>& texts_at(const Example& row, std::size_t column);
const std::vector<std::int64_t>& numbers_at(const Example& row, std::size_t column);
const std::vector<double>& reals_at(const Example& row, std::size_t column);

// "scan:5f0e2a91:7:1234:0": task, stamp, seed, unit, item; "table:5f0e2a91:17" of an imported row;
// "scan:7:1234:0" of a row of format 1, which has no stamp. At most 64 characters (kMostIdLength).
void append_id(std::string& out, std::string_view task, const Example& example);
std::string id_of(std::string_view task, const Example& example);

// Task names have at most twelve letters, and unit x items stays below 2^64.
inline constexpr std::size_t kMostIdLength = 64;
inline constexpr std::size_t kMostTaskName = 12;

struct ParsedId {
  std::string_view task;
  std::string_view stamp;  // empty in format 1
  std::uint64_t seed = 0;
  Address address;
  bool imported = false;
};
std::optional<ParsedId> parse_id(std::string_view id);

}  // namespace assay
