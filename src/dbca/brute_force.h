// For the tests of this layer: what it computes, again, by trying everything. Shares only types
// with the sources, so that the two can disagree.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "assay/base/random.h"
#include "assay/core/compound_definition.h"
#include "assay/core/rule_graph.h"

namespace assay::brute_force {

struct GraphSpread {
  std::uint64_t least_nodes = 1;
  std::uint64_t most_nodes = 6;
  std::uint64_t rules = 2;
  std::uint64_t most_inputs = 3;
};

// Any graph; inputs may repeat and parts may lie apart.
inline RuleGraph random_graph(Stream& stream, const GraphSpread& spread) {
  RuleGraph graph;
  const std::uint64_t more = stream.below(spread.most_nodes - spread.least_nodes + 1);
  for (std::uint64_t node = 0; node < spread.least_nodes + more; ++node) {
    std::vector<NodeId> inputs(node == 0 ? 0 : stream.below(spread.most_inputs + 1));
    for (NodeId& input : inputs) input = static_cast<NodeId>(stream.below(node));
    graph.apply(static_cast<RuleId>(stream.below(spread.rules)), inputs);
  }
  return graph;
}

inline std::vector<NodeId> nodes_of(std::uint32_t mask) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < 32; ++node) {
    if ((mask >> node & 1U) != 0) nodes.push_back(node);
  }
  return nodes;
}

// Every bit mask of nodes that hang together; ascending. For graphs of at most 20 nodes.
inline std::vector<std::uint32_t> connected_masks(const RuleGraph& graph,
                                                  std::uint32_t most_nodes) {
  std::vector<std::uint32_t> touching(graph.size(), 0);
  for (NodeId node = 0; node < graph.size(); ++node) {
    for (const NodeId input : graph.inputs(node)) {
      touching[node] |= 1U << input;
      touching[input] |= 1U << node;
    }
  }
  std::vector<std::uint32_t> masks;
  for (std::uint32_t mask = 1; mask < 1U << graph.size(); ++mask) {
    if (static_cast<std::uint32_t>(std::popcount(mask)) > most_nodes) continue;
    std::uint32_t reached = mask & (~mask + 1);
    for (std::uint32_t before = 0; before != reached;) {
      before = reached;
      for (NodeId node = 0; node < graph.size(); ++node) {
        if ((before >> node & 1U) != 0) reached |= touching[node] & mask;
      }
    }
    if (reached == mask) masks.push_back(mask);
  }
  return masks;
}

// A graph cut out of another.
struct Induced {
  std::vector<RuleId> rules;
  // edges[i][j]: the slots of i that hold j as bits, or how many they are when unordered.
  std::vector<std::vector<std::uint32_t>> edges;

  std::size_t size() const { return rules.size(); }
  friend auto operator<=>(const Induced&, const Induced&) = default;
};

inline Induced induced(const RuleGraph& graph, std::span<const NodeId> nodes, bool ordered) {
  Induced part;
  for (const NodeId user : nodes) {
    part.rules.push_back(graph.rule(user));
    auto& row = part.edges.emplace_back();
    for (const NodeId node : nodes) {
      std::uint32_t slots = 0;
      for (std::size_t slot = 0; slot < graph.inputs(user).size(); ++slot) {
        if (graph.inputs(user)[slot] == node) slots |= 1U << slot;
      }
      row.push_back(ordered ? slots : static_cast<std::uint32_t>(std::popcount(slots)));
    }
  }
  return part;
}

// Tries every way to lay the nodes of `a` from `next` on over those of `b` not in `image` yet.
inline bool can_lay_over(const Induced& a, const Induced& b, std::vector<std::size_t>& image) {
  const std::size_t next = image.size();
  if (next == a.size()) return true;
  for (std::size_t node = 0; node < b.size(); ++node) {
    if (a.rules[next] != b.rules[node] || std::ranges::count(image, node) > 0) continue;
    image.push_back(node);
    bool fits = true;
    for (std::size_t i = 0; i <= next && fits; ++i) {
      fits = a.edges[i][next] == b.edges[image[i]][node] &&
             a.edges[next][i] == b.edges[node][image[i]];
    }
    if (fits && can_lay_over(a, b, image)) return true;
    image.pop_back();
  }
  return false;
}

// From the last node on, each as closely tied to those before as any: misfits show early.
inline Induced closely_ordered(const Induced& part) {
  std::vector<std::size_t> order{part.size() - 1};
  while (order.size() < part.size()) {
    std::size_t closest = 0;
    std::ptrdiff_t most_ties = -1;
    for (std::size_t node = 0; node < part.size(); ++node) {
      if (std::ranges::count(order, node) > 0) continue;
      const auto ties = std::ranges::count_if(order, [&](std::size_t other) {
        return part.edges[node][other] + part.edges[other][node] > 0;
      });
      if (ties > most_ties) closest = node;
      most_ties = std::max<std::ptrdiff_t>(most_ties, ties);
    }
    order.push_back(closest);
  }
  Induced other;
  for (const std::size_t user : order) {
    other.rules.push_back(part.rules[user]);
    auto& row = other.edges.emplace_back();
    for (const std::size_t node : order) row.push_back(part.edges[user][node]);
  }
  return other;
}

