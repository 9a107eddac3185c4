#include "assay/tasks/cfq/kb/triple_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/kb/mapped_array.h"
#include "assay/tasks/cfq/kb/triple_store_files.h"

namespace assay::cfq {

namespace {

Adjacency find_adjacency(std::span<const std::uint32_t> numbers, const AdjacencyPlace& place) {
  numbers = numbers.subspan(place.begin);
  const auto take = [&](std::uint64_t size) {
    const auto taken = numbers.first(size);
    numbers = numbers.subspan(size);
    return taken;
  };
  Adjacency found;
  found.keys = take(place.keys);
  found.starts = take(place.starts);
  found.values = take(place.values);
  found.stretches = take(place.stretches);
  found.first_key = found.keys.empty() ? 0 : found.keys.front();
  found.shift = static_cast<std::uint32_t>(place.shift);
  return found;
}

}  // namespace

TripleStore::TripleStore(PreparedFiles files) : files_(std::move(files)), dictionary_(files_) {
  const auto numbers = as_array<std::uint32_t>(files_.bytes(kArraysFile));
  for (const auto& place : as_array<RelationPlace>(files_.bytes(kRelationsFile))) {
    relations_.push_back(
        {find_adjacency(numbers, place.objects), find_adjacency(numbers, place.subjects)});
  }
  const std::string_view names = files_.bytes(kRelationNamesFile);
  for (const std::string_view name : split_text(names, '\n')) relation_names_.emplace_back(name);
  relation_names_.pop_back();  // what follows the last line
  ASSAY_CHECK(relation_names_.size() == relations_.size());
  const StoreSummary& summary = as_array<StoreSummary>(files_.bytes(kSummaryFile)).front();
  nodes_ = summary.nodes;
  triples_ = summary.triples;
  relation_bytes_ = numbers.size_bytes() + files_.bytes(kRelationsFile).size() + names.size();
}

std::uint64_t TripleStore::bytes() const {
  return dictionary_.bytes() + relation_bytes_ + sizeof(StoreSummary);
}

std::string TripleStore::key(Node node) const {
  if (node < dictionary_.size()) return dictionary_.key(node);
  return fmt::format("_:{}", node - dictionary_.size());
}

const Relation& TripleStore::relation(std::string_view name) const {
  static const Relation kEmpty;
  const auto found = std::ranges::lower_bound(relation_names_, name);
  if (found == relation_names_.end() || *found != name) return kEmpty;
  return relations_[static_cast<std::size_t>(found - relation_names_.begin())];
}

std::span<const Node> TripleStore::members(std::string_view type) const {
  const auto node = dictionary_.find(type);
  if (!node) return {};
  return relation(kTypeRelation).subjects.row(*node).values;
}

}  // namespace assay::cfq
