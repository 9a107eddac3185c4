#include "assay/tasks/cscan/solver/contradictions.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::cscan::solving {

namespace {

// A node of a left side.
struct Place {
  std::size_t rule = 0;
  std::size_t at = 0;
};

// Two structures laid on each other and made equal: what the variables of each have become, from
// left to right, in terms of new variables. A variable that is not needed has become nothing.
struct Overlap {
  std::vector<Output> upper;
  std::vector<Output> lower;
  std::size_t variables = 0;
  bool uses_assumed = false;
  bool keeps_upper = true;  // no variable of it lies on structure
  bool keeps_lower = true;
};

// A structure covered by left sides of its own accord.
struct Covering {
  std::vector<Output> variables;  // what those of the structure have become
  Output value;
  std::size_t new_variables = 0;
  bool uses_assumed = false;
  bool is_general = false;  // the variables of the structure are still variables
};

void shift(Output& output, std::size_t by) {
  for (char16_t& symbol : output) {
    if (is_variable(symbol)) symbol = static_cast<char16_t>(symbol + by);
  }
}

class Search {
 public:
  Search(const Knowledge& knowledge, const Rule& assumed)
      : knowledge_(knowledge), assumed_(assumed) {
    std::size_t cells = 0;
    for (std::size_t r = 0; r < count(); ++r) {
      first_cell_.push_back(cells);
      cells += rule(r).left.size();
    }
    coverings_.resize(cells);
  }

  bool finds_contradiction() {
    for (std::size_t upper = count(); upper-- > 0;) {
      for (const std::size_t lower : knowledge_.rules_with_root(rule(upper).root())) {
        if (lower < upper && differ(upper, lower)) return true;
      }
    }
    return false;
  }

 private:
  std::size_t count() const { return knowledge_.rules().size() + 1; }
  const Rule& rule(std::size_t r) const {
    return r < knowledge_.rules().size() ? knowledge_.rules()[r] : assumed_;
  }
  bool is_assumed(std::size_t r) const { return r == knowledge_.rules().size(); }
  const Cell& cell(Place place) const { return rule(place.rule).left[place.at]; }

  bool differ(std::size_t upper, std::size_t lower) {
    if (!can_be_equal({upper, 0}, {lower, 0})) return false;
    for (const Overlap& overlap : lay({upper, 0}, {lower, 0})) {
      const bool counts = overlap.uses_assumed || is_assumed(upper) || is_assumed(lower);
      if (counts && put_for_variables(rule(upper).right, overlap.upper) !=
                        put_for_variables(rule(lower).right, overlap.lower)) {
        return true;
      }
    }
    return false;
  }

  bool can_be_equal(Place upper, Place lower) const {
    const Term& one = rule(upper.rule).left;
    const Term& other = rule(lower.rule).left;
    const std::size_t end = upper.at + one[upper.at].extent;
    while (upper.at < end) {
      const Cell& a = one[upper.at];
      const Cell& b = other[lower.at];
      const bool skips = a.is_variable() || b.is_variable();
      if (!skips && a.production != b.production) return false;
      upper.at += skips ? a.extent : 1;
      lower.at += skips ? b.extent : 1;
    }
    return true;
  }

  std::vector<Overlap> lay(Place upper, Place lower) {
    const Cell& a = cell(upper);
    const Cell& b = cell(lower);
    if (a.is_variable() && b.is_variable()) {
      const Output variable(1, variable_symbol(0));
      return {{.upper = {variable}, .lower = {variable}, .variables = 1}};
    }
    if (a.is_variable()) return under(upper, lower);
    if (b.is_variable()) {
      std::vector<Overlap> overlaps = under(lower, upper);
      for (Overlap& overlap : overlaps) {
        std::swap(overlap.upper, overlap.lower);
        std::swap(overlap.keeps_upper, overlap.keeps_lower);
      }
      return overlaps;
    }
    if (a.production != b.production) return {};
    std::vector<Overlap> overlaps{{}};
    Place one{upper.rule, upper.at + 1};
    Place other{lower.rule, lower.at + 1};
    while (one.at < upper.at + a.extent && !overlaps.empty()) {
      overlaps = beside(overlaps, lay(one, other));
      one.at += cell(one).extent;
      other.at += cell(other).extent;
    }
    return overlaps;
  }

