// For tests: rows of runs that nobody made.
#pragma once

#include <cmath>
#include <string>

#include "assay/sweep/results.h"

namespace assay {

inline RunRow some_run(const std::string& model, const std::string& split, std::uint64_t seed,
                       double accuracy, double divergence = 0.5) {
  constexpr std::uint64_t kRows = 1000;
  RunRow row;
  row.key = model + split + std::to_string(seed);
  row.model = model;
  row.split = split;
  row.seed = seed;
  row.figures = {0.02, divergence, 1 - divergence, 1.0};
  row.parts = {{"train", kRows, kRows},
               {"test", kRows, static_cast<std::uint64_t>(std::lround(accuracy * kRows))}};
  row.steps = 100;
  row.tokens = 2'000'000;
  row.parameters = 12;
  row.cpu_seconds = 90;
  row.libtorch = "1.13.0";
  row.content_hash = "content";
  row.split_hash = "rows";
  row.recipe = "recipe";
  return row;
}

}  // namespace assay
