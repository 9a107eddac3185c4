// From two sets that the search found to train, dev and test.
#include <algorithm>
#include <utility>

#include "assay/base/permutation.h"
#include "assay/split/divergence_search.h"
#include "assay/split/places.h"

namespace assay {

namespace {

DivergenceGoal goal_of_parts(const DivergenceGoal& goal, const Membership& set_of) {
  DivergenceGoal parts = goal;
  parts.sizes.assign(3, 0);
  for (const std::uint8_t set : set_of) {
    if (set < parts.sizes.size()) ++parts.sizes[set];
  }
  parts.pairs = {{0, 1}, {0, 2}};
  return parts;
}

double most_atoms(const Outlook& outlook) {
  return std::max(outlook.pairs[0].atoms, outlook.pairs[1].atoms);
}

}  // namespace

Membership hold_bound(const SearchPool& pool, const DivergenceGoal& goal, const Membership& divided,
                      double bound, std::uint64_t exchanges, Key key, const Control& control) {
  constexpr std::uint32_t kPriceRises = 3;
  constexpr std::uint32_t kFirstStart = 1U << 20U;  // streams that no start of the search uses
  DivergenceGoal parts = goal_of_parts(goal, divided);
  Arrangement best = DivergenceSets(pool, parts, divided).arrangement();
  for (std::uint32_t i = 0; i < kPriceRises && most_atoms(best.outlook) > bound; ++i) {
    parts.atom_penalty *= 10;
    best.score = score_of(best.outlook, parts);
    Arrangement found = anneal(pool, parts, best, exchanges, key, kFirstStart + i, control);
    const bool is_better = found.outlook.missing <= best.outlook.missing &&
                           most_atoms(found.outlook) < most_atoms(best.outlook);
    if (is_better) best = std::move(found);
  }
  return best.set_of;
}

namespace {

// One random draw of set 1 from set 0; an example whose atom would be lost to set 0 stays.
Membership draw_dev(const SearchPool& pool, const Membership& set_of, std::uint64_t size, Key key) {
  std::vector<std::uint32_t> members;
  std::vector<std::uint64_t> counts(pool.atoms(), 0);
  for (std::uint32_t example = 0; example < pool.size(); ++example) {
    if (set_of[example] != 0) continue;
    members.push_back(example);
    for (const std::uint32_t atom : pool.atoms_of(pool.shape_of(example))) ++counts[atom];
  }
  Membership drawn = set_of;
  const Permutation order(key, members.size());
  for (std::uint64_t i = 0; i < members.size() && size > 0; ++i) {
    const std::uint32_t example = members[order.at(i)];
    const auto atoms = pool.atoms_of(pool.shape_of(example));
    if (std::ranges::any_of(atoms, [&](std::uint32_t atom) { return counts[atom] < 2; })) continue;
    for (const std::uint32_t atom : atoms) --counts[atom];
    drawn[example] = 1;
    --size;
  }
  return drawn;
}

}  // namespace

Membership dev_from_train(const SearchPool& pool, const DivergenceGoal& goal,
                          const Membership& set_of, std::uint64_t size, double bound, Key key) {
  constexpr std::uint32_t kDraws = 16;
  constexpr std::uint32_t kFirstKey = 16;  // keys that no other draw of a split uses
  Membership moved = set_of;
  std::replace(moved.begin(), moved.end(), std::uint8_t{1}, std::uint8_t{2});
  Membership best;
  double least = 0;
  for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
    Membership drawn = draw_dev(pool, moved, size, sub_key(key, kFirstKey + draw));
    const DivergenceGoal parts = goal_of_parts(goal, drawn);
    const double atoms = most_atoms(DivergenceSets(pool, parts, drawn).arrangement().outlook);
    if (!best.empty() && atoms >= least) continue;
    best = std::move(drawn);
    least = atoms;
    if (least <= bound) break;
  }
  return best;
}

}  // namespace assay
