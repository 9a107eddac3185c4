#include "small_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "assay/base/hash.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/generate.h"
#include "assay/store/data_set.h"
#include "assay/store/row_pass.h"

namespace assay::testing {

std::vector<std::string> all_tasks() { return task_names(); }

Recipe small_recipe(const std::string& task) {
  Recipe recipe;
  recipe.task = task;
  recipe.seed = 5;
  recipe.rows = 9;
  recipe.rows_per_file = 3;
  if (task == "curi") recipe.params = {{"draws", "1000"}, {"scenes", "200"}};
  if (task == "cscan") recipe.params = {{"contexts", "2"}};  // what verify certifies each time
  return recipe;
}

SplitSpec split_spec(const std::string& name, const std::string& method,
                     std::vector<std::pair<std::string, ParamValue>> values) {
  SplitSpec spec{name, method, {}};
  for (auto& [key, value] : values) spec.set(key, std::move(value));
  return spec;
}

SplitSpec length_spec(const std::string& name, const std::string& folder, const Task& task) {
  const DataSet data(folder);
  std::vector<Features> rows;
  for_rows<std::vector<Features>>(
      data, {.shape = row_shape(task, data.manifest()), .control = {}},
      [&](const Example& row, std::string_view, std::vector<Features>& some) {
        some.push_back(task.features(row));
      },
      [&](const std::vector<Features>& some) {
        rows.insert(rows.end(), some.begin(), some.end());
      });
  for (const auto& [side, length] : {std::pair{"output", &Features::output_length},
                                     std::pair{"input", &Features::input_length}}) {
    std::ranges::sort(rows, {}, length);
    const std::uint64_t middle = rows[rows.size() / 2 - 1].*length;
    if (middle == rows.back().*length) continue;
    return split_spec(name, "length", {{"by", side}, {"longest", middle}});
  }
  ADD_FAILURE() << task.info().name << " has rows of one length only";
  return {};
}

SmallSet::SmallSet(const Recipe& recipe)
    : scratch_(std::make_shared<ScratchFolder>()),
      folder_(*scratch_ / "set"),
      task_(make_task(recipe.task, recipe.params, {})) {
  generate_to_folder(*task_, {recipe, {}, {}, {"0.0.0", "test"}, false}, folder_);
}

SmallSet::SmallSet(const SmallSet& origin, const std::string& name)
    : scratch_(origin.scratch_), folder_(*scratch_ / name), task_(origin.task_) {}

void SmallSet::mend() const {
  const Folder folder = Folder::open(folder_);
  Manifest manifest = read_manifest(folder);
  RowReader reader(row_shape(*task_, manifest));
  ContentHash content;
  std::set<std::uint64_t> units;
  for (PartEntry& part : manifest.parts) {
    part = {part.name, 0, {}};
    std::uint64_t first = 0;
    for (FileEntry& file : manifest.files) {
      if (file.part != part.name) continue;
      const std::string bytes = bytes_of(folder_ + "/" + file.path);
      file.bytes = bytes.size();
      file.sha256 = sha256_hex(bytes);
      file.rows = 0;
      for_each_line(bytes, [&](std::string_view line) {
        Example row;
        reader.parse(line, row);
        part.lengths.add(count_words(row.input()), count_words(row.target()));
        content.add(std::string(line) + '\n');
        units.insert(row.address.unit);
        ++file.rows;
      });
      part.rows += file.rows;
      if (!manifest.claim) continue;
      file.first = first;
      file.addresses = file.rows;
      first += file.rows;
    }
  }
  manifest.units = units.size();
  manifest.content_hash = content.hex();
  folder.write(kManifestName, manifest_text(manifest));
}

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string failures(const std::vector<Check>& checks) {
  std::string text;
  for (const Check& check : checks) {
    if (!check.holds) text += check.name + ": " + check.detail + '\n';
  }
  return text;
}

bool fails_at(const std::vector<Check>& checks, const std::string& name) {
  return std::ranges::any_of(
      checks, [&](const Check& check) { return check.name == name && !check.holds; });
}

}  // namespace assay::testing
