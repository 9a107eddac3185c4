#include "assay/learners/recipe/own_recipes.h"

#include <span>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"

namespace assay::learners {

std::span<const TextFile> own_recipes();  // written by cmake/layers.cmake

namespace {

constexpr std::string_view kEnding = ".toml";

std::string name_of(const TextFile& file) {
  const std::string last = file.name.substr(file.name.rfind('/') + 1);
  return last.substr(0, last.size() - kEnding.size());
}

}  // namespace

std::vector<std::string> own_recipe_names() {
  std::vector<std::string> names;
  for (const TextFile& file : own_recipes()) names.push_back(name_of(file));
  return names;
}

bool names_own_recipe(const std::string& model) {
  return !model.ends_with(kEnding) && model.find('/') == std::string::npos;
}

TextFile find_recipe(const std::string& name_or_file) {
  if (!names_own_recipe(name_or_file))
    return {name_or_file, read_user_file(name_or_file, {kMostRecipeBytes})};
  for (const TextFile& file : own_recipes()) {
    if (name_of(file) == name_or_file) return file;
  }
  fail(ErrorKind::kUsage, "there is no learner \"{}\"{}", printable(name_or_file),
       did_you_mean(name_or_file, own_recipe_names()));
}

}  // namespace assay::learners
