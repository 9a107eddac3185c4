#include "assay/verbs/train.h"

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/learners/recipe/any_recipe.h"
#include "assay/learners/recipe/own_recipes.h"
#include "assay/store/part_choice.h"

namespace assay::verbs {

namespace {

void check(const TrainRequest& request) {
  if (request.out.empty())
    fail(ErrorKind::kUsage, "train: --out is missing: the folder that the run is written to");
  if (request.model.empty()) {
    fail(ErrorKind::kUsage, "train: --model is missing{}",
         did_you_mean("", learners::own_recipe_names()));
  }
  if (request.device != "cpu" && request.device != "cuda") {
    fail(ErrorKind::kUsage, "train: --device is cpu or cuda, not \"{}\"",
         printable(request.device));
  }
  const TextFile recipe = learners::find_recipe(request.model);
  learners::parse_any_recipe(recipe.text, recipe.name, request.settings);
  const DataSet data(request.data);
  split_or_own_parts(data, request.split);
  for (const std::string_view name : split_text(request.also, ',')) {
    if (!name.empty()) split_or_own_parts(data, std::string(name));
  }
}

}  // namespace

std::vector<std::string> train_words(const TrainRequest& request) {
  check(request);
  std::vector<std::string> words;
  const auto add = [&](const char* flag, const std::string& value) {
    words.emplace_back(flag);
    words.push_back(value);
  };
  const auto add_number = [&](const char* flag, const auto& value) {
    if (!value) return;
    std::string text;
    append_json_number(text, *value);
    add(flag, text);
  };
  add("--data", request.data);
  if (!request.split.empty()) add("--split", request.split);
  if (!request.also.empty()) add("--also", request.also);
  add("--model", request.model);
  for (const auto& [key, value] : request.settings) add("--set", fmt::format("{}={}", key, value));
  add("--seed", std::to_string(request.seed));
  if (request.device != "cpu") add("--device", request.device);
  add("--out", request.out);
  add_number("--steps", request.steps);
  add_number("--epochs", request.epochs);
  add_number("--minutes", request.minutes);
  add_number("--sample", request.sample);
  add_number("--evaluate-every", request.evaluate_every);
  add_number("--save-every", request.save_every);
  if (request.quiet) words.emplace_back("--quiet");
  return words;
}

}  // namespace assay::verbs
