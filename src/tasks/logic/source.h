// Rows of the two editions: of the sound one by address, of the published one made as a whole.
#pragma once

#include <memory>
#include <vector>

#include "assay/core/task.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/derivation.h"
#include "assay/tasks/logic/published/edition.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

struct SoundSettings {
  std::vector<std::uint64_t> lengths;  // weights of 0, 1, 2 ... extensions
  std::uint32_t contradictory_permille = 0;
  std::uint32_t wordings = 1;  // items of a problem
  AnswerPlace place = AnswerPlace::kEnd;
};

// Problems without end, each with its wordings. Book and derivations must outlive the source.
std::unique_ptr<Source> open_sound(const SoundSettings& settings, const RuleBook& book,
                                   const Derivations& derivations, std::uint64_t seed);

// One unit, whose items are the examples in the order of the release.
std::unique_ptr<Source> open_published(const published::Settings& settings, const RuleBook& book,
                                       const Derivations& derivations, const Control& control,
                                       std::uint64_t seed);

}  // namespace assay::logic
