// Whether what is said around a mark denies it: "The answer is not <answer>X</answer>".
//
// No grammar is known, only words: a sentence with a word such as "not" or "wrong" before a mark
// denies it, unless "so", "but" or the like comes between. A text that was meant otherwise is then
// unreadable, never wrongly right.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

// "not", "wrong", "isn't" ... anywhere in a text.
bool has_negation(std::string_view text);

// Looks at what stands before marks, from first to last, and at each byte once.
class Denial {
 public:
  explicit Denial(std::string_view text) : text_(text) {}

  // Whether the sentence denies that goes up to `at`, on its line.
  bool before_word(std::size_t at);
  // The same for a mark that may begin a line: of the line before, only a sentence that goes on
  // ("It is not:") counts. `end` is where the mark ends.
  bool before_mark(std::size_t at, std::size_t end);

 private:
  bool look(std::string_view piece);  // what was not seen yet

  std::string_view text_;
  std::size_t seen_ = 0;
  bool denies_ = false;
};

// Whether the words right behind a mark deny it: " is wrong", " would not do", "?".
bool is_denied_behind(std::string_view behind);

}  // namespace assay
