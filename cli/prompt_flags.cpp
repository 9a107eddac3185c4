#include "prompt_flags.h"

#include <fmt/format.h>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

// Which of two values was given; the first when none was.
bool is_second(const std::string& flag, const std::string& given, const std::string& first,
               const std::string& second) {
  if (given.empty() || given == first) return false;
  if (given != second) {
    fail(ErrorKind::kUsage, "{} {}: is not \"{}\" or \"{}\"", flag, printable(given), first,
         second);
  }
  return true;
}

}  // namespace

void declare_prompt_flags(Arguments& arguments, PromptFlags& flags) {
  arguments.text("--prompt", "KIND",
                 "instructed: the rules of the task, the form of an answer, an example, the input; "
                 "bare: the input alone",
                 flags.kind);
  arguments.number("--shots", "K",
                   "examples before the input (default: 1, before a bare input 0); never of its "
                   "own unit or group, and never a row of dev or test",
                   flags.shots);
  arguments.text("--shots-from", "WHERE",
                 "train: rows of train; made (default): the task makes them", flags.from);
  arguments.text("--answer", "FORM",
                 "tags (default): ask for <answer>...</answer> after any thoughts; alone: ask for "
                 "nothing but the answer",
                 flags.answer);
}

PromptChoice prompt_choice(const PromptFlags& flags, std::uint64_t seed) {
  PromptChoice choice;
  choice.settings.kind = is_second("--prompt", flags.kind, "instructed", "bare")
                             ? PromptKind::kBare
                             : PromptKind::kInstructed;
  choice.settings.hand_over =
      is_second("--answer", flags.answer, "tags", "alone") ? HandOver::kAlone : HandOver::kTagged;
  choice.from = is_second("--shots-from", flags.from, "made", "train") ? ShotSource::kTrain
                                                                       : ShotSource::kMade;
  choice.shots = flags.shots;
  choice.seed = seed;
  return choice;
}

}  // namespace assay
