#include "assay/base/system_call.h"

#include <cstring>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

void fail_io(std::string_view doing, const std::string& path) {
  const int problem = errno;
  if (problem == ELOOP || (problem == ENOTDIR && doing == "enter")) {
    fail(ErrorKind::kIo, "{}: is a symbolic link or not a folder; assay does not follow links",
         printable(path));
  }
  const char* remedy = "";
  if (problem == ENOSPC || problem == EDQUOT) remedy = "; make room and run the same command again";
  if (problem == EACCES || problem == EPERM || problem == EROFS) {
    remedy = "; check the rights or choose another folder";
  }
  fail(ErrorKind::kIo, "{}: cannot {}: {}{}", printable(path), doing, std::strerror(problem),
       remedy);
}

}  // namespace assay
