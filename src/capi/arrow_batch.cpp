#include "assay/capi/arrow_batch.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "assay/base/limits.h"

namespace assay::capi {

namespace {

constexpr const char* kItem = "item";  // what Arrow calls the values of a list

bool is_list(ValueType type) {
  return type == ValueType::kTexts || type == ValueType::kIntegers || type == ValueType::kReals;
}

// Of a list that of its values.
const char* format_of(ValueType type) {
  switch (type) {
    case ValueType::kText:
    case ValueType::kTexts:
      return "u";
    case ValueType::kBool:
      return "b";
    case ValueType::kInteger:
    case ValueType::kIntegers:
      return "l";
    case ValueType::kReal:
    case ValueType::kReals:
      break;
  }
  return "g";
}

// Appends a value to its column; lists end by themselves.
struct Appender {
  ArrowColumn& column;

  void operator()(const std::string& text) const { column.add_text(text); }
  void operator()(bool flag) const {
    if (column.length % 8 == 0) column.bits.push_back('\0');
    if (!flag) return;
    const unsigned bit = 1U << static_cast<unsigned>(column.length % 8);
    column.bits.back() = static_cast<char>(static_cast<unsigned char>(column.bits.back()) | bit);
  }
  void operator()(std::int64_t number) const { column.integers.push_back(number); }
  void operator()(double number) const { column.reals.push_back(number); }
  template <typename Item>
  void operator()(const std::vector<Item>& items) const {
    for (const Item& item : items) (*this)(item);
    column.end_list();
  }
};

std::size_t values_of(const ArrowColumn& column) {
  switch (column.type) {
    case ValueType::kText:
    case ValueType::kTexts:
      return column.ends.size() - 1;
    case ValueType::kBool:
      return static_cast<std::size_t>(column.length);
    case ValueType::kInteger:
    case ValueType::kIntegers:
      return column.integers.size();
    case ValueType::kReal:
    case ValueType::kReals:
      break;
  }
  return column.reals.size();
}

// What an array keeps alive. Whoever takes a child out of its parent releases it by itself.
struct ArrayNode {
  std::shared_ptr<const ArrowColumn> column;
  std::array<const void*, 3> buffers{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

void release_array(ArrowArray* array) {
  auto* node = static_cast<ArrayNode*>(array->private_data);
  for (ArrowArray* child : node->pointers) {
    if (child->release != nullptr) child->release(child);
  }
  delete node;
  array->release = nullptr;
}

// Nobody else has the node before it is whole.
void fill_array(std::unique_ptr<ArrayNode> node, std::int64_t length, std::int64_t buffers,
                ArrowArray& out) {
  for (ArrowArray& child : node->children) node->pointers.push_back(&child);
  out = {};
  out.length = length;
  out.n_buffers = buffers;
  out.n_children = static_cast<std::int64_t>(node->pointers.size());
  out.buffers = node->buffers.data();
  out.children = node->pointers.data();
  out.release = release_array;
  out.private_data = node.release();
}

void export_values(const std::shared_ptr<const ArrowColumn>& column, ArrowArray& out) {
  auto node = std::make_unique<ArrayNode>();
  node->column = column;
  std::int64_t buffers = 2;
  switch (column->type) {
    case ValueType::kText:
    case ValueType::kTexts:
      node->buffers = {nullptr, column->ends.data(), column->chars.data()};
      buffers = 3;
      break;
    case ValueType::kBool:
      node->buffers = {nullptr, column->bits.data(), nullptr};
      break;
    case ValueType::kInteger:
    case ValueType::kIntegers:
      node->buffers = {nullptr, column->integers.data(), nullptr};
      break;
    case ValueType::kReal:
    case ValueType::kReals:
      node->buffers = {nullptr, column->reals.data(), nullptr};
      break;
  }
  const auto length = static_cast<std::int64_t>(values_of(*column));
  fill_array(std::move(node), length, buffers, out);
}

void export_column(const std::shared_ptr<const ArrowColumn>& column, ArrowArray& out) {
  if (!is_list(column->type)) {
    export_values(column, out);
    return;
  }
  auto node = std::make_unique<ArrayNode>();
  node->column = column;
  node->buffers = {nullptr, column->list_ends.data(), nullptr};
  node->children.resize(1);
  export_values(column, node->children[0]);
  fill_array(std::move(node), column->length, 2, out);
}

struct SchemaNode {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

void release_schema(ArrowSchema* schema) {
  auto* node = static_cast<SchemaNode*>(schema->private_data);
  for (ArrowSchema* child : node->pointers) {
    if (child->release != nullptr) child->release(child);
  }
  delete node;
  schema->release = nullptr;
}

void fill_schema(std::unique_ptr<SchemaNode> node, const char* format, ArrowSchema& out) {
  for (ArrowSchema& child : node->children) node->pointers.push_back(&child);
  out = {};
  out.format = format;
  out.name = node->name.c_str();
  out.flags = ARROW_FLAG_NULLABLE;
  out.n_children = static_cast<std::int64_t>(node->pointers.size());
  out.children = node->pointers.data();
  out.release = release_schema;
  out.private_data = node.release();
}

void export_column_schema(const std::string& name, ValueType type, ArrowSchema& out) {
  auto node = std::make_unique<SchemaNode>();
  node->name = name;
  if (!is_list(type)) {
    fill_schema(std::move(node), format_of(type), out);
    return;
  }
  auto item = std::make_unique<SchemaNode>();
  item->name = kItem;
  node->children.resize(1);
  fill_schema(std::move(item), format_of(type), node->children[0]);
  fill_schema(std::move(node), "+l", out);
}

}  // namespace

void ArrowColumn::end_list() { list_ends.push_back(static_cast<std::int32_t>(values_of(*this))); }

ArrowBatch::ArrowBatch(const RowShape& shape, ArrowParts parts)
    : task_(shape.task), rules_(shape.rules), parts_(parts) {
  const auto add = [&](ValueType type) {
    columns_.push_back(std::make_unique<ArrowColumn>());
    columns_.back()->type = type;
  };
  add(ValueType::kText);
  for (const Field& field : shape.schema.fields) add(field.type);
  if (parts_.rules) add(ValueType::kTexts);
  if (parts_.prompts) add(ValueType::kText);
}

void ArrowBatch::add(const Example& row, std::span<const std::string_view> rule_texts,
                     std::string_view prompt) {
  append_id(columns_[0]->chars, task_, row);
  columns_[0]->end_text();
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    std::visit(Appender{*columns_[i + 1]}, row.fields[i]);
  }
  if (parts_.rules) {
    ArrowColumn& rules = *columns_[row.fields.size() + 1];
    for (const std::string_view text : rule_texts) rules.add_text(text);
    for (NodeId node = 0; rule_texts.empty() && node < row.rules.size(); ++node) {
      append_node_text(rules.chars, row.rules, node, *rules_);
      rules.end_text();
    }
    rules.end_list();
  }
  if (parts_.prompts) columns_.back()->add_text(prompt);
  for (const auto& column : columns_) ++column->length;
  ++rows_;
}

bool ArrowBatch::is_full() const {
  constexpr std::size_t kMost = std::size_t{INT32_MAX} - kMostLineBytes;
  return std::ranges::any_of(columns_, [](const auto& column) {
    return column->chars.size() > kMost || values_of(*column) > kMost;
  });
}

void ArrowBatch::export_to(ArrowArray& out) {
  auto node = std::make_unique<ArrayNode>();
  node->children.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    export_column(std::move(columns_[i]), node->children[i]);
  }
  columns_.clear();
  fill_array(std::move(node), static_cast<std::int64_t>(rows_), 1, out);
}

void export_schema(const RowShape& shape, ArrowParts parts, ArrowSchema& out) {
  auto node = std::make_unique<SchemaNode>();
  const std::size_t fields = shape.schema.fields.size();
  node->children.resize(1 + fields + (parts.rules ? 1 : 0) + (parts.prompts ? 1 : 0));
  export_column_schema("id", ValueType::kText, node->children[0]);
  for (std::size_t i = 0; i < fields; ++i) {
    const Field& field = shape.schema.fields[i];
    export_column_schema(field.name, field.type, node->children[i + 1]);
  }
  if (parts.rules) export_column_schema("rules", ValueType::kTexts, node->children[fields + 1]);
  if (parts.prompts) export_column_schema("prompt", ValueType::kText, node->children.back());
  fill_schema(std::move(node), "+s", out);
}

}  // namespace assay::capi
