#include "assay/tasks/logic/vocabulary/question.h"

#include <array>

namespace assay::logic {

std::string type_name(const Question& question) {
  if (question.kind == QuestionKind::kTranslate) return "1";
  return std::string(question.kind == QuestionKind::kOneStep ? "2" : "3") +
         (question.english ? 'b' : 'a');
}

std::string_view name_of(Outcome outcome) {
  constexpr std::array<std::string_view, 9> kNames{"translation", "inferences",    "nothing",
                                                   "anything",    "premise",       "yes",
                                                   "refuted",     "refuted-later", "open"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace assay::logic
