#include "learner_program.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "assay/base/child_process.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr const char* kName = "assay-train";

std::string path_beside_this() {
  std::error_code problem;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", problem);
  return (self.parent_path() / kName).string();
}

}  // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

LearnerProgram find_learner_program() {
  if (const auto named = environment_variable("ASSAY_TRAIN")) {
    if (kind_of_path(*named) == PathKind::kFile) return {*named};
    fail(ErrorKind::kIo, "ASSAY_TRAIN names {}, and there is no such program", printable(*named));
  }
  const std::string beside = path_beside_this();
  if (kind_of_path(beside) == PathKind::kFile) return {beside};
  const auto clone = environment_variable("ASSAY_CLONE");
  if (!clone) {
    fail(ErrorKind::kIo,
         "training needs the program {}, which is not beside this one; run ./assay of a clone, "
         "which builds it, or name it with ASSAY_TRAIN",
         kName);
  }
  const int code = ChildProcess({*clone + "/tools/build_learners"}, ChildOutput::ours()).wait();
  if (code != 0) return {std::nullopt, code > 0 ? code : 128 - code};
  return {*clone + "/build/learners/learners/" + kName};
}

}  // namespace assay
