#include "assay/tasks/logic/holdouts.h"

#include "assay/tasks/logic/row.h"
#include "assay/tasks/logic/settings.h"

namespace assay::logic {

std::vector<Holdout> logic_holdouts(const Params& params) {
  Holdout published{"published",
                    "train and test as the release has them (edition=published)",
                    {},
                    [](const Params&) -> Predicate {
                      return [](const Example& row) {
                        const std::string& half = text_at(row, kHalf);
                        return Deal{half == "test" ? Place::kTest : Place::kTrain, false, false};
                      };
                    },
                    true};
  if (!is_published(params))
    published.vacant = "edition=sound has no test of its own; all rows train";
  return {published};
}

}  // namespace assay::logic
