// The prompt of each row of a data set: its text, and which examples it shows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/prompt.h"
#include "assay/pipeline/shots.h"
#include "assay/store/data_set.h"

namespace assay {

// Where the examples of a prompt come from.
enum class ShotSource : std::uint8_t {
  kMade,  // the task makes them
  kTrain  // rows of train
};

std::string_view name_of(ShotSource source);  // "made", "train"

struct PromptChoice {
  PromptSettings settings = {};
  // How many examples are shown. Absent: one, if there is one, and none before a bare input.
  std::optional<std::uint64_t> shots = {};
  ShotSource from = ShotSource::kMade;
  std::uint64_t seed = 0;  // of what is shown

  std::uint64_t most_shots() const {
    return shots.value_or(settings.kind == PromptKind::kBare ? 0 : 1);
  }
};

// Everything of a choice that decides the text of a prompt, in one line.
std::string text_of(const PromptChoice& choice);

struct RowPrompt {
  std::string text;
  std::vector<std::string> shots;  // ids of the examples that it shows, in their order
};

// Threads may share it.
class RowPrompts {
 public:
  // As many shots as the pool has are shown, or else exactly as many as were asked for.
  RowPrompts(const Task& task, const PromptChoice& choice, ShotPool pool);

  // The same whenever it is asked. Throws Error(kUsage) when there are not enough shots that leave
  // the row to be answered.
  RowPrompt prompt_of(const Example& row) const;

 private:
  const Task& task_;
  PromptChoice choice_;
  ShotPool pool_;
  std::vector<std::string> usual_shots_;  // of most rows
  PromptWriter usual_;
};

// Prompts for the rows of a data set. Asked about are all rows that are not of train, of the split
// or else of the data set itself; none of them is shown, and nothing that is equal up to naming.
// Throws Error(kUsage) when shots are to come from train and there is none.
RowPrompts prompts_of(const DataSet& data, const Task& task, const PromptChoice& choice,
                      const std::string& split, const Control& control);

// The same for rows of no data set, all of which are asked about. The task makes what is shown.
RowPrompts prompts_of(std::span<const Example> asked, const Task& task, const PromptChoice& choice);

}  // namespace assay
