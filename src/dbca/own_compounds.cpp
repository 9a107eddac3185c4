#include "assay/dbca/own_compounds.h"

#include <algorithm>

namespace assay {

namespace {

// Larger compounds are noted only where occurrences weigh by what they tell.
CompoundDefinition connected(CompoundDefinition definition) {
  definition.shape = CompoundShape::kConnected;
  definition.weights = Weighing::kTelling;
  definition.least_nodes = 1;
  return definition;
}

// In other graphs nobody asks what lies in what, and nothing may be left out.
CompoundDefinition for_search(CompoundDefinition definition) {
  definition.weights = Weighing::kEven;
  definition.most_sets = 0;
  return definition;
}

}  // namespace

OwnCompounds::OwnCompounds(const RuleGraph& graph, CompoundDefinition definition,
                           std::span<const std::uint64_t> rule_hashes)
    : definition_(connected(std::move(definition))), rule_hashes_(rule_hashes) {
  Subgraphs found(definition_, rule_hashes_);
  found.find(view_of(graph));
  cut_ = found.is_cut();
  for (std::size_t set = 0; set < found.size(); ++set) {
    const std::uint32_t number = numbers_.insert(found.compound(set));
    if (number < compounds_.size()) continue;
    compounds_.push_back({{found.nodes(set).begin(), found.nodes(set).end()}, {}});
  }
  for (std::size_t set = 0; set < found.size(); ++set) {
    const std::uint32_t part = numbers_.find(found.compound(set));
    for (const CompoundKey larger : found.larger(set)) {
      compounds_[numbers_.find(larger)].parts.push_back(part);
    }
  }
  for (OwnCompound& compound : compounds_) {
    std::ranges::sort(compound.parts);
    compound.parts.erase(std::unique(compound.parts.begin(), compound.parts.end()),
                         compound.parts.end());
  }
}

OwnCompoundFinder::OwnCompoundFinder(const OwnCompounds& own)
    : own_(&own), subgraphs_(for_search(own.definition()), own.rule_hashes_), seen_(own.size(), 0) {
  subgraphs_.seek(&own.numbers_);
}

std::span<const std::uint32_t> OwnCompoundFinder::find(const RuleGraph& graph) {
  ++call_;
  found_.clear();
  subgraphs_.find(view_of(graph));
  for (std::size_t set = 0; set < subgraphs_.size(); ++set) {
    const std::uint32_t number = own_->numbers_.find(subgraphs_.compound(set));
    if (number == KeyTable::kAbsent || seen_[number] == call_) continue;
    seen_[number] = call_;
    found_.push_back(number);
  }
  return found_;
}

}  // namespace assay
