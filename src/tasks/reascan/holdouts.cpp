#include "assay/tasks/reascan/holdouts.h"

#include <utility>

namespace assay::reascan {

namespace {

// A holdout of gSCAN's that the paper leaves out (its footnote 4): training rows that are held out
// are tested.
template <typename IsHeldOut>
Holdout further_holdout(const Rows& rows, const char* name, const char* summary,
                        IsHeldOut is_held_out) {
  return {name, summary, {}, [&rows, is_held_out](const Params&) -> Predicate {
            return [&rows, is_held_out](const Example& row) {
              if (!may_train(rows.facts_of(row))) return Deal{Place::kUnused, false, false};
              const bool tests = is_held_out(errand_of(row));
              return Deal{tests ? Place::kTest : Place::kTrain, false, false};
            };
          }};
}

bool lies_south_west(const grounded::Errand& errand) {
  return bearing(errand.world.agent, errand.world.things.front().cell) == "sw";
}

bool pulls_spinning(const grounded::Errand& errand) {
  return errand.verb == world::Verb::kPull && errand.manner == world::Manner::kSpinning;
}

}  // namespace

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
  holdouts.push_back(further_holdout(
      rows, "direction", "the target lies in the south-west (gSCAN's D)", lies_south_west));
  holdouts.push_back(
      further_holdout(rows, "adverb", "pulled while spinning (gSCAN's H)", pulls_spinning));
  if (settings.only_walks) holdouts.back().vacant = "actions=walk has no such command";
  return holdouts;
}

}  // namespace assay::reascan
