// Rows at random.
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"

namespace assay {

namespace {

void deal(const SplitSpec& spec, SplitRows& rows, SplitFile& file) {
  file.split = deal_random(rows.subject().rows, portions_of(spec), rows.key(spec.number("seed")),
                           rows.forms());
  note_missed_sizes(spec, "equal rows go together and did not fit", file);
}

}  // namespace

SplitMethod random_method() {
  return {.form = {.name = "random",
                   .summary = "any part; the seed decides",
                   .params = size_params(kMostInTrain)},
          .deal = deal};
}

}  // namespace assay