  // A variable on a structure: whoever has the variable covers the structure, unless its value is
  // not needed.
  std::vector<Overlap> under(Place variable, Place structure) {
    std::vector<Overlap> overlaps;
    if (!rule(variable.rule).needed[cell(variable).variable]) {
      Overlap& overlap = overlaps.emplace_back();
      overlap.upper.emplace_back();
      overlap.keeps_upper = false;
      const Term& left = rule(structure.rule).left;
      for (std::size_t at = structure.at; at < structure.at + left[structure.at].extent; ++at) {
        if (!left[at].is_variable()) continue;
        overlap.lower.emplace_back(1, variable_symbol(overlap.variables++));
      }
      return overlaps;
    }
    for (const Covering& covering : coverings(structure)) {
      overlaps.push_back({.upper = {covering.value},
                          .lower = covering.variables,
                          .variables = covering.new_variables,
                          .uses_assumed = covering.uses_assumed,
                          .keeps_upper = false,
                          .keeps_lower = covering.is_general});
    }
    return overlaps;
  }

  static std::vector<Overlap> beside(const std::vector<Overlap>& left,
                                     const std::vector<Overlap>& right) {
    std::vector<Overlap> both;
    for (const Overlap& one : left) {
      for (const Overlap& other : right) {
        Overlap& overlap = both.emplace_back(one);
        for (Output output : other.upper) {
          shift(output, one.variables);
          overlap.upper.push_back(std::move(output));
        }
        for (Output output : other.lower) {
          shift(output, one.variables);
          overlap.lower.push_back(std::move(output));
        }
        overlap.variables += other.variables;
        overlap.uses_assumed |= other.uses_assumed;
        overlap.keeps_upper &= other.keeps_upper;
        overlap.keeps_lower &= other.keeps_lower;
      }
    }
    return both;
  }

  const std::vector<Covering>& coverings(Place structure) {
    auto& known = coverings_[first_cell_[structure.rule] + structure.at];
    if (!known) {
      std::vector<Covering> found;
      const ProductionId root = cell(structure).production;
      for (const std::size_t r : knowledge_.rules_with_root(root)) cover(r, structure, found);
      if (assumed_.root() == root) cover(knowledge_.rules().size(), structure, found);
      known = std::move(found);
    }
    return *known;
  }

  // A covering that leaves the variables of the structure alone makes all others needless: in the
  // smallest phrase with two values, smaller parts have one.
  void cover(std::size_t r, Place structure, std::vector<Covering>& found) {
    if (!found.empty() && found.front().is_general) return;
    if (!can_be_equal({r, 0}, structure)) return;
    for (Overlap& overlap : lay({r, 0}, structure)) {
      Covering covering{.variables = std::move(overlap.lower),
                        .value = put_for_variables(rule(r).right, overlap.upper),
                        .new_variables = overlap.variables,
                        .uses_assumed = overlap.uses_assumed || is_assumed(r),
                        .is_general = overlap.keeps_lower};
      if (covering.is_general) {
        found = {std::move(covering)};
        return;
      }
      const bool is_known = std::ranges::any_of(found, [&](const Covering& other) {
        return other.value == covering.value && other.variables == covering.variables;
      });
      if (!is_known) found.push_back(std::move(covering));
    }
  }

  const Knowledge& knowledge_;
  const Rule& assumed_;
  std::vector<std::size_t> first_cell_;                          // of each rule
  std::vector<std::optional<std::vector<Covering>>> coverings_;  // of each cell
};

}  // namespace

bool contradicts(const Knowledge& knowledge, const Rule& rule) {
  return Search(knowledge, rule).finds_contradiction();
}

}  // namespace assay::cscan::solving
