#include "assay/tasks/reascan/worlds/dead_structures.h"

#include <algorithm>
#include <array>

namespace assay::reascan {

namespace {

using Objects = std::array<std::uint8_t, kMostObjects>;

class Argument {
 public:
  explicit Argument(const Structure& structure) : structure_(structure) {
    for (std::size_t i = 0; i < count(); ++i) facts_[i] = structure.phrases[i];
    for (auto& relation : groups_) {
      for (std::size_t i = 0; i < relation.size(); ++i) relation[i] = static_cast<std::uint8_t>(i);
    }
    for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
      const auto& [parent, relation] = structure.clauses[i];
      if (relation != Relation::kInside) join(groups_[number(relation)], parent, i + 1);
    }
  }

  // Whether in every case another thing than the first could be meant.
  bool always_leads_elsewhere() {
    std::uint32_t free = 0;  // things whose size is not said
    for (std::size_t i = 0; i < count(); ++i) {
      if (structure_.phrases[i].size == SizeWord::kNone) free |= 1U << i;
    }
    for (std::uint32_t small = free;; small = (small - 1) & free) {
      if (is_possible(small, free) && !leads_elsewhere()) return false;
      if (small == 0) return true;
    }
  }

 private:
  static std::size_t number(Relation relation) { return static_cast<std::size_t>(relation); }
  std::size_t count() const { return structure_.phrases.size(); }

  static void join(Objects& groups, std::size_t one, std::size_t other) {
    const std::uint8_t from = groups[other];
    const std::uint8_t to = groups[one];
    std::replace(groups.begin(), groups.end(), from, to);
  }

  // Things of one size agree.
  bool is_possible(std::uint32_t small, std::uint32_t free) {
    for (std::size_t i = 0; i < count(); ++i) {
      if ((free >> i & 1U) == 0) continue;
      facts_[i].size = (small >> i & 1U) != 0 ? SizeWord::kSmall : SizeWord::kBig;
    }
    const Objects& same = groups_[number(Relation::kSameSize)];
    for (std::size_t i = 0; i < count(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (same[i] == same[k] && facts_[i].size != facts_[k].size) return false;
      }
    }
    return true;
  }

  bool satisfies(std::size_t thing, const Phrase& phrase) const {
    const Phrase& known = facts_[thing];
    if (phrase.noun != Noun::kObject && known.noun != phrase.noun) return false;
    if (phrase.colour && known.colour != phrase.colour) return false;
    return phrase.size == SizeWord::kNone || known.size == phrase.size;
  }

  bool related(Relation relation, std::size_t one, std::size_t other) const {
    if (relation != Relation::kInside) {
      return groups_[number(relation)][one] == groups_[number(relation)][other];
    }
    const auto& clauses = structure_.clauses;
    return other > 0 && clauses[other - 1].parent == one &&
           clauses[other - 1].relation == Relation::kInside;
  }

  bool leads_elsewhere() const {
    Objects order{};
    for (std::size_t i = 0; i < count(); ++i) order[i] = static_cast<std::uint8_t>(i);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(count());
    while (std::next_permutation(order.begin(), end)) {
      if (order[0] == 0) continue;
      bool fits = true;
      for (std::size_t i = 0; i < count() && fits; ++i) {
        fits = satisfies(order[i], structure_.phrases[i]);
        if (i == 0 || !fits) continue;
        const Clause& clause = structure_.clauses[i - 1];
        fits = related(clause.relation, order[clause.parent], order[i]);
      }
      if (fits) return true;
    }
    return false;
  }

  const Structure& structure_;
  std::array<Phrase, kMostObjects> facts_{};  // what is known of each thing in the case at hand
  std::array<Objects, kRelations> groups_{};  // of things that are so related
};

}  // namespace

bool is_dead(const Structure& structure) { return Argument(structure).always_leads_elsewhere(); }

}  // namespace assay::reascan