inline bool are_isomorphic(const Induced& a, const Induced& b) {
  if (a.size() != b.size()) return false;
  std::vector<std::size_t> image;
  return can_lay_over(closely_ordered(a), b, image);
}

// The smallest of all renumberings.
inline Induced canonical(const Induced& part) {
  std::vector<std::size_t> order(part.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Induced smallest = part;
  do {
    Induced other;
    for (const std::size_t user : order) {
      other.rules.push_back(part.rules[user]);
      if (other.rules.back() > smallest.rules[other.rules.size() - 1] &&
          std::equal(other.rules.begin(), other.rules.end() - 1, smallest.rules.begin())) {
        break;
      }
      auto& row = other.edges.emplace_back();
      for (const std::size_t node : order) row.push_back(part.edges[user][node]);
    }
    if (other.edges.size() == part.size()) smallest = std::min(smallest, other);
  } while (std::next_permutation(order.begin(), order.end()));
  return smallest;
}

// The weights of appendix L.4, from the formula.
class Weigher {
 public:
  // Which larger compounds an occurrence can lie in.
  enum class Supergraphs { kAll, kOneNodeLarger };

  Weigher(const CompoundDefinition& definition, Supergraphs supergraphs)
      : definition_(definition), supergraphs_(supergraphs) {}

  // One more graph of the sample.
  void count(const RuleGraph& graph) {
    const auto found = occurrences_in(graph);
    for (const Occurrence& one : found) {
      ++occurrences_[one.compound];
      for (const std::size_t larger : one.larger) ++inside_[one.compound][larger];
    }
  }

  // Parts of the whole that is the number of occurrences; compounds of no weight are left out.
  std::map<std::size_t, std::uint32_t> weigh(const RuleGraph& graph) {
    std::map<std::size_t, std::uint32_t> heaviest;
    const auto found = occurrences_in(graph);
    for (const Occurrence& one : found) {
      if (!occurrences_.contains(one.compound)) continue;
      std::uint32_t most = 0;
      for (const std::size_t larger : one.larger) {
        const auto& inside = inside_[one.compound];
        if (inside.contains(larger)) most = std::max(most, inside.at(larger));
      }
      const std::uint32_t parts = occurrences_[one.compound] - most;
      if (parts > 0) heaviest[one.compound] = std::max(heaviest[one.compound], parts);
    }
    return heaviest;
  }

  const std::map<std::size_t, std::uint32_t>& occurrences() const { return occurrences_; }
  // By compound and larger compound.
  const std::map<std::size_t, std::map<std::size_t, std::uint32_t>>& inside() const {
    return inside_;
  }
  bool is_cut(const RuleGraph& graph) const {
    return kept_masks(graph).size() < connected_masks(graph, definition_.most_nodes).size();
  }

 private:
  struct Occurrence {
    std::size_t compound = 0;
    std::set<std::size_t> larger;
  };

  // All sizes that together are no more than most_sets; single nodes always.
  std::vector<std::uint32_t> kept_masks(const RuleGraph& graph) const {
    std::vector<std::uint32_t> kept = connected_masks(graph, 1);
    for (std::uint32_t size = 2; size <= definition_.most_nodes; ++size) {
      const auto masks = connected_masks(graph, size);
      if (definition_.most_sets > 0 && masks.size() > definition_.most_sets) break;
      kept = masks;
    }
    return kept;
  }

  std::vector<Occurrence> occurrences_in(const RuleGraph& graph) {
    const auto masks = kept_masks(graph);
    std::vector<Occurrence> found;
    for (const std::uint32_t mask : masks) {
      found.push_back({number_of(induced(graph, nodes_of(mask), definition_.ordered)), {}});
    }
    for (std::size_t i = 0; i < masks.size(); ++i) {
      for (std::size_t j = 0; j < masks.size(); ++j) {
        const bool holds = i != j && (masks[i] & masks[j]) == masks[i];
        const bool counts = supergraphs_ == Supergraphs::kAll ||
                            std::popcount(masks[j]) == std::popcount(masks[i]) + 1;
        if (holds && counts) found[i].larger.insert(found[j].compound);
      }
    }
    return found;
  }

  std::size_t number_of(const Induced& part) {
    const auto known = number_of_part_.find(part);
    if (known != number_of_part_.end()) return known->second;
    const std::size_t number =
        number_of_class_.emplace(canonical(part), number_of_class_.size()).first->second;
    number_of_part_.emplace(part, number);
    return number;
  }

  CompoundDefinition definition_;
  Supergraphs supergraphs_;
  std::map<Induced, std::size_t> number_of_part_;
  std::map<Induced, std::size_t> number_of_class_;
  std::map<std::size_t, std::uint32_t> occurrences_;
  std::map<std::size_t, std::map<std::size_t, std::uint32_t>> inside_;
};

}  // namespace assay::brute_force
