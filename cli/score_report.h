// A score for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "assay/pipeline/score.h"

namespace assay {

// Which rows were asked about.
struct ScoredRows {
  std::string split;  // empty: none
  std::string part;   // "all": every row
  std::string content_hash;
};

nlohmann::ordered_json score_json(const Score& score, const ScoredRows& rows);

std::string score_text(const Score& score, const ScoredRows& rows);

}  // namespace assay
