#include "assay/tasks/cscan/holdouts.h"

namespace assay::cscan {

std::vector<Holdout> cscan_holdouts(const SourceSettings& settings) {
  const std::uint64_t contexts = settings.contexts;
  const std::uint64_t held_out = settings.held_out;
  Holdout further{
      "contexts",
      "the contexts of held_out: the first half for dev, the second for test",
      {},
      [contexts, held_out](const Params&) -> Predicate {
        return [contexts, held_out](const Example& row) {
          const std::uint64_t context = row.address.unit;
          if (held_out == 0 || context < contexts) return Deal{Place::kTrain, false, false};
          return Deal{context < contexts + held_out ? Place::kDev : Place::kTest, false, false};
        };
      }};
  if (held_out == 0) further.vacant = "held_out is 0, so every context trains";
  return {further};
}

}  // namespace assay::cscan
