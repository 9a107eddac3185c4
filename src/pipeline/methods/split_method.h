// A split method: its name, its parameters as data, and how it deals. One file a method.
#pragma once

#include <functional>
#include <string>

#include "assay/core/split_spec.h"
#include "assay/pipeline/methods/split_rows.h"

namespace assay {

struct SplitMethod {
  SplitForm form;

  // Deals the rows: fills in `split`, `notes` and whatever else the method records. A function of
  // the rows and the values alone, so that `verify` can deal again. One of the two is set: `deal`
  // takes any rows, `deal_data_set` those of a data set.
  std::function<void(const SplitSpec&, SplitRows&, SplitFile&)> deal = {};
  std::function<void(const SplitSpec&, TaskRows&, SplitFile&)> deal_data_set = {};

  // Spells out sizes that depend on other values or on the task (nullptr for a file), and refuses
  // values that do not go together. Sizes with a default of their own are filled in before.
  std::function<void(const Task*, SplitSpec&)> complete = {};

  // Instead of dealing again: what of the claim does not hold on the rows; empty when all does.
  std::function<std::string(const SplitFile&, TaskRows&)> check = {};

  // Where the claim places a row by itself, whatever other rows there are.
  std::function<Predicate(const Task&, const SplitSpec&)> places = {};

  // What no two parts have in common, but train and a dev that is taken from it.
  std::function<RowFact(const SplitSpec&)> kept_together = {};

  // The side that dev is taken from when `dev_from` does not say, where that is known of each row.
  DevSide usual_dev_side = DevSide::kAsDealt;

  // Divergences are recorded with the split, and measured again.
  bool by_divergence = false;
};

}  // namespace assay
