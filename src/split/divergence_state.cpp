#include "assay/split/divergence_state.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"

namespace assay {

namespace {

// By Newton's method with plain arithmetic, which rounds the same everywhere; libraries' powers may
// differ in the last bit.
double tenth_root_of(double x) {
  double root = 1 + (x - 1) * 0.1;
  for (int i = 0; i < 60; ++i) {
    const double square = root * root;
    const double fourth = square * square;
    const double ninth = fourth * fourth * root;
    root -= (ninth * root - x) / (10 * ninth);
  }
  return root;
}

}  // namespace

TenthRoot::TenthRoot() {
  for (std::uint64_t i = 0; i <= kEntries; ++i) {
    mantissa_[i] = tenth_root_of(1 + static_cast<double>(i) / static_cast<double>(kEntries));
  }
  exponent_[0] = 1;
  const double root_of_two = tenth_root_of(2);
  for (std::size_t i = 1; i < exponent_.size(); ++i) {
    exponent_[i] =
        i % 10 == 0 ? static_cast<double>(1U << (i / 10)) : exponent_[i - 1] * root_of_two;
  }
}

SearchPool::SearchPool(const Profiles& profiles)
    : atoms_(profiles.atoms()), compounds_(profiles.compounds()) {
  // Small enough that the whole pool's weight keeps its distance from 32 bits.
  const std::uint64_t unit = std::clamp<std::uint64_t>(
      (std::uint64_t{1} << 32U) / std::max<std::size_t>(1, profiles.size()), 16, 4096);
  weights_.reserve(profiles.weights());
  for (std::size_t shape = 0; shape < profiles.shapes(); ++shape) {
    const Profile profile = profiles.shape(shape);
    std::uint64_t sum = 0;
    for (const WeightedCompound& weighted : profile.compounds) {
      const std::uint64_t whole = profiles.whole(weighted.compound);
      const std::uint64_t rounded = (weighted.parts * unit + whole / 2) / whole;
      const auto weight =
          static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rounded, 1, 0xFFFFFFFF));
      weights_.push_back({weighted.compound, weight});
      sum += weight;
    }
    sums_.push_back(sum);
    weight_begins_.push_back(weights_.size());
    atom_lists_.insert(atom_lists_.end(), profile.atoms.begin(), profile.atoms.end());
    atom_begins_.push_back(atom_lists_.size());
  }
  for (std::size_t i = 0; i < profiles.size(); ++i) shape_of_.push_back(profiles.shape_of(i));

  std::vector<std::uint64_t> total(compounds_, 0);
  std::vector<std::uint64_t> times(compounds_, 0);
  for (const SearchWeight& entry : weights_) {
    total[entry.compound] += entry.weight;
    ++times[entry.compound];
  }
  typical_.assign(compounds_, 1);
  for (std::size_t i = 0; i < compounds_; ++i) {
    if (times[i] > 0) typical_[i] = static_cast<std::uint32_t>(total[i] / times[i]);
  }
}

