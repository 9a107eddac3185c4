// assay: one verb, then its words. Errors become one line and an exit code here and nowhere else.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/verbs/version.h"
#include "commands.h"
#include "interrupt.h"
#include "lost_file.h"
#include "memory.h"

namespace assay {
namespace {

struct Verb {
  const char* name;
  int (*run)(Words words);
  const char* summary;
};

constexpr Verb kVerbs[] = {
    {"list", list_command, "the tasks, their knobs, splits and papers"},
    {"describe", describe_command, "one task in full: parameters, columns, rules, holdouts"},
    {"generate", generate_command, "make a data set, or rows on standard output"},
    {"split", split_command, "deal a data set into train, dev and test"},
    {"measure", measure_command, "how far the parts of a split lie apart"},
    {"verify", verify_command,
     "check a data set and the claims of its splits, or a published file"},
    {"show", show_command, "look at a few examples"},
    {"explain", explain_command,
     "the rules that made one example, and what of it was seen in training"},
    {"render", render_command, "examples as pictures"},
    {"prompt", prompt_command, "what a model is asked with"},
    {"solve", solve_command, "answer inputs with the reference solver"},
    {"baseline", baseline_command, "reference points: accuracy without understanding"},
    {"score", score_command, "judge files of answers"},
    {"judge", judge_command, "judge answers line by line, for other programs"},
    {"compare", compare_command, "is one file of answers better than another, or is it noise?"},
    {"report", report_command, "one HTML page: the data set, its splits, the scores of runs"},
    {"export", export_command, "write rows in another format, or a split as files"},
    {"merge", merge_command, "put shards together"},
    {"train", train_command, "train a learner on a data set"},
    {"sweep", sweep_command, "train learners on many splits: a table and a plot"},
    {"selftest", selftest_command, "does this installation keep its promises?"},
};

void print_help() {
  fmt::print(
      "assay {}: make, split, verify and judge tests of compositional generalisation\n\n"
      "Examples:\n"
      "  assay show scan -n 5 --seed 7\n"
      "  assay generate scan --out scan\n"
      "  assay explain scan --unit 3\n\n"
      "Verbs (assay VERB --help tells more):\n",
      kVersion);
  for (const Verb& verb : kVerbs) fmt::print("  {:<9} {}\n", verb.name, verb.summary);
}

void print_version() {
#ifdef __clang__
  constexpr const char* kCompiler = "clang++ " __clang_version__;
#else
  constexpr const char* kCompiler = "g++ " __VERSION__;
#endif
  fmt::print("assay {}\ncommit {}\ncompiler {}\nrandom {}\n", kVersion, kCommit, kCompiler,
             kRandomId);
}

int run(Words words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    print_help();
    return words.empty() ? 2 : 0;
  }
  if (words[0] == "--version") {
    print_version();
    return 0;
  }
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) {
    if (words[0] == verb.name) return verb.run(Words(words.begin() + 1, words.end()));
    names.emplace_back(verb.name);
  }
  fail(ErrorKind::kUsage, "there is no verb \"{}\"{}", printable(words[0]),
       did_you_mean(words[0], names));
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

// A line that cannot be written is no second error: the exit code says what happened.
void print_problem(std::string_view what) {
  std::fputs(fmt::format("assay: {}\n", escaped(what)).c_str(), stderr);
}

int guarded_run(Words words) {
  try {
    watch_interrupts();
    watch_mapped_files();
    const int code = run(std::move(words));
    if (std::fflush(stdout) != 0) fail(ErrorKind::kIo, "standard output: cannot write");
    return code;
  } catch (const Error& problem) {
    print_problem(problem.what());
    return exit_code(problem.kind());
  } catch (const Interrupted& problem) {
    print_problem(problem.what());
    return interrupt_exit_code();
  } catch (const std::bad_alloc&) {
    return report_out_of_memory();
  } catch (const std::system_error& problem) {  // of the standard library
    print_problem(problem.what());
    return exit_code(ErrorKind::kIo);
  } catch (const std::exception& problem) {
    print_problem(fmt::format("this is our mistake, please report it: {}", problem.what()));
    return 70;
  }
}

// Before libraries make their first objects, which is before main.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kWatchMemoryFirst)() = watch_memory;

}  // namespace
}  // namespace assay

int main(int count, char** words) { return assay::guarded_run({words + 1, words + count}); }
