// A learner at work on nothing but the text: which concepts explain the labelled scenes, and what
// they say of the others.
#pragma once

#include <array>
#include <memory>

#include "assay/base/object_pool.h"
#include "assay/tasks/curi/episode_text.h"
#include "assay/tasks/curi/learners.h"
#include "assay/tasks/curi/posterior.h"

namespace assay::curi {

class Solver {
 public:
  // The weak learner knows only what `trained` says; the strong one is one that knows all.
  Solver(const ConceptSpace& space, BeliefSettings belief, Trained trained);

  struct Thoughts {
    std::vector<std::uint32_t> valid;  // what explains the labels, ascending
    std::vector<Credence> weights;     // 0 for what the learner does not know
    std::array<bool, kSetScenes> labels{};
  };
  Thoughts think(const EpisodeText& episode) const;

 private:
  const ConceptSpace& space_;
  BeliefSettings belief_;
  Trained trained_;
  PlanePlan plan_;
  ObjectPool<PlanePlan::Scratch> scratches_;
};

}  // namespace assay::curi
