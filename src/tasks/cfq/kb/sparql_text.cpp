#include "assay/tasks/cfq/kb/sparql_text.h"

#include <fmt/format.h>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/property_paths.h"
#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kPrefix = "ns:";

std::string_view without_prefix(std::string_view text) {
  return text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
}

// A node of a clause.
std::string node_text(std::string_view node) {
  return node.starts_with(kPrefix) ? iri_text(without_prefix(node)) : variable_text(node);
}

std::string predicate_text(std::string_view predicate) {
  if (predicate == kTypeRelation) return std::string(predicate);
  const auto path = parse_path(predicate);
  if (path.empty()) {
    fail(ErrorKind::kInput, "\"{}\" is no property path", printable(predicate));
  }
  std::string text;
  for (const auto& steps : path) {
    if (!text.empty()) text += '|';
    for (std::size_t at = 0; at < steps.size(); ++at) {
      if (at > 0) text += '/';
      if (steps[at].is_inverse) text += '^';
      text += iri_text(steps[at].relation);
    }
  }
  return text;
}

std::string where_text(const Query& query, std::string_view conditions) {
  std::string text = "WHERE {\n";
  for (const Clause& clause : query.clauses) {
    if (clause.kind == ClauseKind::kFilter) {
      text +=
          fmt::format("FILTER ( {} != {} )\n", node_text(clause.subject), node_text(clause.object));
    } else {
      text += fmt::format("{} {} {} .\n", node_text(clause.subject),
                          predicate_text(clause.predicate), node_text(clause.object));
    }
  }
  text += conditions;
  return text + "}";
}

}  // namespace

std::string iri_text(std::string_view key) {
  constexpr std::string_view kForbidden = "<>\"{}|^`\\%";
  std::string text = "<";
  if (key.find("://") == std::string_view::npos) text += kNamespace;
  for (const char byte : key) {
    const auto code = static_cast<unsigned char>(byte);
    if (code <= ' ' || kForbidden.find(byte) != std::string_view::npos) {
      text += fmt::format("%{:02X}", code);
    } else {
      text += byte;
    }
  }
  return text + ">";
}

std::string variable_text(std::string_view name) {
  const std::string_view bare = name.starts_with('?') ? name.substr(1) : name;
  for (const char byte : bare) {
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= 'a' && byte <= 'z') || byte == '_';
    if (!is_plain) fail(ErrorKind::kInput, "\"{}\" is no variable", printable(name));
  }
  if (bare.empty()) fail(ErrorKind::kInput, "\"{}\" is no variable", printable(name));
  return fmt::format("?{}", bare);
}

std::string sparql_text(const Query& query) {
  const std::string head = query.kind == QueryKind::kCount
                               ? fmt::format("SELECT (count(*) AS ?{}) ", kCountVariable)
                               : fmt::format("SELECT DISTINCT {} ", variable_text(query.answer));
  return head + where_text(query, "");
}

std::string sparql_decision(const Query& query) {
  return fmt::format("SELECT (1 AS ?{}) {} LIMIT 1", kSomeVariable, where_text(query, ""));
}

std::string sparql_any_pair(std::string_view predicate) {
  return fmt::format("SELECT (1 AS ?{}) WHERE {{ ?x {} ?y }} LIMIT 1", kSomeVariable,
                     predicate_text(predicate));
}

std::string english_text(std::string_view text) {
  std::string out = "\"";
  for (const char byte : text) {
    if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\r') {
      out += "\\r";
    } else {
      if (byte == '"' || byte == '\\') out += '\\';
      out += byte;
    }
  }
  return out + "\"@en";
}

std::string sparql_solutions(const Query& query, std::span<const std::string> names,
                             std::string_view conditions, std::uint64_t limit) {
  std::string text = "SELECT DISTINCT ";
  for (const std::string& name : names) text += variable_text(name) + " ";
  return text + where_text(query, conditions) + fmt::format(" LIMIT {}", limit);
}

}  // namespace assay::cfq
