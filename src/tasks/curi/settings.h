// The parameters of the task, read once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/core/params.h"
#include "assay/core/task.h"
#include "assay/tasks/curi/concept_split.h"
#include "assay/tasks/curi/episode.h"
#include "assay/tasks/curi/learners.h"
#include "assay/tasks/curi/posterior.h"

namespace assay::curi {

// Which concepts an episode may be about.
enum class ConceptSet : std::uint8_t { kTrain, kDev, kTest, kAll };

std::string_view name_of(ConceptSet set);

struct Settings {
  SpaceSettings space;
  Negatives negatives = Negatives::kHard;
  BeliefSettings belief;
  bool weak = false;  // the learner that answers for `solve`
  SplitRule split = SplitRule::kInstanceIid;
  std::uint64_t train = 0;  // episodes; all 0: endless
  std::uint64_t dev = 0;
  std::uint64_t test = 0;
  std::uint32_t per_concept = 0;  // episodes of every concept; 0: drawn by the prior
  bool one_name = false;          // and only of the first name of each meaning
};

std::vector<ParamSpec> param_specs();

// Ever more concepts, and longer ones, that might explain what is shown. Level 7 is the default.
std::vector<DifficultyLevel> difficulty_levels();
Settings settings_from(const Params& params);  // throws Error(kUsage)

// Where a concept of the space stands in the split, and whether training had it.
Place place_of(const Settings& settings, const Hypothesis& each);
Trained trained_by(const Settings& settings, const ConceptSpace& space);

}  // namespace assay::curi
