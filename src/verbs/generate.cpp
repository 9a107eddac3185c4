#include "assay/verbs/generate.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/generate.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/split_json.h"
#include "assay/verbs/version.h"

namespace assay::verbs {

namespace {

Recipe base_recipe(const RecipeRequest& request) {
  Recipe recipe;
  if (request.file.empty()) {
    if (request.task.empty()) {
      fail(ErrorKind::kUsage, "generate: name a task or a recipe; see assay generate --help");
    }
    recipe.task = request.task;
    return recipe;
  }
  recipe =
      parse_recipe(read_user_file(request.file, {kMostRecipeBytes}), request.file, split_forms());
  if (!request.task.empty() && request.task != recipe.task) {
    fail(ErrorKind::kUsage, "the command names task {}, the recipe {} names {}",
         printable(request.task), request.file, printable(recipe.task));
  }
  return recipe;
}

Recipe merge(const RecipeRequest& request) {
  constexpr auto kLargestSeed = std::numeric_limits<std::int64_t>::max();
  Recipe recipe = base_recipe(request);
  if (request.fresh_seed && request.seed) {
    fail(ErrorKind::kUsage, "--fresh draws a seed, so --seed cannot be given as well");
  }
  if (request.fresh_seed) recipe.seed = fresh_seed();
  if (request.seed) recipe.seed = *request.seed;
  if (recipe.seed > kLargestSeed) {
    fail(ErrorKind::kUsage, "--seed {} is too large; seeds go up to {}", recipe.seed, kLargestSeed);
  }
  if (request.rows) recipe.rows = request.rows;
  if (request.order) recipe.order = *request.order;
  if (request.with_rules) recipe.with_rules = *request.with_rules;
  if (request.rows_per_file) recipe.rows_per_file = *request.rows_per_file;
  if (recipe.rows_per_file == 0) fail(ErrorKind::kUsage, "--rows-per-file must be at least 1");
  // A recipe records what its level stands for; flags win over the file, levels among them too.
  recipe.params = without_difficulty(recipe.task, std::move(recipe.params));
  for (const auto& [name, value] : without_difficulty(recipe.task, request.params)) {
    recipe.params[name] = value;
  }
  return recipe;
}

std::vector<RecipeValue> values_of(const Recipe& recipe, const Task& task,
                                   const RecipeRequest& request) {
  const Origin otherwise = request.file.empty() ? Origin::kDefault : Origin::kFile;
  const auto origin = [&](bool is_asked) { return is_asked ? Origin::kRequest : otherwise; };
  const auto asked = without_difficulty(recipe.task, request.params);
  std::vector<RecipeValue> values = {
      {"task", recipe.task, origin(!request.task.empty())},
      {"seed", std::to_string(recipe.seed), origin(request.seed || request.fresh_seed)},
      {"rows", recipe.rows ? std::to_string(*recipe.rows) : "all",
       origin(request.rows.has_value())},
      {"order", std::string(name_of(recipe.order)), origin(request.order.has_value())},
      {"rules", recipe.with_rules ? "true" : "false", origin(request.with_rules.has_value())},
      {"rows_per_file", std::to_string(recipe.rows_per_file),
       origin(request.rows_per_file.has_value())},
  };
  for (const auto& [name, value] : task.params().all()) {
    values.push_back({"params." + name, value,
                      asked.contains(name)           ? Origin::kRequest
                      : recipe.params.contains(name) ? Origin::kFile
                                                     : Origin::kDefault});
  }
  for (const SplitSpec& split : recipe.splits) {
    values.push_back({"split " + split.name, to_json(split).dump(), Origin::kFile});
  }
  return values;
}

GenerateJob job_of(const GenerateRequest& request, const Workplace& workplace) {
  return {request.recipe, request.shard, workplace.control, tool_info(), request.force};
}

}  // namespace

MergedRecipe merged_recipe(const RecipeRequest& request, const Workplace& workplace) {
  MergedRecipe merged{merge(request), {}};
  const auto task = make_task(merged.recipe.task, merged.recipe.params, workplace);
  merged.values = values_of(merged.recipe, *task, request);
  return merged;
}

MadeSet generate(const GenerateRequest& request, const Workplace& workplace) {
  const auto task = make_task(request.recipe.task, request.recipe.params, workplace);
  GenerateResult result = generate_to_folder(*task, job_of(request, workplace), request.out);
  return {std::move(result.manifest), task->info().unit, result.was_complete,
          std::move(result.restored)};
}

void generate_lines(const GenerateRequest& request, const Workplace& workplace,
                    const std::function<void(std::string_view)>& write) {
  const auto task = make_task(request.recipe.task, request.recipe.params, workplace);
  generate_to_stream(*task, job_of(request, workplace), write);
}

}  // namespace assay::verbs
