// A concept of CURI: a sentence of its language of thought, as tokens in postfix order.
//
//   x color? red = lambda S. exists=      there is a red thing
//
// The last token is the quantifier over x. It is missing where the sentence speaks of no x: such a
// concept ends with "lambda S.".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// Numbers are part of the data format: never renumber. Numbers that count and numbers that name a
// bin are spelled alike and are different tokens.
enum class Token : std::uint8_t {
  kAnd,
  kOr,
  kNot,
  kEqual,
  kGreater,
  kAll,    // of a set and a value: spelled "all", or "for-all=" as the release does
  kAny,    // "any" or "exists="
  kCount,  // "count="
  kX,
  kAllThings,    // S
  kOtherThings,  // non-x-S
  kLambda,       // "lambda S."; counts as two tokens
  kExists,       // the quantifiers over x
  kForAll,
  kColorOf = 16,  // six functions, in the order of Property
  kColor = 24,    // eight values
  kShape = 32,
  kMaterial = 36,
  kSize = 40,
  kPlace = 48,   // kPlace + v is bin v
  kNumber = 60,  // kNumber + n
};

inline constexpr std::uint8_t kPlaces = 8;   // that can be said, from 1
inline constexpr std::uint8_t kNumbers = 3;  // the same

constexpr Token offset(Token first, std::uint8_t by) {
  return static_cast<Token>(static_cast<std::uint8_t>(first) + by);
}

constexpr Token function_of(Property property) {
  return offset(Token::kColorOf, static_cast<std::uint8_t>(property));
}

// Whether `token` is one of the `count` that begin with `first`.
constexpr bool is_among(Token token, Token first, std::uint8_t count) {
  return token >= first && token < offset(first, count);
}

// Which of those that begin with `first`.
constexpr std::uint8_t number_in(Token token, Token first) {
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(token) -
                                   static_cast<std::uint8_t>(first));
}

// The longest sentence of the deepest language that is offered: "and" of two "and", each of two
// comparisons with five tokens, then "lambda S." and the quantifier. See Language.
inline constexpr std::size_t kMostTokens = 4 * 5 + 3 + 2;

struct Concept {
  std::array<Token, kMostTokens> tokens{};
  std::uint8_t count = 0;

  std::span<const Token> all() const { return {tokens.data(), count}; }
  void push(Token token) { tokens[count++] = token; }
  void pop() { tokens[--count] = Token{}; }  // unused tokens are always 0
  friend bool operator==(const Concept& a, const Concept& b) {
    return std::string_view(reinterpret_cast<const char*>(a.tokens.data()), a.count) ==
           std::string_view(reinterpret_cast<const char*>(b.tokens.data()), b.count);
  }
};

// The words of the release ("0.7", "for-all=") or those of the paper's grammar ("large", "all").
enum class Spelling : std::uint8_t { kPublished, kSound };

}  // namespace assay::curi
