// The text that a model or a person is asked with: the input alone, or all that is needed to answer
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/core/task.h"

namespace assay {

enum class PromptKind : std::uint8_t {
  kBare,       // the input alone, or after examples with their answers
  kInstructed  // the task's instructions, examples with their answers, the input
};

// How an answer is handed over.
enum class HandOver : std::uint8_t {
  kAlone,  // nothing but the answer
  kTagged  // between <answer> and </answer>, after any thoughts
};

struct PromptSettings {
  PromptKind kind = PromptKind::kInstructed;
  HandOver hand_over = HandOver::kAlone;
};

// Everything before the input is written once. Threads may share it.
class PromptWriter {
 public:
  // Shots are shown in their order, with their targets; after instructions, where thoughts are
  // welcome, with the steps that the task tells. Throws Error(kUnsupported) when instructions are
  // asked of a task that has none.
  PromptWriter(const Task& task, const PromptSettings& settings, std::span<const Example> shots);

  // The whole prompt; the same for the same input.
  std::string text(std::string_view input) const;

 private:
  std::string head_;
  std::string tail_;
};

}  // namespace assay
