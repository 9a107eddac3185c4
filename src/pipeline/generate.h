// From a recipe to rows: into a folder, or as a stream of lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/set_writer.h"
#include "assay/store/manifest.h"

namespace assay {

struct GenerateJob {
  Recipe recipe;
  std::optional<ShardEntry> shard;
  Control control;
  ToolInfo tool;
  bool force = false;
};

struct GenerateResult {
  Manifest manifest;
  bool was_complete = false;
  std::vector<std::string> restored;  // and the splits of the recipe that were missing nevertheless
  std::size_t files_found = 0;        // pieces that an earlier run had finished
};

// The last steps of a data set that was made by a recipe: its splits, its card, its manifest. Of a
// shard no splits are made.
void finish_by_recipe(Manifest& manifest, const Task& task, const Control& control,
                      SetWriter& writer);

// Makes those splits of the recipe that a complete data set lacks; returns their names.
std::vector<std::string> restore_splits(const Manifest& manifest, const Task& task,
                                        const Control& control, const Folder& folder);

// The plan of a data set that is made by a recipe, or of a shard of it.
SetPlan plan_by_recipe(const Manifest& outline, std::uint64_t first_row, std::uint64_t last_row);

// Makes the data set, or what is left of it. Interrupted says how to go on. Throws Error(kInput)
// for a complete one with a file that is missing or cut off, unless it may be replaced.
GenerateResult generate_to_folder(const Task& task, const GenerateJob& job,
                                  const std::string& path);

// Hands lines to `write` in order; a recipe with parts gives them one after the other by row.
void generate_to_stream(const Task& task, const GenerateJob& job,
                        const std::function<void(std::string_view)>& write);

}  // namespace assay
