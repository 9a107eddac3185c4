#include "assay/base/cache_folder.h"

#include "assay/base/error.h"

namespace assay {

std::string cache_folder(const std::optional<std::string>& flag, const Variable& variable) {
  if (flag && flag->empty()) {
    fail(ErrorKind::kUsage, "--cache takes a folder, or none to keep nothing");
  }
  std::string chosen = flag ? *flag : variable("ASSAY_CACHE");
  if (chosen == "none") return "";
  if (!chosen.empty()) return chosen;
  // The standard of XDG has relative paths ignored.
  const std::string standard = variable("XDG_CACHE_HOME");
  if (standard.starts_with('/')) return standard + "/assay";
  const std::string home = variable("HOME");
  return home.starts_with('/') ? home + "/.cache/assay" : "";
}

}  // namespace assay
