#include "assay/verbs/solve.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/core/stamp.h"
#include "assay/store/data_set.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Write = std::function<void(std::string_view)>;

// The folder of the data set whose manifest lists this file of rows; empty where there is none.
std::string set_of(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path data = fs::path(path).parent_path();
  const std::string set = data.has_parent_path() ? data.parent_path().string() : ".";
  if (data.filename() != "data" || kind_of_path(set + '/' + kManifestName) != PathKind::kFile)
    return "";
  const Manifest manifest = read_manifest(Folder::open(set));
  const std::string name = "data/" + name_of_file(path);
  const bool is_listed =
      std::ranges::find(manifest.files, name, &FileEntry::path) != manifest.files.end();
  return is_listed ? set : "";
}

void add(SolveResult& all, SolveResult more) {
  all.count += more.count;
  all.unsolved += more.unsolved;
  all.ambiguous += more.ambiguous;
  std::ranges::move(more.problems, std::back_inserter(all.problems));
}

SolveResult solve_folder(const SolveRequest& request, const Workplace& workplace,
                         const Write& write) {
  const DataSet data(request.path);
  const Manifest& manifest = data.manifest();
  if (manifest.recipe.task != request.task || !request.params.empty()) {
    fail(ErrorKind::kUsage, "solve: {} is a data set of task {} with its own parameters; {}",
         printable(request.path), manifest.recipe.task,
         request.params.empty() ? "name that task" : "leave --set out");
  }
  const auto task = task_of(data, workplace);
  SolveResult result;
  for (std::size_t file = 0; file < manifest.files.size(); ++file) {
    const assay::SolveRequest lines{data.folder().path_of(manifest.files[file].path),
                                    manifest.content_hash, request.all_readings};
    add(result,
        solve_lines(*task, data.open_file(file).read_all(), lines, workplace.control, write));
  }
  return result;
}

SolveResult solve_file(const SolveRequest& request, const Workplace& workplace,
                       const Write& write) {
  const bool is_file = request.path != "-";
  const std::string set = is_file ? set_of(request.path) : "";
  const std::string text = read_user_file(request.path, {kMostRowsBytes, kMostLineBytes});
  assay::SolveRequest lines{is_file ? request.path : "standard input", "", request.all_readings};
  std::unique_ptr<Task> task;
  if (set.empty()) {
    task = make_task(request.task, request.params, workplace);
  } else {
    // With the parameters that the set was made with, if no others are given.
    const DataSet data(set);
    const Manifest& manifest = data.manifest();
    const bool is_its_task = manifest.recipe.task == request.task;
    const bool is_as_made = is_its_task && request.params.empty();
    task =
        is_as_made ? task_of(data, workplace) : make_task(request.task, request.params, workplace);
    if (is_as_made || (is_its_task && stamp_of(*task, manifest.task_version) == manifest.stamp))
      lines.content_hash = manifest.content_hash;
  }
  return solve_lines(*task, text, lines, workplace.control, write);
}

}  // namespace

SolveResult solve(const SolveRequest& request, const Workplace& workplace, const Write& write) {
  return kind_of_path(request.path) == PathKind::kFolder ? solve_folder(request, workplace, write)
                                                         : solve_file(request, workplace, write);
}

}  // namespace assay::verbs
