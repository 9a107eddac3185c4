#include "assay/tasks/cfq/kb/endpoint_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/sparql_text.h"
#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kNameRelation = "type.object.name";
constexpr std::size_t kValuesPerQuery = 100;
constexpr std::size_t kMostRemembered = 200'000;  // names
constexpr std::size_t kPatternsRemembered = 16;

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

std::string name_variable(const std::string& placeholder) { return "name" + placeholder; }

// Every placeholder has an English name, and no two are one entity.
std::string named_and_different(const std::vector<std::string>& placeholders) {
  std::string text;
  for (std::size_t at = 0; at < placeholders.size(); ++at) {
    const std::string& placeholder = placeholders[at];
    text += fmt::format("?{0} {1} ?{2} .\nFILTER ( lang(?{2}) = \"en\" )\n", placeholder,
                        iri_text(kNameRelation), name_variable(placeholder));
    for (std::size_t before = 0; before < at; ++before) {
      text += fmt::format("FILTER ( ?{} != ?{} )\n", placeholders[before], placeholder);
    }
  }
  return text;
}

bool all_differ(const std::vector<KnownFilling>& fillings) {
  std::set<std::string_view> keys;
  for (const KnownFilling& filling : fillings) keys.insert(filling.key);
  return keys.size() == fillings.size();
}

// Stretches of a list, none longer than one query takes.
template <typename Visit>
void in_pieces(std::span<const std::string> values, Visit visit) {
  while (!values.empty()) {
    const std::size_t size = std::min(values.size(), kValuesPerQuery);
    visit(values.first(size));
    values = values.subspan(size);
  }
}

}  // namespace

EndpointKnowledge::EndpointKnowledge(std::string address, const EndpointLimits& limits,
                                     const EndpointGrounding& grounding, const Control& control)
    : address_(std::move(address)),
      name_(SparqlEndpoint(address_, limits, control).address()),
      limits_(limits),
      grounding_(grounding),
      control_(control) {}

EndpointKnowledge::~EndpointKnowledge() = default;

std::unique_ptr<SparqlEndpoint> EndpointKnowledge::borrow() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<SparqlEndpoint>(address_, limits_, control_);
  auto endpoint = std::move(idle_.back());
  idle_.pop_back();
  return endpoint;
}

void EndpointKnowledge::give_back(std::unique_ptr<SparqlEndpoint> endpoint) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(endpoint));
}

SparqlTable EndpointKnowledge::select(const std::string& query, const Variables& variables,
                                      std::uint64_t most_rows) const {
  auto endpoint = borrow();
  SparqlTable table = endpoint->select(query, variables, most_rows);
  give_back(std::move(endpoint));
  return table;
}

std::optional<SparqlTable> EndpointKnowledge::try_select(const std::string& query,
                                                         const Variables& variables,
                                                         std::uint64_t most_rows) const {
  auto endpoint = borrow();
  auto table = endpoint->try_select(query, variables, most_rows);
  give_back(std::move(endpoint));
  return table;
}

void EndpointKnowledge::check() const {
  const std::string query =
      fmt::format("SELECT ?name WHERE {{ ?node {} ?name FILTER ( lang(?name) = \"en\" ) }} LIMIT 1",
                  iri_text(kNameRelation));
  if (!select(query, {"name"}, 1).rows.empty()) return;
  fail(ErrorKind::kInput,
       "{}: no entity has an English name ({}), so questions cannot name any; is the default graph "
       "the one with the facts?",
       name_, iri_text(kNameRelation));
}

KnownAnswer EndpointKnowledge::answer(const Query& query, std::uint64_t most_keys) const {
  const bool is_closed = query.kind == QueryKind::kCount;
  std::string text;
  try {
    text = is_closed ? sparql_decision(query) : sparql_text(query);
  } catch (const Error& problem) {
    // What cannot even be asked is nowhere.
    if (problem.kind() != ErrorKind::kInput) throw;
    return {};
  }
  KnownAnswer answer;
  if (!is_closed && most_keys < UINT64_MAX) text += fmt::format(" LIMIT {}", most_keys);
  const Variables variables = {is_closed ? std::string(kSomeVariable) : query.answer.substr(1)};
  const auto table = try_select(text, variables, is_closed ? 1 : most_keys);
  if (!table) {
    answer.is_abandoned = true;
    return answer;
  }
  if (is_closed) {
    answer.is_yes = !table->rows.empty();
    return answer;
  }
  for (const auto& row : table->rows) {
    // No value: the variable that is asked for stands in no clause.
    if (row[0].kind != SparqlValue::Kind::kAbsent) answer.keys.push_back(key_of(row[0]));
  }
  std::ranges::sort(answer.keys);
  answer.is_yes = !answer.keys.empty();
  return answer;
}

