#include "assay/tasks/cfq/kb/endpoint_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/sparql_text.h"
#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kNameRelation = "type.object.name";
constexpr std::string_view kEnglish = "en";

std::string key_of(const SparqlValue& value) {
  if (value.kind == SparqlValue::Kind::kBlank) return "_:" + value.text;
  return value.text.starts_with(kNamespace) ? value.text.substr(kNamespace.size()) : value.text;
}

// M0, M1 ... in order of appearance.
std::vector<std::string> placeholders_of(const Query& pattern) {
  std::vector<std::string> names;
  for (const Clause& clause : pattern.clauses) {
    for (const std::string& term : {clause.subject, clause.object}) {
      if (!term.starts_with('M') || std::ranges::find(names, term) != names.end()) continue;
      names.push_back(term);
    }
  }
  return names;
}

std::string literal_text(std::string_view text) {
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
  return fmt::format("{}\"@{}", out, kEnglish);
}

std::string name_variable(const std::string& placeholder) { return "name" + placeholder; }

// Every placeholder has an English name, and no two are one entity.
std::string named_and_different(const std::vector<std::string>& placeholders) {
  std::string text;
  for (std::size_t at = 0; at < placeholders.size(); ++at) {
    const std::string& placeholder = placeholders[at];
    text += fmt::format("?{0} {1} ?{2} .\nFILTER ( lang(?{2}) = \"{3}\" )\n", placeholder,
                        iri_text(kNameRelation), name_variable(placeholder), kEnglish);
    for (std::size_t before = 0; before < at; ++before) {
      text += fmt::format("FILTER ( ?{} != ?{} )\n", placeholders[before], placeholder);
    }
  }
  return text;
}

bool all_differ(const std::vector<KnownFilling>& fillings) {
  std::set<std::string> keys;
  for (const KnownFilling& filling : fillings) keys.insert(filling.key);
  return keys.size() == fillings.size();
}

}  // namespace

Query filled_by_keys(Query pattern, const std::vector<KnownFilling>& fillings) {
  for (Clause& clause : pattern.clauses) {
    for (std::string* term : {&clause.subject, &clause.object}) {
      const auto found = std::ranges::find(fillings, *term, &KnownFilling::placeholder);
      if (found != fillings.end()) *term = "ns:" + found->key;
    }
  }
  return pattern;
}

KnownAnswer EndpointKnowledge::answer(const Query& query) {
  KnownAnswer answer;
  if (query.kind == QueryKind::kCount) {
    const SparqlTable table =
        endpoint_.select(sparql_text(query), {std::string(kCountVariable)}, 1);
    const auto count = table.rows.size() == 1 ? parse_number(table.rows[0][0].text) : std::nullopt;
    if (!count) {
      fail(ErrorKind::kEndpoint, "{}: its answer to count(*) is no number", endpoint_.address());
    }
    answer.count = *count;
    answer.is_yes = *count > 0;
    return answer;
  }
  for (const auto& row : endpoint_.select(sparql_text(query), {query.answer.substr(1)}).rows) {
    answer.keys.push_back(key_of(row[0]));
  }
  std::ranges::sort(answer.keys);
  answer.is_yes = !answer.keys.empty();
  return answer;
}

std::string EndpointKnowledge::name(std::string_view key) {
  const std::string query = fmt::format(
      "SELECT ?name WHERE {{ {} {} ?name FILTER ( lang(?name) = \"{}\" ) }} ORDER BY ?name LIMIT 1",
      iri_text(key), iri_text(kNameRelation), kEnglish);
  const SparqlTable table = endpoint_.select(query, {"name"}, 1);
  return table.rows.empty() ? "" : table.rows[0][0].text;
}

