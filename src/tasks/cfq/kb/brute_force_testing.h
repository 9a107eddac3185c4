// For tests: random stores and queries, and a second way of answering that shares no code with the
// one that is checked.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

using Fact = std::tuple<std::string, std::string, std::string>;
using Facts = std::set<Fact>;

// Names are of those keys that have one.
inline TripleStore store_with(const Facts& facts,
                              const std::map<std::string, std::string>& names = {}) {
  return prepare_triple_store("", "test", {}, [&](TripleStoreBuilder& builder) {
    for (const auto& [key, name] : names) builder.set_name(builder.node(key), name);
    for (const auto& [subject, relation, object] : facts) {
      const std::uint32_t from = builder.node(subject);
      const std::uint32_t to = builder.node(object);
      builder.add(from, builder.relation(relation), to);
    }
  });
}

// The other way of answering, by SPARQL's own definitions on texts: each clause as a bag of pairs,
// all assignments of all nodes to all variables, one after the other. It shares no code with what
// it checks but the clauses of a query.
class BruteForce {
 public:
  using Values = std::map<std::string, std::string>;  // of variables and placeholders
  using Visit = std::function<void(const Values&)>;

  // `visit` is called with every solution.
  BruteForce(const Facts& facts, const Query& query, Visit visit = {})
      : facts_(facts), query_(query), visit_(std::move(visit)) {
    std::set<std::string> nodes;
    for (const auto& [subject, relation, object] : facts) {
      nodes.insert(subject);
      nodes.insert(object);
    }
    nodes_.assign(nodes.begin(), nodes.end());
    std::set<std::string> variables;
    for (const Clause& clause : query.clauses) {
      if (clause.kind == ClauseKind::kFilter) continue;
      for (const std::string& each : {clause.subject, clause.object}) {
        if (each[0] == '?' || each[0] == 'M') variables.insert(each);
      }
      bags_.push_back(path_bag(clause.predicate));
    }
    variables_.assign(variables.begin(), variables.end());
    assign(0);
  }

  std::uint64_t count() const { return count_; }
  const std::set<std::string>& answers() const { return answers_; }

 private:
  using Pair = std::pair<std::string, std::string>;
  using Bag = std::map<Pair, std::uint64_t>;

  Bag step_bag(std::string step) const {
    const bool is_turned = step[0] == '^';
    if (is_turned) step = step.substr(1);
    if (step.substr(0, 3) == "ns:") step = step.substr(3);
    Bag bag;
    for (const auto& [subject, relation, object] : facts_) {
      if (relation == step) ++bag[is_turned ? Pair(object, subject) : Pair(subject, object)];
    }
    return bag;
  }

  Bag path_bag(const std::string& path) const {
    if (const auto bar = path.find('|'); bar != std::string::npos) {
      Bag bag = path_bag(path.substr(0, bar));
      for (const auto& [pair, times] : path_bag(path.substr(bar + 1))) bag[pair] += times;
      return bag;
    }
    const auto slash = path.find('/');
    if (slash == std::string::npos) return step_bag(path);
    Bag bag;
    const Bag rest = path_bag(path.substr(slash + 1));
    for (const auto& [first, times] : step_bag(path.substr(0, slash))) {
      for (const auto& [second, more] : rest) {
        if (first.second == second.first) bag[{first.first, second.second}] += times * more;
      }
    }
    return bag;
  }

  std::string value(const std::string& term) const {
    if (term[0] != '?' && term[0] != 'M') return term.substr(0, 3) == "ns:" ? term.substr(3) : term;
    const auto found = values_.find(term);
    return found == values_.end() ? "" : found->second;
  }

  void assign(std::size_t next) {
    if (next < variables_.size()) {
      for (const std::string& node : nodes_) {
        values_[variables_[next]] = node;
        if (is_possible(variables_[next])) assign(next + 1);
      }
      values_.erase(variables_[next]);
      return;
    }
    std::uint64_t times = 1;
    std::size_t bag = 0;
    for (const Clause& clause : query_.clauses) {
      const std::string subject = value(clause.subject);
      const std::string object = value(clause.object);
      if (clause.kind == ClauseKind::kFilter) {
        if (subject.empty() || object.empty() || subject == object) return;
      } else {
        const auto found = bags_[bag].find({subject, object});
        ++bag;
        if (found == bags_[bag - 1].end()) return;
        times *= found->second;
      }
    }
    count_ += times;
    if (visit_) visit_(values_);
    if (query_.kind != QueryKind::kSelect) return;
    const std::string answer = value(query_.answer);
    if (!answer.empty()) answers_.insert(answer);
  }

