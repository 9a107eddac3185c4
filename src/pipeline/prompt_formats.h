// How prompts are handed to models: JSON lines, request files, tasks of evaluation programs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/format.h"
#include "assay/core/task.h"
#include "assay/pipeline/row_prompts.h"
#include "assay/store/row.h"

namespace assay {

// The rows that prompts are made of, as formats speak of them.
struct PromptedRows {
  RowShape shape;                             // of the rows
  std::string content_hash;                   // of the data set
  std::map<std::string, std::string> params;  // of the task
  std::string name;  // what other programs call it: assay_scan_length; letters, digits and "_"
  std::string part;  // of the data set
  HandOver hand_over = HandOver::kTagged;  // how prompts ask for answers
  std::string model = {};                  // of requests; empty: not said
};

// text, chat, batch, lm-eval, inspect. Each line has the id of its row; all but requests, which
// have no room for them, the ids of the shots and the content hash.
//
//   text     {"id", "prompt", "shots", "content_hash"}
//   chat     {"id", "messages", "shots", "content_hash"}
//   batch    {"custom_id", "method", "url", "body"}, and a file with id and shots of each
//   lm-eval  a task of the lm-evaluation-harness: its rows, its YAML and its scorer
//   inspect  a task of Inspect: its rows and a module with task and scorer
std::vector<Format> prompt_formats(const std::shared_ptr<const RowPrompts>& prompts,
                                   const PromptedRows& rows);

// Throws Error(kUsage) with the nearest names, and when requests lack a model.
Format find_prompt_format(const std::string& name, const std::shared_ptr<const RowPrompts>& prompts,
                          const PromptedRows& rows);

// The line of format text.
void append_prompt_line(std::string& out, std::string_view id, const RowPrompt& prompt,
                        std::string_view content_hash);

}  // namespace assay
