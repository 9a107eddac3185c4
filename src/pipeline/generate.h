// From a recipe to rows: into a folder, or as a stream of lines.
#pragma once

#include <functional>
#include <optional>
#include <string>

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
  std::size_t files_found = 0;  // pieces that an earlier run had finished
};

// Makes the data set, or what is left of it. Interrupted says how to go on.
GenerateResult generate_to_folder(const Task& task, const GenerateJob& job,
                                  const std::string& path);

// Hands lines to `write` in order; a recipe with parts gives them one after the other by row.
void generate_to_stream(const Task& task, const GenerateJob& job,
                        const std::function<void(std::string_view)>& write);

}  // namespace assay
