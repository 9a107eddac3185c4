// Runs inputs that were kept through their targets, without libFuzzer.
//
//   assay_fuzz_replay CORPUS [TARGET [FILE...]]    all of CORPUS/TARGET/, or those files
//
// Exit code 1 when a promise is broken; each such input is named.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "fuzz_targets.h"

namespace assay::fuzz {
namespace {

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

bool holds(const Target& target, const std::string& file) {
  try {
    target.run(read_user_file(file, {kMostRowsBytes}));
    return true;
  } catch (const std::exception& problem) {
    fmt::print("{}: {}\n", file, problem.what());
    return false;
  }
}

int replay(const std::vector<std::string>& words) {
  bool all_hold = true;
  std::size_t run = 0;
  for (const Target& target : targets()) {
    if (words.size() > 1 && words[1] != target.name) continue;
    ++run;
    const auto start = std::chrono::steady_clock::now();
    const std::vector<std::string> files =
        words.size() > 2 ? std::vector<std::string>(words.begin() + 2, words.end())
                         : files_of(fmt::format("{}/{}", words[0], target.name));
    for (const std::string& file : files) all_hold = holds(target, file) && all_hold;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    fmt::print("{}: {} inputs, {:.2f} s\n", target.name, files.size(), time.count());
    all_hold = all_hold && !files.empty();
  }
  if (run == 0) fmt::print("there is no target {}\n", words[1]);
  return all_hold && run > 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay::fuzz

int main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: assay_fuzz_replay CORPUS [TARGET [FILE...]]\n");
    return 2;
  }
  return assay::fuzz::replay({words + 1, words + count});
}