DivergenceState::DivergenceState(const SearchPool& pool, std::size_t sets,
                                 std::vector<SetPair> pairs)
    : pool_(pool), sets_(sets), pairs_(std::move(pairs)) {
  ASSAY_CHECK(sets >= 2 && sets <= kMostSets && pairs_.size() <= kMostSets);
  cells_.resize(pool.compounds() * sets);
  for (Set& set : sets_) set.atoms.assign(pool.atoms(), 0);
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

Outlook DivergenceState::now() const { return outlook(similarities_, {0}, missing_); }

Outlook DivergenceState::after(const Exchange& exchange) const {
  Similarities after = similarities_;
  const std::size_t a = exchange.set;
  const std::size_t b = exchange.other_set;
  for_changed_weights(exchange, [&](std::uint32_t compound, std::int64_t change) {
    const auto is_changed = [&](std::size_t set) { return set == a || set == b; };
    const auto new_mass = [&](std::size_t set) {
      const std::uint64_t mass = cell(compound, set).mass;
      const auto amount = static_cast<std::uint64_t>(change);
      return set == a ? mass + amount : mass - amount;
    };
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const auto [first, second] = pairs_[p];
      const Cell& left = cell(compound, first);
      const Cell& right = cell(compound, second);
      // Nothing meets nothing, before and after; most compounds, while sets are small.
      if (!is_changed(first) && (!is_changed(second) || left.mass == 0)) continue;
      if (!is_changed(second) && right.mass == 0) continue;
      after[p].compounds -= left.low * right.high;
      const double low = is_changed(first) ? tenth_root_(new_mass(first)) : left.low;
      double high = right.high;
      if (is_changed(second)) {
        const std::uint64_t mass = new_mass(second);
        high = mass == 0 ? 0 : static_cast<double>(mass) / tenth_root_(mass);
      }
      after[p].compounds += low * high;
    }
  });
  std::uint32_t missing = missing_;
  for_changed_atoms(exchange, [&](std::uint32_t atom, int change) {
    const auto new_count = [&](std::size_t set) {
      const auto count = static_cast<std::int64_t>(sets_[set].atoms[atom]);
      return set == a ? count + change : set == b ? count - change : count;
    };
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const auto [first, second] = pairs_[p];
      if (first != a && second != a && first != b && second != b) continue;
      after[p].atoms += std::sqrt(static_cast<double>(new_count(first) * new_count(second))) -
                        std::sqrt(static_cast<double>(sets_[first].atoms[atom]) *
                                  static_cast<double>(sets_[second].atoms[atom]));
    }
    bool was_wanted = false;
    bool is_wanted = false;
    for (std::size_t set = 1; set < sets_.size(); ++set) {
      was_wanted |= sets_[set].atoms[atom] > 0;
      is_wanted |= new_count(set) > 0;
    }
    missing -= was_wanted && sets_[0].atoms[atom] == 0 ? 1U : 0U;
    missing += is_wanted && new_count(0) == 0 ? 1U : 0U;
  });
  return outlook(after, exchange, missing);
}

Outlook DivergenceState::outlook(const Similarities& similarities, const Exchange& exchange,
                                 std::uint32_t missing) const {
  std::array<std::uint64_t, kMostSets> sums{};
  std::array<std::uint64_t, kMostSets> atom_sums{};
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    sums[set] = sets_[set].sum;
    atom_sums[set] = sets_[set].atom_sum;
  }
  const auto shift = [&](std::uint32_t example, std::size_t to, std::size_t from) {
    if (example == kNobody) return;
    const std::uint32_t shape = pool_.shape_of(example);
    const std::uint64_t atoms = pool_.atoms_of(shape).size();
    if (to < kMostSets) sums[to] += pool_.sum(shape), atom_sums[to] += atoms;
    if (from < kMostSets) sums[from] -= pool_.sum(shape), atom_sums[from] -= atoms;
  };
  shift(exchange.in, exchange.set, exchange.other_set);
  shift(exchange.out, exchange.other_set, exchange.set);

  Outlook result;
  result.missing = missing;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [first, second] = pairs_[p];
    PairDivergence& divergence = result.pairs[p];
    divergence = {1, 1};
    if (sums[first] > 0 && sums[second] > 0) {
      const double norm = tenth_root_(sums[first]) *
                          (static_cast<double>(sums[second]) / tenth_root_(sums[second]));
      divergence.compounds = 1 - similarities[p].compounds / norm;
    }
    if (atom_sums[first] > 0 && atom_sums[second] > 0) {
      divergence.atoms =
          1 - similarities[p].atoms / std::sqrt(static_cast<double>(atom_sums[first]) *
                                                static_cast<double>(atom_sums[second]));
    }
  }
  return result;
}

