#include "assay/core/abilities.h"

namespace assay {

std::vector<std::string> Abilities::names() const {
  std::vector<std::string> names;
  if (reader != nullptr) names.emplace_back("reader");
  if (illustrator != nullptr) names.emplace_back("illustrator");
  if (instructor != nullptr) names.emplace_back("instructor");
  if (auditor != nullptr) names.emplace_back("auditor");
  if (learners != nullptr) names.emplace_back("learners");
  if (!metrics.empty()) names.emplace_back("metrics");
  if (!shortcuts.empty()) names.emplace_back("shortcuts");
  return names;
}

}  // namespace assay
