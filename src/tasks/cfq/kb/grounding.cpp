#include "assay/tasks/cfq/kb/grounding.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace assay::cfq {

namespace {

constexpr std::uint16_t kChoiceStream = 0;    // yes or no, and how a "No" is made
constexpr std::uint16_t kSolutionStream = 1;  // the solution
constexpr std::uint16_t kOtherStream = 2;     // others to mix with; all streams behind it

class Grounder {
 public:
  Grounder(const Query& pattern, const PropertyPaths& paths, Key key, StreamId id,
           const GroundingLimits& limits)
      : dictionary_(paths.store().dictionary()),
        key_(key),
        id_(id),
        limits_(limits),
        plan_(plan_query(pattern, paths)),
        placeholders_(plan_.placeholders()) {
    if (!plan_.is_too_large) make_placeholders_differ(plan_, Different::kNeighbours);
  }

  Grounding ground() {
    Grounding grounding;
    if (plan_.is_too_large) {
      grounding.outcome = GroundingOutcome::kAbandoned;
      return grounding;
    }
    std::vector<Node> nodes;
    const SearchResult result = draw_solution(kSolutionStream, nodes);
    if (result != SearchResult::kFound) {
      grounding.outcome = result == SearchResult::kNone ? GroundingOutcome::kUnsatisfiable
                                                        : GroundingOutcome::kAbandoned;
      return grounding;
    }
    if (plan_.kind == QueryKind::kSelect) {
      answer(nodes, grounding);
    } else {
      decide(nodes, grounding);
    }
    for (std::size_t at = 0; at < placeholders_.size() && grounding.is_grounded(); ++at) {
      grounding.fillings.push_back({plan_.variables[placeholders_[at]].name, nodes[at]});
    }
    return grounding;
  }

 private:
  Stream stream(std::uint16_t number) const {
    StreamId id = id_;
    id.attempt = static_cast<std::uint16_t>(id.attempt + number);
    return {key_, id};
  }

  static bool all_differ(std::vector<Node> nodes) {
    std::ranges::sort(nodes);
    return std::ranges::adjacent_find(nodes) == nodes.end();
  }

  QuerySearch::NodeTest test_of(const QueryPlan& plan) const {
    return [this, &plan](std::uint32_t variable, Node node) {
      return is_variable(plan.variables[variable].name) || dictionary_.has_unique_name(node);
    };
  }

  // Nodes of the placeholders of a solution. Mostly they differ by themselves; where they do not,
  // the search is made again under that condition, which joins parts that could be searched apart.
  SearchResult draw_solution(std::uint16_t number, std::vector<Node>& nodes) const {
    QueryPlan strict;
    for (const QueryPlan* plan : {&plan_, static_cast<const QueryPlan*>(&strict)}) {
      if (plan == &strict) {
        strict = plan_;
        make_placeholders_differ(strict, Different::kAll);
      }
      QuerySearch search(*plan, limits_.most_steps);
      search.set_test(test_of(*plan));
      Stream drawn = stream(number);
      const SearchResult result = search.find_one(drawn);
      if (result != SearchResult::kFound) return result;
      nodes.clear();
      for (const std::uint32_t each : placeholders_) nodes.push_back(search.values()[each]);
      if (all_differ(nodes)) break;
    }
    return SearchResult::kFound;
  }

  // The query with these nodes for its placeholders.
  QuerySearch bound_search(const std::vector<Node>& nodes, std::uint64_t most_steps) const {
    QuerySearch search(plan_, most_steps);
    for (std::size_t at = 0; at < nodes.size(); ++at) search.bind(placeholders_[at], nodes[at]);
    return search;
  }

  void answer(const std::vector<Node>& nodes, Grounding& grounding) const {
    auto answers = bound_search(nodes, limits_.most_answer_steps).answers();
    grounding.outcome = answers ? GroundingOutcome::kAnswered : GroundingOutcome::kAbandoned;
    if (answers) grounding.answers = *std::move(answers);
  }

  void decide(std::vector<Node>& nodes, Grounding& grounding) const {
    Stream choice = stream(kChoiceStream);
    grounding.outcome = GroundingOutcome::kYes;
    if (choice.below(2) == 0) return;
    if (auto mixed = mix(nodes, choice)) {
      nodes = *std::move(mixed);
      grounding.outcome = GroundingOutcome::kMixedNo;
    } else if (auto replaced = replace(nodes, choice)) {
      nodes = *std::move(replaced);
      grounding.outcome = GroundingOutcome::kGenericNo;
    } else {
      grounding.lacks_no = true;
    }
  }

  bool is_no(const std::vector<Node>& nodes) const {
    return all_differ(nodes) &&
           bound_search(nodes, limits_.most_steps).find_one() == SearchResult::kNone;
  }

  // Each other solution is mixed in several ways before the next is drawn.
  std::optional<std::vector<Node>> mix(const std::vector<Node>& nodes, Stream& choice) const {
    if (nodes.size() < 2) return std::nullopt;
    constexpr std::uint32_t kSolutions = kGroundingStreams - kOtherStream;
    for (std::uint16_t number = 0; number < kSolutions; ++number) {
      std::vector<Node> others;
      const auto at = static_cast<std::uint16_t>(kOtherStream + number);
      if (draw_solution(at, others) != SearchResult::kFound) continue;
      for (std::uint32_t tries = 0; tries * kSolutions < limits_.mixtures; ++tries) {
        std::vector<Node> mixed = nodes;
        const std::size_t first = choice.below(nodes.size());
        for (std::size_t place = 0; place < nodes.size(); ++place) {
          const bool is_other = choice.below(2) == 0;
          if (place == first || is_other) mixed[place] = others[place];
        }
        const std::size_t kept = choice.below(nodes.size() - 1);
        const std::size_t place = kept < first ? kept : kept + 1;
        mixed[place] = nodes[place];
        if (is_no(mixed)) return mixed;
      }
    }
    return std::nullopt;
  }

  // One entity gives way to another that stands on the same side of the same relation.
  std::optional<std::vector<Node>> replace(const std::vector<Node>& nodes, Stream& choice) const {
    if (nodes.empty()) return std::nullopt;
    for (std::uint32_t tries = 0; tries < limits_.replacements; ++tries) {
      std::vector<Node> replaced = nodes;
      const std::size_t place = choice.below(nodes.size());
      const auto& uses = plan_.variables[placeholders_[place]].uses;
      const PlanUse& use = uses[choice.below(uses.size())];
      const std::span<const Node> kind = use.rows(plan_.atoms[use.atom]).keys;
      const Node node = kind[choice.below(kind.size())];
      if (!dictionary_.has_unique_name(node)) continue;
      replaced[place] = node;
      if (is_no(replaced)) return replaced;
    }
    return std::nullopt;
  }

  const Dictionary& dictionary_;
  Key key_;
  StreamId id_;
  const GroundingLimits& limits_;
  QueryPlan plan_;
  std::vector<std::uint32_t> placeholders_;
};

}  // namespace

Grounding ground(const Query& pattern, const PropertyPaths& paths, Key key, StreamId id,
                 const GroundingLimits& limits) {
  return Grounder(pattern, paths, key, id, limits).ground();
}

Query filled_query(Query pattern, const std::vector<Filling>& fillings, const TripleStore& store) {
  for (Clause& clause : pattern.clauses) {
    for (std::string* term : {&clause.subject, &clause.object}) {
      const auto found = std::ranges::find(fillings, *term, &Filling::placeholder);
      if (found != fillings.end()) *term = "ns:" + store.key(found->node);
    }
  }
  return pattern;
}

}  // namespace assay::cfq
