#include "assay/tasks/reascan/holdouts.h"

#include <utility>

namespace assay::reascan {

std::vector<Holdout> reascan_holdouts(const Rows& rows) {
  std::vector<Holdout> holdouts{
      {"random",
       "all that no other set holds out, dealt at random (--train, --dev and --test; the release "
       "has dev 5.2% and test 1%)",
       {},
       [&rows](const Params&) -> Predicate {
         return [&rows](const Example& row) {
           return Deal{may_train(rows.facts_of(row)) ? Place::kAny : Place::kUnused, false, false};
         };
       }}};
  holdouts.front().sizes = {"rest", "5.2%", "1%"};
  const Settings& settings = rows.settings();
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    const auto set = static_cast<HeldOut>(i);
    Holdout holdout{std::string(name_of(set)),
                    std::string(summary_of(set)),
                    {},
                    [&rows, set](const Params&) -> Predicate {
                      return [&rows, set](const Example& row) {
                        const RowFacts facts = rows.facts_of(row);
                        if (may_train(facts)) return Deal{Place::kTrain, false, false};
                        const bool test = is_tested(facts, set);
                        return Deal{test ? Place::kTest : Place::kUnused, false, false};
                      };
                    }};
    holdout.promise = [&rows, set] {
      return make_promise(set, [&rows](const Example& row) { return rows.facts_of(row); });
    };
    if (set == HeldOut::kB2 && settings.edition == Edition::kPublished &&
        settings.world.sizes == SizeRule::kCopied) {
      holdout.vacant = "no world has distractors of copied sizes there; see relation_sizes=drawn";
    }
    holdouts.push_back(std::move(holdout));
  }
  return holdouts;
}

}  // namespace assay::reascan
