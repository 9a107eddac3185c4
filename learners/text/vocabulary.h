// The words of a learner and their numbers: one vocabulary for inputs and targets, words between
// white space.
//
// The first three are no words of the data: padding, the end of a sequence, and any word that
// training never showed. The rest stand in the order of their bytes, so equal training data gives
// equal numbers in any order of rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::learners {

using Token = std::int32_t;

inline constexpr Token kPadding = 0;
inline constexpr Token kEnd = 1;
inline constexpr Token kUnknown = 2;

class Vocabulary {
 public:
  // All words of the texts.
  static Vocabulary of_texts(std::span<const std::string> texts);
  // What text() wrote. Throws Error(kInput) naming `where` when it is damaged or something else.
  static Vocabulary parse(std::string_view text, const std::string& where);

  std::size_t size() const { return words_.size(); }
  Token token(std::string_view word) const;  // kUnknown for a word that is not here
  const std::string& word(Token token) const;

  // The words of a text as tokens, without an end.
  void append_tokens(std::string_view text, std::vector<Token>& out) const;
  // Words with single spaces between them.
  std::string spell(std::span<const Token> tokens) const;

  // A line with the number of words and their hash, then a line for each word.
  std::string text() const;
  std::string hash() const;

 private:
  explicit Vocabulary(std::vector<std::string> words);

  std::vector<std::string> words_;  // sorted from kFirstWord on
};

}  // namespace assay::learners
