#include "assay/pipeline/work_folder.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/layout.h"

namespace assay {

namespace {

[[noreturn]] void refuse(const Folder& folder) {
  fail(ErrorKind::kUsage, "{}: is not empty; choose another folder", printable(folder.path()));
}

bool is_empty(const Folder& folder) {
  const auto names = folder.list();
  return std::ranges::all_of(names, [](const std::string& name) { return name == kPrivateFolder; });
}

}  // namespace

bool says(const Folder& folder, const char* name, const std::string& line) {
  return folder.exists(name) && folder.read(name) == line + '\n';
}

WorkFolder::WorkFolder(const std::string& path, const std::string& work)
    : folder_(Folder::create(path)) {
  if (!is_empty(folder_) && !folder_.exists(kPlanName) && !folder_.exists(kMadeName)) {
    refuse(folder_);
  }
  folder_.make_folder(kPrivateFolder);
  lock_.emplace(folder_, kLockName);
  if (folder_.exists(kMadeName)) {
    was_complete_ = says(folder_, kMadeName, work);
    if (!was_complete_) refuse(folder_);
  } else if (!folder_.exists(kPlanName)) {
    folder_.write(kPlanName, work + '\n');
  } else if (!says(folder_, kPlanName, work)) {
    fail(ErrorKind::kUsage,
         "{}: holds the unfinished work of another command; run that one again or choose another "
         "folder",
         printable(folder_.path()));
  }
}

void WorkFolder::finish() const { folder_.rename(kPlanName, kMadeName); }

}  // namespace assay
