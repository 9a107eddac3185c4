// The recipes of learners that the program holds: recipes/learners/*.toml, by name.
#pragma once

#include <string>
#include <vector>

#include "assay/base/text_file.h"

namespace assay::learners {

// "lstm_small", "transformer_cfq" ...
std::vector<std::string> own_recipe_names();

// Whether `--model` means one of them: it has no slash and no ".toml".
bool names_own_recipe(const std::string& model);

// What `--model` means: one of these names, or a file of the user's. Throws Error(kUsage) for
// another name, with the nearest.
TextFile find_recipe(const std::string& name_or_file);

}  // namespace assay::learners
