// Keys and names of nodes in few bytes: m.0jt90f5 is called "Deadfall".
//
// A key is unique, a name need not be: CFQ asks only about entities whose name belongs to no other
// (Keysers et al. 2020, section 3.1). Keys stand in byte order, so a node's number is the rank of
// its key; each keeps only what differs from the one before. Several keys make a block, which is
// read from its beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/prepared_files.h"
#include "assay/tasks/cfq/kb/adjacency.h"

namespace assay::cfq {

struct DictionaryEntry {
  std::string_view key;
  std::string_view name;  // empty: it has none
};

// Writes the files of a dictionary; keys ascend.
void write_dictionary(std::span<const DictionaryEntry> entries, PreparedSink& sink);

class Dictionary {
 public:
  // Reads the files in place: they must outlive it.
  explicit Dictionary(const PreparedFiles& files);

  std::size_t size() const { return size_; }
  std::uint64_t bytes() const;

  std::optional<Node> find(std::string_view key) const;
  std::string key(Node node) const;
  std::string name(Node node) const;
  // It has a name and no other node has the same.
  bool has_unique_name(Node node) const {
    return node < size_ && (unique_[node / 64] >> (node % 64) & 1U) != 0;
  }
  // All nodes of that name, ascending.
  std::span<const Node> named(std::string_view name) const;
  // All nodes that have a name, by name.
  std::span<const Node> by_name() const { return by_name_; }

 private:
  class Reader;

  std::string_view first_key(std::size_t block) const;

  std::string_view text_;
  std::span<const std::uint64_t> blocks_;
  std::span<const Node> by_name_;
  std::span<const std::uint64_t> unique_;
  std::size_t size_ = 0;
};

// The places of texts in byte order, equal ones by place.
std::vector<std::uint32_t> sorted_places(std::span<const std::string_view> texts);

}  // namespace assay::cfq
