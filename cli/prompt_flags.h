// The flags that say how prompts are made.
#pragma once

#include <optional>
#include <string>

#include "arguments.h"
#include "assay/pipeline/row_prompts.h"

namespace assay {

struct PromptFlags {
  std::string kind;  // empty: not given
  std::string from;
  std::string answer;
  std::optional<std::uint64_t> shots;
};

// --prompt, --shots, --shots-from and --answer.
void declare_prompt_flags(Arguments& arguments, PromptFlags& flags);

// Throws Error(kUsage) for values that there are not.
PromptChoice prompt_choice(const PromptFlags& flags, std::uint64_t seed);

}  // namespace assay
