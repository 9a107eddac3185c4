// prompt: what a model or a person is asked with, for a look or as files.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "assay/core/workplace.h"
#include "assay/pipeline/export.h"
#include "assay/pipeline/row_prompts.h"
#include "assay/store/part_choice.h"
#include "assay/verbs/rows.h"

namespace assay::verbs {

struct PromptRequest {
  // One row unless more are asked for; of a split a row of test.
  RowChoice rows;
  PromptChoice prompt = {};
};

struct ShownPrompt {
  std::string id;
  RowPrompt prompt;
  std::string content_hash = {};  // of the data set; empty: the row was made for this
};

// Calls take() for each row, in order.
void prompt(const PromptRequest& request, const Workplace& workplace,
            const std::function<void(const ShownPrompt&)>& take);

// The line of JSON that `export --format text` has, with its newline.
std::string line_of(const ShownPrompt& shown);

struct ExportPromptsRequest {
  std::string data;      // the folder of a data set
  std::string format;    // text, chat, batch, lm-eval or inspect
  PartChoice part = {};  // only these rows; without: test, or else all
  PromptChoice prompt = {};
  std::string model = {};  // of requests
};

// Hands lines to `write`, in order. Throws Error(kUsage) for formats of several files.
void export_prompts(const ExportPromptsRequest& request, const Workplace& workplace,
                    const std::function<void(std::string_view)>& write);

// Writes the files of the format into a folder: new, empty, or left by the same request.
ExportedFiles export_prompt_files(const ExportPromptsRequest& request, const std::string& out,
                                  const Workplace& workplace = {});

}  // namespace assay::verbs
