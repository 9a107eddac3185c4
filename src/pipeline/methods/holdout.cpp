// What a task keeps out of training: a predicate of its own.
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/pipeline/methods/task_holdout.h"

namespace assay {

std::optional<Holdout> holdout_of(const Task& task, const SplitSpec& claim) {
  if (claim.method != "holdout") return std::nullopt;
  for (Holdout& holdout : task.holdouts()) {
    if (holdout.name == claim.text("holdout")) return std::move(holdout);
  }
  return std::nullopt;
}

std::uint64_t shots_of(const SplitSpec& claim) { return claim.number("shots"); }

namespace {

Holdout needed_holdout(const Task& task, const SplitSpec& spec) {
  if (auto holdout = holdout_of(task, spec)) return std::move(*holdout);
  std::vector<std::string> names;
  for (const Holdout& holdout : task.holdouts()) names.push_back(holdout.name);
  fail(ErrorKind::kUsage, "task {} has no holdout \"{}\"{}", task.info().name,
       printable(spec.text("holdout")), did_you_mean(spec.text("holdout"), names));
}

Params params_of(const Holdout& holdout, const SplitSpec& spec) {
  return {holdout.params, spec.table("set"), fmt::format("holdout {}", holdout.name)};
}

Predicate places(const Task& task, const SplitSpec& spec) {
  const Holdout holdout = needed_holdout(task, spec);
  return holdout.bind(params_of(holdout, spec));
}

void deal(const SplitSpec& spec, TaskRows& rows, SplitFile& file) {
  const std::vector<Deal> deals = rows.deals(places(rows.task(), spec));
  const HoldoutOptions options{
      shots_of(spec), static_cast<std::uint32_t>(spec.number("repeat_percent")), portions_of(spec),
      dev_side_of(spec), needed_holdout(rows.task(), spec).may_share};
  file.split = deal_by_holdout(deals, options, rows.key(spec.number("seed")), rows.forms());
}

void complete(const Task* task, SplitSpec& spec) {
  check_dev_size(spec);
  const Holdout holdout = needed_holdout(*task, spec);
  const Params params = params_of(holdout, spec);
  spec.set("set", ParamTable(params.all().begin(), params.all().end()));
  const bool only_dev = spec.has("dev_from") && !spec.has("train") && !spec.has("test");
  if (has_sizes(spec) && !holdout.sizes && !only_dev) {
    fail(ErrorKind::kUsage,
         "holdout {} deals nothing at random; leave the sizes out, or give only --dev with "
         "--dev-from",
         holdout.name);
  }
  if (holdout.sizes) {
    set_default_sizes({holdout.sizes->train, holdout.sizes->dev, holdout.sizes->test}, spec);
  }
}

// The seed counts only where something is drawn: rows of any part, or shots.
std::vector<std::string> claim_keys(const SplitSpec& spec) {
  std::vector<std::string> keys = {"holdout", "set"};
  if (has_sizes(spec)) keys.insert(keys.end(), kSizeParams.begin(), kSizeParams.end());
  if (shots_of(spec) > 0) {
    keys.emplace_back("shots");
    if (!has_sizes(spec)) keys.emplace_back("seed");
  }
  keys.emplace_back("repeat_percent");
  return keys;
}

}  // namespace

SplitMethod holdout_method() {
  std::vector<SplitParam> params = {
      {ParamSpec::of_kind(ParamKind::kText, "holdout", "",
                          "which of the task's; see assay describe"),
       Recorded::kAlways, true, "", "NAME"},
      {ParamSpec::of_kind(ParamKind::kTable, "set", "", "a parameter of it"), Recorded::kAlways}};
  for (SplitParam& param : size_params({})) params.push_back(std::move(param));
  params.push_back({ParamSpec::of_kind(ParamKind::kCount, "shots", "",
                                       "number of random held-out rows to move into training")});
  SplitParam repeat{ParamSpec::number(
      "repeat_percent", 0, 0, 90, "oversample the isolated primitive to P % of the training rows")};
  repeat.value = "P";
  params.push_back(std::move(repeat));
  return {.form = {.name = "holdout",
                   .summary = "the part that the rule of the holdout names",
                   .params = std::move(params),
                   .claim_keys = claim_keys},
          .deal_data_set = deal,
          .complete = complete,
          .places = places};
}

}  // namespace assay
