#include "assay/answers/denial.h"

#include <algorithm>
#include <array>
#include <span>

#include "assay/answers/answer_text.h"

namespace assay {

namespace {

using answer_text::is_letter;
using answer_text::is_space;
using answer_text::lowered;
using answer_text::starts_with_word;
using answer_text::View;

constexpr std::array<View, 18> kNegations = {
    "not",    "no",       "never",   "neither",   "nor",         "none",
    "cannot", "wrong",    "wrongly", "incorrect", "incorrectly", "false",
    "untrue", "anything", "except",  "unlike",    "isnt",        "dont"};
// What follows these is no longer denied: "M0 is not French, so the answer is ...".
constexpr std::array<View, 6> kTurns = {"so", "thus", "hence", "therefore", "but", "consequently"};
constexpr std::array<View, 5> kVerbs = {"is", "was", "would", "can", "could"};

bool is_in_word(char c) {
  return is_letter(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_word(View given, View lower_case) {
  return given.size() == lower_case.size() && starts_with_word(given, lower_case);
}

bool is_one_of(View word, std::span<const View> words) {
  return std::ranges::any_of(words, [&](View each) { return is_word(word, each); });
}

// The first word, which is taken off together with what stands before it.
View next_word(View& text) {
  std::size_t begin = 0;
  while (begin < text.size() && !is_in_word(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_in_word(text[end])) ++end;
  const View word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

// "not", "isn't"
bool is_not(View word) {
  const auto ends_with = [&](View end) {
    return word.size() >= end.size() && is_word(word.substr(word.size() - end.size()), end);
  };
  return is_word(word, "not") || ends_with("n't") || ends_with("n\xE2\x80\x99t");
}

bool is_negation(View word) {
  if (is_not(word)) return true;
  while (word.starts_with('\'')) word.remove_prefix(1);
  while (word.ends_with('\'')) word.remove_suffix(1);
  return is_one_of(word, kNegations);
}

// Whether what follows a text is denied, if its beginning is.
bool denies(View text, bool denied) {
  for (bool is_behind = false; !text.empty();) {
    const View word = next_word(text);
    const bool negates = is_negation(word);
    if (negates) denied = true;
    if (!is_behind && is_one_of(word, kTurns)) denied = false;  // but not "not so"
    is_behind = negates;
  }
  return denied;
}

bool ends_sentence(char c) { return c == '.' || c == '!' || c == '?' || c == ';'; }

// Where the last sentence begins; npos when it began before the text.
std::size_t last_sentence(View text) {
  for (std::size_t at = text.size(); at > 0; --at) {
    if (text[at - 1] == '\n') return at;
    if (ends_sentence(text[at - 1]) && (at == text.size() || is_space(text[at]))) return at;
  }
  return View::npos;
}

// Such a line goes on in the next one; "no" and "false" may be answers of their own.
bool ends_with_not(View line) {
  std::size_t begin = line.size();
  while (begin > 0 && is_in_word(line[begin - 1])) --begin;
  return is_not(line.substr(begin));
}

}  // namespace

bool has_negation(View text) {
  while (!text.empty()) {
    if (is_negation(next_word(text))) return true;
  }
  return false;
}

bool Denial::look(View piece) {
  const std::size_t begin = last_sentence(piece);
  denies_ = begin == View::npos ? denies(piece, denies_) : denies(piece.substr(begin), false);
  return denies_;
}

bool Denial::before_word(std::size_t at) {
  const View piece = text_.substr(seen_, at - seen_);
  seen_ = at;
  return look(piece);
}

bool Denial::before_mark(std::size_t at, std::size_t end) {
  constexpr View kDressing = "*_$`\"'([{\\ \t\r\n";
  View piece = text_.substr(seen_, at - seen_);
  seen_ = end;
  const std::size_t last = piece.find_last_not_of(kDressing);
  const std::size_t kept = last == View::npos ? 0 : last + 1;
  const bool begins_line = piece.find('\n', kept) != View::npos;
  piece = piece.substr(0, kept);
  if (begins_line && !piece.ends_with(':') && !ends_with_not(piece)) return denies_ = false;
  return look(piece);
}

bool is_denied_behind(View behind) {
  constexpr int kMostWords = 4;
  constexpr View kDressing = "*_$`\"')]} \t";
  behind.remove_prefix(std::min(behind.find_first_not_of(kDressing), behind.size()));
  if (behind.starts_with('?')) return true;
  behind = behind.substr(0, behind.find_first_of("\n.!?;<\\"));
  const View first = next_word(behind);
  if (is_word(first, "no")) return behind.empty() || behind.front() == ',' || behind.front() == ':';
  if (is_negation(first)) return !is_word(first, "not");  // ", not Y"
  if (!is_one_of(first, kVerbs)) return false;
  for (int i = 1; i < kMostWords && !behind.empty(); ++i) {
    if (is_negation(next_word(behind))) return true;
  }
  return false;
}

}  // namespace assay
