#include "assay/tasks/curi/language/bans.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::curi {

namespace {

bool has(const Concept& words, Token token) { return std::ranges::count(words.all(), token) > 0; }

// "f x f" before the operator at `at`, with what stands before it.
bool has_same_function_twice(std::span<const Token> words, std::size_t at) {
  return at >= 4 && words[at - 2] == Token::kX && words[at - 1] == words[at - 3];
}

bool compares_x_with_itself(std::span<const Token> words, std::size_t at) {
  const bool compares = words[at] == Token::kEqual || words[at] == Token::kGreater;
  return compares && has_same_function_twice(words, at) && words[at - 4] == Token::kX;
}

bool compares_set_with_x(std::span<const Token> words, std::size_t at, Bans bans) {
  const bool tests_set = words[at] == Token::kAll || words[at] == Token::kAny;
  if (!tests_set || !has_same_function_twice(words, at)) return false;
  return bans == Bans::kPublished || words[at - 4] == Token::kAllThings;
}

}  // namespace

std::string_view name_of(Ban ban) {
  switch (ban) {
    case Ban::kNone:
      return "none";
    case Ban::kForAllOthers:
      return "for all with other things";
    case Ban::kSelfComparison:
      return "compared with itself";
    case Ban::kOwnProperty:
      return "set against own property";
  }
  ASSAY_CHECK(false);
  return {};
}

Ban ban_of(const Concept& words, Bans bans) {
  const std::span<const Token> all = words.all();
  if (all.back() == Token::kForAll && has(words, Token::kOtherThings)) return Ban::kForAllOthers;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (compares_x_with_itself(all, at)) return Ban::kSelfComparison;
  }
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (compares_set_with_x(all, at, bans)) return Ban::kOwnProperty;
  }
  return Ban::kNone;
}

bool speaks_of_x(const Concept& words) {
  return has(words, Token::kX) || has(words, Token::kOtherThings);
}

Concept without_quantifier(const Concept& words) {
  Concept shorter = words;
  if (!speaks_of_x(words) && words.all().back() != Token::kLambda) shorter.pop();
  return shorter;
}

}  // namespace assay::curi