bool EndpointKnowledge::is_own_name(const std::string& name) {
  const auto known = own_names_.find(name);
  if (known != own_names_.end()) return known->second;
  const std::string query = fmt::format("SELECT DISTINCT ?node WHERE {{ ?node {} {} }} LIMIT 2",
                                        iri_text(kNameRelation), literal_text(name));
  const bool is_own = endpoint_.select(query, {"node"}, 2).rows.size() == 1;
  own_names_.emplace(name, is_own);
  return is_own;
}

bool EndpointKnowledge::has_own_names(const Fillings& fillings) {
  return std::ranges::all_of(
      fillings, [&](const KnownFilling& filling) { return is_own_name(filling.name); });
}

std::vector<EndpointKnowledge::Fillings> EndpointKnowledge::solutions(
    const Query& pattern, const std::vector<std::string>& placeholders) {
  std::vector<std::string> names = placeholders;
  for (const std::string& each : placeholders) names.push_back(name_variable(each));
  const SparqlTable table = endpoint_.select(
      sparql_solutions(pattern, names, named_and_different(placeholders), limits_.solutions), names,
      limits_.solutions);
  std::vector<Fillings> all;
  for (const auto& row : table.rows) {
    Fillings fillings;
    for (std::size_t at = 0; at < placeholders.size(); ++at) {
      fillings.push_back({placeholders[at], key_of(row[at]), row[placeholders.size() + at].text});
    }
    all.push_back(std::move(fillings));
  }
  const auto keys = [](const Fillings& fillings) {
    std::vector<std::string_view> texts;
    for (const KnownFilling& each : fillings) texts.push_back(each.key);
    return texts;
  };
  std::ranges::sort(all, {}, keys);
  return all;
}

EndpointKnowledge::Fillings EndpointKnowledge::mixed_no(const Query& pattern,
                                                        const Fillings& chosen,
                                                        const std::vector<Fillings>& others,
                                                        Stream& stream) {
  for (std::uint32_t tries = 0; tries < limits_.mixtures && chosen.size() > 1; ++tries) {
    const Fillings& other = others[stream.below(others.size())];
    Fillings mixed = chosen;
    const std::size_t changed = stream.below(chosen.size());
    mixed[changed] = other[changed];
    const bool is_new = mixed[changed].key != chosen[changed].key;
    if (!is_new || !all_differ(mixed) || !has_own_names(mixed)) continue;
    if (!answer(filled_by_keys(pattern, mixed)).is_yes) return mixed;
  }
  return {};
}

KnownGrounding EndpointKnowledge::ground(const Query& pattern, Key key, StreamId id) {
  KnownGrounding grounding;
  const std::vector<std::string> placeholders = placeholders_of(pattern);
  Stream stream(key, id);
  std::vector<Fillings> found;
  if (!placeholders.empty()) {
    found = solutions(pattern, placeholders);
    if (found.empty()) return grounding;
    const std::size_t first = stream.below(found.size());
    for (std::size_t at = 0; at < found.size() && grounding.fillings.empty(); ++at) {
      const Fillings& fillings = found[(first + at) % found.size()];
      if (has_own_names(fillings)) grounding.fillings = fillings;
    }
    if (grounding.fillings.empty()) {
      const bool are_all = found.size() < limits_.solutions;
      if (!are_all) grounding.outcome = GroundingOutcome::kAbandoned;
      return grounding;
    }
  }
  if (pattern.kind == QueryKind::kSelect) {
    grounding.answers = answer(filled_by_keys(pattern, grounding.fillings)).keys;
    if (!grounding.answers.empty()) grounding.outcome = GroundingOutcome::kAnswered;
    return grounding;
  }
  if (placeholders.empty() && !answer(pattern).is_yes) return grounding;
  grounding.outcome = GroundingOutcome::kYes;
  if (stream.below(2) == 0) return grounding;
  Fillings no = mixed_no(pattern, grounding.fillings, found, stream);
  grounding.lacks_no = no.empty();
  if (!no.empty()) {
    grounding.fillings = std::move(no);
    grounding.outcome = GroundingOutcome::kMixedNo;
  }
  return grounding;
}

}  // namespace assay::cfq
