#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/files.h"
#include "assay/verbs/sweep.h"
#include "assay/verbs/user_file.h"
#include "commands.h"
#include "learner_program.h"
#include "report.h"
#include "sweep_report.h"

namespace assay {

namespace {

struct SweepOptions {
  verbs::SweepRequest request;
  std::optional<double> minutes;
  bool json = false;
};

void declare(Arguments& arguments, SweepOptions& options) {
  arguments.example("assay sweep recipes/sweeps/scan_random.toml",
                    "trains what is missing, one run per core, and makes table and plot");
  arguments.example("assay sweep recipes/sweeps/scan_divergence.toml --jobs 1 --minutes 60",
                    "starts nothing new after an hour; the same command goes on");
  arguments.example("assay sweep recipes/sweeps/scan_divergence.toml --plan",
                    "what is done and what is missing, and the table so far");
  arguments.positional("RECIPE", "a sweep in TOML: data, splits, learners, seeds",
                       options.request.recipe);
  arguments.text("-o,--out", "DIR", "folder of data and runs (default: sweep-NAME)",
                 options.request.out);
  arguments.flag("--plan", "run nothing", options.request.only_plan);
  arguments.real("--minutes", "M", "start no run after this time; those that run are finished",
                 options.minutes);
  arguments.json(options.json);
  arguments.cache();
  arguments.work();
}

std::function<bool()> until(const std::optional<double>& minutes) {
  if (!minutes) return [] { return true; };
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(*minutes);
  return [end] { return Clock::now() < end; };
}

int exit_code(const verbs::SweepResult& result) {
  int code = 0;
  for (const verbs::FailedRun& run : result.failed) {
    constexpr int kOurMistake = 70;
    code = std::max(code, run.exit_code < 0 ? kOurMistake : run.exit_code);
  }
  return code;
}

}  // namespace

int sweep_command(Words words) {
  SweepOptions options;
  Arguments arguments("sweep",
                      "Train learners on many splits, with many seeds: a table and a plot.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;
  LearnerProgram program;
  options.request.variables = environment_variable;
  options.request.may_start = until(options.minutes);
  options.request.program = [&] {
    program = find_learner_program();
    return program.path;
  };
  const verbs::SweepResult result = verbs::sweep(options.request, arguments.workplace());
  const std::string table = summary_text(result.summary);
  if (!result.summary.cells.empty()) {
    const std::string path = verbs::path_beside_results(result.recipe, ".txt");
    Folder::create(verbs::folder_of_file(path))
        .write(verbs::name_of_file(path), result.recipe.title + "\n\n" + table);
  }
  if (options.json) {
    print_document(to_json(result));
  } else {
    if (!result.summary.cells.empty()) fmt::print("{}\n\n{}\n", result.recipe.title, table);
    fmt::print("{}", progress_text(result));
  }
  return result.lacks_program ? program.exit_code : exit_code(result);
}

}  // namespace assay
