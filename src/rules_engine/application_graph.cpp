#include "assay/rules_engine/application_graph.h"

namespace assay::rules {

namespace {

constexpr std::uint32_t kLeftOut = 0xFFFF'FFFF;
constexpr std::uint32_t kNeeded = kLeftOut - 1;

}  // namespace

void ApplicationGraph::build(std::span<const Application> applications,
                             std::span<const std::uint32_t> inputs, std::uint32_t end) {
  nodes_.clear();
  inputs_.clear();
  ends_.clear();
  find_needed(applications, inputs, end);
  const std::size_t words = (applications.size() + 63) / 64;
  above_.assign(applications.size() * words, 0);
  used_.assign(applications.size(), false);
  for (std::size_t i = 0; i < applications.size(); ++i) {
    if (place_[i] != kNeeded) continue;
    place_[i] = static_cast<std::uint32_t>(nodes_.size());
    const Application& application = applications[i];
    add(application, inputs.subspan(application.first, application.count), words);
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!used_[i]) ends_.push_back(i);
  }
}

// Rules that were tried on the way to nothing are left out.
void ApplicationGraph::find_needed(std::span<const Application> applications,
                                   std::span<const std::uint32_t> inputs, std::uint32_t end) {
  place_.assign(applications.size(), kLeftOut);
  for (std::size_t i = applications.size(); i-- > 0;) {
    const Application& application = applications[i];
    const bool tree =
        application.kind == RuleClass::kGrammar || application.kind == RuleClass::kInference;
    if (tree || i == end) place_[i] = kNeeded;
    if (place_[i] != kNeeded) continue;
    for (const auto input : inputs.subspan(application.first, application.count)) {
      place_[input] = kNeeded;
    }
  }
}

void ApplicationGraph::add(const Application& application, std::span<const std::uint32_t> inputs,
                           std::size_t words) {
  std::uint64_t* above = above_.data() + nodes_.size() * words;
  for (const auto before : inputs) {
    const std::uint32_t input = place_[before];
    for (std::size_t w = 0; w < words; ++w) above[w] |= above_[input * words + w];
  }
  const auto first = static_cast<std::uint32_t>(inputs_.size());
  for (const auto before : inputs) {
    const std::uint32_t input = place_[before];
    if ((above[input / 64] >> (input % 64) & 1U) != 0) continue;  // a longer path says so
    inputs_.push_back(input);
    used_[input] = true;
  }
  for (std::size_t k = first; k < inputs_.size(); ++k) {
    above[inputs_[k] / 64] |= 1ULL << (inputs_[k] % 64);
  }
  const auto count = static_cast<std::uint32_t>(inputs_.size()) - first;
  nodes_.push_back({application.kind, application.rule, first, count});
}

}  // namespace assay::rules
