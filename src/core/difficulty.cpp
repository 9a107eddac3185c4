#include "assay/core/difficulty.h"

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

std::map<std::string, std::string> with_difficulty(const TaskInfo& info,
                                                   std::map<std::string, std::string> given) {
  const auto found = given.find(std::string(kDifficulty));
  if (found == given.end()) return given;
  if (info.difficulty.empty()) {
    fail(ErrorKind::kUsage, "task {} has no levels of difficulty; set its parameters", info.name);
  }
  const auto level = parse_number(found->second);
  if (!level || *level >= info.difficulty.size()) {
    fail(ErrorKind::kUsage, "task {}: difficulty={} is not a whole number from 0 to {}", info.name,
         printable(found->second), info.difficulty.size() - 1);
  }
  given.erase(found);
  for (const auto& [name, value] : info.difficulty[*level]) given.try_emplace(name, value);
  return given;
}

}  // namespace assay