  // Only so that the loops end: a clause whose two ends are known must hold.
  bool is_possible(const std::string& variable) const {
    std::size_t bag = 0;
    for (const Clause& clause : query_.clauses) {
      if (clause.kind == ClauseKind::kFilter) continue;
      const Bag& pairs = bags_[bag++];
      if (clause.subject != variable && clause.object != variable) continue;
      const std::string subject = value(clause.subject);
      const std::string object = value(clause.object);
      if (!subject.empty() && !object.empty() && !pairs.contains({subject, object})) return false;
    }
    return true;
  }

  const Facts& facts_;
  const Query& query_;
  Visit visit_;
  std::vector<std::string> nodes_;
  std::vector<std::string> variables_;
  std::vector<Bag> bags_;
  Values values_;
  std::uint64_t count_ = 0;
  std::set<std::string> answers_;
};

inline Facts random_facts(Stream& stream) {
  Facts facts;
  const std::uint64_t nodes = 2 + stream.below(9);
  const std::uint64_t relations = 3 + stream.below(2);
  for (std::uint64_t left = 1 + stream.below(80); left > 0; --left) {
    const std::uint64_t subject = stream.below(nodes);
    const std::uint64_t relation = stream.below(relations);
    const std::uint64_t object = stream.below(nodes);
    facts.emplace("m." + std::to_string(subject), "r.t." + std::to_string(relation),
                  "m." + std::to_string(object));
  }
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const std::uint64_t type = stream.below(4);
    if (type < 3) facts.emplace("m." + std::to_string(node), "a", "t." + std::to_string(type));
  }
  return facts;
}

inline std::string random_path(Stream& stream) {
  std::string path;
  const std::uint64_t alternatives = 1 + stream.below(6) / 4;
  for (std::uint64_t alternative = 0; alternative < alternatives; ++alternative) {
    if (alternative > 0) path += '|';
    const std::uint64_t steps = 1 + stream.below(7) / 4 + stream.below(12) / 11;
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (step > 0) path += '/';
      if (stream.below(5) == 0) path += '^';
      path += "ns:r.t." + std::to_string(stream.below(9) / 2);  // r.t.4 is never there
    }
  }
  return path;
}

// Of twelve terms so many are one of two or three placeholders.
inline std::string random_term(Stream& stream, std::uint64_t variables,
                               std::uint64_t placeholders) {
  const std::uint64_t kind = stream.below(12);
  const std::uint64_t number = stream.below(12);
  if (kind == 0) return "ns:m." + std::to_string(number);  // perhaps unknown
  if (kind <= placeholders) return "M" + std::to_string(number % (placeholders > 1 ? 3 : 2));
  return "?x" + std::to_string(number % variables);
}

inline Query random_query(Stream& stream, std::uint64_t placeholders = 1) {
  Query query;
  const std::uint64_t variables = 1 + stream.below(4);
  if (stream.below(2) == 0) {
    query.kind = QueryKind::kSelect;
    query.answer = "?x0";
  }
  for (std::uint64_t left = 1 + stream.below(5); left > 0; --left) {
    Clause& clause = query.clauses.emplace_back();
    clause.subject = random_term(stream, variables, placeholders);
    const std::uint64_t kind = stream.below(8);
    if (kind == 0) {
      clause.kind = ClauseKind::kFilter;
      clause.object = random_term(stream, variables, placeholders);
    } else if (kind == 1) {
      clause.predicate = "a";
      clause.object = "ns:t." + std::to_string(stream.below(4));
    } else {
      clause.predicate = random_path(stream);
      clause.object = random_term(stream, variables, placeholders);
    }
  }
  return query;
}

}  // namespace assay::cfq
