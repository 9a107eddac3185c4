// What is kept, why it stays right, and what a move costs.
//
// The quantity. Keysers et al. 2020 compare two sets by the Chernoff coefficient of their weighted
// compounds. Let m_s(c) be the mass of compound c in set s, summed over the set's examples, and
// M_s the mass of all compounds. For sets s (to learn from) and t:
//
//   D_C = 1 - sum over c of (m_s(c) / M_s)^0.1 (m_t(c) / M_t)^0.9
//       = 1 - S / (M_s^0.1 M_t^0.9),      S = sum over c of m_s(c)^0.1 m_t(c)^0.9
//
// D_A is the same for atoms, with counts of examples as masses and both powers 0.5. A move changes
// M_s and M_t, and with them every share m / M, but in S only the terms of the compounds that the
// moved examples have. That is why S is kept without its norm, which is applied when asked for.
//
// Three kinds of state:
//
// 1. Whole numbers: the mass of each compound in each set, the examples of each set that have an
//    atom, totals of each set, and how many atoms are missing. A move adds and subtracts; whole
//    numbers do not round, so these always equal what counting from scratch would give, after any
//    number of moves. In particular, a compound whose last example leaves has mass 0, not 1e-7.
//
// 2. Powers of a mass (Cell::low and Cell::high). They are functions of the mass alone and computed
//    when it changes, so they, too, equal those from scratch, bit for bit.
//
// 3. The sums S (Similarity), in floating point. A move subtracts the old term of each compound
//    that changes and adds the new one. Here rounding stays behind: each addition is off by at most
//    2^-53 of the sum, so n additions are off by n 2^-53. refresh() sums the terms again, in order
//    of compounds and atoms. As the terms are of kind 2, its result depends on which examples are
//    in which set and on nothing else: two histories that lead to the same sets give the same bits.
//
// The search relies on it as follows. Between two calls of refresh() it makes at most 16,384
// exchanges (divergence_anneal.cpp, divergence_polish.cpp) or one round of growth. With a thousand
// changed terms in each exchange, that is an error of at most 4e-9, which could matter only between
// exchanges that are equally good for any purpose. Scores of arrangements, which decide what is
// kept and what a search returns, are always those after refresh().
//
// The same on every machine: only + - * / and sqrt are used, which IEEE 754 rounds in one way, the
// build forbids contraction to fused operations, and powers come from TenthRoot.
//
// What after() computes is what now() would give after apply(), except for rounding of kind 3: it
// adds the change of an atom's term, where apply() subtracts the old and adds the new.
//
// Cost. Let k be the number of compounds and atoms in the two examples of an exchange. after() and
// apply() merge their two sorted lists, and what both examples have alike drops out before any
// power is taken: O(k) for each of at most three pairs, with at most two powers for a changed
// compound. Pairs in which one side has nothing before and after are skipped, which is most of them
// while sets are small. refresh() and add_slopes() are linear in all compounds and atoms. Memory is
// 24 bytes for each compound and set.
#include "assay/split/divergence_state.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"

