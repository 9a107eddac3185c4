// Queries with the answers of the embedded store, for knowledge_test.py to compare with those of
// other stores.
//
//   assay_knowledge_cases make KB COUNT FOLDER    writes FOLDER/kb.nt and FOLDER/cases.jsonl
//   assay_knowledge_cases ask ADDRESS FILE        the same queries, in the form of CFQ one per
//   line,
//                                                 answered by an endpoint over the SPARQL protocol
//
// KB is a number, a world of so many films, or a folder with FB15k-237. Half of the queries are
// questions of CFQ with entities, the others are drawn by walking from entity to entity. None has
// more than eight clauses. A line of cases.jsonl has `query` (as CFQ writes it), `sparql`, and
// `count` or `keys`,
// and `ms`, the milliseconds that it took.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/endpoint_knowledge.h"
#include "assay/tasks/cfq/kb/fb15k.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/ntriples.h"
#include "assay/tasks/cfq/kb/sparql_text.h"
#include "assay/tasks/cfq/kb/world.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace assay::cfq {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostClauses = 8;
constexpr std::uint64_t kMostSteps = 200'000;
constexpr std::uint64_t kMostCount = 200'000;  // others walk through every solution

TripleStore open_store(const std::string& kb) {
  if (const auto films = parse_number(kb)) {
    return prepare_world("", {.world = 1, .films = *films}, {});
  }
  return prepare_triple_store("", kb, {}, [&](TripleStoreBuilder& builder) {
    import_fb15k(std::vector<std::string>{kb + "/train.txt", kb + "/valid.txt", kb + "/test.txt"},
                 builder, {});
    import_fb15k_names(kb + "/mid2name.txt.gz", builder, {});
    complete_inventory(builder);
  });
}

// Questions of CFQ, grounded in the store.
class Questions {
 public:
  explicit Questions(const PropertyPaths& paths) : paths_(paths) {}

  std::optional<Query> draw(std::uint64_t number) {
    Pattern pattern;
    const Key key = stream_key(7, "knowledge cases");
    if (!maker_.make(key, number, pattern, nullptr)) return std::nullopt;
    if (pattern.query.clauses.size() > kMostClauses) return std::nullopt;
    const Grounding grounding = ground(pattern.query, paths_, key, {Purpose::kItem, number});
    if (!grounding.is_grounded()) return std::nullopt;
    return filled_query(pattern.query, grounding.fillings, paths_.store());
  }

 private:
  const PropertyPaths& paths_;
  Language language_{own_rules()};
  PatternMaker maker_{language_, {.lowest_level = 9, .highest_level = 30, .relative_clauses = 1}};
};

// Clauses that some entities satisfy, found by walking; now and then one of them is exchanged.
class Walks {
 public:
  explicit Walks(const PropertyPaths& paths) : paths_(paths), store_(paths.store()) {}

  std::optional<Query> draw(std::uint64_t number) {
    Stream stream(stream_key(7, "knowledge walks"), {.unit = number});
    terms_.clear();
    Query query;
    query.kind = stream.below(2) == 0 ? QueryKind::kSelect : QueryKind::kCount;
    if (query.kind == QueryKind::kSelect) query.answer = "?x0";
    terms_.push_back({"?x0", static_cast<Node>(stream.below(store_.dictionary().size()))});
    const std::size_t clauses = 1 + stream.below(kMostClauses);
    for (int tries = 0; tries < 40 && query.clauses.size() < clauses; ++tries) step(stream, query);
    if (query.clauses.empty()) return std::nullopt;
    return query;
  }

 private:
  struct Term {
    std::string text;
    Node node = 0;
  };

  void step(Stream& stream, Query& query) {
    const Term from = terms_[stream.below(terms_.size())];
    const std::uint64_t kind = stream.below(10);
    if (kind == 0) {
      const std::string type(kTypes[stream.below(kTypes.size())]);
      query.clauses.push_back({ClauseKind::kTriple, from.text, "a", "ns:" + type});
      return;
    }
    if (kind == 1 && terms_.size() > 1) {
      const Term other = terms_[stream.below(terms_.size())];
      query.clauses.push_back({ClauseKind::kFilter, from.text, "", other.text});
      return;
    }
    const std::string path(kPropertyPaths[stream.below(kPropertyPaths.size())]);
    const Relation* relation = paths_.find(path);
    const bool is_forward = stream.below(2) == 0;
    const auto near = (is_forward ? relation->objects : relation->subjects).row(from.node).values;
    if (near.empty()) return;
    const Node node = near[stream.below(near.size())];
    const std::string to = term_of(node, stream);
    query.clauses.push_back(
        {ClauseKind::kTriple, is_forward ? from.text : to, path, is_forward ? to : from.text});
  }

