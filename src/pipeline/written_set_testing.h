// For tests: a folder as `generate` would leave it, with rows of the test's own.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "assay/base/hash.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/base/text.h"
#include "assay/core/task.h"
#include "assay/pipeline/set_writer.h"
#include "assay/store/row.h"

namespace assay {

// One file without rules, under a manifest that fits. The rows get the seed and the task's stamp.
inline void put_data_set(const ScratchFolder& folder, const Task& task, std::uint64_t seed,
                         std::vector<Example> rows) {
  Recipe recipe;
  recipe.task = task.info().name;
  recipe.seed = seed;
  recipe.rows = rows.size();
  recipe.with_rules = false;
  Manifest manifest = outline_of(task, task.info().version, recipe, {"0.0.0", "test"});
  const RowWriter writer(row_shape(task), false);
  PartEntry part{"all", rows.size(), {}};
  ContentHash content;
  std::set<std::uint64_t> units;
  std::string bytes;
  for (Example& row : rows) {
    row.seed = seed;
    row.stamp = manifest.stamp;
    const std::size_t begin = bytes.size();
    writer.append(bytes, row);
    content.add(std::string_view(bytes).substr(begin));
    part.lengths.add(count_words(row.input()), count_words(row.target()));
    units.insert(row.address.unit);
  }
  manifest.units = units.size();
  manifest.content_hash = content.hex();
  manifest.parts = {part};
  manifest.files = {{data_path("all", 0, 1), "all", 0, rows.size(), rows.size(), bytes.size(),
                     sha256_hex(bytes)}};
  folder.put(manifest.files[0].path, bytes);
  folder.put(kManifestName, manifest_text(manifest));
}

}  // namespace assay