std::optional<std::uint64_t> EndpointKnowledge::count(const Query& query) const {
  const auto table = try_select(sparql_text(query), {std::string(kCountVariable)}, 1);
  if (!table) return std::nullopt;
  const auto count = table->rows.size() == 1 ? parse_number(table->rows[0][0].text) : std::nullopt;
  if (!count) fail(ErrorKind::kEndpoint, "{}: its answer to count(*) is no number", name_);
  return count;
}

bool EndpointKnowledge::has_facts_of(std::string_view predicate) const {
  {
    const std::lock_guard lock(mutex_);
    const auto known = has_facts_.find(predicate);
    if (known != has_facts_.end()) return known->second;
  }
  const auto table = try_select(sparql_any_pair(predicate), {std::string(kSomeVariable)}, 1);
  const bool has_facts = !table || !table->rows.empty();
  const std::lock_guard lock(mutex_);
  has_facts_.emplace(predicate, has_facts);
  return has_facts;
}

bool EndpointKnowledge::has_entity(std::string_view key) const {
  const std::string query =
      fmt::format("SELECT (1 AS ?{}) WHERE {{ {} ?y ?z }} LIMIT 1", kSomeVariable, iri_text(key));
  return !select(query, {std::string(kSomeVariable)}, 1).rows.empty();
}

std::vector<std::string> EndpointKnowledge::names_of(const std::vector<std::string>& keys) const {
  std::map<std::string, std::string, std::less<>> names;
  in_pieces(keys, [&](std::span<const std::string> some) {
    std::string values;
    for (const std::string& key : some) {
      if (!key.starts_with("_:")) values += iri_text(key) + ' ';
    }
    const std::string query = fmt::format(
        "SELECT DISTINCT ?node ?name WHERE {{ VALUES ?node {{ {}}} ?node {} ?name FILTER ( "
        "lang(?name) = \"en\" ) }}",
        values, iri_text(kNameRelation));
    for (const auto& row : select(query, {"node", "name"}).rows) {
      std::string& name = names[key_of(row[0])];
      if (name.empty() || row[1].text < name) name = row[1].text;
    }
  });
  std::vector<std::string> found;
  for (const std::string& key : keys) found.push_back(names[key]);
  return found;
}

bool EndpointKnowledge::have_own_names(const std::vector<std::string>& keys) const {
  const std::vector<std::string> names = names_of(keys);
  look_up(names);
  return std::ranges::all_of(names, [&](const std::string& name) { return is_own_name(name); });
}

std::optional<NameOwners> EndpointKnowledge::remembered(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto known = owners_.find(name);
  return known == owners_.end() ? std::nullopt : std::optional(known->second);
}

void EndpointKnowledge::look_up(std::vector<std::string> names) const {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::erase_if(names, [&](const std::string& name) {
    return !can_stand_in_question(name) || remembered(name).has_value();
  });
  in_pieces(names, [&](std::span<const std::string> some) {
    std::string values;
    std::map<std::string, NameOwners, std::less<>> found;
    for (const std::string& name : some) {
      values += english_text(name) + ' ';
      found.emplace(name, NameOwners{});
    }
    const std::string query = fmt::format(
        "SELECT ?name (SAMPLE(?node) AS ?one) (COUNT(DISTINCT ?node) AS ?count) WHERE {{ VALUES "
        "?name {{ {}}} ?node {} ?name }} GROUP BY ?name",
        values, iri_text(kNameRelation));
    for (const auto& row : select(query, {"name", "one", "count"}, some.size()).rows) {
      const auto count = parse_number(row[2].text);
      const auto named = found.find(row[0].text);
      if (named == found.end() || !count) {
        fail(ErrorKind::kEndpoint, "{}: asked who has some names, it answers with others", name_);
      }
      named->second = {*count, key_of(row[1])};
    }
    const std::lock_guard lock(mutex_);
    if (owners_.size() > kMostRemembered) owners_.clear();
    for (auto& [name, owners] : found) owners_.insert_or_assign(name, std::move(owners));
  });
}

NameOwners EndpointKnowledge::owners_of(std::string_view name) const {
  if (!can_stand_in_question(name)) return {};
  for (;;) {
    if (auto known = remembered(name)) return *std::move(known);
    look_up({std::string(name)});
  }
}

bool EndpointKnowledge::is_own_name(const std::string& name) const {
  return owners_of(name).is_one();
}

bool EndpointKnowledge::has_own_names(const Solved& solved) const {
  return std::ranges::all_of(solved.names,
                             [&](const std::string& name) { return is_own_name(name); });
}

