// What is written of a finished run on episodes: result.json, the gaps to both ideal learners, the
// learning curve.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::learners {

struct EpisodePartResult {
  std::string part;
  std::uint64_t rows = 0;
  std::uint64_t exact = 0;  // episodes with all labels right
  double accuracy = 0;      // of positives and negatives of an episode, averaged; the mean
  std::optional<double> precision = {};  // mean average precision over the pool of scenes
  std::string predictions = {};          // name of the file
  std::string predictions_sha256 = {};
  std::string pool = {};  // name of the file of scores for the pool; empty: none
  std::string pool_sha256 = {};
};

// One of the ideal learners on the part test.
struct IdealMarks {
  std::string learner;  // strong, weak, random
  double precision = 0;
  double accuracy = 0;
};

// The addresses of the episodes that a run was trained on.
struct StreamRange {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // behind the last
};

struct FewshotResult {
  std::string content_hash;
  std::string split;
  std::string split_hash;
  std::string recipe;
  std::uint64_t seed = 0;
  std::string device = "cpu";
  std::uint64_t steps = 0;
  std::optional<StreamRange> stream = {};
  std::string model;
  std::string pooling;
  std::uint64_t parameters = 0;
  std::uint64_t words = 0;  // of concepts; 0: nothing is spelled
  double epochs = 0;        // of rows
  std::uint64_t episodes = 0;
  std::uint64_t scenes = 0;
  double cpu_seconds = 0;
  double feeding_seconds = 0;
  std::vector<EpisodePartResult> parts;
  std::vector<IdealMarks> ideal;

  const EpisodePartResult* find(std::string_view part) const;
};

std::string result_text(const FewshotResult& result, std::string_view torch_version);

// The learner between both ideal ones on the part test, and the gaps: a line each. Empty without a
// part test.
std::string gap_table(const FewshotResult& result);

// Accuracy and mean average precision on the samples over episodes, ideal learners as lines.
// `metrics` is the text of metrics.jsonl.
std::string episode_curve_svg(std::string_view metrics, const FewshotResult& result,
                              const std::string& title);

}  // namespace assay::learners
