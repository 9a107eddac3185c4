// Groups of rows at random; sizes count groups.
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"

namespace assay {

namespace {

void deal(const SplitSpec& spec, SplitRows& rows, SplitFile& file) {
  const auto groups = rows.facts(RowFact::kGroup);
  file.split = deal_groups(groups, portions_of(spec), rows.key(spec.number("seed")), rows.forms());
}

}  // namespace

SplitMethod group_method() {
  return {.form = {.name = "group",
                   .summary = "the part of its whole group",
                   .params = size_params(kMostInTrain)},
          .deal = deal,
          .kept_together = [](const SplitSpec&) { return RowFact::kGroup; }};
}

}  // namespace assay
