// Sets of examples under change, and the divergences between them, kept up to date move by move.
//
// The searcher's own arithmetic: weights are whole numbers (search_pool.h), and powers come from a
// table that every machine computes alike (tenth_root.h). What is reported is measured again, from
// the profiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/split/search_pool.h"
#include "assay/split/slopes.h"
#include "assay/split/tenth_root.h"

namespace assay {

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

// An exchange: `out` leaves `set` and `in` enters it; with `other_set`, each goes where the other
// came from. Either may be kNobody where there is no other set.
struct Exchange {
  std::size_t set = 0;
  std::uint32_t out = kNobody;
  std::uint32_t in = kNobody;
  std::size_t other_set = kMostSets;
};

class DivergenceState {
 public:
  DivergenceState(const SearchPool& pool, std::size_t sets, std::vector<SetPair> pairs);

  const SearchPool& pool() const { return pool_; }
  std::size_t sets() const { return sets_; }
  std::span<const SetPair> pairs() const { return pairs_; }
  std::uint64_t size(std::size_t set) const { return totals_[set].size; }

  Outlook now() const { return outlook(similarities_, totals_, missing_); }
  Outlook after(const Exchange& exchange) const;
  // Whether a later set has an atom that the first set lacks.
  bool is_missing(std::size_t atom) const;
  void apply(const Exchange& exchange);
  void put(std::uint32_t example, std::size_t set) { apply({set, kNobody, example, kMostSets}); }
  void take(std::uint32_t example, std::size_t set) { apply({set, example, kNobody, kMostSets}); }
  // Sums again what moves have kept up to date, without their rounding.
  void refresh();

  // Adds to `slopes`, times `of_compounds` and `of_atoms`, how the log similarities of a pair
  // change with what stands in `set`: secants over a typical step up or down.
  void add_slopes(std::size_t pair, std::size_t set, bool up, double of_compounds, double of_atoms,
                  Slopes& slopes) const;
  // The slope of one compound alone, as add_slopes finds it when `scale` is compound_scale(). A
  // scale may be kept for a while: it changes little from move to move.
  double compound_scale(std::size_t pair, double of_compounds) const;
  float compound_slope(std::size_t pair, std::size_t set, bool up, double scale,
                       std::size_t compound) const;

 private:
  // What a set has of a compound. Cells of a compound lie side by side: they are used together.
  struct Cell {
    std::uint64_t mass = 0;
    double low = 0;   // mass to the power 0.1
    double high = 0;  // and 0.9
  };
  // Of a set.
  struct Totals {
    std::uint64_t size = 0;
    std::uint64_t mass = 0;
    std::uint64_t atoms = 0;
  };
  using AllTotals = std::array<Totals, kMostSets>;
  // Of a pair, before normalising.
  struct Similarity {
    double compounds = 0;
    double atoms = 0;
  };
  using Similarities = std::array<Similarity, kMostSets>;
  // A set of a pair.
  struct Side {
    std::size_t pair;
    std::size_t own;
    std::size_t other;
    bool is_first;
  };

  const Cell& cell(std::size_t compound, std::size_t set) const {
    return cells_[compound * sets_ + set];
  }
  Cell& cell(std::size_t compound, std::size_t set) { return cells_[compound * sets_ + set]; }
  std::uint32_t count(std::size_t atom, std::size_t set) const {
    return counts_[atom * sets_ + set];
  }

  template <typename Act>
  void for_changed_weights(const Exchange& exchange, Act act) const;
  template <typename Act>
  void for_changed_atoms(const Exchange& exchange, Act act) const;
  template <typename CountOf>
  bool would_miss(CountOf count_of) const;
  double atom_term(std::size_t atom, const SetPair& pair) const;
  void replace_term(const Exchange& exchange, std::uint32_t compound, std::int64_t change,
                    const SetPair& pair, double& sum) const;
  void move_totals(const Exchange& exchange, AllTotals& totals) const;
  Outlook outlook(const Similarities& similarities, const AllTotals& totals,
                  std::uint32_t missing) const;
  void set_mass(Cell& cell, std::uint64_t mass) const;
  std::optional<Side> side_of(std::size_t pair, std::size_t set) const;
  float compound_slope(const Side& side, std::size_t compound, bool up, double scale) const;
  void add_compound_slopes(const Side& side, bool up, double factor, Slopes& slopes) const;
  void add_atom_slopes(const Side& side, bool up, double factor, Slopes& slopes) const;

  const SearchPool& pool_;
  TenthRoot tenth_root_;
  std::size_t sets_;
  std::vector<SetPair> pairs_;
  std::vector<Cell> cells_;            // by compound and set
  std::vector<std::uint32_t> counts_;  // of examples, by atom and set
  AllTotals totals_{};
  std::uint32_t missing_ = 0;
  Similarities similarities_{};
};

}  // namespace assay
