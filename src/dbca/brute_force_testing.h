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

// What stands for the rules of such graphs.
inline const std::vector<std::uint64_t>& three_hashes() {
  static const std::vector<std::uint64_t> kHashes{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL,
                                                  0xA4093822299F31D0ULL};
  return kHashes;
}

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

// A path that goes down: its nodes from above and the slot that each next one stands in.
struct Path {
  std::vector<NodeId> nodes;
  std::vector<std::size_t> slots;  // one fewer
  friend auto operator<=>(const Path&, const Path&) = default;
};

// Of every node set, in the only order that can go down, all ways from node to node. For graphs of
// at most 20 nodes.
inline std::vector<Path> all_paths(const RuleGraph& graph, std::uint32_t most_nodes) {
  std::vector<Path> all;
  for (std::uint32_t mask = 1; mask < 1U << graph.size(); ++mask) {
    if (static_cast<std::uint32_t>(std::popcount(mask)) > most_nodes) continue;
    auto nodes = nodes_of(mask);
    std::ranges::reverse(nodes);  // inputs have smaller numbers than their users
    std::vector<Path> paths{{nodes, {}}};
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      std::vector<Path> longer;
      for (const Path& path : paths) {
        for (std::size_t slot = 0; slot < graph.inputs(nodes[i]).size(); ++slot) {
          if (graph.inputs(nodes[i])[slot] != nodes[i + 1]) continue;
          longer.push_back(path);
          longer.back().slots.push_back(slot);
        }
      }
      paths = longer;
    }
    all.insert(all.end(), paths.begin(), paths.end());
  }
  return all;
}

// Whether the steps of `inner` stand in `outer`, one behind the other.
inline bool lies_in(const Path& inner, const Path& outer) {
  for (std::size_t from = 0; from + inner.nodes.size() <= outer.nodes.size(); ++from) {
    const auto shift = static_cast<std::ptrdiff_t>(from);
    if (std::equal(inner.nodes.begin(), inner.nodes.end(), outer.nodes.begin() + shift) &&
        std::equal(inner.slots.begin(), inner.slots.end(), outer.slots.begin() + shift)) {
      return true;
    }
  }
  return false;
}

// The weights of appendix L.4 from the formula, or plain counts.
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

  // Parts of the whole that is the number of occurrences, or how many there are; compounds of no
  // weight are left out.
  std::map<std::size_t, std::uint32_t> weigh(const RuleGraph& graph) {
    std::map<std::size_t, std::uint32_t> heaviest;
    const auto found = occurrences_in(graph);
    for (const Occurrence& one : found) {
      if (!occurrences_.contains(one.compound)) continue;
      if (definition_.weights == Weighing::kEven) {
        ++heaviest[one.compound];
        continue;
      }
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
  std::uint32_t whole(std::size_t compound) const {
    return definition_.weights == Weighing::kEven ? 1 : occurrences_.at(compound);
  }
  bool is_cut(const RuleGraph& graph) const {
    return count_of(graph, kept_size(graph)) < count_of(graph, definition_.most_nodes);
  }

 private:
  struct Occurrence {
    std::size_t compound = 0;
    std::set<std::size_t> larger;
  };

  std::size_t count_of(const RuleGraph& graph, std::uint32_t most_nodes) const {
    return definition_.shape == CompoundShape::kChains ? all_paths(graph, most_nodes).size()
                                                       : connected_masks(graph, most_nodes).size();
  }

  // The largest size up to which all together are no more than most_sets; single nodes always.
  std::uint32_t kept_size(const RuleGraph& graph) const {
    std::uint32_t size = definition_.most_nodes;
    while (size > 1 && definition_.most_sets > 0 && count_of(graph, size) > definition_.most_sets) {
      --size;
    }
    return size;
  }

  std::vector<Occurrence> occurrences_in(const RuleGraph& graph) {
    return definition_.shape == CompoundShape::kChains ? paths_in(graph) : masks_in(graph);
  }

  std::vector<Occurrence> paths_in(const RuleGraph& graph) {
    auto paths = all_paths(graph, kept_size(graph));
    std::erase_if(paths,
                  [&](const Path& path) { return path.nodes.size() < definition_.least_nodes; });
    std::vector<Occurrence> found;
    for (const Path& path : paths) {
      std::vector<std::size_t> name;  // rules, and slots where they count, from above
      for (std::size_t i = 0; i < path.nodes.size(); ++i) {
        name.push_back(graph.rule(path.nodes[i]));
        if (definition_.ordered && i < path.slots.size()) name.push_back(path.slots[i]);
      }
      found.push_back({number_of_chain_.emplace(name, number_of_chain_.size()).first->second, {}});
    }
    for (std::size_t i = 0; has_larger() && i < paths.size(); ++i) {
      for (std::size_t j = 0; j < paths.size(); ++j) {
        const bool counts = supergraphs_ == Supergraphs::kAll
                                ? i != j
                                : paths[j].nodes.size() == paths[i].nodes.size() + 1;
        if (counts && lies_in(paths[i], paths[j])) found[i].larger.insert(found[j].compound);
      }
    }
    return found;
  }

  bool has_larger() const { return definition_.weights == Weighing::kTelling; }

  std::vector<Occurrence> masks_in(const RuleGraph& graph) {
    auto masks = connected_masks(graph, kept_size(graph));
    std::erase_if(masks, [&](std::uint32_t mask) {
      return static_cast<std::uint32_t>(std::popcount(mask)) < definition_.least_nodes;
    });
    std::vector<Occurrence> found;
    for (const std::uint32_t mask : masks) {
      found.push_back({number_of(induced(graph, nodes_of(mask), definition_.ordered)), {}});
    }
    for (std::size_t i = 0; has_larger() && i < masks.size(); ++i) {
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
  std::map<std::vector<std::size_t>, std::size_t> number_of_chain_;
  std::map<std::size_t, std::uint32_t> occurrences_;
  std::map<std::size_t, std::map<std::size_t, std::uint32_t>> inside_;
};

}  // namespace assay::brute_force
