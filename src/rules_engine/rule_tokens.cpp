#include "assay/rules_engine/rule_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/text.h"

namespace assay::rules {

namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What one byte or sequence of bytes of the notation means; longest first.
constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
    {"→", "→"}, {"⊓", "⊓"}, {"∃", "∃"}, {"⊤", "⊤"}, {"->", "→"}, {"&", "⊓"},
    {"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"/", "/"},  {":", ":"},
    {",", ","}, {"|", "|"}, {".", "."}, {"-", "-"}, {"*", "*"}};

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6U) != 2; }));
}

std::string_view without_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '\'' || line[i] == '"') {
      quote = line[i];
    } else if (line[i] == '#') {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string_view trimmed_right(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

std::string_view content_of(std::string_view line) { return trimmed_right(without_comment(line)); }

Place place_after(std::uint32_t file, std::size_t line, std::string_view before) {
  return {file, static_cast<std::uint32_t>(line + 1), characters(before) + 1};
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return printable(text);
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) >> 6U) == 2) --end;
  return printable(text.substr(0, end)) + "...";
}

void RuleTokens::clear() {
  tokens_.clear();
  at_ = 0;
}

void RuleTokens::add_line(std::uint32_t file, std::size_t number, std::string_view line) {
  Place place = place_after(file, number, "");
  std::size_t counted = 0;  // bytes before the column of `place`
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t') {
      ++at;
      continue;
    }
    place.column += characters(line.substr(counted, at - counted));
    counted = at;
    Token token = next_token(line, at, place);
    if (token.kind == TokenKind::kName && token.text == "exists") {
      token = {TokenKind::kSign, "∃", place};
    }
    tokens_.push_back(std::move(token));
  }
  end_ = place;
  end_.column += characters(line.substr(counted));
}

Token RuleTokens::next_token(std::string_view line, std::size_t& at, Place place) const {
  const char c = line[at];
  if (c == '\'' || c == '"') {
    const auto end = line.find(c, at + 1);
    if (end == std::string_view::npos) fail_at(files_, place, "this text has no closing quote");
    Token token{TokenKind::kString, std::string(line.substr(at + 1, end - at - 1)), place};
    at = end + 1;
    return token;
  }
  if (is_name_byte(c) || c == '$') {
    const std::size_t begin = at++;
    while (at < line.size() && is_name_byte(line[at])) ++at;
    const std::string_view text = line.substr(begin, at - begin);
    if (text == "$") fail_at(files_, place, "expected the name of a variable after $");
    const bool variable = c == '$' || (c == '_' && text != "_none_");
    return {variable ? TokenKind::kVariable : TokenKind::kName, std::string(text), place};
  }
  for (const auto& [spelled, sign] : kSigns) {
    if (line.substr(at).starts_with(spelled)) {
      at += spelled.size();
      return {TokenKind::kSign, std::string(sign), place};
    }
  }
  std::size_t length = 1;
  while (at + length < line.size() && (static_cast<unsigned char>(line[at + length]) >> 6U) == 2) {
    ++length;
  }
  fail_at(files_, place,
          fmt::format("\"{}\" is no sign of the notation", printable(line.substr(at, length))));
}

void RuleTokens::end(Place place) {
  if (tokens_.empty()) end_ = place;
  tokens_.push_back({TokenKind::kEnd, "", end_});
}

bool RuleTokens::take_sign(std::string_view sign) {
  if (!at_sign(sign)) return false;
  ++at_;
  return true;
}

void RuleTokens::expect_sign(std::string_view sign) {
  if (!take_sign(sign)) fail_expected(fmt::format("\"{}\"", sign));
}

std::string RuleTokens::expect(TokenKind kind, const char* what) {
  if (peek().kind != kind) fail_expected(what);
  return take();
}

void RuleTokens::fail_expected(const std::string& what) const {
  const Token& token = peek();
  fail_at(files_, token.place,
          token.kind == TokenKind::kEnd
              ? fmt::format("expected {}, but the rule ends", what)
              : fmt::format("expected {}, found \"{}\"", what, shortened(token.text)));
}

}  // namespace assay::rules
