#include "assay/core/example.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "assay/base/error.h"
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

void reset(Example& example, const Schema& schema) {
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

namespace {

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out += ':';
  out.append(digits.data(), end);
}

}  // namespace

namespace {

template <typename Type>
const Type& value_at(const Example& row, std::size_t column, std::string_view type) {
  const Type* value = column < row.fields.size() ? std::get_if<Type>(&row.fields[column]) : nullptr;
  if (value == nullptr) {
    fail(ErrorKind::kInput, "unit {} item {}: column {} should be {}", row.address.unit,
         row.address.item, column, type);
  }
  return *value;
}

}  // namespace

const std::string& text_at(const Example& row, std::size_t column) {
  return value_at<std::string>(row, column, name_of(ValueType::kText));
}

bool flag_at(const Example& row, std::size_t column) {
  return value_at<bool>(row, column, name_of(ValueType::kBool));
}

std::int64_t number_at(const Example& row, std::size_t column) {
  return value_at<std::int64_t>(row, column, name_of(ValueType::kInteger));
}

double real_at(const Example& row, std::size_t column) {
  return value_at<double>(row, column, name_of(ValueType::kReal));
}

const std::vector<std::string>& texts_at(const Example& row, std::size_t column) {
  return value_at<std::vector<std::string>>(row, column, name_of(ValueType::kTexts));
}

const std::vector<std::int64_t>& numbers_at(const Example& row, std::size_t column) {
  return value_at<std::vector<std::int64_t>>(row, column, name_of(ValueType::kIntegers));
}

const std::vector<double>& reals_at(const Example& row, std::size_t column) {
  return value_at<std::vector<double>>(row, column, name_of(ValueType::kReals));
}

void append_id(std::string& out, std::string_view task, const Example& example) {
  out += task;
  if (!example.stamp.empty()) {
    out += ':';
    out += example.stamp;
  }
  if (!example.imported) append_number(out, example.seed);
  append_number(out, example.address.unit);
  if (!example.imported) append_number(out, example.address.item);
}

std::string id_of(std::string_view task, const Example& example) {
  std::string id;
  append_id(id, task, example);
  return id;
}

namespace {

bool is_stamp(std::string_view text) {
  return text.size() == kStampDigits && std::ranges::all_of(text, [](char digit) {
           return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
         });
}

}  // namespace

std::optional<ParsedId> parse_id(std::string_view id) {
  const auto pieces = split_text(id, ':');
  const std::size_t count = pieces.size();
  if (count < 3 || count > 5 || pieces[0].empty()) return std::nullopt;
  ParsedId parsed;
  parsed.task = pieces[0];
  parsed.imported = count == 3;
  if (count != 4) {
    if (!is_stamp(pieces[1])) return std::nullopt;
    parsed.stamp = pieces[1];
  }
  if (parsed.imported) {
    const auto row = parse_number(pieces[2]);
    if (!row) return std::nullopt;
    parsed.address.unit = *row;
    return parsed;
  }
  const auto seed = parse_number(pieces[count - 3]);
  const auto unit = parse_number(pieces[count - 2]);
  const auto item = parse_number(pieces[count - 1]);
  if (!seed || !unit || !item || *item > 0xFFFFFFFF) return std::nullopt;
  parsed.seed = *seed;
  parsed.address = {*unit, static_cast<std::uint32_t>(*item)};
  return parsed;
}

}  // namespace assay
