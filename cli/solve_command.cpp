#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "arguments.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/solve.h"
#include "assay/store/data_set.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

// Of the data set that a file of rows belongs to; empty where there is none.
std::string content_hash_of(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path data = fs::path(path).parent_path();
  const std::string set = data.has_parent_path() ? data.parent_path().string() : ".";
  if (data.filename() != "data" || !fs::is_regular_file(fs::path(set) / kManifestName)) return "";
  const Manifest manifest = read_manifest(Folder::open(set));
  const std::string name = "data/" + fs::path(path).filename().string();
  const bool is_listed =
      std::ranges::find(manifest.files, name, &FileEntry::path) != manifest.files.end();
  return is_listed ? manifest.content_hash : "";
}

struct Options {
  std::string task;
  std::string path = "-";
  bool all_readings = false;
  std::map<std::string, std::string> settings;
};

void add(SolveResult& all, SolveResult more) {
  all.count += more.count;
  all.unsolved += more.unsolved;
  all.ambiguous += more.ambiguous;
  std::ranges::move(more.problems, std::back_inserter(all.problems));
}

SolveResult solve_folder(const Options& options, const Workplace& workplace) {
  const DataSet data(options.path);
  const Manifest& manifest = data.manifest();
  if (manifest.recipe.task != options.task || !options.settings.empty()) {
    fail(ErrorKind::kUsage, "solve: {} is a data set of task {} with its own parameters; {}",
         printable(options.path), manifest.recipe.task,
         options.settings.empty() ? "name that task" : "leave --set out");
  }
  const auto task = task_of(manifest, workplace);
  SolveResult result;
  for (std::size_t file = 0; file < manifest.files.size(); ++file) {
    const SolveRequest request{data.folder().path_of(manifest.files[file].path),
                               manifest.content_hash, options.all_readings};
    add(result,
        solve_lines(*task, data.bytes_of(file), request, workplace.control, write_standard_output));
  }
  return result;
}

SolveResult solve_file(const Options& options, const Workplace& workplace) {
  const auto task = make_task(options.task, options.settings, workplace);
  const std::string text = read_user_file(options.path);
  const bool is_file = options.path != "-";
  const SolveRequest request{is_file ? options.path : "standard input",
                             is_file ? content_hash_of(options.path) : "", options.all_readings};
  return solve_lines(*task, text, request, workplace.control, write_standard_output);
}

}  // namespace

int solve_command(Words words) {
  Options options;
  Arguments arguments("solve",
                      "Answer inputs with the reference solver, which sees only the input text.",
                      std::move(words));
  arguments.example("echo 'jump twice and walk' | assay solve scan", "one plain input per line");
  arguments.example("assay solve scan ./scan > answers.jsonl",
                    "a data set; writes {\"id\", \"answer\", \"content_hash\"} in its order");
  arguments.positional("TASK", "a task of assay list", options.task);
  arguments.positional("FILE|DIR",
                       "a data set, or rows or plain inputs; - (the default) is standard input",
                       options.path, false);
  arguments.flag("--all-readings", "also \"answers\": those of every reading of the input",
                 options.all_readings);
  arguments.settings("a parameter of the task", options.settings);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  const Workplace workplace = arguments.workplace();
  const SolveResult result = std::filesystem::is_directory(options.path)
                                 ? solve_folder(options, workplace)
                                 : solve_file(options, workplace);
  if (result.ambiguous > 0) {
    fmt::print(stderr, "assay: {} of {} inputs can be read in several ways\n",
               with_commas(result.ambiguous), with_commas(result.count));
  }
  if (result.unsolved == 0) return 0;
  for (const std::string& problem : result.problems) fmt::print(stderr, "assay: {}\n", problem);
  fmt::print(stderr, "assay: {} could not be answered; the answer is null\n",
             counted(result.unsolved, "input"));
  return 3;
}

}  // namespace assay
