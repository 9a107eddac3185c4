// What is written of a finished run for people and other programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::learners {

struct PartResult {
  std::string part;
  std::uint64_t rows = 0;
  std::uint64_t exact = 0;          // predictions equal to the target, word by word
  std::string predictions = {};     // name of the file
  std::string content_sha256 = {};  // of that file
  // Learners of worlds (grounded_metrics.h): equal in their first 30 actions; the cell that is
  // meant
  std::optional<std::uint64_t> exact_30 = {};
  std::optional<std::uint64_t> cells = {};

  double share_of(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(rows);
  }
  double share() const { return share_of(exact); }
};

struct RunResult {
  // What decides the predictions
  std::string content_hash;  // of the data set
  std::string split;         // empty: the data set's own parts
  std::string split_hash;
  std::string recipe;  // its text
  std::uint64_t seed = 0;
  std::string device = "cpu";
  std::uint64_t steps = 0;
  // What came of it
  std::string model;
  std::uint64_t parameters = 0;
  std::uint64_t words = 0;  // of the vocabulary
  double epochs = 0;
  std::uint64_t tokens = 0;  // source and target, without padding, in all steps
  double cpu_seconds = 0;
  std::vector<PartResult> parts;
};

// result.json: all of it, with the versions of assay-train's training and of LibTorch.
std::string result_text(const RunResult& result, std::string_view torch_version);

// The learning curve as SVG: exact match on the sample of each part over steps, and the loss.
// `metrics` is the text of metrics.jsonl.
std::string curve_svg(std::string_view metrics, const std::string& title);

}  // namespace assay::learners
