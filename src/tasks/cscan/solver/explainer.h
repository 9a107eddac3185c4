// The simplest meanings with which a set of productions explains its part of a context.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "assay/tasks/cscan/solver/meanings.h"
#include "assay/tasks/cscan/solver/terms.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

inline constexpr std::size_t kLeastSupport = 4;

// How far-fetched right sides are.
struct Cost {
  std::size_t actions = 0;  // spelled out in rules that have variables
  std::size_t unused = 0;   // variables left out, and words that mean nothing
  std::size_t length = 0;
  friend auto operator<=>(const Cost&, const Cost&) = default;

  Cost& operator+=(const Cost& other) {
    actions += other.actions;
    unused += other.unused;
    length += other.length;
    return *this;
  }
};

using Assignment = std::map<ProductionId, Output>;

// By production; of right sides, the shorter first.
std::weak_ordering order_of(const Assignment& one, const Assignment& other);

struct Explanation {
  bool is_found = false;
  Assignment meanings;
  Cost cost;
  std::array<std::size_t, kMostProductions> support{};  // evidence that uses the production
  ProductionSet clash = 0;  // if nothing is found: productions whose own evidence allows nothing
};

class Explainer {
 public:
  // `told` are the meanings of other productions. Evidence whose output has the most variables
  // should come first: they leave less to choose than actions.
  Explainer(const RuleSpace& space, std::span<const Evidence> evidence, const Meanings& told)
      : space_(space), evidence_(evidence), meanings_(told) {}

  // One meaning for each production of the set, such that all evidence that hangs on no other is
  // explained, and each is used at least kLeastSupport times. Of several the cheapest, then the
  // first in order.
  Explanation explain(ProductionSet set);

 private:
  struct Choice {
    Output output;
    Cost cost;
  };
  struct Choices {
    std::vector<Choice> right_sides;  // simplest first
    ProductionSet reason = 0;         // all that the evidence for them is about
  };

  static Cost cost_of(const Output& output, std::size_t slots);
  static Choices sorted(std::vector<Output> right_sides, std::size_t slots, ProductionSet reason);
  std::size_t slots_of(ProductionId p) const { return space_.productions[p].slots.size(); }
  bool is_in_set(const Evidence& evidence) const { return (evidence.hidden & ~set_) == 0; }
  ProductionSet search(ProductionSet open, const Cost& cost);
  Choices find_choices(ProductionId p, ProductionSet open) const;
  ProductionId hardest_pressed(ProductionSet open);
  const Choices& guesses(ProductionId p);
  std::vector<Output> shown_pieces(ProductionId p) const;
  std::vector<Output> plain_right_sides(ProductionId p) const;
  void take(const Cost& cost);

  const RuleSpace& space_;
  std::span<const Evidence> evidence_;
  Meanings meanings_;
  ProductionSet set_ = 0;
  std::size_t steps_ = 0;
  Assignment assigned_;
  std::map<ProductionId, Choices> guesses_;
  Explanation found_;
};

}  // namespace assay::cscan::solving
