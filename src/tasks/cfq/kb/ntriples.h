// N-Triples, as in the Freebase dump: one triple per line, packed by gzip or zstd or not at all.
//
//   <http://rdf.freebase.com/ns/m.04lhs01>  <http://rdf.freebase.com/ns/film.producer.film>
//   <http://rdf.freebase.com/ns/m.0gx0plf> .                                   (in one line)
//
// Freebase's namespace is left off, so that keys are those of CFQ's queries: m.04lhs01. Other IRIs
// keep theirs. rdf:type and type.object.type are `a`. The English type.object.name or rdfs:label is
// the node's name; other literals are passed over. A malformed line is
// Error(kInput) with file and line.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/cfq/kb/triple_store.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {

// Which triples are taken; an empty list takes all.
struct TripleFilter {
  std::vector<std::string_view> relations;  // besides `a`; in byte order
  std::vector<std::string_view> types;      // objects of `a`; in byte order
};

struct ImportCounts {
  std::uint64_t lines = 0;
  std::uint64_t triples = 0;  // taken, repeats counted
  std::uint64_t names = 0;
  std::uint64_t literals = 0;  // passed over
  std::uint64_t filtered = 0;  // passed over
};

// Reads files in flat memory but for what is taken, on the threads that `control` allows.
ImportCounts import_ntriples(std::span<const std::string> files, const TripleFilter& filter,
                             TripleStoreBuilder& builder, const Control& control);

// Every triple and name of a store as N-Triples, some lines at a time; mediators are blank nodes.
void export_ntriples(const TripleStore& store,
                     const std::function<void(std::string_view lines)>& write);

}  // namespace assay::cfq
