// One process at a time in a folder. A lock whose process died is free by itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/base/files.h"

namespace assay {

class FolderLock {
 public:
  FolderLock(const Folder& folder, std::string_view name);  // throws Error(kIo) naming the process
  // Nullopt while another holds it, who is then named in `holder` as host:process. A lock that
  // cannot be had for any other reason is an Error(kIo).
  static std::optional<FolderLock> try_take(const Folder& folder, std::string_view name,
                                            std::string& holder);

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace assay