void DivergenceState::apply(const Exchange& exchange) {
  const std::size_t a = exchange.set;
  const std::size_t b = exchange.other_set;
  const auto touches = [&](const SetPair& pair) {
    return pair.first == a || pair.second == a || pair.first == b || pair.second == b;
  };
  const auto add_terms = [&](std::uint32_t compound, double sign) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      if (!touches(pairs_[p])) continue;
      similarities_[p].compounds +=
          sign * cell(compound, pairs_[p].first).low * cell(compound, pairs_[p].second).high;
    }
  };
  const auto add_mass = [&](Cell& of, std::uint64_t amount) {
    of.mass += amount;
    of.low = tenth_root_(of.mass);
    of.high = of.mass == 0 ? 0 : static_cast<double>(of.mass) / of.low;
  };
  for_changed_weights(exchange, [&](std::uint32_t compound, std::int64_t change) {
    add_terms(compound, -1);
    const auto amount = static_cast<std::uint64_t>(change);
    add_mass(cell(compound, a), amount);
    if (b < kMostSets) add_mass(cell(compound, b), 0 - amount);
    add_terms(compound, 1);
  });
  const auto add_atom_terms = [&](std::uint32_t atom, double sign) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      similarities_[p].atoms +=
          sign * std::sqrt(static_cast<double>(sets_[pairs_[p].first].atoms[atom]) *
                           static_cast<double>(sets_[pairs_[p].second].atoms[atom]));
    }
    bool wanted = false;
    for (std::size_t set = 1; set < sets_.size(); ++set) wanted |= sets_[set].atoms[atom] > 0;
    if (wanted && sets_[0].atoms[atom] == 0) missing_ += sign > 0 ? 1U : ~0U;
  };
  for_changed_atoms(exchange, [&](std::uint32_t atom, int change) {
    add_atom_terms(atom, -1);
    sets_[a].atoms[atom] += static_cast<std::uint32_t>(change);
    if (b < kMostSets) sets_[b].atoms[atom] -= static_cast<std::uint32_t>(change);
    add_atom_terms(atom, 1);
  });
  const auto shift = [&](std::uint32_t example, std::size_t to, std::size_t from) {
    if (example == kNobody) return;
    const std::uint32_t shape = pool_.shape_of(example);
    const std::uint64_t atoms = pool_.atoms_of(shape).size();
    if (to < kMostSets) {
      ++sets_[to].size;
      sets_[to].sum += pool_.sum(shape);
      sets_[to].atom_sum += atoms;
    }
    if (from < kMostSets) {
      --sets_[from].size;
      sets_[from].sum -= pool_.sum(shape);
      sets_[from].atom_sum -= atoms;
    }
  };
  shift(exchange.in, a, b);
  shift(exchange.out, b, a);
}

void Slopes::clear(const SearchPool& pool) {
  compounds.assign(pool.compounds(), 0);
  atoms.assign(pool.atoms(), 0);
  sum = 0;
  atom = 0;
}

SlopeTable::SlopeTable(const SearchPool& pool, std::span<const Slopes> slopes)
    : pool_(pool), lanes_(slopes.size() < 3 ? slopes.size() : 4) {
  ASSAY_CHECK(!slopes.empty() && slopes.size() <= kMostSets);
  compounds_.resize(pool.compounds() * lanes_);
  atoms_.resize(pool.atoms());
  for (std::size_t at = 0; at < slopes.size(); ++at) {
    sum_[at] = static_cast<float>(slopes[at].sum);
    for (std::size_t i = 0; i < pool.compounds(); ++i) {
      compounds_[i * lanes_ + at] = slopes[at].compounds[i];
    }
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      atoms_[i][at] = slopes[at].atoms[i] + static_cast<float>(slopes[at].atom);
    }
  }
}

