// Rows of Conceptual SCAN by address: a unit is a context, an item a request about it.
#pragma once

#include <memory>

#include "assay/core/task.h"
#include "assay/pieces/token_counter.h"
#include "assay/tasks/cscan/context.h"
#include "assay/tasks/cscan/examples.h"

namespace assay::cscan {

struct SourceSettings {
  ContextSettings context;
  ExampleSettings examples;
  std::uint64_t contexts = 0;  // 0: without end
  std::uint32_t items = 100;   // of a context
  // After those, so many contexts for dev and so many for test, of more items each.
  std::uint64_t held_out = 0;
  std::uint32_t held_out_items = 0;
};

// Space and counter must outlive the source. Large contexts take long: `control` hears of it and
// can stop it.
std::unique_ptr<Source> open_cscan(const RuleSpace& space, const TokenCounter& tokens,
                                   const SourceSettings& settings, std::uint64_t seed,
                                   const Control& control = {});

}  // namespace assay::cscan
