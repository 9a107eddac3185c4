#include "assay/tasks/curi/posterior.h"

#include <algorithm>
#include <cmath>

#include "assay/tasks/curi/episode.h"

namespace assay::curi {

namespace {

constexpr double kDecay = 0.8187307530779818;  // exp(-0.2)
constexpr double kSlope = -0.2;

}  // namespace

double log_weight(const BeliefSettings& settings, const Hypothesis& each, std::uint64_t scenes) {
  const auto inside = static_cast<double>(each.scenes);
  const double outside = static_cast<double>(scenes) - inside;
  switch (settings.belief) {
    case Belief::kLabels:
      break;
    case Belief::kSizes:
      return kSlope * each.length - static_cast<double>(kPositives) * std::log(inside) -
             static_cast<double>(kNegatives) * std::log(outside);
    case Belief::kRelease:
      return each.log_probability -
             (settings.hard_negatives ? static_cast<double>(kSetScenes) * std::log(outside) : 0.0);
  }
  return kSlope * each.length;
}

double prior_weight(std::uint32_t length) {
  double weight = 1;
  for (std::uint32_t at = 0; at < length; ++at) weight *= kDecay;
  return weight;
}

std::vector<double> log_posterior(const ConceptSpace& space, const BeliefSettings& settings,
                                  std::span<const std::uint32_t> valid) {
  std::vector<double> logs;
  logs.reserve(valid.size());
  for (const std::uint32_t index : valid) {
    logs.push_back(log_weight(settings, space.concepts()[index], space.settings().scenes));
  }
  if (logs.empty()) return logs;
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  const double norm = most + std::log(sum);
  for (double& log : logs) log -= norm;
  return logs;
}

}  // namespace assay::curi
