// generate: from a recipe to a data set or to lines; and the recipe from what was asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/store/manifest.h"
#include "assay/verbs/made_set.h"

namespace assay::verbs {

// What is absent comes from the file, or else is the default.
struct RecipeRequest {
  std::string task = {};  // may come from the file
  std::string file = {};  // a recipe in TOML; empty: none
  std::optional<std::uint64_t> seed = {};
  bool fresh_seed = false;  // drawn from the machine's entropy
  std::optional<std::uint64_t> rows = {};
  std::optional<RowOrder> order = {};
  std::optional<bool> with_rules = {};
  std::optional<std::uint64_t> rows_per_file = {};
  std::map<std::string, std::string> params = {};  // each goes before the file's of that name
};

// Where a value of a merged recipe comes from.
enum class Origin : std::uint8_t { kDefault, kFile, kRequest };

struct RecipeValue {
  std::string name;  // "seed", "params.conjunctions", "split length"
  std::string value;
  Origin origin = Origin::kDefault;
};

struct MergedRecipe {
  Recipe recipe;
  std::vector<RecipeValue> values;  // all, defaults of the task included
};

// Makes the task as well, so that its parameters are checked.
MergedRecipe merged_recipe(const RecipeRequest& request, const Workplace& workplace = {});

struct GenerateRequest {
  Recipe recipe;
  std::optional<ShardEntry> shard = {};  // only this stretch of the rows
  std::string out = {};                  // the folder of the data set
  bool force = false;                    // replace another data set there
};

// Makes the data set, or what is left of it after an interruption.
MadeSet generate(const GenerateRequest& request, const Workplace& workplace = {});

// Hands the rows to `write` instead, in order, as lines; `out` and `force` do not count.
void generate_lines(const GenerateRequest& request, const Workplace& workplace,
                    const std::function<void(std::string_view)>& write);

}  // namespace assay::verbs
