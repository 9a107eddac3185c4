// Property paths of CFQ's queries as relations: ns:a/ns:b|^ns:c.
//
// `/` goes on from where a step ended, `|` joins what either side reaches, `^` walks a relation
// backwards; `/` binds tighter than `|`. A path of one step is the store's own relation. Any other
// is worked out once, its pairs kept with the number of ways in which each comes about, so that a
// query never walks through mediators again: SPARQL's count(*) counts those ways.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/kb/adjacency.h"
#include "assay/tasks/cfq/kb/triple_store.h"

namespace assay::cfq {

// One step of a path.
struct PathStep {
  std::string_view relation;  // without ns:
  bool is_inverse = false;
};

// Alternatives of steps. Empty where the text is no path.
std::vector<std::vector<PathStep>> parse_path(std::string_view path);

// Safe to use from several threads.
class PropertyPaths {
 public:
  // A path with more pairs than this is not worked out.
  static constexpr std::uint64_t kMostPairs = 1ULL << 25U;

  // The store must outlive it.
  explicit PropertyPaths(const TripleStore& store, std::uint64_t most_pairs = kMostPairs)
      : store_(store), most_pairs_(most_pairs) {}

  const TripleStore& store() const { return store_; }

  // A predicate of a query, `a` or a path. Null where it has too many pairs. A relation that the
  // store lacks has no pairs. The relation is there as long as this object.
  const Relation* find(std::string_view predicate) const;

  // The pairs that two relations of find() share, worked out once for each two.
  const Relation& shared(const Relation& a, const Relation& b) const;

 private:
  struct Worked {
    AdjacencyArrays objects;
    AdjacencyArrays subjects;
    Relation relation;
    bool is_too_large = false;
  };
  void work_out(const std::vector<std::vector<PathStep>>& path, Worked& worked) const;

  const TripleStore& store_;
  std::uint64_t most_pairs_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::unique_ptr<const Worked>, std::less<>> worked_;
  using RelationPair = std::pair<const Relation*, const Relation*>;
  mutable std::map<RelationPair, std::unique_ptr<const Worked>> shared_;
};

// Which of these paths no pair satisfies, as where the store lacks their relations.
std::vector<std::string_view> empty_paths(std::span<const std::string_view> list,
                                          const PropertyPaths& paths);

}  // namespace assay::cfq
