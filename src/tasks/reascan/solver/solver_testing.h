// For tests: questions to the solver, and what it says against them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "assay/base/error.h"
#include "assay/tasks/reascan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::reascan {

inline std::string input_of(std::string_view command, const world::World& world) {
  std::string text;
  world::append_input(text, command, world);
  return text;
}

// What keeps the command from being carried out; "" for nothing.
inline std::string problem_of(std::string_view input,
                              SizeReading reading = SizeReading::kSomeLarger) {
  try {
    solve(input, reading);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
}

}  // namespace assay::reascan
