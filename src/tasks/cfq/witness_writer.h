// For tests only: writes the clauses of a question that the witness has read.
//
// The head of a clause comes first: the node asked for, the subject of Did and Was, the noun under
// a relative clause, the role that someone has. Entities that are listed give one clause each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/witness_trees.h"
#include "assay/tasks/cfq/witness_words.h"

namespace assay::cfq::witness {

// One reading of a question. Clauses are sorted by bytes and keep the repetitions that
// repeated entities make; variables are ?0, ?1 ... in the order of mention, the answer of an open
// question is ?0.
struct Meaning {
  bool open = false;  // SELECT DISTINCT (Who, What, Which) instead of SELECT count(*)
  std::vector<std::string> clauses{};
  std::size_t variables = 0;
  std::size_t clashes = 0;  // how many things would have to be of two kinds at once
};

class Writer {
 public:
  // The query of a tree; nothing if the query language cannot say it.
  static std::optional<Meaning> write(const Sentence& sentence) {
    Writer writer;
    const auto subjects = writer.phrase(*sentence.subject);
    writer.clause(subjects, sentence.clause);
    if (sentence.adjective) {
      for (const auto node : subjects) writer.describe(node, *sentence.adjective);
    }
    if (sentence.same) writer.identify(subjects[0], writer.phrase(*sentence.same)[0]);
    const auto answer = writer.same(subjects[0]);
    if (sentence.open && !writer.nodes_[answer].name.empty()) writer.sayable_ = false;
    if (!writer.sayable_) return {};
    return writer.finish(sentence.open, answer);
  }

 private:
  struct Node {
    std::string name;  // of an entity; empty: a variable
    std::size_t same;  // itself, or the node it was identified with
  };
  struct Triple {
    std::size_t subject;
    std::string_view property;
    std::size_t object;
  };
  struct Fact {
    std::size_t subject;
    std::string_view property;
    std::string_view value;
  };

  std::size_t add_node(std::string name = {}) {
    nodes_.push_back({std::move(name), nodes_.size()});
    return nodes_.size() - 1;
  }

  std::size_t same(std::size_t node) const {
    while (nodes_[node].same != node) node = nodes_[node].same;
    return node;
  }

  // An entity wins over a variable; two entities cannot be one.
  void identify(std::size_t left, std::size_t right) {
    if (!nodes_[left].name.empty() && !nodes_[right].name.empty()) sayable_ = false;
    if (nodes_[right].name.empty()) {
      nodes_[right].same = left;
    } else {
      nodes_[left].same = right;
    }
  }

  void describe(std::size_t node, std::size_t adjective) {
    restrict_to(node, kind::kPeople);
    facts_.push_back({node, kAdjectives[adjective].property, kAdjectives[adjective].value});
  }

  void relate(std::size_t subject, std::string_view property, std::size_t object) {
    if (property.empty()) sayable_ = false;
    triples_.push_back({subject, property, object});
  }

  void restrict_to(std::size_t node, Kinds kinds) { kinds_.emplace_back(node, kinds); }

  void play(std::size_t node, Concept concept_id) {
    if (concept_id != Concept::kNone) played_.emplace_back(node, concept_id);
  }

  std::vector<std::size_t> phrase(const Phrase& tree) {
    std::vector<std::size_t> result;
    for (const auto& name : tree.entities) result.push_back(add_node(name));
    if (!result.empty()) return result;

    const auto node = add_node();
    result = {node};
    if (tree.noun) {
      types_.emplace_back(node, *tree.noun);
      restrict_to(node, kNouns[*tree.noun].kinds);
    }
    for (const auto adjective : tree.adjectives) describe(node, adjective);
    if (tree.of) {
      const auto others = phrase(*tree.of);
      for (const auto role : distinct(tree.roles)) have_role(node, kRoles[role], others);
    }
    if (tree.whose_roles.empty()) {
      clause(result, tree.clause);
    } else {
      clause({whose(node, tree)}, tree.clause);
    }
    return result;
  }

  // A list that names a verb or a role twice says it once; no published question does.
  template <class Item>
  static std::vector<Item> distinct(const std::vector<Item>& items) {
    std::vector<Item> result;
    for (const auto& item : items) {
      if (std::find(result.begin(), result.end(), item) == result.end()) result.push_back(item);
    }
    return result;
  }