  // The same term for the same node, mostly.
  std::string term_of(Node node, Stream& stream) {
    const auto known = std::ranges::find(terms_, node, &Term::node);
    if (known != terms_.end() && stream.below(3) > 0) return known->text;
    const std::uint64_t kind = stream.below(10);
    if (kind < 4 && node < store_.dictionary().size()) return "ns:" + store_.key(node);
    const auto any = static_cast<Node>(stream.below(store_.dictionary().size()));
    if (kind == 4) return "ns:" + store_.key(any);
    terms_.push_back({fmt::format("?x{}", terms_.size()), node});
    return terms_.back().text;
  }

  const PropertyPaths& paths_;
  const TripleStore& store_;
  std::vector<Term> terms_;
};

// In byte order.
std::vector<std::string> keys_of(const std::vector<Node>& nodes, const TripleStore& store) {
  std::vector<std::string> keys;
  for (const Node node : nodes) keys.push_back(store.key(node));
  std::ranges::sort(keys);
  return keys;
}

void make_cases(const std::string& kb, std::uint64_t count, const std::string& folder) {
  const TripleStore store = open_store(kb);
  std::ofstream triples(folder + "/kb.nt", std::ios::binary);
  export_ntriples(store, [&](std::string_view lines) { triples << lines; });
  const PropertyPaths paths(store);
  for (const std::string_view path : kPropertyPaths) paths.find(path);
  Questions questions(paths);
  Walks walks(paths);
  std::ofstream cases(folder + "/cases.jsonl", std::ios::binary);
  std::uint64_t made = 0;
  for (std::uint64_t number = 0; made < count; ++number) {
    const auto query = made % 2 == 0 ? questions.draw(number) : walks.draw(number);
    if (!query) continue;
    const auto begin = std::chrono::steady_clock::now();
    const QueryAnswer answer = execute(*query, paths, kMostSteps);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (answer.is_abandoned || answer.count > kMostCount) continue;
    Json json = {{"query", to_text(*query)}, {"sparql", sparql_text(*query)}, {"ms", time.count()}};
    if (query->kind == QueryKind::kCount) {
      json["count"] = answer.count;
    } else {
      json["keys"] = keys_of(answer.nodes, store);
    }
    cases << json.dump() << '\n';
    ++made;
  }
}

std::vector<Query> read_queries(const std::string& file) {
  std::ifstream lines(file);
  std::vector<Query> queries;
  for (std::string line; std::getline(lines, line);) {
    queries.push_back(parse_query(Json::parse(line).at("query").get<std::string>()).query.value());
  }
  return queries;
}

void ask(const std::string& address, const std::string& file) {
  const EndpointKnowledge knowledge(address, {}, {}, {});
  for (const Query& query : read_queries(file)) {
    const bool is_closed = query.kind == QueryKind::kCount;
    const Json json = is_closed ? Json{{"count", knowledge.count(query).value()}}
                                : Json{{"keys", knowledge.answer(query).keys}};
    std::cout << json.dump() << '\n';
  }
}

}  // namespace
}  // namespace assay::cfq

int main(int count, char** words) try {
  const std::vector<std::string> given(words + 1, words + count);
  if (given.size() == 4 && given[0] == "make") {
    assay::cfq::make_cases(given[1], std::stoull(given[2]), given[3]);
  } else if (given.size() == 3 && given[0] == "ask") {
    assay::cfq::ask(given[1], given[2]);
  } else {
    std::cerr << "assay_knowledge_cases make KB COUNT FOLDER | ask ADDRESS FILE\n";
    return 2;
  }
  return 0;
} catch (const std::exception& problem) {
  std::cerr << problem.what() << '\n';
  return 3;
}
