// What a learner believes after the support: a weight for each concept that explains it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

// What a learner thinks of a concept, or of a scene by the concepts that hold there, as a whole
// number: sums do not depend on their order, so scenes of equal belief tie and half is half.
using Credence = std::uint64_t;

constexpr bool likelier_than_not(Credence score, Credence all) { return score > all - score; }

enum class Belief : std::uint8_t {
  kLabels,   // the paper: the prior exp(-0.2 length) of what agrees with all labels
  kSizes,    // the same, and positives speak for concepts that hold in few scenes
  kRelease,  // the release: the grammar's probability, and 25 times 1/(scenes without) for hard
             // negatives, because it takes all labels for negative
};

struct BeliefSettings {
  Belief belief = Belief::kLabels;
  bool hard_negatives = true;
};

// exp(-0.2 length) by repeated products, so that all machines agree.
double prior_weight(std::uint32_t length);

// How much a concept that explains the support counts beside others, as a natural logarithm.
// `scenes`: how many the space has.
double log_weight(const BeliefSettings& settings, const Hypothesis& each, std::uint64_t scenes);

// The same, normalised over the given concepts; all must explain the support.
std::vector<double> log_posterior(const ConceptSpace& space, const BeliefSettings& settings,
                                  std::span<const std::uint32_t> valid);

}  // namespace assay::curi
