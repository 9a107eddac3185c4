#include "assay/verbs/split.h"

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/folder_lock.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/pipeline/make_split.h"
#include "assay/pipeline/methods/divergence_claim.h"
#include "assay/pipeline/methods/sizes.h"
#include "assay/pipeline/methods/split_methods.h"
#include "assay/store/json_document.h"
#include "assay/store/recipe.h"
#include "assay/store/split_json.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

// The file that a split is about; empty for a data set, and where that cannot be told.
std::string subject_file(const std::string& text) {
  try {
    const Json document = parse_document(text);
    if (!document.is_object()) return "";
    const auto file = document.find("file");
    return file != document.end() && file->is_string() ? file->get<std::string>() : "";
  } catch (const Error&) {
    return "";
  }
}

// Whose split of that name stands there already: that of another file of JSON lines, or one more
// of the same data.
std::string other_split(const std::string& text, const SplitFile& file) {
  const std::string other = subject_file(text);
  return other.empty() || other == file.subject.file ? "another split of that name"
                                                     : "a split of " + printable(other);
}

// Writes the split beside the data, unless another of that name stands there.
void write_split(const Folder& folder, const std::string& path, const SplitFile& file, bool force) {
  const std::string text = split_text(file);
  if (folder.exists(path) && !force) {
    const std::string before = folder.read(path);
    if (before != text) {
      fail(ErrorKind::kUsage, "{}: is {}; choose another --name or --force",
           printable(folder.path_of(path)), other_split(before, file));
    }
  }
  folder.make_folder(kSplitsFolder);
  folder.write(path, text);
}

// The folder is locked.
template <typename Make>
SplitResult make_one(const Folder& folder, const SplitSpec& spec, bool force, const Make& make) {
  const std::string path = split_path(spec.name);
  SplitResult result{make(), folder.path_of(path)};
  result.bound = bound_of(result.file.claim);
  result.is_above_bound = is_above_bound(result.file);
  result.sizes_are_default = are_sizes_default(find_split_method(spec.method).form, spec);
  write_split(folder, path, result.file, force);
  return result;
}

// Nobody else writes into the folder meanwhile.
template <typename Make>
SplitResult make_and_write(const Folder& folder, const SplitRequest& request, const Make& make) {
  folder.make_folder(kPrivateFolder);
  const FolderLock lock(folder, kLockName);
  return make_one(folder, request.spec, request.force, make);
}

// A split of the recipe is what the recipe says: another one needs another name.
void check_promised(const DataSet& data, const Task& task, const SplitSpec& spec) {
  for (const SplitSpec& promised : promised_splits(data.manifest())) {
    if (promised.name != spec.name) continue;
    const std::string claim = to_json(claim_of(promised, task)).dump();
    if (to_json(claim_of(spec, task)).dump() == claim) return;
    fail(ErrorKind::kUsage, "{}: its recipe has the split \"{}\", {}; choose another --name",
         printable(data.folder().path()), spec.name, claim);
  }
}

// Whether the split stands there, as the recipe says it.
bool stands(const DataSet& data, const Task& task, const SplitSpec& spec) {
  const std::string path = split_path(spec.name);
  if (!data.folder().exists(path)) return false;
  const std::string claim = to_json(claim_of(spec, task)).dump();
  if (to_json(read_split(data, spec.name).claim).dump() == claim) return true;
  fail(ErrorKind::kUsage, "{}: is another split than {}; --force replaces it",
       printable(data.folder().path_of(path)), claim);
}

Recipe recipe_with_splits(const RecipeSplitsRequest& request, const DataSet& data) {
  Recipe recipe = parse_recipe(read_user_file(request.recipe, {kMostRecipeBytes}), request.recipe,
                               split_forms());
  const std::string& task = data.manifest().recipe.task;
  if (recipe.task != task) {
    fail(ErrorKind::kUsage, "{} is of task {}, {} of {}", printable(request.data), task,
         printable(request.recipe), printable(recipe.task));
  }
  if (recipe.splits.empty()) {
    fail(ErrorKind::kUsage, "{}: has no [[split]]", printable(request.recipe));
  }
  return recipe;
}

}  // namespace

RecipeSplitsResult split_by_recipe(const RecipeSplitsRequest& request, const Workplace& workplace,
                                   const std::function<void(const SplitResult&)>& made) {
  const DataSet data(request.data);
  const Recipe recipe = recipe_with_splits(request, data);
  const auto task = task_of(data, workplace);
  const Folder& folder = data.folder();
  folder.make_folder(kPrivateFolder);
  const FolderLock lock(folder, kLockName);
  RecipeSplitsResult result;
  std::vector<SplitSpec> missing;
  for (const SplitSpec& spec : recipe.splits) {
    check_promised(data, *task, spec);
    if (!request.force && stands(data, *task, spec)) {
      result.kept.push_back(spec.name);
    } else {
      missing.push_back(spec);
    }
  }
  SplitSession rows(data, *task, workplace.control);
  for (const SplitSpec& spec : missing) {
    result.made.push_back(
        make_one(folder, spec, request.force, [&] { return make_split(rows, spec); }));
    if (made) made(result.made.back());
  }
  return result;
}

SplitResult split(const SplitRequest& request, const Workplace& workplace) {
  if (kind_of_path(request.data) == PathKind::kFile) {
    const Folder folder = Folder::open(folder_of_file(request.data));
    return make_and_write(folder, request, [&] {
      ForeignSession rows(request.data, folder, workplace.control);
      return make_split(rows, request.spec);
    });
  }
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  check_promised(data, *task, request.spec);
  return make_and_write(data.folder(), request, [&] {
    SplitSession rows(data, *task, workplace.control);
    return make_split(rows, request.spec);
  });
}

Json to_json(const SplitResult& result) {
  const SplitFile& file = result.file;
  Json json = {{"path", result.path},
               {"claim", to_json(file.claim)},
               {"rows",
                {{"train", file.split.train.size()},
                 {"dev", file.split.dev.size()},
                 {"test", file.split.test.size()},
                 {"unused", file.unused()}}},
               {"notes", file.notes}};
  json.update(to_json(file.report));
  return json;
}

Json to_json(const RecipeSplitsResult& result) {
  Json made = Json::array();
  for (const SplitResult& each : result.made) made.push_back(to_json(each));
  return {{"made", std::move(made)}, {"kept", result.kept}};
}

}  // namespace assay::verbs
