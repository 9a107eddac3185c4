#include "assay/verbs/user_file.h"

#include <filesystem>

namespace assay::verbs {

std::string folder_of_file(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string name_of_file(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace assay::verbs
