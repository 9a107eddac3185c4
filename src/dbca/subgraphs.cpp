// Why every set is found, and found once.
//
// Connected sets. A connected set of k + 1 nodes has a spanning tree; without one of its leaves, k
// connected nodes are left. So every set of k + 1 nodes is a set of k nodes and a neighbour, and
// growing all sets of one size by all their neighbours gives all sets of the next. A set comes up
// once for each node that it could do without; its key tells, and the set is entered the first time
// only. Up to 64 nodes the key is a bit set, so this is exact; beyond, it is a sum of 64-bit hashes
// of the nodes. What extends what is noted on the way: these are all pairs of a set and one that
// holds it and one node more.
//
// Chains. A chain of k + 1 nodes is a chain of k nodes and one input of its lowest node, in exactly
// one way, so nothing comes up twice. The same chain without its top is found without a search:
// chains that lengthen one chain stand in the order of inputs, so the chain without the top of
// "chain c and input i" is the i-th that lengthens "c without its top".
//
// Sizes are complete or left out: when a size would exceed `most_sets`, all its sets are dropped,
// so that what is counted does not depend on the order in which nodes stand.
//
// Cost. Time and memory are linear in the sets and their extensions, times the nodes of a set.
#include "assay/dbca/subgraphs.h"

#include <algorithm>
#include <limits>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay {

Subgraphs::Subgraphs(const CompoundDefinition& definition,
                     std::span<const std::uint64_t> rule_hashes)
    : shape_(definition.shape),
      weights_(definition.weights),
      least_nodes_(definition.least_nodes),
      most_nodes_(definition.most_nodes),
      most_sets_(definition.most_sets == 0 ? std::numeric_limits<std::size_t>::max()
                                           : definition.most_sets),
      keys_(definition.ordered, rule_hashes) {
  ASSAY_CHECK(most_nodes_ >= 1 && most_nodes_ <= kMostCompoundNodes);
  ASSAY_CHECK(least_nodes_ >= 1 && least_nodes_ <= most_nodes_);
}

std::span<const NodeId> Subgraphs::nodes(std::size_t set) const {
  return std::span(members_).subspan((too_small_ + set) * most_nodes_, sizes_[too_small_ + set]);
}

std::span<const CompoundKey> Subgraphs::larger(std::size_t set) const {
  const std::uint32_t begin = larger_begins_[too_small_ + set];
  return std::span(larger_).subspan(begin, larger_begins_[too_small_ + set + 1] - begin);
}

void Subgraphs::seek(const KeyTable* sought) {
  ASSAY_CHECK(shape_ == CompoundShape::kConnected);
  sought_ = sought;
}

bool Subgraphs::is_sought(std::size_t set) const {
  return sought_ == nullptr || sought_->find(compounds_[set]) != KeyTable::kAbsent;
}

// A set's key is the sum of its nodes': exact for up to 64 nodes.
std::uint64_t Subgraphs::node_key(NodeId node) const {
  return wide_ ? mix(node, 0x6E) : std::uint64_t{1} << node;
}

void Subgraphs::build_neighbours(const GraphView& graph) {
  neighbour_begins_.assign(graph.size() + 2, 0);
  const auto for_each_edge = [&](auto act) {
    for (NodeId node = 0; node < graph.size(); ++node) {
      for (const NodeId input : graph.inputs_of(node)) act(node, input);
    }
  };
  for_each_edge([&](NodeId node, NodeId input) {
    ++neighbour_begins_[node + 2];
    ++neighbour_begins_[input + 2];
  });
  for (std::size_t i = 2; i < neighbour_begins_.size(); ++i) {
    neighbour_begins_[i] += neighbour_begins_[i - 1];
  }
  neighbours_.resize(neighbour_begins_.back());
  for_each_edge([&](NodeId node, NodeId input) {
    neighbours_[neighbour_begins_[node + 1]++] = input;
    neighbours_[neighbour_begins_[input + 1]++] = node;
  });
}

