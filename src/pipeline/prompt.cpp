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

std::string shot_text(const Instructor* instructor, const Example& shot, HandOver hand_over) {
  std::string text = fmt::format("Input:\n{}\n", shot.input());
  if (hand_over == HandOver::kAlone) return text + fmt::format("Answer:\n{}\n\n", shot.target());
  const std::string steps = instructor == nullptr ? "" : instructor->steps(shot);
  if (!steps.empty()) text += fmt::format("Steps:\n{}\n", steps);
  return text + fmt::format("<answer>{}</answer>\n\n", shot.target());
}

std::string rules_text(const Task& task, HandOver hand_over) {
  const Instructor* instructor = task.abilities().instructor;
  if (instructor == nullptr) {
    fail(ErrorKind::kUnsupported,
         "task {} has no instructions with these parameters; ask for bare prompts",
         task.info().name);
  }
  const Instructions told = instructor->instructions();
  return fmt::format("{}\n\nThe answer\n{}\n{}\n\n", told.rules, told.form, request(hand_over));
}

// All that stands before the input.
std::string head_text(const Task& task, const PromptSettings& settings,
                      std::span<const Example> shots) {
  const bool is_bare = settings.kind == PromptKind::kBare;
  if (is_bare && shots.empty()) return "";
  std::string text = is_bare ? "" : rules_text(task, settings.hand_over);
  const Instructor* instructor = is_bare ? nullptr : task.abilities().instructor;
  for (std::size_t i = 0; i < shots.size(); ++i) {
    if (!is_bare) text += shots.size() == 1 ? "Example\n" : fmt::format("Example {}\n", i + 1);
    text += shot_text(instructor, shots[i], settings.hand_over);
  }
  return text + (is_bare ? "Input:\n" : "The question\nInput:\n");
}

}  // namespace

PromptWriter::PromptWriter(const Task& task, const PromptSettings& settings,
                           std::span<const Example> shots)
    : head_(head_text(task, settings, shots)) {
  if (head_.empty()) return;
  tail_ = settings.hand_over == HandOver::kAlone ? "\nAnswer:\n" : "\n";
}

std::string PromptWriter::text(std::string_view input) const {
  return fmt::format("{}{}{}", head_, input, tail_);
}

}  // namespace assay
