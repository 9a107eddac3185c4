#include "assay/tasks/gscan/holdouts.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "assay/tasks/gscan/release/splits.h"
#include "assay/tasks/gscan/row.h"

namespace assay::gscan {

namespace {

Deal deal_at_random(const Example& row) {
  const std::string& set = text_at(row, kSet);
  return {set == "train"  ? Place::kTrain
          : set == "dev"  ? Place::kDev
          : set == "test" ? Place::kTest
                          : Place::kUnused,
          false, false};
}

Deal deal_by_set(const Example& row, HeldOut own) {
  const grounded::Errand errand = errand_of(row);
  const world::Thing& target = errand.world.things.front();
  const std::uint8_t sets =
      held_out_sets(command_of(row), target, bearing(errand.world.agent, target.cell));
  if (sets == 0) return {Place::kTrain, false, false};
  const bool test = sets == 1U << static_cast<unsigned>(own);
  return {test ? Place::kTest : Place::kUnused, false, test && own == HeldOut::kAdverb1};
}

}  // namespace

std::vector<Holdout> gscan_holdouts(Grammar grammar) {
  constexpr std::array<std::string_view, kHeldOuts> kSummaries{
      "C: red squares are targets",
      "D: the target lies in the south-west",
      "E: a circle of size 2 is called small",
      "F: squares of size 3 are pushed",
      "G: cautiously; --shots moves some into training",
      "H: pulled while spinning",
      "B: yellow squares are called yellow"};
  std::vector<Holdout> holdouts{{"random",
                                 "train, dev and test of the release's training pool",
                                 {},
                                 [](const Params&) -> Predicate { return deal_at_random; }}};
  // The release draws these row by row, so a situation that was drawn twice may stand on two sides.
  holdouts.back().may_share = true;
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    const auto own = static_cast<HeldOut>(i);
    holdouts.push_back({std::string(name_of(own)),
                        std::string(kSummaries[i]),
                        {},
                        [own](const Params&) -> Predicate {
                          return [own](const Example& row) { return deal_by_set(row, own); };
                        }});
    if (!has_examples(own, grammar)) {
      holdouts.back().vacant = fmt::format("grammar={} has no such command", name_of(grammar));
    }
  }
  return holdouts;
}

}  // namespace assay::gscan
