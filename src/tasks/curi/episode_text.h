// An episode in words: 25 scenes with labels, 25 without. All that a solver is given.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "assay/tasks/curi/episode.h"

namespace assay::curi {

struct EpisodeText {
  std::string problem;  // empty when it could be read; one line with the place
  std::array<Looks, kSetScenes> support;
  std::array<bool, kSetScenes> labels{};
  std::array<Looks, kSetScenes> query;
};

void append_input(std::string& out, const ConceptSpace& space, const Episode& episode);

// Reads any bytes.
EpisodeText read_input(std::string_view text);

// "yes no no ..."
std::string labels_text(std::span<const bool> labels);

}  // namespace assay::curi
