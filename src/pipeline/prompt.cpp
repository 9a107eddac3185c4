#include "assay/pipeline/prompt.h"

#include <fmt/format.h>

#include "assay/base/error.h"

namespace assay {

namespace {

std::string_view request(HandOver hand_over) {
  return hand_over == HandOver::kAlone
             ? "Write the answer and nothing else."
             : "Think first if you like. Then write the answer once, between <answer> and "
               "</answer>.";
}

std::string shot_text(const Instructor& instructor, const Example& shot, HandOver hand_over) {
  std::string text = fmt::format("Input:\n{}\n", shot.input());
  if (hand_over == HandOver::kAlone) return text + fmt::format("Answer:\n{}\n\n", shot.target());
  const std::string steps = instructor.steps(shot);
  if (!steps.empty()) text += fmt::format("Steps:\n{}\n", steps);
  return text + fmt::format("<answer>{}</answer>\n\n", shot.target());
}

std::string head_text(const Task& task, HandOver hand_over, std::span<const Example> shots) {
  const Instructor* instructor = task.abilities().instructor;
  if (instructor == nullptr) {
    fail(ErrorKind::kUnsupported,
         "task {} has no instructions with these parameters; ask for bare prompts",
         task.info().name);
  }
  const Instructions told = instructor->instructions();
  std::string text =
      fmt::format("{}\n\nThe answer\n{}\n{}\n\n", told.rules, told.form, request(hand_over));
  for (std::size_t i = 0; i < shots.size(); ++i) {
    text += shots.size() == 1 ? "Example\n" : fmt::format("Example {}\n", i + 1);
    text += shot_text(*instructor, shots[i], hand_over);
  }
  return text + "The question\n";
}

}  // namespace

PromptWriter::PromptWriter(const Task& task, const PromptSettings& settings,
                           std::span<const Example> shots)
    : settings_(settings),
      head_(settings.kind == PromptKind::kBare ? "" : head_text(task, settings.hand_over, shots)) {}

std::string PromptWriter::text(std::string_view input) const {
  if (settings_.kind == PromptKind::kBare) return std::string(input);
  return fmt::format("{}Input:\n{}\n{}", head_, input,
                     settings_.hand_over == HandOver::kAlone ? "Answer:\n" : "");
}

}  // namespace assay
