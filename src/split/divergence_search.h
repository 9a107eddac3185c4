// The search for sets of examples of high, or of a wanted, compound divergence at low atom
// divergence: Keysers et al. 2020, section 4, in whole batches of moves.
//
// A start is planted by the paper's greedy search: of some candidates the best enters, and every
// third step one leaves. It grows in rounds: the worst members go back to the pool and the best
// others enter, by a linear estimate of what they change. Full sets are shaken the same way, more
// and more gently. The best of many starts are shaken on, in large pools polished by exchanges of
// chosen examples, then annealed by single exchanges at random.
//
// Every step is a function of the pool, the goal and the key: threads only share the work.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "assay/base/progress.h"
#include "assay/split/divergence_sets.h"

namespace assay {

struct SearchEffort {
  std::uint32_t starts = 1;
  std::uint32_t finalists = 1;  // of the starts, the best
  std::uint32_t shakes = 0;     // of each finalist
  std::uint64_t exchanges = 0;  // tried in annealing each
  std::uint64_t chosen = 0;     // exchanges tried in polishing each
};

enum class EffortLevel { kQuick, kThorough };
// Seconds or minutes; fewer starts for larger pools, never by a clock.
SearchEffort effort_for(EffortLevel level, const SearchPool& pool);

// Where a long search keeps what it has, to go on from after a kill. Both may be empty.
struct SearchMemory {
  std::function<std::string()> load;
  std::function<void(const std::string&)> save;
};

Arrangement search_divergence(const SearchPool& pool, const DivergenceGoal& goal,
                              const SearchEffort& effort, Key key, const SearchMemory& memory,
                              const Control& control);

// Deals set 1 of an arrangement of two sets into two of the same divergences from set 0: sizes[1]
// and the rest.
Membership divide_held_out(const SearchPool& pool, const DivergenceGoal& goal,
                           const Arrangement& arrangement, std::uint64_t first_size, Key key);

// Exchanges examples of such three sets, unused ones included, until the atom divergence of sets 1
// and 2 from set 0 is at most `bound`; where that is not reached, as near as it came.
Membership hold_bound(const SearchPool& pool, const DivergenceGoal& goal, const Membership& divided,
                      double bound, std::uint64_t exchanges, Key key, const Control& control);

// Makes set 1 of an arrangement of two sets set 2, and deals `size` random examples of set 0 to set
// 1, fewer where set 0 would lose an atom: the first of some draws that stays below `bound`.
Membership dev_from_train(const SearchPool& pool, const DivergenceGoal& goal,
                          const Membership& set_of, std::uint64_t size, double bound, Key key);

// The single steps.
Arrangement grow_start(const SearchPool& pool, const DivergenceGoal& goal, Key key,
                       std::uint32_t start, const Control& control);
Arrangement shake(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                  std::uint32_t times, const Control& control);
Arrangement anneal(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                   std::uint64_t exchanges, Key key, std::uint32_t start, const Control& control);
Arrangement polish(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                   std::uint64_t exchanges, Key key, std::uint32_t start, const Control& control);

}  // namespace assay
