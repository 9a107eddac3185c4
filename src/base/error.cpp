#include "assay/base/error.h"

#include <string_view>

namespace assay {

void fail_check(const char* condition, const char* file, int line) {
  std::string_view path = file;
  const auto cut = path.rfind("src/");
  if (cut != std::string_view::npos) path.remove_prefix(cut);
  throw Bug(fmt::format("{}:{}: {} does not hold", path, line, condition));
}

}  // namespace assay
