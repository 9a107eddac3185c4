// The episodes of each batch of training, by its number: from the stream, none of them twice, or
// from the rows of the part train.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/learners/fewshot_run/episode_data.h"

namespace assay::learners {

class EpisodeFeed {
 public:
  // The data must outlive it.
  EpisodeFeed(const EpisodeData& data, bool is_stream, std::uint64_t episodes, std::uint64_t seed);

  // With a stream all batches are of one epoch.
  std::vector<EpisodeRow> at(std::uint64_t epoch, std::uint64_t batch);
  bool is_stream() const { return stream_.has_value(); }
  // 0 of a stream; of rows, the last few that fill no batch are left out.
  std::uint64_t batches_per_epoch() const;
  // The addresses of the stream that this number of batches has used: first, and one past the last.
  std::uint64_t first() const { return stream_->first(); }
  std::uint64_t end(std::uint64_t batches) const { return first() + batches * episodes_; }
  std::string text() const { return stream_ ? stream_->text() : std::string(); }

 private:
  const std::vector<EpisodeRow>& rows_;
  std::optional<EpisodeStream> stream_;
  std::uint64_t episodes_;
  std::uint64_t seed_;
};

}  // namespace assay::learners
