// How a triple store lies in its files. Internal to triple_store.cpp and triple_store_builder.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::cfq {

inline constexpr std::string_view kSummaryFile = "summary";      // one StoreSummary
inline constexpr std::string_view kRelationsFile = "relations";  // one RelationPlace per relation
inline constexpr std::string_view kRelationNamesFile = "relation-names";  // a line each
inline constexpr std::string_view kArraysFile = "arrays";                 // numbers of 32 bits

struct StoreSummary {
  std::uint64_t nodes = 0;
  std::uint64_t triples = 0;
};

// Places and sizes count numbers in the file of arrays. Arrays follow each other in this order.
struct AdjacencyPlace {
  std::uint64_t begin = 0;
  std::uint64_t keys = 0;
  std::uint64_t starts = 0;
  std::uint64_t values = 0;
  std::uint64_t stretches = 0;
  std::uint64_t shift = 0;
};

struct RelationPlace {
  AdjacencyPlace objects;
  AdjacencyPlace subjects;
};

}  // namespace assay::cfq
