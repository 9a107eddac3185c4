// Control over long-running work: how many threads, a callback for progress, a flag to stop it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace assay {

struct Progress {
  std::string what;  // "generate scan"; empty: the note stands by itself
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;
  std::string note{};  // what a search has found so far
};

// Called now and then, by one thread at a time; may be empty.
using ProgressCallback = std::function<void(const Progress&)>;

struct Control {
  unsigned jobs = 1;
  ProgressCallback progress;
  const std::atomic<bool>* cancel = nullptr;

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
  void report(const Progress& state) const {
    if (progress) progress(state);
  }
  // One line by itself, such as what was done differently and why.
  void say(std::string line) const { report({.what = {}, .note = std::move(line)}); }
};

}  // namespace assay
