#include "assay/learners/fewshot_run/episode_feed.h"

#include <algorithm>

#include "assay/base/permutation.h"

namespace assay::learners {

EpisodeFeed::EpisodeFeed(const EpisodeData& data, bool is_stream, std::uint64_t episodes,
                         std::uint64_t seed)
    : rows_(data.find("train")->episodes), episodes_(episodes), seed_(seed) {
  if (is_stream) {
    stream_.emplace(data.world(), seed);
  } else {
    episodes_ = std::min<std::uint64_t>(episodes, rows_.size());
  }
}

std::uint64_t EpisodeFeed::batches_per_epoch() const {
  return is_stream() ? 0 : rows_.size() / episodes_;
}

std::vector<EpisodeRow> EpisodeFeed::at(std::uint64_t epoch, std::uint64_t batch) {
  std::vector<EpisodeRow> episodes;
  episodes.reserve(episodes_);
  const std::uint64_t first = batch * episodes_;
  if (stream_) {
    for (std::uint64_t i = 0; i < episodes_; ++i)
      episodes.push_back(stream_->at(stream_->first() + first + i));
    return episodes;
  }
  Stream words(stream_key(seed_, "learners/episodes"), {Purpose::kOrder, epoch});
  const std::uint32_t low = words.next();
  const std::uint32_t high = words.next();
  const Permutation order({low, high}, rows_.size());
  for (std::uint64_t i = 0; i < episodes_; ++i) episodes.push_back(rows_[order.at(first + i)]);
  return episodes;
}

}  // namespace assay::learners
