#include "assay/tasks/curi/solver.h"

#include <algorithm>
#include <numeric>

namespace assay::curi {

namespace {

PlanePlan plan_of(const ConceptSpace& space) {
  std::vector<Concept> words;
  for (const Hypothesis& each : space.concepts()) words.push_back(each.words);
  return PlanePlan(words);
}

}  // namespace

Solver::Solver(const ConceptSpace& space, BeliefSettings belief, Trained trained)
    : space_(space),
      belief_(belief),
      trained_(std::move(trained)),
      plan_(plan_of(space)),
      scratches_([] { return std::make_unique<PlanePlan::Scratch>(); }) {}

Solver::Thoughts Solver::think(const EpisodeText& episode) const {
  std::array<Looks, 2 * kSetScenes> scenes;
  std::copy(episode.support.begin(), episode.support.end(), scenes.begin());
  std::copy(episode.query.begin(), episode.query.end(), scenes.begin() + kSetScenes);
  std::uint64_t labels = 0;
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    if (episode.labels[at]) labels |= 1ULL << at;
  }
  ObjectPool<PlanePlan::Scratch>::Loan scratch(scratches_);
  plan_.load(scenes, *scratch);
  constexpr std::uint64_t kSupportBits = (1ULL << kSetScenes) - 1;
  Thoughts thoughts;
  std::vector<std::uint64_t> truths;
  for (std::uint32_t index = 0; index < plan_.concepts(); ++index) {
    const std::uint64_t truth = plan_.truth(index, *scratch).word(0);
    if ((truth & kSupportBits) != labels) continue;
    thoughts.valid.push_back(index);
    truths.push_back(truth >> kSetScenes);
  }
  thoughts.weights =
      credences(log_posterior(space_, belief_, thoughts.valid), thoughts.valid, trained_);
  const Credence all =
      std::accumulate(thoughts.weights.begin(), thoughts.weights.end(), Credence{0});
  for (std::size_t at = 0; at < kSetScenes; ++at) {
    Credence score = 0;
    for (std::size_t which = 0; which < truths.size(); ++which) {
      if (((truths[which] >> at) & 1U) != 0) score += thoughts.weights[which];
    }
    thoughts.labels[at] = likelier_than_not(score, all);
  }
  return thoughts;
}

}  // namespace assay::curi
