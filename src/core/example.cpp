#include "assay/core/example.h"

#include <array>
#include <charconv>

#include "assay/base/text.h"

namespace assay {

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "text";
    case ValueType::kBool:
      return "bool";
    case ValueType::kInteger:
      return "integer";
    case ValueType::kReal:
      return "real";
    case ValueType::kTexts:
      return "list of texts";
    case ValueType::kIntegers:
      return "list of integers";
    case ValueType::kReals:
      return "list of reals";
  }
  return "";
}

std::string_view name_of(Role role) {
  switch (role) {
    case Role::kInput:
      return "input";
    case Role::kTarget:
      return "target";
    case Role::kMetadata:
      return "metadata";
  }
  return "";
}

namespace {

// Value alternatives stand in the order of ValueType.
Value empty_value(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return std::string();
    case ValueType::kBool:
      return false;
    case ValueType::kInteger:
      return std::int64_t{0};
    case ValueType::kReal:
      return 0.0;
    case ValueType::kTexts:
      return std::vector<std::string>();
    case ValueType::kIntegers:
      return std::vector<std::int64_t>();
    case ValueType::kReals:
      return std::vector<double>();
  }
  return std::string();
}

struct Emptier {
  template <typename T>
  void operator()(T& value) const {
    if constexpr (std::is_arithmetic_v<T>) {
      value = T{};
    } else {
      value.clear();
    }
  }
};

}  // namespace

void shape(Example& example, const Schema& schema) {
  example.fields.resize(schema.fields.size());
  for (std::size_t i = 0; i < schema.fields.size(); ++i) {
    const ValueType type = schema.fields[i].type;
    if (example.fields[i].index() != static_cast<std::size_t>(type)) {
      example.fields[i] = empty_value(type);
    } else {
      std::visit(Emptier(), example.fields[i]);
    }
  }
  example.rules.clear();
}

void append_id(std::string& out, std::string_view task, std::uint64_t seed, Address address) {
  std::array<char, 64> numbers{};  // three of at most 20 digits
  char* at = numbers.data();
  for (const std::uint64_t number : {seed, address.unit, std::uint64_t{address.item}}) {
    *at++ = ':';
    at = std::to_chars(at, numbers.data() + numbers.size(), number).ptr;
  }
  out += task;
  out.append(numbers.data(), at);
}

std::string id_of(std::string_view task, const Example& example) {
  std::string id;
  append_id(id, task, example.seed, example.address);
  return id;
}

std::optional<ParsedId> parse_id(std::string_view id) {
  const auto pieces = split_text(id, ':');
  if (pieces.size() != 4 || pieces[0].empty()) return std::nullopt;
  const auto seed = parse_number(pieces[1]);
  const auto unit = parse_number(pieces[2]);
  const auto item = parse_number(pieces[3]);
  if (!seed || !unit || !item || *item > 0xFFFFFFFF) return std::nullopt;
  return ParsedId{pieces[0], *seed, {*unit, static_cast<std::uint32_t>(*item)}};
}

}  // namespace assay
