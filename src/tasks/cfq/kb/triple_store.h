// The knowledge base as an embedded triple store: a dictionary of nodes, and every relation
// readable from both sides.
//
// It offers what grounding a CFQ question needs and nothing else: objects of a subject, subjects of
// an object, all pairs of a relation, members of a type, whether a triple is there. `a` is a
// relation like any other, and types are nodes. Nothing is read when a store is opened: all arrays
// are used where prepared files hold them, in memory or mapped.
//
// Its bytes depend on the set of triples and names alone, not on the order in which they came; only
// mediators without a key are numbered as they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/prepared_files.h"
#include "assay/tasks/cfq/kb/adjacency.h"
#include "assay/tasks/cfq/kb/dictionary.h"

namespace assay::cfq {

// The relation between an entity and its types.
inline constexpr std::string_view kTypeRelation = "a";

// What whole IRIs have in front of keys and relations.
inline constexpr std::string_view kNamespace = "http://rdf.freebase.com/ns/";

// Part of every key under which a store is kept: raised whenever its bytes change their meaning.
inline constexpr std::string_view kTripleStoreFormat = "triples 1";

class TripleStore {
 public:
  // Of files that TripleStoreBuilder wrote.
  explicit TripleStore(PreparedFiles files);

  std::uint64_t triples() const { return triples_; }
  std::uint64_t nodes() const { return nodes_; }  // mediators without a key come last
  std::uint64_t bytes() const;                    // of all files

  const Dictionary& dictionary() const { return dictionary_; }
  // m.0jt90f5, or _:7 for the seventh mediator without a key.
  std::string key(Node node) const;

  // Relations are numbered in byte order of their names.
  std::size_t relations() const { return relations_.size(); }
  const std::string& relation_name(std::size_t number) const { return relation_names_[number]; }
  const Relation& relation(std::size_t number) const { return relations_[number]; }
  // Without a pair where the store has no such relation.
  const Relation& relation(std::string_view name) const;
  bool has_relation(std::string_view name) const { return relation(name).pairs() > 0; }

  // All members of a type such as film.film, ascending; none where there is no such type.
  std::span<const Node> members(std::string_view type) const;

 private:
  PreparedFiles files_;
  Dictionary dictionary_;
  std::vector<std::string> relation_names_;
  std::vector<Relation> relations_;
  std::uint64_t nodes_ = 0;
  std::uint64_t triples_ = 0;
  std::uint64_t relation_bytes_ = 0;
};

}  // namespace assay::cfq
