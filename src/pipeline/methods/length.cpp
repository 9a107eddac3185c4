// Long rows are tested, short ones trained on; thinned out at random where sizes are asked for.
#include <algorithm>
#include <limits>

#include "assay/pipeline/methods/side.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"

namespace assay {

namespace {

void deal(const SplitSpec& spec, SplitRows& rows, SplitFile& file) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const auto facts = rows.facts(is_by_input(spec) ? RowFact::kInputLength : RowFact::kOutputLength);
  std::vector<std::uint32_t> lengths;
  for (const std::uint64_t length : facts) lengths.push_back(static_cast<std::uint32_t>(length));
  const auto longest = static_cast<std::uint32_t>(std::min(spec.number("longest"), kMost));
  file.split = deal_by_length(lengths, longest, rows.forms());
  if (!has_sizes(spec)) return;
  file.split = thin_out(file.split, rows.subject().rows, portions_of(spec),
                        rows.key(spec.number("seed")), dev_side_of(spec), rows.forms());
  note_missed_sizes(spec, kNoMoreRows, file);
}

Predicate places(const Task& task, const SplitSpec& spec) {
  return [&task, by_input = is_by_input(spec),
          longest = spec.number("longest")](const Example& row) -> Deal {
    const Features features = task.features(row);
    const std::uint32_t length = by_input ? features.input_length : features.output_length;
    return {length <= longest ? Place::kTrain : Place::kTest, false, false};
  };
}

void complete(const Task* /*task*/, SplitSpec& spec) {
  check_dev_size(spec);
  if (has_sizes(spec)) set_default_sizes(kPaperSizes, spec);
}

// Nothing is drawn where no sizes are asked for.
std::vector<std::string> claim_keys(const SplitSpec& spec) {
  std::vector<std::string> keys = {"by", "longest"};
  if (has_sizes(spec)) keys.insert(keys.end(), kSizeParams.begin(), kSizeParams.end());
  return keys;
}

}  // namespace

SplitMethod length_method() {
  std::vector<SplitParam> params = {
      side_param(),
      {ParamSpec::of_kind(ParamKind::kCount, "longest", "", "the longest in training"),
       Recorded::kAlways, true}};
  for (SplitParam& param : size_params({})) params.push_back(std::move(param));
  return {.form = {.name = "length",
                   .summary = "train if its length is at most `longest`, else test; thinned out "
                              "at random to the sizes",
                   .params = std::move(params),
                   .claim_keys = claim_keys},
          .deal = deal,
          .complete = complete,
          .places = places,
          .usual_dev_side = DevSide::kTest};
}

}  // namespace assay
