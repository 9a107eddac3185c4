#include "assay/store/row.h"

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/json_parser.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/store/row_json.h"

namespace assay {

namespace {

void append_value(std::string& out, const std::string& value) { append_json_string(out, value); }
void append_value(std::string& out, bool value) { out += value ? "true" : "false"; }
void append_value(std::string& out, std::int64_t value) { append_json_number(out, value); }
void append_value(std::string& out, double value) { append_json_number(out, value); }

template <typename Item>
void append_value(std::string& out, const std::vector<Item>& items) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ',';
    append_value(out, items[i]);
  }
  out += ']';
}

}  // namespace

RowWriter::RowWriter(const RowShape& shape, bool with_rules)
    : task_(shape.task), rules_(shape.rules), with_rules_(with_rules) {
  ASSAY_CHECK(rules_ != nullptr || !with_rules_);
  for (const Field& field : shape.schema.fields) {
    keys_.push_back(fmt::format(",\"{}\":", field.name));
  }
}

void RowWriter::append(std::string& out, const Example& example) const {
  out += "{\"id\":\"";
  append_id(out, task_, example);
  out += '"';
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    out += keys_[i];
    std::visit([&](const auto& value) { append_value(out, value); }, example.fields[i]);
  }
  if (with_rules_) {
    out += ",\"rules\":[";
    std::string node;
    for (NodeId id = 0; id < example.rules.size(); ++id) {
      if (id > 0) out += ',';
      node.clear();
      append_node_text(node, example.rules, id, *rules_);
      append_json_string(out, node);
    }
    out += ']';
  }
  out += "}\n";
}

struct RowReader::State {
  State(RowShape of_rows, Wanted wanted) : shape(std::move(of_rows)), want(wanted) {}
  RowShape shape;
  Wanted want;
  simdjson::dom::parser parser = make_json_parser();
  std::vector<bool> seen;
  std::vector<std::string_view> rule_texts;  // in the parser's memory
};

RowReader::RowReader(RowShape shape, Wanted want)
    : state_(std::make_unique<State>(std::move(shape), want)) {}
RowReader::~RowReader() = default;

std::span<const std::string_view> RowReader::rule_texts() const { return state_->rule_texts; }

namespace {

using JsonValue = simdjson::dom::element;

[[noreturn]] void fail_type(std::string_view key, ValueType type) {
  fail(ErrorKind::kInput, "\"{}\" is not a {}", key, name_of(type));
}

template <typename Item>
struct Reader;

template <>
struct Reader<std::string> {
  static void read(JsonValue json, std::string& value) {
    value.assign(std::string_view(json.get_string()));
  }
};
template <>
struct Reader<bool> {
  static void read(JsonValue json, bool& value) { value = json.get_bool(); }
};
template <>
struct Reader<std::int64_t> {
  static void read(JsonValue json, std::int64_t& value) { value = json.get_int64(); }
};
template <>
struct Reader<double> {
  static void read(JsonValue json, double& value) { value = json.get_double(); }
};
template <typename Item>
struct Reader<std::vector<Item>> {
  static void read(JsonValue json, std::vector<Item>& items) {
    std::size_t count = 0;
    for (auto element : json.get_array()) {
      if (count == items.size()) items.emplace_back();
      Reader<Item>::read(element, items[count++]);
    }
    items.resize(count);
  }
};

}  // namespace

void read_field(simdjson::dom::element json, const Field& field, Value& value) {
  try {
    std::visit([&](auto& typed) { Reader<std::decay_t<decltype(typed)>>::read(json, typed); },
               value);
  } catch (const simdjson::simdjson_error&) {
    fail_type(field.name, field.type);
  }
}

void read_columns(simdjson::dom::object object, const Schema& schema, Example& out) {
  reset(out, schema);
  for (std::size_t i = 0; i < schema.fields.size(); ++i) {
    JsonValue value;
    if (object.at_key(schema.fields[i].name).get(value) != simdjson::SUCCESS) {
      fail(ErrorKind::kInput, "the key \"{}\" of the row is missing", schema.fields[i].name);
    }
    read_field(value, schema.fields[i], out.fields[i]);
  }
}

namespace {

void read_rule_texts(JsonValue json, std::vector<std::string_view>& texts) {
  try {
    for (const JsonValue text : json.get_array()) texts.push_back(text.get_string());
  } catch (const simdjson::simdjson_error&) {
    fail_type("rules", ValueType::kTexts);
  }
}

void read_rules(std::span<const std::string_view> texts, const RuleTable& table, RuleGraph& out) {
  for (const std::string_view text : texts) {
    if (!append_node(out, text, table)) {
      fail(ErrorKind::kInput, "\"rules\" is not a rule graph of this task");
    }
  }
}

void read_id(std::string_view text, const RowShape& shape, Example& out) {
  const auto id = parse_id(text);
  if (!id || id->task != shape.task) {
    fail(ErrorKind::kInput, "\"{}\" is not an id of task {}", printable(text), shape.task);
  }
  if (id->stamp != shape.stamp) {
    fail(ErrorKind::kInput,
         "\"{}\" is the id of other data: its stamp is {}, that of this data set {}",
         printable(text), id->stamp.empty() ? "missing" : id->stamp,
         shape.stamp.empty() ? "empty" : shape.stamp);
  }
  out.stamp = shape.stamp;
  out.seed = id->seed;
  out.address = id->address;
  out.imported = id->imported;
}

}  // namespace

void RowReader::parse(std::string_view line, Example& out) {
  if (line.size() > kMostLineBytes) {
    fail(ErrorKind::kInput, "is longer than {} bytes, the most that a row has",
         with_commas(kMostLineBytes));
  }
  State& state = *state_;
  const Schema& schema = state.shape.schema;
  reset(out, schema);
  state.rule_texts.clear();
  state.seen.assign(schema.fields.size(), false);
  bool has_id = false;
  try {
    const simdjson::dom::object object = state.parser.parse(line.data(), line.size());
    for (const auto& [key, value] : object) {
      if (key == "id") {
        if (!value.is_string()) fail_type(key, ValueType::kText);
        read_id(std::string_view(value), state.shape, out);
        has_id = true;
        continue;
      }
      if (key == "rules") {
        if (!state.want.rules) continue;
        state.rule_texts.clear();
        out.rules.clear();
        read_rule_texts(value, state.rule_texts);
        if (state.shape.rules != nullptr) {
          read_rules(state.rule_texts, *state.shape.rules, out.rules);
        }
        continue;
      }
      std::size_t at = 0;
      while (at < schema.fields.size() && schema.fields[at].name != key) ++at;
      if (at == schema.fields.size()) {
        fail(ErrorKind::kInput, "unknown key \"{}\"", printable(key));
      }
      if (state.seen[at]) fail(ErrorKind::kInput, "the key \"{}\" stands twice", key);
      read_field(value, schema.fields[at], out.fields[at]);
      state.seen[at] = true;
    }
  } catch (const simdjson::simdjson_error& problem) {
    fail(ErrorKind::kInput, "is not a JSON object: {}", json_problem(problem));
  }
  if (!has_id) fail(ErrorKind::kInput, "the key \"id\" is missing");
  for (std::size_t i = 0; i < state.seen.size(); ++i) {
    if (!state.seen[i]) {
      fail(ErrorKind::kInput, "the key \"{}\" is missing", schema.fields[i].name);
    }
  }
}

}  // namespace assay
