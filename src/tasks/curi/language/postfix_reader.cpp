#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/sentence_reader.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {

namespace {

// A digit is given as a place.
std::optional<Token> token_of_word(std::string_view word, Spelling spelling) {
  for (const Production& production : productions()) {
    if (production.symbol == Symbol::kStart) continue;
    for (std::uint8_t number = 0; number < production.words; ++number) {
      const Token token = offset(production.word, number);
      if (token < Token::kNumber && word_of(token, spelling) == word) return token;
    }
  }
  return std::nullopt;
}

std::optional<Token> quantifier_of_word(std::string_view word, Spelling spelling) {
  for (const Token token : {Token::kExists, Token::kForAll}) {
    if (word_of(token, spelling) == word) return token;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Concept> parse_postfix(std::string_view text, Spelling spelling) {
  const std::string_view lambda = word_of(Token::kLambda, spelling);
  const std::size_t end = text.rfind(lambda);
  if (end == std::string_view::npos) return std::nullopt;

  std::string_view body = text.substr(0, end);  // every word with a blank behind it
  SentenceReader reader;
  while (!body.empty()) {
    const std::size_t blank = body.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    const std::optional<Token> word = token_of_word(body.substr(0, blank), spelling);
    if (!word || !reader.read(*word)) return std::nullopt;
    body.remove_prefix(blank + 1);
  }
  Concept words = reader.words();
  if (!reader.is(Symbol::kBool) || words.count == kMostTokens) return std::nullopt;
  words.push(Token::kLambda);

  const std::string_view rest = text.substr(end + lambda.size());
  if (rest.empty()) return speaks_of_x(words) ? std::nullopt : std::optional(words);
  if (rest.front() != ' ') return std::nullopt;
  const std::optional<Token> quantifier = quantifier_of_word(rest.substr(1), spelling);
  if (!quantifier || words.count == kMostTokens) return std::nullopt;
  words.push(*quantifier);
  return words;
}

}  // namespace assay::curi
