// assay-train: trains a learner on a data set of assay and writes its predictions.
#include <fmt/format.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdlib>

#include "assay/base/cache_folder.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/learners/fewshot_run/fewshot_run.h"
#include "assay/learners/recipe/any_recipe.h"
#include "assay/learners/recipe/own_recipes.h"
#include "assay/learners/training/run.h"

namespace assay::learners {
namespace {

std::atomic<bool> stop_asked{false};
std::atomic<int> last_signal{SIGINT};

// The first signal saves and stops, a second leaves at once.
void on_signal(int number) {
  last_signal.store(number);
  if (stop_asked.exchange(true)) ::_exit(128 + number);
}

std::map<std::string, std::string> parse_settings(const std::vector<std::string>& words) {
  std::map<std::string, std::string> settings;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      fail(ErrorKind::kUsage, "--set takes key=value, not \"{}\"", printable(word));
    settings[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return settings;
}

// A learner of sequences.
void train(const RunRequest& request, const LearnerRecipe& recipe, const Control& control) {
  const RunResult result = run_training(request, recipe, control);
  for (const PartResult& part : result.parts) {
    fmt::print("{:<6} exact {:6.2f} %  {} of {}\n", part.part, 100 * part.share(),
               with_commas(part.exact), with_commas(part.rows));
  }
  fmt::print("steps {}  epochs {:.1f}  tokens {}  CPU minutes {:.1f}\n", with_commas(result.steps),
             result.epochs, with_commas(result.tokens), result.cpu_seconds / 60);
}

// A learner of episodes.
void train(const RunRequest& request, const FewshotRecipe& recipe, const Control& control) {
  const FewshotResult result = run_fewshot(request, recipe, control);
  for (const EpisodePartResult& part : result.parts) {
    fmt::print("{:<6} accuracy {:6.2f} %  mAP {}  {} episodes\n", part.part, 100 * part.accuracy,
               part.precision ? fmt::format("{:6.2f} %", 100 * *part.precision) : "-",
               with_commas(part.rows));
  }
  fmt::print("\n{}\n", gap_table(result));
  fmt::print("steps {}  episodes {}  CPU minutes {:.1f}, feeding {:.1f} %\n",
             with_commas(result.steps), with_commas(result.episodes), result.cpu_seconds / 60,
             100 * result.feeding_seconds / result.cpu_seconds);
}

int run(int count, char** words) {
  CLI::App app("Train a learner on a data set, and predict every part of its split.",
               "assay-train");
  RunRequest request;
  std::string model;
  std::vector<std::string> settings;
  bool is_quiet = false;
  bool stops_with_parent = false;
  app.add_option("--data", request.data, "folder of the data set")->required();
  app.add_option("--split", request.split,
                 "name of a split of it; default: its own parts train and test");
  app.add_option("--also", request.also, "further splits whose test is predicted, too")
      ->delimiter(',');
  app.add_option("--model", model, "the learner: a recipe of assay's own or a file in TOML")
      ->required();
  app.add_option("--set", settings, "key=value of the recipe, any number of times");
  app.add_option("--seed", request.seed, "random seed (default 0)");
  app.add_option("--device", request.device, "cpu or cuda (default cpu)");
  app.add_option("--out", request.out, "folder of the run; the same command goes on there")
      ->required();
  app.add_option("--steps", request.length.steps,
                 "number of training steps (default: the recipe's)");
  app.add_option("--epochs", request.length.epochs, "train for this many epochs");
  app.add_option("--minutes", request.length.minutes, "train for this many minutes");
  app.add_option("--sample", request.sample,
                 "rows of each part predicted during training (default 200)");
  app.add_option("--evaluate-every", request.evaluate_every,
                 "steps between such predictions (default 1000)")
      ->check(CLI::PositiveNumber);
  app.add_option("--save-every", request.save_every, "seconds between checkpoints (default 120)");
  app.add_flag("--quiet", is_quiet, "no progress lines");
  app.add_flag("--stop-with-parent", stops_with_parent,
               "save and stop when the program that started this one ends");
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return 0;
  } catch (const CLI::ParseError& problem) {
    fail(ErrorKind::kUsage, "{}", problem.what());
  }
  const TextFile recipe = find_recipe(model);
  const AnyRecipe chosen = parse_any_recipe(recipe.text, recipe.name, parse_settings(settings));
  request.cache = cache_folder(std::nullopt, [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  });
  if (stops_with_parent) ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  Control control;
  control.cancel = &stop_asked;
  if (!is_quiet)
    control.progress = [](const Progress& state) { fmt::print(stderr, "{}\n", state.note); };
  std::visit([&](const auto& of_kind) { train(request, of_kind, control); }, chosen);
  return 0;
}

// Every step asks for the same large tensors again. Memory that was given back to the system is
// cleared by it each time, which costs a sixth of a small learner's step.
void keep_memory() {
  constexpr int kMost = 1 << 30;
  ::mallopt(M_MMAP_THRESHOLD, kMost);
  ::mallopt(M_TRIM_THRESHOLD, kMost);
}

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kUnsupported:
      return 2;
    case ErrorKind::kInput:
      return 3;
    case ErrorKind::kIo:
      return 4;
    case ErrorKind::kEndpoint:
      return 5;
  }
  return 70;
}

int guarded_run(int count, char** words) {
  try {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    keep_memory();
    return run(count, words);
  } catch (const Error& problem) {
    fmt::print(stderr, "assay-train: {}\n", problem.what());
    return exit_code(problem.kind());
  } catch (const Interrupted& problem) {
    fmt::print(stderr, "assay-train: {}\n", problem.what());
    return 128 + last_signal.load();
  } catch (const std::bad_alloc&) {
    std::fputs("assay-train: out of memory; use smaller batches\n", stderr);
    return 4;
  } catch (const std::exception& problem) {
    const std::string_view what = problem.what();  // LibTorch adds a trace of calls
    fmt::print(stderr, "assay-train: this is our mistake, please report it: {}\n",
               what.substr(0, what.find('\n')));
    return 70;
  }
}

}  // namespace
}  // namespace assay::learners

// One thread: two runs beside each other use two cores better than one run with two threads.
// OpenBLAS reads the variable when it is loaded, so the program starts itself again with it.
int main(int count, char** words) {
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr) {
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    ::setenv("OMP_NUM_THREADS", "1", 1);
    ::execv("/proc/self/exe", words);
  }
  return assay::learners::guarded_run(count, words);
}
