#include "assay/sweep/run_plan.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/learners/recipe/any_recipe.h"
#include "assay/learners/recipe/own_recipes.h"

namespace assay {

namespace {

using Settings = std::map<std::string, std::string>;

constexpr std::size_t kKeyDigits = 16;

std::string key_of(const PlannedRun& run, const std::string& content_hash) {
  nlohmann::ordered_json identity{{"content_hash", content_hash},
                                  {"split_hash", run.split.hash},
                                  {"recipe", run.recipe},
                                  {"seed", run.seed},
                                  {"learner_version", learners::kLearnerVersion}};
  for (const SplitIdentity& also : run.also) identity["also"][also.name] = also.hash;
  return sha256_hex(identity.dump()).substr(0, kKeyDigits);
}

// Every choice of one value for each key.
std::vector<Settings> choices_of(const std::map<std::string, std::vector<std::string>>& values) {
  std::vector<Settings> choices = {{}};
  for (const auto& [key, words] : values) {
    std::vector<Settings> longer;
    for (const Settings& choice : choices) {
      for (const std::string& word : words) {
        longer.push_back(choice);
        longer.back()[key] = word;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

std::vector<SplitIdentity> splits_named(const std::vector<std::string>& wanted,
                                        const std::vector<SplitIdentity>& splits) {
  std::vector<SplitIdentity> chosen;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(splits, name, &SplitIdentity::name);
    if (found == splits.end()) {
      std::vector<std::string> names;
      for (const SplitIdentity& split : splits) names.push_back(split.name);
      fail(ErrorKind::kUsage, "the sweep names the split \"{}\", which its data does not have{}",
           printable(name), did_you_mean(name, names));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

std::string recipe_of(const std::string& model, const Settings& settings) {
  const TextFile file = learners::find_recipe(model);
  const auto recipe = learners::parse_any_recipe(file.text, file.name, settings);
  if (learners::steps_of(recipe) == 0)
    fail(ErrorKind::kUsage, "{}: has no steps; set them in the sweep, as set = {{ steps = 4000 }}",
         printable(file.name));
  return learners::recipe_text(recipe);
}

}  // namespace

std::string settings_text(const Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", key, value);
  return text;
}

std::string PlannedRun::label() const { return std::filesystem::path(model).stem().string(); }

std::string PlannedRun::folder() const {
  constexpr std::size_t kShown = 8;
  return fmt::format("{}-{}-{}-{}", label(), split.name, seed, key.substr(0, kShown));
}

std::string PlannedRun::text() const {
  return fmt::format("{}{}{} on {}, seed {}", label(), settings.empty() ? "" : ", ",
                     settings_text(settings), split.name, seed);
}

std::vector<PlannedRun> plan_runs(const SweepRecipe& recipe, const std::string& content_hash,
                                  const std::vector<SplitIdentity>& splits) {
  std::vector<PlannedRun> plan;
  std::set<std::string> keys;
  const auto add = [&](PlannedRun run) {
    run.key = key_of(run, content_hash);
    if (keys.insert(run.key).second) plan.push_back(std::move(run));
  };
  for (const SweepRuns& runs : recipe.runs) {
    const auto chosen = runs.splits.empty() ? splits : splits_named(runs.splits, splits);
    const auto also = splits_named(runs.also, splits);
    for (const std::uint64_t seed : runs.seeds) {
      for (const std::string& model : runs.models) {
        for (const Settings& settings : choices_of(runs.settings)) {
          const std::string text = recipe_of(model, settings);
          for (const SplitIdentity& split : chosen)
            add({{}, model, settings, text, split, seed, also});
        }
      }
    }
  }
  return plan;
}

}  // namespace assay
