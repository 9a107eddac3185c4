// Gathers triples and names in any order and writes a triple store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/prepared_files.h"
#include "assay/base/progress.h"
#include "assay/tasks/cfq/kb/key_table.h"
#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

// Two names of one relation, each for one direction.
struct InversePair {
  std::string_view relation;
  std::string_view inverse;
};

class TripleStoreBuilder {
 public:
  TripleStoreBuilder();

  // A number for the node with that key. Numbers hold until the store is written, which gives
  // others.
  std::uint32_t node(std::string_view key) { return nodes_.find_or_add(key); }
  std::uint32_t node(std::string_view key, std::uint64_t hash) {
    return nodes_.find_or_add(key, hash);
  }
  // A new node without a key.
  std::uint32_t mediator() { return kMediator | mediators_++; }
  std::uint32_t relation(std::string_view name);

  // Said twice, a triple counts once.
  void add(std::uint32_t subject, std::uint32_t relation, std::uint32_t object) {
    pairs_[relation].push_back(pack_pair(subject, object));
  }
  void add_type(std::uint32_t subject, std::uint32_t type) { add(subject, type_relation_, type); }
  // What a node with a key is called; of several names the least in byte order stays.
  void set_name(std::uint32_t node, std::string_view name);

  // The triples of each pair of relations, turned round, in the other one as well.
  void add_inverses(std::span<const InversePair> pairs);
  // Where a relation is called domain.type.property, as in Freebase, its subjects get the type
  // domain.type, if that is one of these.
  void add_types_of_subjects(std::span<const std::string_view> types);

  std::uint64_t triples() const;  // repeats counted

  // Writes all of it and forgets it. Nodes in no triple are left out.
  void write(PreparedSink& sink, const Control& control);

 private:
  static constexpr std::uint32_t kMediator = 1U << 31U;

  // The number that each node with a key gets; UINT32_MAX: in no triple.
  std::vector<Node> write_nodes(PreparedSink& sink) const;
  std::vector<bool> used_nodes() const;

  KeyTable nodes_;
  KeyTable relations_;
  std::vector<std::vector<std::uint64_t>> pairs_;  // per relation
  std::uint32_t type_relation_ = 0;
  std::uint32_t mediators_ = 0;
  struct NamePlace {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };
  std::string name_text_;
  std::vector<NamePlace> names_;  // of the nodes up to the last that has one
};

// Builds a store with `fill`, or finds the one that was kept under this key. `content` says in one
// line what decides the triples.
TripleStore prepare_triple_store(const std::string& cache_folder, std::string_view content,
                                 const Control& control,
                                 const std::function<void(TripleStoreBuilder&)>& fill);

}  // namespace assay::cfq