namespace assay {

namespace {

constexpr double kNothingShared = 1e-9;  // in place of a similarity of 0

bool changes(const Exchange& exchange, std::size_t set) {
  return set == exchange.set || set == exchange.other_set;
}

bool touches(const Exchange& exchange, const SetPair& pair) {
  return changes(exchange, pair.first) || changes(exchange, pair.second);
}

// What a set that had `number` has after an exchange in which `exchange.set` gains `change`.
template <typename Number>
Number changed(const Exchange& exchange, std::size_t set, Number number, std::int64_t change) {
  const auto amount = static_cast<Number>(change);
  if (set == exchange.set) return number + amount;
  return set == exchange.other_set ? number - amount : number;
}

double root_of_product(std::uint32_t a, std::uint32_t b) {
  return std::sqrt(static_cast<double>(a) * static_cast<double>(b));
}

}  // namespace

DivergenceState::DivergenceState(const SearchPool& pool, std::size_t sets,
                                 std::vector<SetPair> pairs)
    : pool_(pool), sets_(sets), pairs_(std::move(pairs)) {
  ASSAY_CHECK(sets >= 2 && sets <= kMostSets && pairs_.size() <= kMostSets);
  cells_.resize(pool.compounds() * sets);
  counts_.resize(pool.atoms() * sets);
}

// Calls act(compound, change) for what set `exchange.set` gains or loses.
template <typename Act>
void DivergenceState::for_changed_weights(const Exchange& exchange, Act act) const {
  std::span<const SearchWeight> out;
  std::span<const SearchWeight> in;
  if (exchange.out != kNobody) out = pool_.weights(pool_.shape_of(exchange.out));
  if (exchange.in != kNobody) in = pool_.weights(pool_.shape_of(exchange.in));
  std::size_t o = 0;
  std::size_t i = 0;
  while (o < out.size() || i < in.size()) {
    if (i == in.size() || (o < out.size() && out[o].compound < in[i].compound)) {
      act(out[o].compound, -static_cast<std::int64_t>(out[o].weight));
      ++o;
    } else if (o == out.size() || in[i].compound < out[o].compound) {
      act(in[i].compound, static_cast<std::int64_t>(in[i].weight));
      ++i;
    } else {
      const std::int64_t change = static_cast<std::int64_t>(in[i].weight) - out[o].weight;
      if (change != 0) act(in[i].compound, change);
      ++o;
      ++i;
    }
  }
}

// The same for atoms; the change is 1 or -1.
template <typename Act>
void DivergenceState::for_changed_atoms(const Exchange& exchange, Act act) const {
  std::span<const std::uint32_t> out;
  std::span<const std::uint32_t> in;
  if (exchange.out != kNobody) out = pool_.atoms_of(pool_.shape_of(exchange.out));
  if (exchange.in != kNobody) in = pool_.atoms_of(pool_.shape_of(exchange.in));
  std::size_t o = 0;
  std::size_t i = 0;
  while (o < out.size() || i < in.size()) {
    if (i == in.size() || (o < out.size() && out[o] < in[i])) {
      act(out[o++], -1);
    } else if (o == out.size() || in[i] < out[o]) {
      act(in[i++], 1);
    } else {
      ++o;
      ++i;
    }
  }
}

// Whether a later set has an atom that the first one lacks, where `count_of` is for each set how
// many examples have it.
template <typename CountOf>
bool DivergenceState::would_miss(CountOf count_of) const {
  bool is_wanted = false;
  for (std::size_t set = 1; set < sets_; ++set) is_wanted |= count_of(set) > 0;
  return is_wanted && count_of(0) == 0;
}

bool DivergenceState::is_missing(std::size_t atom) const {
  return would_miss([&](std::size_t set) { return count(atom, set); });
}

double DivergenceState::atom_term(std::size_t atom, const SetPair& pair) const {
  return root_of_product(count(atom, pair.first), count(atom, pair.second));
}

// Replaces the term of a compound in the sum of a pair by the one it has after an exchange.
inline void DivergenceState::replace_term(const Exchange& exchange, std::uint32_t compound,
                                          std::int64_t change, const SetPair& pair,
                                          double& sum) const {
  const Cell& first = cell(compound, pair.first);
  const Cell& second = cell(compound, pair.second);
  const bool is_first_changed = changes(exchange, pair.first);
  const bool is_second_changed = changes(exchange, pair.second);
  if (!is_first_changed && (!is_second_changed || first.mass == 0)) return;
  if (!is_second_changed && second.mass == 0) return;
  sum -= first.low * second.high;
  double low = first.low;
  if (is_first_changed) low = tenth_root_(changed(exchange, pair.first, first.mass, change));
  double high = second.high;
  if (is_second_changed) {
    const std::uint64_t mass = changed(exchange, pair.second, second.mass, change);
    high = mass == 0 ? 0 : static_cast<double>(mass) / tenth_root_(mass);
  }
  sum += low * high;
}

Outlook DivergenceState::after(const Exchange& exchange) const {
  Similarities similarities = similarities_;
  for_changed_weights(exchange, [&](std::uint32_t compound, std::int64_t change) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      replace_term(exchange, compound, change, pairs_[p], similarities[p].compounds);
    }
  });
  std::uint32_t missing = missing_;
  for_changed_atoms(exchange, [&](std::uint32_t atom, int change) {
    const auto old_count = [&](std::size_t set) { return count(atom, set); };
    const auto new_count = [&](std::size_t set) {
      return changed<std::int64_t>(exchange, set, count(atom, set), change);
    };
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      if (!touches(exchange, pairs_[p])) continue;
      const std::int64_t product = new_count(pairs_[p].first) * new_count(pairs_[p].second);
      similarities[p].atoms += std::sqrt(static_cast<double>(product)) - atom_term(atom, pairs_[p]);
    }
    missing -= would_miss(old_count) ? 1U : 0U;
    missing += would_miss(new_count) ? 1U : 0U;
  });
  AllTotals totals = totals_;
  move_totals(exchange, totals);
  return outlook(similarities, totals, missing);
}

