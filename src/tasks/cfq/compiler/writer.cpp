#include "assay/tasks/cfq/compiler/writer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/compiler/words.h"

namespace assay::cfq::compiler {

namespace {

class Writer {
 public:
  std::optional<Written> write(const Sentence& sentence) {
    const auto subjects = phrase(*sentence.subject);
    clause(subjects, sentence.clause);
    if (sentence.adjective) {
      for (const auto thing : subjects) describe(thing, *sentence.adjective);
    }
    if (sentence.same) identify(subjects[0], phrase(*sentence.same)[0]);
    const auto answer = same(subjects[0]);
    if (sentence.open && !things_[answer].name.empty()) sayable_ = false;
    if (!sayable_) return {};
    return Written{meaning(sentence.open, answer), !has_clash()};
  }

 private:
  struct Thing {
    std::string_view name;  // of an entity; empty: a variable
    std::size_t same;       // itself, or what it was identified with
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

  std::size_t add_thing(std::string_view name = {}) {
    things_.push_back({name, things_.size()});
    return things_.size() - 1;
  }

  std::size_t same(std::size_t node) const {
    while (things_[node].same != node) node = things_[node].same;
    return node;
  }

  // An entity wins over a variable; two entities cannot be one.
  void identify(std::size_t left, std::size_t right) {
    if (!things_[left].name.empty() && !things_[right].name.empty()) sayable_ = false;
    if (things_[right].name.empty()) {
      things_[right].same = left;
    } else {
      things_[left].same = right;
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
    for (const auto& name : tree.entities) result.push_back(add_thing(name));
    if (!result.empty()) return result;

    const auto node = add_thing();
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
    const auto other = add_thing();
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

  bool has_clash() const {
    std::vector<Kinds> left(things_.size(), kind::kAny);
    for (const auto& [thing, kinds] : kinds_) left[same(thing)] &= kinds;
    return std::find(left.begin(), left.end(), Kinds{0}) != left.end();
  }

  // Nodes of all things, with variables numbered in the order of mention, the answer first.
  std::vector<Node> nodes(bool open, std::size_t answer, std::uint32_t& variables) const {
    constexpr std::uint32_t kNone = 0xFFFF'FFFF;
    std::vector<std::uint32_t> numbers(things_.size(), kNone);
    if (open) numbers[answer] = variables++;
    std::vector<Node> all;
    for (std::size_t thing = 0; thing < things_.size(); ++thing) {
      const std::size_t which = same(thing);
      const bool is_variable = things_[which].name.empty();
      if (is_variable && numbers[which] == kNone) numbers[which] = variables++;
      all.push_back(is_variable ? Node{{}, numbers[which]} : Node{things_[which].name});
    }
    return all;
  }

  bool is_implied(std::size_t thing, Concept concept_id) const {
    return std::any_of(played_.begin(), played_.end(), [&](const auto& played) {
      return same(played.first) == thing && played.second == concept_id;
    });
  }

  Meaning meaning(bool open, std::size_t answer) const {
    Meaning meaning{.open = open};
    const auto node = nodes(open, answer, meaning.variables);
    auto& clauses = meaning.clauses;
    // What is called the same twice is it once: "Who was a person that M0 directed".
    std::vector<std::tuple<std::size_t, std::string_view, std::string_view>> said;
    const auto say = [&](std::size_t thing, std::string_view property, std::string_view value) {
      const std::tuple fact(same(thing), property, value);
      if (std::find(said.begin(), said.end(), fact) != said.end()) return;
      said.push_back(fact);
      clauses.push_back({node[thing], property, {value}});
    };
    for (const auto& [thing, noun] : types_) {
      if (!is_implied(same(thing), kNouns[noun].concept_id)) say(thing, "a", kNouns[noun].type);
    }
    for (const auto& [thing, property, value] : facts_) say(thing, property, value);
    for (const auto& [subject, property, object] : triples_) {
      clauses.push_back({node[subject], property, node[object]});
      if (property != kSpousePath && property != kSiblingPath) continue;
      clauses.push_back({node[subject], kDiffers, node[object]});
    }
    return meaning;
  }

  std::vector<Thing> things_;
  std::vector<std::pair<std::size_t, std::size_t>> types_;  // node, noun
  std::vector<Fact> facts_;
  std::vector<Triple> triples_;
  std::vector<std::pair<std::size_t, Concept>> played_;
  std::vector<std::pair<std::size_t, Kinds>> kinds_;
  bool sayable_ = true;
};

}  // namespace

std::optional<Written> write(const Sentence& sentence) { return Writer().write(sentence); }

}  // namespace assay::cfq::compiler
