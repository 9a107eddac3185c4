// The tokens of one rule: names, variables, texts and signs of the notation, with their places.
//
// A rule may go over several lines, so tokens are collected first and read then. What was expected
// and not found is said with the place of the token that stands there instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/rules_engine/rule_file.h"

namespace assay::rules {

enum class TokenKind : std::uint8_t { kName, kVariable, kString, kSign, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  Place place;
};

// A line of a rule file without its comment and without spaces at its end.
std::string_view content_of(std::string_view line);

// The place after `before` in a line; lines count from 0 here.
Place place_after(std::uint32_t file, std::size_t line, std::string_view before);

// For messages.
std::string shortened(std::string_view text);

// Works on one rule at a time. Everything throws Error(kInput) with the place in front.
class RuleTokens {
 public:
  // `files`: their names, for messages; they must outlive this.
  explicit RuleTokens(const std::vector<std::string>& files) : files_(files) {}

  // A new rule: its lines are added, then it ends, at `place` when it has no tokens at all.
  void clear();
  void add_line(std::uint32_t file, std::size_t number, std::string_view line);
  void end(Place place);

  const Token& peek() const { return tokens_[at_]; }
  bool at_end() const { return peek().kind == TokenKind::kEnd; }
  bool at_sign(std::string_view sign) const {
    return peek().kind == TokenKind::kSign && peek().text == sign;
  }
  std::string take() { return tokens_[at_++].text; }
  bool take_sign(std::string_view sign);
  void expect_sign(std::string_view sign);
  std::string expect(TokenKind kind, const char* what);
  [[noreturn]] void fail_expected(const std::string& what) const;

 private:
  Token next_token(std::string_view line, std::size_t& at, Place place) const;

  const std::vector<std::string>& files_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Place end_;  // after the last token
};

}  // namespace assay::rules
