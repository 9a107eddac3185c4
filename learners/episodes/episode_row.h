// An episode as a learner meets it: scenes with labels, scenes to be labelled, and the concept that
// is behind them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::learners {

inline constexpr std::size_t kShots = 25;  // scenes of the support, and of the query

struct EpisodeRow {
  using Scenes = std::array<std::uint32_t, kShots>;  // numbers of scenes
  using Labels = std::array<std::uint8_t, kShots>;   // 1: the concept holds

  std::uint32_t subject = 0;  // the number of the concept
  Scenes support{};
  Labels support_labels{};
  Scenes query{};
  Labels query_labels{};

  friend bool operator==(const EpisodeRow&, const EpisodeRow&) = default;
};

}  // namespace assay::learners
