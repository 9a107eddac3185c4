// Why keys are equal exactly for isomorphic subgraphs, but for chance equality of hashes.
//
// Nodes carry rules; edges carry the slot of the user that the input stands in, or nothing where
// inputs have no order. Read a hash as the nested term that it was made of: equal hashes are equal
// terms. Sums of hashes stand for multisets. Which of three ways is taken depends on the number of
// roots, edges and nodes, so isomorphic subgraphs take the same. Keys of different ways differ:
// those made of colours are marked (kColoured), and colours tell the number of edges.
//
// 1. A rooted tree. The term of a node is its rule and the multiset of (slot, term of the input).
//    The term of the root spells out the tree, and nothing in it depends on the order of nodes.
//
// 2. Another tree: several roots, but one edge less than nodes. Colour refinement replaces each
//    colour by the term (colour, multiset of (slot, direction, colour of neighbour)) until the
//    number of colours no longer grows; the key is the multiset of colours. Isomorphic graphs get
//    the same colours after the same number of rounds. The other way round: two graphs with the
//    same multiset of colours after the last round agree in how many neighbours of each colour a
//    node of each colour has. For trees that determines the graph: begin with a node of the same
//    colour in both and go outwards, matching neighbours by colour.
//
// 3. Anything else. If refinement gives every node a colour of its own, the colours spell out the
//    graph: each names its node's rule and, by their last colours, its neighbours. If not, some
//    colour is shared. The smallest such colour is the same in isomorphic graphs. Each of its nodes
//    in turn is singled out by a new colour, and refined further; the smallest key counts. That is
//    the same whichever way the nodes are numbered, because all of them are tried. And equal keys
//    come from two colourings that spell out the same graph. Nodes that could change places (twins)
//    give the same key, so only the first of them is tried.
//
// Cost. The first way, by far the most common, is linear in the edges. A round of refinement is
// linear, too, up to sorting at most kMostCompoundNodes colours, and there are at most as many
// rounds as nodes. Singling out multiplies that by the nodes of a shared colour, at each depth;
// twins, the usual symmetry in graphs of rules, multiply nothing.
#include "assay/dbca/compound_key.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay {

namespace {

constexpr std::uint64_t kSlot = 0x51;
constexpr std::uint64_t kUser = 0x52;
constexpr std::uint64_t kColoured = 0x53;
constexpr std::uint64_t kSingled = 0x54;

}  // namespace

void CompoundKeys::enter(const GraphView& graph) {
  graph_ = graph;
  place_.assign(graph.size(), 0);
}

std::uint64_t CompoundKeys::slot_hash(std::size_t slot) const {
  return ordered_ ? slot + kSlot : kSlot;
}

CompoundKey CompoundKeys::chain_key(NodeId top, std::size_t slot, CompoundKey below) const {
  return mix(rule_hashes_[graph_.rules[top]], mix(slot_hash(slot), below));
}

CompoundKey CompoundKeys::key(std::span<const NodeId> nodes) {
  ASSAY_CHECK(!nodes.empty() && nodes.size() <= kMostCompoundNodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    place_[nodes[i]] = static_cast<std::uint8_t>(i + 1);
  }
  // Inputs stand before their users, so one pass hashes every node with all that lies below it.
  edges_.clear();
  std::uint32_t used = 0;  // bit i: node i is an input of another
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::uint64_t below = 0;
    const auto inputs = graph_.inputs_of(nodes[i]);
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
      const std::uint8_t place = place_[inputs[slot]];
      if (place == 0) continue;
      const std::uint64_t hash = slot_hash(slot);
      below += mix(hash, hashes_[place - 1]);
      used |= 1U << (place - 1U);
      edges_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(place - 1), hash});
    }
    hashes_[i] = mix(rule_hashes_[graph_.rules[nodes[i]]], below);
  }
  for (const NodeId node : nodes) place_[node] = 0;
  const bool one_root = used == (1U << (nodes.size() - 1U)) - 1U;
  if (one_root && edges_.size() + 1 == nodes.size()) return hashes_[nodes.size() - 1];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    hashes_[i] = rule_hashes_[graph_.rules[nodes[i]]];
  }
  return key_by_colours(nodes.size());
}

CompoundKey CompoundKeys::key_by_colours(std::size_t size) const {
  Colours colours = hashes_;
  const std::size_t distinct = refine(colours, size);
  // Trees need no colour for each node.
  const std::size_t settled = edges_.size() + 1 == size ? size : distinct;
  return mix(kColoured, smallest_key(colours, size, settled));
}

// Colours every node by its colour and those around it until that splits no colour any more; gives
// the number of colours.
std::size_t CompoundKeys::refine(Colours& colours, std::size_t size) const {
  std::size_t distinct = 0;
  for (;;) {
    Colours sorted = colours;
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(size));
    const auto end =
        std::unique(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(size));
    const auto now = static_cast<std::size_t>(end - sorted.begin());
    if (now == distinct) return distinct;
    distinct = now;
    Colours around{};
    for (const Edge& edge : edges_) {
      around[edge.user] += mix(edge.slot_hash, colours[edge.input]);
      around[edge.input] += mix(edge.slot_hash ^ (kUser << 8U), colours[edge.user]);
    }
    for (std::size_t i = 0; i < size; ++i) colours[i] = mix(colours[i], around[i]);
  }
}

CompoundKey CompoundKeys::smallest_key(const Colours& colours, std::size_t size,
                                       std::size_t distinct) const {
  if (distinct == size) {
    CompoundKey sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += mix(kColoured, colours[i]);
    return sum;
  }
  // The smallest colour that several nodes share: the same choice in every equal graph.
  std::uint64_t shared = ~std::uint64_t{0};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (colours[i] == colours[j]) shared = std::min(shared, colours[i]);
    }
  }
  CompoundKey smallest = ~CompoundKey{0};
  for (std::size_t i = 0; i < size; ++i) {
    if (colours[i] != shared) continue;
    bool twin = false;
    for (std::size_t j = 0; j < i && !twin; ++j) twin = colours[j] == shared && are_twins(j, i);
    if (twin) continue;  // gives the same key as the node before
    Colours singled = colours;
    singled[i] = mix(kSingled, colours[i]);
    const std::size_t now = refine(singled, size);
    smallest = std::min(smallest, smallest_key(singled, size, now));
  }
  return smallest;
}

// Two nodes that can change places: the same edges to the same nodes.
bool CompoundKeys::are_twins(std::size_t a, std::size_t b) const {
  const auto count = [&](std::size_t of, const Edge& like, bool as_user) {
    return std::ranges::count_if(edges_, [&](const Edge& edge) {
      return edge.slot_hash == like.slot_hash &&
             (as_user ? edge.user == of && edge.input == like.input
                      : edge.input == of && edge.user == like.user);
    });
  };
  return std::ranges::all_of(edges_, [&](const Edge& edge) {
    const bool as_user = edge.user == a || edge.user == b;
    if (!as_user && edge.input != a && edge.input != b) return true;
    return count(a, edge, as_user) == count(b, edge, as_user);
  });
}

}  // namespace assay
