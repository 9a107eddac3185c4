// A score for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "assay/pipeline/score.h"

namespace assay {

nlohmann::ordered_json score_json(const Score& score, const std::string& content_hash);

std::string score_text(const Score& score);

}  // namespace assay
