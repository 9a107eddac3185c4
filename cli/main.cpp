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
#include "verb_table.h"

namespace assay {
namespace {

void print_help() {
  fmt::print(
      "assay {}: make, split, verify and judge tests of compositional generalisation\n\n"
      "Examples:\n"
      "  assay show scan -n 5 --seed 7\n"
      "  assay generate scan --out scan\n"
      "  assay explain scan --unit 3\n\n"
      "Verbs (assay VERB --help shows its options):\n",
      kVersion);
  for (const Verb& verb : all_verbs()) fmt::print("  {:<10} {}\n", verb.name, verb.summary);
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
    if (words.size() > 1 && words[0] == "help") return verb_called(words[1]).run({"--help"});
    print_help();
    return words.empty() ? 2 : 0;
  }
  if (words[0] == "--version" || words[0] == "-V") {
    print_version();
    return 0;
  }
  return verb_called(words[0]).run(Words(words.begin() + 1, words.end()));
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
