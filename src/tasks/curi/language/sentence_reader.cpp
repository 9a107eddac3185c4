#include "assay/tasks/curi/language/sentence_reader.h"

#include <algorithm>

namespace assay::curi {

bool SentenceReader::read(Token word) {
  const auto made_by = std::ranges::find_if(productions(), [&](const Production& production) {
    return is_among(word, production.word, production.words) && fits(production);
  });
  if (made_by == productions().end() || words_.count == kMostTokens) return false;
  words_.push(word);
  complete(*made_by);
  const auto whole = std::ranges::find_if(productions(), [&](const Production& production) {
    return production.words == 0 && fits(production);
  });
  if (whole != productions().end()) complete(*whole);
  return true;
}

bool SentenceReader::fits(const Production& production) const {
  const std::uint8_t parts = production.part_count();
  if (parts > waiting_.size()) return false;
  const std::size_t first = waiting_.size() - parts;
  bool are_constants = true;
  for (std::size_t part = 0; part < parts; ++part) {
    if (!can_be(waiting_[first + part], production.parts[part])) return false;
    are_constants = are_constants && waiting_[first + part].is_constant;
  }
  return !production.compares() || !are_constants;
}

bool SentenceReader::can_be(const Waiting& waiting, Symbol symbol) const {
  if (waiting.symbol == symbol) return true;
  const Token word = words_.tokens[waiting.last_word];
  return symbol == Symbol::kNum && waiting.is_constant &&
         is_among(word, offset(Token::kPlace, 1), kNumbers);
}

void SentenceReader::complete(const Production& production) {
  const std::uint8_t parts = production.part_count();
  const std::size_t first = waiting_.size() - parts;
  for (std::size_t part = 0; part < parts; ++part) {
    const Waiting& waiting = waiting_[first + part];
    if (waiting.symbol == production.parts[part]) continue;
    Token& digit = words_.tokens[waiting.last_word];
    digit = offset(Token::kNumber, number_in(digit, Token::kPlace));
  }
  for (std::uint8_t part = 0; part < parts; ++part) waiting_.pop_back();
  waiting_.push_back({.symbol = production.symbol,
                      .is_constant = parts == 0,
                      .last_word = static_cast<std::uint8_t>(words_.count - 1)});
  used_.push_back(&production);
}

}  // namespace assay::curi
