// A folder that one command fills, alone, and fills to its end after it was killed.
//
// Before anything else, .assay/plan.json names the work; when all files are there, it becomes
// .assay/made.json. So a half is told from a whole, and the same command, started again, goes on or
// finds its work done, while another one is refused. A file that is there already is of this work,
// and whole.
#pragma once

#include <optional>
#include <string>

#include "assay/base/folder_lock.h"

namespace assay {

class WorkFolder {
 public:
  // New, empty, or left by the same work, which is one line. Throws Error(kUsage) when it holds
  // anything else, Error(kIo) when somebody is at it.
  WorkFolder(const std::string& path, const std::string& work);

  const Folder& folder() const { return folder_; }
  bool was_complete() const { return was_complete_; }
  void finish() const;

 private:
  Folder folder_;
  std::optional<FolderLock> lock_;
  bool was_complete_ = false;
};

// Whether a file of the folder is there and holds this line.
bool says(const Folder& folder, const char* name, const std::string& line);

}  // namespace assay