void Subgraphs::find(const GraphView& graph) {
  cut_ = false;
  too_small_ = 0;
  keys_.enter(graph);
  members_.clear();
  sizes_.clear();
  set_keys_.clear();
  compounds_.clear();
  extensions_.clear();
  extension_begins_.clear();
  for (NodeId node = 0; node < graph.size(); ++node) {
    members_.resize(members_.size() + most_nodes_);
    members_[std::size_t{node} * most_nodes_] = node;
    sizes_.push_back(1);
    compounds_.push_back(keys_.key({&node, 1}));
  }
  if (shape_ == CompoundShape::kChains) {
    find_chains(graph);
  } else {
    find_connected(graph);
  }
  note_larger();
  while (too_small_ < sizes_.size() && sizes_[too_small_] < least_nodes_) ++too_small_;
}

void Subgraphs::find_connected(const GraphView& graph) {
  wide_ = graph.size() > 64;
  build_neighbours(graph);
  set_of_key_.clear();
  seen_.resize(std::max(seen_.size(), graph.size()));
  for (NodeId node = 0; node < graph.size(); ++node) {
    set_keys_.push_back(node_key(node));
    set_of_key_.insert(node_key(node));
  }
  std::size_t first = 0;
  for (std::uint32_t size = 1; size < most_nodes_; ++size) {
    const std::size_t last = compounds_.size();
    if (!grow_level(first, last, size)) break;
    first = last;
  }
}

// Adds every set that is one of [first, last) and one node more. False when those would be too
// many: then none is added.
bool Subgraphs::grow_level(std::size_t first, std::size_t last, std::uint32_t set_size) {
  for (std::size_t set = first; set < last; ++set) {
    extension_begins_.push_back(static_cast<std::uint32_t>(extensions_.size()));
    if (!is_sought(set)) continue;
    ++seen_epoch_;
    for (std::uint32_t i = 0; i < set_size; ++i) {
      seen_[members_[set * most_nodes_ + i]] = seen_epoch_;
    }
    for (std::uint32_t i = 0; i < set_size; ++i) {
      const NodeId member = members_[set * most_nodes_ + i];
      for (std::uint32_t at = neighbour_begins_[member]; at < neighbour_begins_[member + 1]; ++at) {
        const NodeId added = neighbours_[at];
        if (seen_[added] == seen_epoch_ || !is_sought(added)) continue;
        seen_[added] = seen_epoch_;
        extensions_.push_back(find_or_add(set_keys_[set] + node_key(added), set, added, set_size));
        if (compounds_.size() > most_sets_) {
          drop_from(last);
          set_keys_.resize(last);
          extensions_.resize(extension_begins_[first]);
          extension_begins_.resize(first);
          return false;
        }
      }
    }
  }
  return compounds_.size() > last;
}

std::uint32_t Subgraphs::find_or_add(std::uint64_t set_key, std::size_t base, NodeId added,
                                     std::uint32_t set_size) {
  const std::uint32_t set = set_of_key_.insert(set_key);
  if (set < compounds_.size()) return set;
  members_.resize(members_.size() + most_nodes_);
  const auto from = members_.begin() + static_cast<std::ptrdiff_t>(base * most_nodes_);
  const auto to = members_.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * most_nodes_);
  const auto place = std::upper_bound(from, from + set_size, added);
  *std::copy(from, place, to) = added;
  std::copy(place, from + set_size, to + (place - from) + 1);
  sizes_.push_back(static_cast<std::uint8_t>(set_size + 1));
  set_keys_.push_back(set_key);
  compounds_.push_back(keys_.key(nodes(set)));
  return set;
}

void Subgraphs::drop_from(std::size_t set) {
  cut_ = true;
  members_.resize(set * most_nodes_);
  sizes_.resize(set);
  compounds_.resize(set);
}