void DivergenceState::move_totals(const Exchange& exchange, AllTotals& totals) const {
  const auto move = [&](std::uint32_t example, std::size_t to, std::size_t from) {
    if (example == kNobody) return;
    const std::uint32_t shape = pool_.shape_of(example);
    const std::uint64_t mass = pool_.sum(shape);
    const std::uint64_t atoms = pool_.atoms_of(shape).size();
    if (to < kMostSets) {
      totals[to] = {totals[to].size + 1, totals[to].mass + mass, totals[to].atoms + atoms};
    }
    if (from < kMostSets) {
      totals[from] = {totals[from].size - 1, totals[from].mass - mass, totals[from].atoms - atoms};
    }
  };
  move(exchange.in, exchange.set, exchange.other_set);
  move(exchange.out, exchange.other_set, exchange.set);
}

Outlook DivergenceState::outlook(const Similarities& similarities, const AllTotals& totals,
                                 std::uint32_t missing) const {
  Outlook result;
  result.missing = missing;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const Totals& first = totals[pairs_[p].first];
    const Totals& second = totals[pairs_[p].second];
    PairDivergence& divergence = result.pairs[p];
    divergence = {1, 1};
    if (first.mass > 0 && second.mass > 0) {
      const double norm =
          tenth_root_(first.mass) * (static_cast<double>(second.mass) / tenth_root_(second.mass));
      divergence.compounds = 1 - similarities[p].compounds / norm;
    }
    if (first.atoms > 0 && second.atoms > 0) {
      const double norm =
          std::sqrt(static_cast<double>(first.atoms) * static_cast<double>(second.atoms));
      divergence.atoms = 1 - similarities[p].atoms / norm;
    }
  }
  return result;
}

void DivergenceState::set_mass(Cell& cell, std::uint64_t mass) const {
  cell.mass = mass;
  cell.low = tenth_root_(mass);
  cell.high = mass == 0 ? 0 : static_cast<double>(mass) / cell.low;
}

void DivergenceState::apply(const Exchange& exchange) {
  const auto add_terms = [&](std::uint32_t compound, double sign) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      if (!touches(exchange, pairs_[p])) continue;
      similarities_[p].compounds +=
          sign * cell(compound, pairs_[p].first).low * cell(compound, pairs_[p].second).high;
    }
  };
  const auto add_atom_terms = [&](std::uint32_t atom, double sign) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      similarities_[p].atoms += sign * atom_term(atom, pairs_[p]);
    }
    if (would_miss([&](std::size_t set) { return count(atom, set); })) {
      missing_ += sign > 0 ? 1U : ~0U;
    }
  };
  for_changed_weights(exchange, [&](std::uint32_t compound, std::int64_t change) {
    add_terms(compound, -1);
    for (std::size_t set = 0; set < sets_; ++set) {
      if (!changes(exchange, set)) continue;
      Cell& own = cell(compound, set);
      set_mass(own, changed(exchange, set, own.mass, change));
    }
    add_terms(compound, 1);
  });
  for_changed_atoms(exchange, [&](std::uint32_t atom, int change) {
    add_atom_terms(atom, -1);
    for (std::size_t set = 0; set < sets_; ++set) {
      counts_[atom * sets_ + set] = changed(exchange, set, count(atom, set), change);
    }
    add_atom_terms(atom, 1);
  });
  move_totals(exchange, totals_);
}

