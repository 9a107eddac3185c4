// Where assay-train is, the program behind `assay train` and `assay sweep`.
#pragma once

#include <optional>
#include <string>

namespace assay {

struct LearnerProgram {
  std::optional<std::string> path;
  int exit_code = 0;  // without a path: what the failed build ended with; it has said why
};

// ASSAY_TRAIN, or else the one beside this program, or else that of the clone which ASSAY_CLONE
// names: built there when it is missing or older than its sources, with a line on standard error.
// Throws Error(kIo) if none of these exists.
LearnerProgram find_learner_program();

// The value of an environment variable; nullopt when it is not set or empty.
std::optional<std::string> environment_variable(const std::string& name);

}  // namespace assay