EndpointKnowledge::Solutions EndpointKnowledge::solutions(const Query& pattern,
                                                          const Variables& placeholders) const {
  Variables variables = placeholders;
  for (const std::string& each : placeholders) variables.push_back(name_variable(each));
  const std::string query =
      sparql_solutions(pattern, variables, named_and_different(placeholders), grounding_.solutions);
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(
        solutions_, query, [](const auto& each) -> const auto& { return each.first; });
    if (known != solutions_.end()) return known->second;
  }
  Solutions found;
  if (const auto table = try_select(query, variables, grounding_.solutions)) {
    std::vector<Solved> all;
    std::vector<std::string> names;
    for (const auto& row : table->rows) {
      Solved& solved = all.emplace_back();
      for (std::size_t at = 0; at < placeholders.size(); ++at) {
        solved.fillings.push_back({placeholders[at], key_of(row[at])});
        solved.names.push_back(row[placeholders.size() + at].text);
        names.push_back(solved.names.back());
      }
    }
    look_up(std::move(names));
    std::ranges::sort(all, {}, [](const Solved& solved) {
      std::vector<std::string_view> keys;
      for (const KnownFilling& each : solved.fillings) keys.push_back(each.key);
      return keys;
    });
    found = std::make_shared<const std::vector<Solved>>(std::move(all));
  }
  const std::lock_guard lock(mutex_);
  if (solutions_.size() == kPatternsRemembered) solutions_.erase(solutions_.begin());
  solutions_.emplace_back(query, found);
  return found;
}

// Half of the yes/no questions become a "No", where a mixture makes one.
void EndpointKnowledge::decide(const Query& pattern, const Solved& chosen,
                               const std::vector<Solved>& others, Stream& stream,
                               KnownGrounding& grounding) const {
  grounding.outcome = GroundingOutcome::kYes;
  if (stream.below(2) == 0) return;
  grounding.lacks_no = true;
  for (std::uint32_t tries = 0; tries < grounding_.mixtures && chosen.fillings.size() > 1;
       ++tries) {
    const Solved& other = others[stream.below(others.size())];
    const std::size_t changed = stream.below(chosen.fillings.size());
    Solved mixed = chosen;
    mixed.fillings[changed] = other.fillings[changed];
    mixed.names[changed] = other.names[changed];
    const bool is_new = mixed.fillings[changed].key != chosen.fillings[changed].key;
    if (!is_new || !all_differ(mixed.fillings) || !has_own_names(mixed)) continue;
    const KnownAnswer said = answer(filled_by_keys(pattern, mixed.fillings));
    if (said.is_abandoned || said.is_yes) continue;
    grounding.fillings = std::move(mixed.fillings);
    grounding.outcome = GroundingOutcome::kMixedNo;
    grounding.lacks_no = false;
    return;
  }
}

KnownGrounding EndpointKnowledge::ground(const Query& pattern, Key key, StreamId id) const {
  KnownGrounding grounding;
  const Variables placeholders = placeholders_of(pattern);
  Stream stream(key, id);
  // A question without names has one filling, if anything satisfies it.
  static const std::vector<Solved> kNoNames(1);
  Solutions found;
  if (!placeholders.empty()) {
    found = solutions(pattern, placeholders);
    if (found == nullptr) grounding.outcome = GroundingOutcome::kAbandoned;
    if (found == nullptr || found->empty()) return grounding;
  }
  const std::vector<Solved>& all = found ? *found : kNoNames;
  const std::size_t first = stream.below(all.size());
  const Solved* chosen = nullptr;
  for (std::size_t at = 0; at < all.size() && chosen == nullptr; ++at) {
    const Solved& solved = all[(first + at) % all.size()];
    if (has_own_names(solved)) chosen = &solved;
  }
  if (chosen == nullptr) {
    // Others, which the store was not asked for, may have.
    if (all.size() == grounding_.solutions) grounding.outcome = GroundingOutcome::kAbandoned;
    return grounding;
  }
  grounding.fillings = chosen->fillings;
  if (pattern.kind == QueryKind::kCount && found) {
    decide(pattern, *chosen, all, stream, grounding);
    return grounding;
  }
  KnownAnswer said =
      answer(filled_by_keys(pattern, grounding.fillings), grounding_.most_answers + 1);
  if (said.is_abandoned) {
    grounding.outcome = GroundingOutcome::kAbandoned;
  } else if (said.is_yes) {
    const bool is_closed = pattern.kind == QueryKind::kCount;
    grounding.outcome = is_closed ? GroundingOutcome::kYes : GroundingOutcome::kAnswered;
    grounding.answers = std::move(said.keys);
  }
  return grounding;
}

}  // namespace assay::cfq