template <std::size_t kLanes>
SlopeTable::Values SlopeTable::estimate_in(std::uint32_t shape) const {
  Values value{};
  for (const SearchWeight& entry : pool_.weights(shape)) {
    const auto weight = static_cast<float>(entry.weight);
    const float* slope = &compounds_[entry.compound * kLanes];
    for (std::size_t at = 0; at < kLanes; ++at) value[at] += slope[at] * weight;
  }
  return value;
}

SlopeTable::Values SlopeTable::estimate(std::uint32_t shape) const {
  Values value = lanes_ == 1   ? estimate_in<1>(shape)
                 : lanes_ == 2 ? estimate_in<2>(shape)
                               : estimate_in<4>(shape);
  const auto sum = static_cast<float>(pool_.sum(shape));
  for (std::size_t at = 0; at < value.size(); ++at) value[at] += sum_[at] * sum;
  for (const std::uint32_t atom : pool_.atoms_of(shape)) {
    for (std::size_t at = 0; at < value.size(); ++at) value[at] += atoms_[atom][at];
  }
  return value;
}

void DivergenceState::add_slopes(std::size_t pair, std::size_t set, bool up, double of_compounds,
                                 double of_atoms, Slopes& slopes) const {
  const bool is_first = pairs_[pair].first == set;
  if (!is_first && pairs_[pair].second != set) return;
  const Set& own = sets_[set];
  const std::size_t other_set = is_first ? pairs_[pair].second : pairs_[pair].first;
  const Set& other = sets_[other_set];
  if (own.size == 0 || other.size == 0) return;
  constexpr double kNothingShared = 1e-9;
  const double scale = of_compounds / std::max(similarities_[pair].compounds, kNothingShared);
  for (std::size_t i = 0; i < pool_.compounds(); ++i) {
    const double there = is_first ? cell(i, other_set).high : cell(i, other_set).low;
    if (there == 0) continue;
    const std::uint64_t mass = cell(i, set).mass;
    std::uint64_t step = pool_.typical(i);
    if (!up) {
      if (mass == 0) continue;
      step = std::min(step, mass);
    }
    const std::uint64_t moved = up ? mass + step : mass - step;
    double power = tenth_root_(moved);
    if (!is_first && moved > 0) power = static_cast<double>(moved) / power;
    const double change = power - (is_first ? cell(i, set).low : cell(i, set).high);
    slopes.compounds[i] +=
        static_cast<float>(scale * there * change / (up ? 1.0 : -1.0) / static_cast<double>(step));
  }
  slopes.sum -= of_compounds * (is_first ? 0.1 : 0.9) /
                static_cast<double>(std::max<std::uint64_t>(1, own.sum));
  const double atom_scale = of_atoms / std::max(similarities_[pair].atoms, kNothingShared);
  for (std::size_t i = 0; i < pool_.atoms(); ++i) {
    const auto count = static_cast<double>(own.atoms[i]);
    const auto there = std::sqrt(static_cast<double>(other.atoms[i]));
    if (!up && own.atoms[i] == 0) continue;
    const double change =
        up ? std::sqrt(count + 1) - std::sqrt(count) : std::sqrt(count) - std::sqrt(count - 1);
    slopes.atoms[i] += static_cast<float>(atom_scale * there * change);
  }
  slopes.atom -= of_atoms * 0.5 / static_cast<double>(std::max<std::uint64_t>(1, own.atom_sum));
}

void DivergenceState::refresh() {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const Set& first = sets_[pairs_[p].first];
    const Set& second = sets_[pairs_[p].second];
    Similarity& similarity = similarities_[p];
    similarity = {};
    for (std::size_t i = 0; i < pool_.compounds(); ++i) {
      similarity.compounds += cell(i, pairs_[p].first).low * cell(i, pairs_[p].second).high;
    }
    for (std::size_t i = 0; i < pool_.atoms(); ++i) {
      similarity.atoms +=
          std::sqrt(static_cast<double>(first.atoms[i]) * static_cast<double>(second.atoms[i]));
    }
  }
}

}  // namespace assay
