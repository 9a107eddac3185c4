// Files that make prompts a task of other evaluation programs. Their scorers ask `assay judge`, so
// that verdicts are the same everywhere.
#pragma once

#include <string>

#include "assay/pipeline/prompt_formats.h"

namespace assay {

// The YAML of a task of the lm-evaluation-harness, and the module that it names.
std::string lm_eval_yaml(const PromptedRows& rows);
std::string lm_eval_scorer(const PromptedRows& rows);

// A module of Inspect with the task and its scorer.
std::string inspect_task(const PromptedRows& rows);

}  // namespace assay
