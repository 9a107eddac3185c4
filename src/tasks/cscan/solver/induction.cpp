#include "assay/tasks/cscan/solver/induction.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "assay/tasks/cscan/solver/explainer.h"
#include "assay/tasks/cscan/solver/meanings.h"

namespace assay::cscan::solving {

namespace {

constexpr std::size_t kMostSets = 2'000;  // tried; a guard against contexts made to be hard

class Induction {
 public:
  Induction(const RuleSpace& space, std::span<const Rule> context) : space_(space) {
    for (const Rule& item : context) {
      if (item.is_basis() && meanings_[item.root()] == nullptr) {
        meanings_[item.root()] = &item.right;
      }
    }
    for (const Rule& item : context) add_evidence(item);
    for (const Evidence& evidence : evidence_) hidden_ |= evidence.hidden;
    // Variables leave less to choose than actions.
    std::ranges::stable_sort(evidence_, {}, [](const Evidence& evidence) {
      return std::ranges::count_if(evidence.output, [](char16_t s) { return !is_variable(s); });
    });
  }

  std::vector<InducedRule> run() {
    Explainer explainer(space_, evidence_, meanings_);
    std::set<ProductionSet, LargerFirst> queue{supported(hidden_)};
    for (std::size_t tried = 0; !queue.empty() && tried < kMostSets; ++tried) {
      const ProductionSet set = *queue.begin();
      queue.erase(queue.begin());
      if (std::popcount(set) < static_cast<int>(best_.meanings.size())) break;
      for_each_in(find_clash(set, explainer),
                  [&](ProductionId p) { queue.insert(supported(set & ~only(p))); });
    }
    std::vector<InducedRule> induced;
    for (const auto& [production, output] : best_.meanings) {
      induced.push_back({production, output, best_.support[production]});
    }
    return induced;
  }

 private:
  struct LargerFirst {
    bool operator()(ProductionSet one, ProductionSet other) const {
      const int difference = std::popcount(one) - std::popcount(other);
      return difference != 0 ? difference > 0 : one < other;
    }
  };

  void add_evidence(const Rule& item) {
    const ProductionSet used = productions_used(item.left, meanings_);
    ProductionSet hidden = 0;
    for_each_in(used, [&](ProductionId p) {
      if (meanings_[p] == nullptr) hidden |= only(p);
    });
    const bool is_known = std::ranges::any_of(evidence_, [&](const Evidence& other) {
      return other.left == item.left && other.output == item.right;
    });
    if (hidden != 0 && !is_known) evidence_.push_back({item.left, item.right, hidden});
  }

  // What is left of a set when productions that occur too seldom beside the others of it go.
  ProductionSet supported(ProductionSet set) const {
    for (;;) {
      std::array<std::size_t, kMostProductions> support{};
      for (const Evidence& evidence : evidence_) {
        if ((evidence.hidden & ~set) != 0) continue;
        for_each_in(evidence.hidden, [&](ProductionId p) { ++support[p]; });
      }
      ProductionSet left = 0;
      for_each_in(set, [&](ProductionId p) {
        if (support[p] >= kLeastSupport) left |= only(p);
      });
      if (left == set) return set;
      set = left;
    }
  }

  // Productions of a set whose evidence no meanings explain; none if the set can be explained.
  // Then its explanation is kept if it is the best so far.
  ProductionSet find_clash(ProductionSet set, Explainer& explainer) {
    for (const ProductionSet clash : clashes_) {
      if ((clash & ~set) == 0) return clash;
    }
    Explanation explanation = explainer.explain(set);
    if (!explanation.is_found) {
      clashes_.push_back(explanation.clash);
      return explanation.clash;
    }
    const auto explained = std::ranges::count_if(
        evidence_, [&](const Evidence& evidence) { return (evidence.hidden & ~set) == 0; });
    if (is_better(explanation, explained)) {
      best_ = std::move(explanation);
      best_explained_ = explained;
    }
    return 0;
  }

  bool is_better(const Explanation& explanation, std::ptrdiff_t explained) const {
    const std::size_t size = explanation.meanings.size();
    if (best_.meanings.size() != size) return best_.meanings.size() < size;
    if (explained != best_explained_) return explained > best_explained_;
    if (explanation.cost != best_.cost) return explanation.cost < best_.cost;
    return order_of(explanation.meanings, best_.meanings) < 0;
  }

  const RuleSpace& space_;
  Meanings meanings_{};
  std::vector<Evidence> evidence_;
  ProductionSet hidden_ = 0;
  std::vector<ProductionSet> clashes_;  // that were found

  Explanation best_;
  std::ptrdiff_t best_explained_ = 0;
};

}  // namespace

std::vector<InducedRule> induce(const RuleSpace& space, std::span<const Rule> context) {
  return Induction(space, context).run();
}

Rule basis_rule(const RuleSpace& space, ProductionId production, Output output) {
  const std::size_t slots = space.productions[production].slots.size();
  Term left{{.production = production, .extent = static_cast<std::uint16_t>(slots + 1)}};
  for (std::size_t slot = 0; slot < slots; ++slot) {
    left.push_back({.variable = static_cast<std::uint8_t>(slot)});
  }
  return {std::move(left), std::move(output)};
}

}  // namespace assay::cscan::solving
