#include "assay/verbs/prompt.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "assay/base/error.h"
#include "assay/pipeline/prompt_formats.h"
#include "assay/verbs/data_task.h"

namespace assay::verbs {

namespace {

// Rows that are made for this have no train, and all of them are asked about.
void prompt_made_rows(RowFeed& feed, const PromptChoice& choice,
                      const std::function<void(const ShownPrompt&)>& take) {
  if (choice.from == ShotSource::kTrain) {
    fail(ErrorKind::kUsage,
         "prompt: a task by itself has no train; name a data set, or leave --shots-from out");
  }
  std::vector<Example> rows;
  for (Example row; feed.next(row);) rows.push_back(row);
  const RowPrompts prompts = prompts_of(rows, feed.task(), choice);
  for (const Example& row : rows) {
    take({id_of(feed.task().info().name, row), prompts.prompt_of(row)});
  }
}

// One row of test, unless the choice says otherwise. A row that is named needs no part: the split
// then says only where shots come from.
RowChoice rows_to_ask(RowChoice choice) {
  if (choice.row || !choice.id.empty()) {
    choice.part = {};
    return choice;
  }
  if (!choice.part.split.empty() && choice.part.part.empty()) choice.part.part = "test";
  if (!choice.rows) choice.rows = 1;
  return choice;
}

std::string name_of(const Task& task, const ChosenRows& chosen) {
  std::string name = "assay_" + task.info().name;
  if (!chosen.split.empty()) name += '_' + chosen.split;
  if (chosen.part != "test" && chosen.part != "all") name += '_' + chosen.part;
  return name;
}

// What an export of prompts works with; the format refers to the task.
struct PromptExport {
  DataSet data;
  std::unique_ptr<Task> task;
  ChosenRows chosen;
  Format format;
};

PromptExport prepare(const ExportPromptsRequest& request, const Workplace& workplace) {
  PromptExport made{.data = DataSet(request.data), .task = {}, .chosen = {}, .format = {}};
  made.task = task_of(made.data, workplace);
  made.chosen = choose_rows(made.data, request.part, {.of_split = "test", .of_own = "test"});
  const auto prompts = std::make_shared<const RowPrompts>(
      prompts_of(made.data, *made.task, request.prompt, request.part.split, workplace.control));
  const Manifest& manifest = made.data.manifest();
  made.format = find_prompt_format(request.format, prompts,
                                   {.shape = row_shape(*made.task, manifest),
                                    .content_hash = manifest.content_hash,
                                    .params = manifest.recipe.params,
                                    .name = name_of(*made.task, made.chosen),
                                    .part = made.chosen.part,
                                    .hand_over = request.prompt.settings.hand_over,
                                    .model = request.model});
  return made;
}

}  // namespace

void prompt(const PromptRequest& request, const Workplace& workplace,
            const std::function<void(const ShownPrompt&)>& take) {
  RowFeed feed(rows_to_ask(request.rows), workplace);
  if (feed.data() == nullptr) {
    prompt_made_rows(feed, request.prompt, take);
    return;
  }
  const RowPrompts prompts = prompts_of(*feed.data(), feed.task(), request.prompt,
                                        request.rows.part.split, workplace.control);
  for (Example row; feed.next(row);) {
    take({id_of(feed.task().info().name, row), prompts.prompt_of(row),
          feed.data()->manifest().content_hash});
  }
}

std::string line_of(const ShownPrompt& shown) {
  std::string line;
  append_prompt_line(line, shown.id, shown.prompt, shown.content_hash);
  return line;
}

void export_prompts(const ExportPromptsRequest& request, const Workplace& workplace,
                    const std::function<void(std::string_view)>& write) {
  const PromptExport made = prepare(request, workplace);
  if (made.format.files.size() > 1) {
    fail(ErrorKind::kUsage, "export: format {} has several files; give --out FOLDER",
         made.format.name);
  }
  assay::export_rows(made.data, *made.task, made.format, made.chosen.rows, made.chosen.part,
                     workplace.control, write);
}

ExportedFiles export_prompt_files(const ExportPromptsRequest& request, const std::string& out,
                                  const Workplace& workplace) {
  const PromptExport made = prepare(request, workplace);
  return export_format(made.data, *made.task, made.format,
                       {made.chosen, text_of(request.prompt) + ' ' + request.model}, out,
                       workplace.control);
}

}  // namespace assay::verbs
