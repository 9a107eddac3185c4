#include "assay/pipeline/prompt_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/pipeline/harness_files.h"

namespace assay {

namespace {

using Prompts = std::shared_ptr<const RowPrompts>;

void append_key(std::string& out, std::string_view key, std::string_view text) {
  if (out.back() != '{') out += ',';
  out += fmt::format("\"{}\":", key);
  append_json_string(out, text);
}

void append_messages(std::string& out, std::string_view prompt) {
  out += ",\"messages\":[{\"role\":\"user\",\"content\":";
  append_json_string(out, prompt);
  out += "}]";
}

void append_shots(std::string& out, const std::vector<std::string>& shots) {
  out += ",\"shots\":[";
  for (std::size_t i = 0; i < shots.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, shots[i]);
  }
  out += ']';
}

// What is recorded of a prompt besides its text.
void append_record(std::string& out, const RowPrompt& prompt, std::string_view content_hash) {
  append_shots(out, prompt.shots);
  append_key(out, "content_hash", content_hash);
}

Format text_format(const Prompts& prompts, const PromptedRows& rows) {
  const auto append = [=](const Example& row, std::string& out) {
    append_prompt_line(out, id_of(rows.shape.task, row), prompts->prompt_of(row),
                       rows.content_hash);
  };
  return {.name = "text",
          .summary = "JSON lines with id, prompt, shots, content_hash",
          .files = {RowFile{"{part}.jsonl", append}}};
}

Format chat_format(const Prompts& prompts, const PromptedRows& rows) {
  const auto append = [=](const Example& row, std::string& out) {
    const RowPrompt prompt = prompts->prompt_of(row);
    out += '{';
    append_key(out, "id", id_of(rows.shape.task, row));
    append_messages(out, prompt.text);
    append_record(out, prompt, rows.content_hash);
    out += "}\n";
  };
  return {.name = "chat",
          .summary = "JSON lines with id, messages, shots, content_hash",
          .files = {RowFile{"{part}.jsonl", append}}};
}

// Servers refuse keys that they do not know, so shots and hash go into a file beside the requests.
Format batch_format(const Prompts& prompts, const PromptedRows& rows) {
  const auto request = [=](const Example& row, std::string& out) {
    out += '{';
    append_key(out, "custom_id", id_of(rows.shape.task, row));
    out += R"(,"method":"POST","url":"/v1/chat/completions","body":{)";
    append_key(out, "model", rows.model);
    append_messages(out, prompts->prompt_of(row).text);
    out += "}}\n";
  };
  const auto record = [=](const Example& row, std::string& out) {
    out += '{';
    append_key(out, "id", id_of(rows.shape.task, row));
    append_record(out, prompts->prompt_of(row), rows.content_hash);
    out += "}\n";
  };
  return {.name = "batch",
          .summary = "requests for batch interfaces of hosted and local servers; needs --model",
          .files = {RowFile{"{part}.jsonl", request}, RowFile{"{part}.shots.jsonl", record}}};
}

// The whole row as one text, so that every line has the same columns whatever the task.
void append_whole_row(std::string& out, const RowWriter& writer, const Example& row) {
  std::string whole;
  writer.append(whole, row);
  whole.pop_back();  // its newline
  append_key(out, "row", whole);
}

Format lm_eval_format(const Prompts& prompts, const PromptedRows& rows) {
  const auto writer = std::make_shared<const RowWriter>(rows.shape, false);
  const auto append = [=](const Example& row, std::string& out) {
    const RowPrompt prompt = prompts->prompt_of(row);
    out += '{';
    append_key(out, "id", id_of(rows.shape.task, row));
    append_key(out, "prompt", prompt.text);
    append_key(out, "target", row.target());
    append_whole_row(out, *writer, row);
    append_record(out, prompt, rows.content_hash);
    out += "}\n";
  };
  return {.name = "lm-eval",
          .summary = "a task of the lm-evaluation-harness with its scorer; needs --out",
          .files = {RowFile{"{part}.jsonl", append},
                    FixedFile{rows.name + ".yaml", [=] { return lm_eval_yaml(rows); }},
                    FixedFile{"assay_scorer.py", [=] { return lm_eval_scorer(rows); }}}};
}

Format inspect_format(const Prompts& prompts, const PromptedRows& rows) {
  const auto writer = std::make_shared<const RowWriter>(rows.shape, false);
  const auto append = [=](const Example& row, std::string& out) {
    const RowPrompt prompt = prompts->prompt_of(row);
    out += '{';
    append_key(out, "input", prompt.text);
    append_key(out, "target", row.target());
    append_key(out, "id", id_of(rows.shape.task, row));
    out += ",\"metadata\":{";
    append_whole_row(out, *writer, row);
    append_record(out, prompt, rows.content_hash);
    out += "}}\n";
  };
  return {.name = "inspect",
          .summary = "a task of Inspect with its scorer; needs --out",
          .files = {RowFile{"{part}.jsonl", append},
                    FixedFile{rows.name + ".py", [=] { return inspect_task(rows); }}}};
}

}  // namespace

void append_prompt_line(std::string& out, std::string_view id, const RowPrompt& prompt,
                        std::string_view content_hash) {
  out += '{';
  append_key(out, "id", id);
  append_key(out, "prompt", prompt.text);
  append_shots(out, prompt.shots);
  if (!content_hash.empty()) append_key(out, "content_hash", content_hash);
  out += "}\n";
}

std::vector<Format> prompt_formats(const Prompts& prompts, const PromptedRows& rows) {
  return {text_format(prompts, rows), chat_format(prompts, rows), batch_format(prompts, rows),
          lm_eval_format(prompts, rows), inspect_format(prompts, rows)};
}

Format find_prompt_format(const std::string& name, const Prompts& prompts,
                          const PromptedRows& rows) {
  std::vector<std::string> names;
  for (Format& format : prompt_formats(prompts, rows)) {
    if (format.name == name) {
      if (name == "batch" && rows.model.empty()) {
        fail(ErrorKind::kUsage,
             "--format batch needs --model NAME, as the server that answers calls it");
      }
      return std::move(format);
    }
    names.push_back(format.name);
  }
  fail(ErrorKind::kUsage, "prompts have no format \"{}\"{}", printable(name),
       did_you_mean(name, names));
}

}  // namespace assay
