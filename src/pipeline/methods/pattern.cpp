// Patterns of inputs or outputs at random: no pattern stands in two parts.
#include "assay/pipeline/methods/side.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"

namespace assay {

namespace {

RowFact pattern_of(const SplitSpec& spec) {
  return is_by_input(spec) ? RowFact::kInputPattern : RowFact::kOutputPattern;
}

void deal(const SplitSpec& spec, SplitRows& rows, SplitFile& file) {
  const auto patterns = rows.facts(pattern_of(spec));
  file.split = deal_clusters(patterns, portions_of(spec), rows.key(spec.number("seed")),
                             dev_side_of(spec), rows.forms());
  note_missed_sizes(spec, kNoMoreRows, file);
}

}  // namespace

SplitMethod pattern_method() {
  std::vector<SplitParam> params = size_params(kPaperSizes);
  params.insert(params.begin(), side_param());
  return {.form = {.name = "pattern",
                   .summary = "the part of all rows of its pattern",
                   .params = std::move(params)},
          .deal = deal,
          .kept_together = pattern_of};
}

}  // namespace assay
