// One direction of a binary relation between nodes: which values stand beside a key.
//
// A row per key, in flat arrays that can be mapped from a file. A row is found in constant time on
// average: the range of keys is cut into stretches of equal width, about four keys each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::cfq {

// An entity, a type, or a mediator, which has no name of its own.
using Node = std::uint32_t;

// The values of one key, ascending. `times` says how often each is derived, by a path that leads
// there in several ways; empty: once each.
struct AdjacencyRow {
  std::span<const Node> values;
  std::span<const std::uint32_t> times;

  bool contains(Node value) const { return std::ranges::binary_search(values, value); }
  // 0 where the value is not in the row.
  std::uint64_t times_of(Node value) const {
    const auto found = std::ranges::lower_bound(values, value);
    if (found == values.end() || *found != value) return 0;
    return times.empty() ? 1 : times[static_cast<std::size_t>(found - values.begin())];
  }
};

// Views into arrays of others.
struct Adjacency {
  std::span<const Node> keys;                // ascending; each has a value
  std::span<const std::uint32_t> starts;     // of rows, and the end; empty: one value per key
  std::span<const Node> values;              // row after row
  std::span<const std::uint32_t> times;      // parallel to values, or empty
  std::span<const std::uint32_t> stretches;  // where each begins in keys, and the end
  Node first_key = 0;
  std::uint32_t shift = 0;  // a stretch is 2^shift nodes wide

  // Empty for a node that is no key.
  AdjacencyRow row(Node key) const {
    if (key < first_key) return {};
    const std::size_t stretch = std::size_t{key - first_key} >> shift;
    if (stretch + 1 >= stretches.size()) return {};
    const auto begin = keys.begin() + stretches[stretch];
    const auto end = keys.begin() + stretches[stretch + 1];
    const auto found = std::lower_bound(begin, end, key);
    if (found == end || *found != key) return {};
    return row_at(static_cast<std::size_t>(found - keys.begin()));
  }

  AdjacencyRow row_at(std::size_t place) const {
    const std::size_t begin = starts.empty() ? place : starts[place];
    const std::size_t size = starts.empty() ? 1 : starts[place + 1] - begin;
    if (times.empty()) return {values.subspan(begin, size), {}};
    return {values.subspan(begin, size), times.subspan(begin, size)};
  }
};

// Both directions.
struct Relation {
  Adjacency objects;   // subject -> objects
  Adjacency subjects;  // object -> subjects

  std::size_t pairs() const { return objects.values.size(); }
  // Looks from the side with the shorter rows.
  bool contains(Node subject, Node object) const {
    return objects.keys.size() >= subjects.keys.size() ? objects.row(subject).contains(object)
                                                       : subjects.row(object).contains(subject);
  }
  Relation inverse() const { return {subjects, objects}; }
};

// The arrays behind an Adjacency.
struct AdjacencyArrays {
  std::vector<Node> keys;
  std::vector<std::uint32_t> starts;
  std::vector<Node> values;
  std::vector<std::uint32_t> times;
  std::vector<std::uint32_t> stretches;
  std::uint32_t shift = 0;

  Adjacency view() const {
    return {keys, starts, values, times, stretches, keys.empty() ? 0 : keys.front(), shift};
  }
};

// A pair as one number, so that pairs sort by key, then by value.
inline std::uint64_t pack_pair(Node key, Node value) { return std::uint64_t{key} << 32U | value; }
inline Node key_of_pair(std::uint64_t pair) { return static_cast<Node>(pair >> 32U); }
inline Node value_of_pair(std::uint64_t pair) { return static_cast<Node>(pair); }
inline std::uint64_t swapped_pair(std::uint64_t pair) { return pair << 32U | pair >> 32U; }

// Of packed pairs that ascend without repeats; `times` is parallel to them, or empty. At most 2^32
// - 1.
AdjacencyArrays make_adjacency(std::span<const std::uint64_t> pairs,
                               std::vector<std::uint32_t> times = {});

}  // namespace assay::cfq