  void have_role(std::size_t node, const Role& role, const std::vector<std::size_t>& others) {
    play(node, role.concept_id);
    restrict_to(node, role.kinds);
    for (const auto other : others) {
      relate(node, role.of, other);
      restrict_to(other, role.of_kinds);
    }
  }

  // One node has all the roles: "whose employee and founder".
  std::size_t whose(std::size_t node, const Phrase& tree) {
    const auto other = add_node();
    for (const auto adjective : tree.whose_adjectives) describe(other, adjective);
    for (const auto role : distinct(tree.whose_roles)) {
      relate(node, kRoles[role].whose, other);
      restrict_to(node, kRoles[role].of_kinds);
      restrict_to(other, kRoles[role].kinds);
    }
    return other;
  }

  void clause(const std::vector<std::size_t>& heads, const Groups& groups) {
    for (const auto& group : groups) {
      const auto others = phrase(*group.other);
      for (const auto& act : distinct(group.acts)) {
        const auto& verb = kVerbs[act.verb];
        for (const auto head : heads) {
          // Only a head plays: "directed by a film director" keeps the type of its agent.
          if (act.head_is_agent) play(head, verb.agent);
          for (const auto other : others) {
            relate(head, act.head_is_agent ? verb.active : verb.inverse, other);
            restrict_to(act.head_is_agent ? head : other, verb.agent_kinds);
            restrict_to(act.head_is_agent ? other : head, verb.undergoer_kinds);
          }
        }
      }
    }
  }

  std::size_t clashes() const {
    std::map<std::size_t, Kinds> left;
    for (const auto& [node, kinds] : kinds_) {
      left.try_emplace(same(node), kind::kAny).first->second &= kinds;
    }
    return static_cast<std::size_t>(
        std::count_if(left.begin(), left.end(), [](const auto& item) { return item.second == 0; }));
  }

  Meaning finish(bool open, std::size_t answer) const {
    Meaning meaning{.open = open, .clashes = clashes()};
    std::map<std::size_t, std::size_t> numbers;
    const auto name = [&](std::size_t node) {
      node = same(node);
      if (!nodes_[node].name.empty()) return nodes_[node].name;
      return "?" + std::to_string(numbers.try_emplace(node, numbers.size()).first->second);
    };
    if (open) name(answer);  // ?0
    for (std::size_t node = 0; node < nodes_.size(); ++node) name(node);
    meaning.variables = numbers.size();

    std::set<std::pair<std::size_t, Concept>> played;
    for (const auto& [node, concept_id] : played_) played.emplace(same(node), concept_id);
    auto& clauses = meaning.clauses;
    // What is called the same twice is it once: "Who was a person that M0 directed".
    std::set<std::tuple<std::size_t, std::string_view, std::string_view>> said;
    for (const auto& [node, noun] : types_) {
      const bool implied = played.contains({same(node), kNouns[noun].concept_id});
      if (!implied) said.emplace(same(node), "a", kNouns[noun].type);
    }
    for (const auto& [node, property, value] : facts_) said.emplace(same(node), property, value);
    for (const auto& [node, property, value] : said) {
      clauses.push_back(name(node) + ' ' + std::string(property) + ' ' + std::string(value));
    }
    for (const auto& [subject, property, object] : triples_) {
      clauses.push_back(name(subject) + ' ' + std::string(property) + ' ' + name(object));
      if (property != kSpousePath && property != kSiblingPath) continue;
      clauses.push_back("FILTER ( " + name(subject) + " != " + name(object) + " )");
    }
    std::sort(clauses.begin(), clauses.end());
    return meaning;
  }

  std::vector<Node> nodes_;
  std::vector<std::pair<std::size_t, std::size_t>> types_;  // node, noun
  std::vector<Fact> facts_;
  std::vector<Triple> triples_;
  std::vector<std::pair<std::size_t, Concept>> played_;
  std::vector<std::pair<std::size_t, Kinds>> kinds_;
  bool sayable_ = true;
};

}  // namespace assay::cfq::witness