void Subgraphs::find_chains(const GraphView& graph) {
  begins_below_.clear();
  without_top_.assign(graph.size(), 0);
  top_slots_.assign(graph.size(), 0);
  std::size_t first = 0;
  for (std::uint32_t size = 1; size < most_nodes_; ++size) {
    const std::size_t last = compounds_.size();
    if (!lengthen_chains(graph, first, last, size)) break;
    first = last;
  }
  if (weights_ == Weighing::kTelling) note_longer_chains(graph.size());
}

// Adds every chain that is one of [first, last) and one node more below. False when those would be
// too many: then none is added.
bool Subgraphs::lengthen_chains(const GraphView& graph, std::size_t first, std::size_t last,
                                std::uint32_t set_size) {
  for (std::size_t set = first; set < last; ++set) {
    begins_below_.push_back(static_cast<std::uint32_t>(compounds_.size()));
    const auto inputs = graph.inputs_of(members_[set * most_nodes_]);
    if (!inputs.empty() && compounds_.size() + inputs.size() > most_sets_) {
      drop_from(last);
      return false;
    }
    for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
      const NodeId top = members_[set * most_nodes_ + set_size - 1];
      const bool is_single = set_size == 1;
      const std::uint32_t rest = is_single ? inputs[slot] : begins_below_[without_top_[set]] + slot;
      const std::uint32_t top_slot = is_single ? slot : top_slots_[set];
      without_top_.push_back(rest);
      top_slots_.push_back(top_slot);
      compounds_.push_back(keys_.chain_key(top, top_slot, compounds_[rest]));
      sizes_.push_back(static_cast<std::uint8_t>(set_size + 1));
      members_.resize(members_.size() + most_nodes_);
      const auto from = members_.begin() + static_cast<std::ptrdiff_t>(set * most_nodes_);
      const auto to = members_.end() - most_nodes_;
      *to = inputs[slot];
      std::copy(from, from + set_size, to + 1);
    }
  }
  return compounds_.size() > last;
}

// A chain lies in those that have one node more below it or above it.
void Subgraphs::note_longer_chains(std::size_t singles) {
  const std::size_t all = compounds_.size();
  const auto for_each_longer = [&](auto act) {
    for (std::size_t set = 0, longer = singles; longer < all; ++longer) {
      while (set + 1 < begins_below_.size() && begins_below_[set + 1] <= longer) ++set;
      act(set, longer);
      act(without_top_[longer], longer);
    }
  };
  extension_begins_.assign(all + 2, 0);
  for_each_longer([&](std::size_t set, std::size_t) { ++extension_begins_[set + 2]; });
  for (std::size_t i = 2; i < extension_begins_.size(); ++i) {
    extension_begins_[i] += extension_begins_[i - 1];
  }
  extensions_.resize(extension_begins_.back());
  for_each_longer([&](std::size_t set, std::size_t longer) {
    extensions_[extension_begins_[set + 1]++] = static_cast<std::uint32_t>(longer);
  });
}

void Subgraphs::note_larger() {
  larger_.clear();
  larger_begins_.assign(1, 0);
  if (weights_ == Weighing::kEven) {
    larger_begins_.resize(compounds_.size() + 1, 0);
    return;
  }
  for (std::size_t set = 0; set < compounds_.size(); ++set) {
    const std::size_t begin = larger_.size();
    if (set < extension_begins_.size()) {
      const std::size_t end =
          set + 1 < extension_begins_.size() ? extension_begins_[set + 1] : extensions_.size();
      for (std::size_t at = extension_begins_[set]; at < end; ++at) {
        larger_.push_back(compounds_[extensions_[at]]);
      }
      const auto first = larger_.begin() + static_cast<std::ptrdiff_t>(begin);
      std::sort(first, larger_.end());
      larger_.erase(std::unique(first, larger_.end()), larger_.end());
    }
    larger_begins_.push_back(static_cast<std::uint32_t>(larger_.size()));
  }
}

}  // namespace assay
