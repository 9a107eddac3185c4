// Sets of examples under change, and the divergences between them, kept up to date move by move.
//
// The searcher's own arithmetic: weights are whole multiples of a small unit, so that a compound
// that leaves a set leaves exactly nothing behind (a residue of 1e-7 to the power 0.1 is 0.2), and
// powers come from a table that every machine computes alike. What is reported is measured anew.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/dbca/profiles.h"

namespace assay {

// x to the power 0.1 for whole x, within 1e-8 of it and the same on every machine.
class TenthRoot {
 public:
  TenthRoot();
  double operator()(std::uint64_t x) const {
    if (x == 0) return 0;
    const auto exponent = 63U - static_cast<unsigned>(__builtin_clzll(x));
    const std::uint64_t shifted = x << (63U - exponent);  // leading one on top
    const std::uint64_t index = (shifted >> (63U - kBits)) & (kEntries - 1);
    const double rest = static_cast<double>((shifted << (kBits + 1U)) >> 11U) * 0x1p-53;
    const double low = mantissa_[index];
    return (low + (mantissa_[index + 1] - low) * rest) * exponent_[exponent];
  }

 private:
  static constexpr unsigned kBits = 11;
  static constexpr std::uint64_t kEntries = 1U << kBits;
  std::array<double, kEntries + 1> mantissa_{};
  std::array<double, 64> exponent_{};
};

struct SearchWeight {
  std::uint32_t compound = 0;
  std::uint32_t weight = 0;
};

// Profiles in the searcher's unit. Examples that share a profile share its memory.
class SearchPool {
 public:
  explicit SearchPool(const Profiles& profiles);

  std::size_t size() const { return shape_of_.size(); }
  std::size_t atoms() const { return atoms_; }
  std::size_t compounds() const { return compounds_; }
  std::size_t shapes() const { return sums_.size(); }
  std::uint64_t entries() const { return weights_.size(); }
  std::uint32_t shape_of(std::size_t example) const { return shape_of_[example]; }
  std::span<const SearchWeight> weights(std::size_t shape) const {
    return std::span(weights_).subspan(weight_begins_[shape],
                                       weight_begins_[shape + 1] - weight_begins_[shape]);
  }
  std::span<const std::uint32_t> atoms_of(std::size_t shape) const {
    return std::span(atom_lists_)
        .subspan(atom_begins_[shape], atom_begins_[shape + 1] - atom_begins_[shape]);
  }
  std::uint64_t sum(std::size_t shape) const { return sums_[shape]; }
  // A typical weight of the compound where it occurs: the step of secants.
  std::uint32_t typical(std::size_t compound) const { return typical_[compound]; }

 private:
  std::size_t atoms_ = 0;
  std::size_t compounds_ = 0;
  std::vector<std::uint32_t> shape_of_;
  std::vector<SearchWeight> weights_;
  std::vector<std::size_t> weight_begins_{0};
  std::vector<std::uint32_t> atom_lists_;
  std::vector<std::size_t> atom_begins_{0};
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint32_t> typical_;
};

inline constexpr std::size_t kMostSets = 3;
inline constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// Two sets whose divergence counts; the first is the one to learn from.
struct SetPair {
  std::size_t first = 0;
  std::size_t second = 1;
};

struct PairDivergence {
  double atoms = 0;
  double compounds = 0;
};

// What a state would be after a move, or is.
struct Outlook {
  std::array<PairDivergence, kMostSets> pairs;
  std::uint32_t missing = 0;  // atoms that a later set has and the first set lacks
};

// An exchange: `out` leaves set `in_set` and `in` enters it; with `other_set`, each goes where the
// other came from. Either may be kNobody where there is no other set.
struct Exchange {
  std::size_t set = 0;
  std::uint32_t out = kNobody;
  std::uint32_t in = kNobody;
  std::size_t other_set = kMostSets;
};

// A linear estimate of what an example changes.
struct Slopes {
  std::vector<float> compounds;  // for a unit of weight
  std::vector<float> atoms;
  double sum = 0;   // for a unit of weight of any compound
  double atom = 0;  // for any atom

  void clear(const SearchPool& pool);
};

// Several slopes side by side, so that one walk over an example serves all.
class SlopeTable {
 public:
  using Values = std::array<float, 4>;
  SlopeTable(const SearchPool& pool, std::span<const Slopes> slopes);  // at most kMostSets
  Values estimate(std::uint32_t shape) const;

 private:
  template <std::size_t kLanes>
  Values estimate_in(std::uint32_t shape) const;

  const SearchPool& pool_;
  std::size_t lanes_;             // as few as will do: the table should stay in the cache
  std::vector<float> compounds_;  // lanes_ for each
  std::vector<Values> atoms_;
  Values sum_{};
};

class DivergenceState {
 public:
  DivergenceState(const SearchPool& pool, std::size_t sets, std::vector<SetPair> pairs);

  const SearchPool& pool() const { return pool_; }
  std::size_t sets() const { return sets_.size(); }
  std::span<const SetPair> pairs() const { return pairs_; }
  std::uint64_t size(std::size_t set) const { return sets_[set].size; }

  Outlook now() const;
  Outlook after(const Exchange& exchange) const;
  void apply(const Exchange& exchange);
  void put(std::uint32_t example, std::size_t set) { apply({set, kNobody, example, kMostSets}); }
  void take(std::uint32_t example, std::size_t set) { apply({set, example, kNobody, kMostSets}); }
  // Sums anew what moves have kept up to date, and with it their rounding.
  void refresh();

  // Adds to `slopes`, times `of_compounds` and `of_atoms`, how the log similarities of a pair
  // change with what stands in `set`: secants over a typical step up or down.
  void add_slopes(std::size_t pair, std::size_t set, bool up, double of_compounds, double of_atoms,
                  Slopes& slopes) const;

 private:
  // What a set has of a compound. Cells of a compound lie side by side: they are used together.
  struct Cell {
    std::uint64_t mass = 0;
    double low = 0;   // mass to the power 0.1
    double high = 0;  // and 0.9
  };
  struct Set {
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
    std::vector<std::uint32_t> atoms;
    std::uint64_t atom_sum = 0;
  };
  struct Similarity {
    double compounds = 0;  // before normalising
    double atoms = 0;
  };
  using Similarities = std::array<Similarity, kMostSets>;

  const Cell& cell(std::size_t compound, std::size_t set) const {
    return cells_[compound * sets_.size() + set];
  }
  Cell& cell(std::size_t compound, std::size_t set) {
    return cells_[compound * sets_.size() + set];
  }

  template <typename Act>
  void for_changed_weights(const Exchange& exchange, Act act) const;
  template <typename Act>
  void for_changed_atoms(const Exchange& exchange, Act act) const;
  Outlook outlook(const Similarities& similarities, const Exchange& exchange,
                  std::uint32_t missing) const;

  const SearchPool& pool_;
  TenthRoot tenth_root_;
  std::vector<Set> sets_;
  std::vector<Cell> cells_;
  std::vector<SetPair> pairs_;
  Similarities similarities_{};
  std::uint32_t missing_ = 0;
};

}  // namespace assay
