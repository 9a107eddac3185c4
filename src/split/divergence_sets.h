// Who is in which set, together with the divergences between the sets; and what counts as good.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/base/random.h"
#include "assay/split/divergence_state.h"

namespace assay {

struct DivergenceGoal {
  std::vector<std::uint64_t> sizes;  // of the sets; the rest of the pool stays unused
  std::vector<SetPair> pairs;        // whose divergence counts
  std::optional<double> target;      // of the compound divergence; without: as high as possible
  double most_atom_divergence = 0.02;
  double atom_penalty = 5;  // of the score, for each unit above that
  bool must_hold = false;   // raise the penalty where the search would rather pay than stay below
};

// How good a state is: divergence, less what oversteps the atom bound, and less atoms that only
// later sets have. Of several pairs the mean and the worst count alike, so that none is given up.
double score_of(const Outlook& outlook, const DivergenceGoal& goal);

// The set of every example; kMostSets for none.
using Membership = std::vector<std::uint8_t>;

struct Arrangement {
  Membership set_of;
  double score = 0;
  Outlook outlook;
};

class DivergenceSets {
 public:
  DivergenceSets(const SearchPool& pool, const DivergenceGoal& goal);
  DivergenceSets(const SearchPool& pool, const DivergenceGoal& goal, const Membership& set_of);

  const DivergenceState& state() const { return state_; }
  std::span<const std::uint32_t> members(std::size_t set) const { return members_[set]; }
  std::span<const std::uint32_t> unused() const { return members_.back(); }
  bool is_used(std::uint32_t example) const { return set_of_[example] != kMostSets; }
  std::size_t used() const { return set_of_.size() - members_.back().size(); }

  void exchange(const Exchange& change);
  // The score and outlook after a refresh, so without what rounding has left in the sums.
  Arrangement arrangement();

 private:
  void move(std::uint32_t example, std::size_t from, std::size_t to);

  const DivergenceGoal& goal_;
  DivergenceState state_;
  Membership set_of_;
  std::vector<std::vector<std::uint32_t>> members_;  // of each set, then the unused
  std::vector<std::uint32_t> place_;                 // of an example in its list
};

// What a stream of the search is for; streams hold a quarter of a million words, so each stretch of
// work has its own.
enum class SearchPhase : std::uint16_t { kPlant = 0, kAnneal = 1, kDivide = 2, kPolish = 3 };
// Two of five each between the first set, or a later one, and the unused; one between sets.
Exchange random_pair_of_sets(std::size_t sets, bool all_used, Stream& stream);
Stream search_stream(Key key, std::uint32_t start, SearchPhase phase, std::uint32_t stretch);

}  // namespace assay