void DivergenceState::refresh() {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    Similarity& similarity = similarities_[p];
    similarity = {};
    for (std::size_t i = 0; i < pool_.compounds(); ++i) {
      similarity.compounds += cell(i, pairs_[p].first).low * cell(i, pairs_[p].second).high;
    }
    for (std::size_t i = 0; i < pool_.atoms(); ++i) {
      similarity.atoms += atom_term(i, pairs_[p]);
    }
  }
}

// The log of a similarity is log S - 0.1 log M_s - 0.9 log M_t. Its slope in the mass of a compound
// is a secant of S over S, as powers near zero are too steep for a tangent, and the slope of the
// norm, which is the same for all compounds: Slopes::sum.
float DivergenceState::compound_slope(const Side& side, std::size_t compound, bool up,
                                      double scale) const {
  const Cell& opposite = cell(compound, side.other);
  const double there = side.is_first ? opposite.high : opposite.low;
  if (there == 0) return 0;
  const Cell& own = cell(compound, side.own);
  std::uint64_t step = pool_.typical(compound);
  if (!up) {
    if (own.mass == 0) return 0;
    step = std::min(step, own.mass);
  }
  const std::uint64_t moved = up ? own.mass + step : own.mass - step;
  double power = tenth_root_(moved);
  if (!side.is_first && moved > 0) power = static_cast<double>(moved) / power;
  const double change = power - (side.is_first ? own.low : own.high);
  return static_cast<float>(scale * there * change / (up ? 1.0 : -1.0) / static_cast<double>(step));
}

void DivergenceState::add_compound_slopes(const Side& side, bool up, double factor,
                                          Slopes& slopes) const {
  const double scale = factor / std::max(similarities_[side.pair].compounds, kNothingShared);
  for (std::size_t i = 0; i < pool_.compounds(); ++i) {
    slopes.compounds[i] += compound_slope(side, i, up, scale);
  }
  const std::uint64_t mass = std::max<std::uint64_t>(1, totals_[side.own].mass);
  slopes.sum -= factor * (side.is_first ? 0.1 : 0.9) / static_cast<double>(mass);
}

// The same for atoms, whose step is one example.
void DivergenceState::add_atom_slopes(const Side& side, bool up, double factor,
                                      Slopes& slopes) const {
  const double scale = factor / std::max(similarities_[side.pair].atoms, kNothingShared);
  for (std::size_t i = 0; i < pool_.atoms(); ++i) {
    if (!up && count(i, side.own) == 0) continue;
    const auto own = static_cast<double>(count(i, side.own));
    const auto there = std::sqrt(static_cast<double>(count(i, side.other)));
    const double change =
        up ? std::sqrt(own + 1) - std::sqrt(own) : std::sqrt(own) - std::sqrt(own - 1);
    slopes.atoms[i] += static_cast<float>(scale * there * change);
  }
  const std::uint64_t atoms = std::max<std::uint64_t>(1, totals_[side.own].atoms);
  slopes.atom -= factor * 0.5 / static_cast<double>(atoms);
}

std::optional<DivergenceState::Side> DivergenceState::side_of(std::size_t pair,
                                                              std::size_t set) const {
  const auto [first, second] = pairs_[pair];
  if (first != set && second != set) return {};
  const bool is_first = first == set;
  const Side side{pair, set, is_first ? second : first, is_first};
  if (totals_[side.own].size == 0 || totals_[side.other].size == 0) return {};
  return side;
}

void DivergenceState::add_slopes(std::size_t pair, std::size_t set, bool up, double of_compounds,
                                 double of_atoms, Slopes& slopes) const {
  const std::optional<Side> side = side_of(pair, set);
  if (!side) return;
  add_compound_slopes(*side, up, of_compounds, slopes);
  add_atom_slopes(*side, up, of_atoms, slopes);
}

double DivergenceState::compound_scale(std::size_t pair, double of_compounds) const {
  return of_compounds / std::max(similarities_[pair].compounds, kNothingShared);
}

float DivergenceState::compound_slope(std::size_t pair, std::size_t set, bool up, double scale,
                                      std::size_t compound) const {
  const std::optional<Side> side = side_of(pair, set);
  return side ? compound_slope(*side, compound, up, scale) : 0;
}

}  // namespace assay
