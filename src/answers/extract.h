// The answer in a model's text.
//
// Models think aloud, wrap answers in tags, fences and boxes, and add a sentence. Only explicit
// marks are followed: a text that merely contains the right answer never counts. What is taken out
// is then judged as strictly as a bare answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

// What a user asks for.
enum class ExtractRule : std::uint8_t {
  kAuto,      // whichever mark there is, or else the whole text; marks that disagree are no answer
  kStrict,    // the whole text as it is
  kTags,      // the last <answer>...</answer>
  kFence,     // the last ``` block
  kBoxed,     // the last \boxed{...}
  kLastLine,  // the last line that is not empty
};

std::span<const std::string_view> extract_rule_names();
std::optional<ExtractRule> extract_rule(std::string_view name);
std::string_view name_of(ExtractRule rule);

// What the answer was found by.
enum class AnswerMark : std::uint8_t {
  kBare,      // no mark: the whole text
  kTags,      // <answer>X</answer>
  kBoxed,     // \boxed{X}
  kJson,      // {"answer": "X"}
  kLead,      // Answer: X, the final answer is X
  kFence,     // a ``` block
  kLastLine,  // asked for
  kNone,      // nothing was found, see `problem`
};
inline constexpr std::size_t kAnswerMarks = 8;

std::string_view name_of(AnswerMark mark);

struct Extraction {
  std::string_view answer;  // without white space at its ends; of the text, or of the buffer
  AnswerMark mark = AnswerMark::kBare;
  bool has_reasoning = false;     // some was dropped
  std::string_view problem = {};  // why there is no answer, as half a sentence; else empty
  // Under kAuto, where a lead or a fence was found: answers of some tasks announce a part of
  // themselves ("Therefore, the answer is yes."), so a caller tries these first, as they are: all
  // of the text but reasoning, and what follows the first lead. Else empty.
  std::string_view whole = {};
  std::string_view announced = {};
};

// Reasoning goes first (answers/reasoning.h). Linear in the text. `buffer` holds an
// answer that had to be decoded.
Extraction extract_answer(std::string_view text, ExtractRule rule, std::string& buffer);

// An answer that cannot be read may still wear something that never has a meaning: quotes,
// backticks, asterisks or dollars around all of it, a full stop at its end. Takes off the outermost
// of these; absent when there is none. A caller tries the answer as it is first.
std::optional<std::string_view> undressed(std::string_view answer);

}  // namespace assay
