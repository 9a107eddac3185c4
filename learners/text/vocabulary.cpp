#include "assay/learners/text/vocabulary.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay::learners {

namespace {

constexpr std::ptrdiff_t kFirstWord = 3;
constexpr std::string_view kTitle = "assay vocabulary 1";

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
  words_.insert(words_.begin(), {"<pad>", "<EOS>", "<OOV>"});
}

Vocabulary Vocabulary::of_texts(std::span<const std::string> texts) {
  std::vector<std::string_view> found;
  for (const std::string& text : texts) {
    const std::vector<std::string_view> words = split_words(text);
    found.insert(found.end(), words.begin(), words.end());
    if (found.size() < 1'000'000) continue;
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return Vocabulary({found.begin(), found.end()});
}

Vocabulary Vocabulary::parse(std::string_view text, const std::string& where) {
  std::vector<std::string_view> lines = split_text(text, '\n');
  const bool is_one =
      lines.size() >= 2 && lines.front().starts_with(kTitle) && lines.back().empty();
  if (!is_one) fail(ErrorKind::kInput, "{}: is not a vocabulary of assay-train", where);
  Vocabulary read({lines.begin() + 1, lines.end() - 1});
  if (read.text() != text)
    fail(ErrorKind::kInput, "{}: the vocabulary was changed; its hash does not fit", where);
  return read;
}

Token Vocabulary::token(std::string_view word) const {
  const auto found = std::lower_bound(words_.begin() + kFirstWord, words_.end(), word);
  if (found == words_.end() || *found != word) return kUnknown;
  return static_cast<Token>(found - words_.begin());
}

const std::string& Vocabulary::word(Token token) const {
  ASSAY_CHECK(token >= 0 && static_cast<std::size_t>(token) < words_.size());
  return words_[static_cast<std::size_t>(token)];
}

void Vocabulary::append_tokens(std::string_view text, std::vector<Token>& out) const {
  for (const std::string_view word : split_words(text)) out.push_back(token(word));
}

std::string Vocabulary::spell(std::span<const Token> tokens) const {
  std::string text;
  for (const Token token : tokens) {
    if (!text.empty()) text += ' ';
    text += word(token);
  }
  return text;
}

std::string Vocabulary::hash() const {
  std::string words;
  for (auto word = words_.begin() + kFirstWord; word != words_.end(); ++word) words += *word + '\n';
  return sha256_hex(words);
}

std::string Vocabulary::text() const {
  std::string text =
      fmt::format("{} words={} sha256={}\n", kTitle, words_.size() - kFirstWord, hash());
  for (auto word = words_.begin() + kFirstWord; word != words_.end(); ++word) text += *word + '\n';
  return text;
}

}  // namespace assay::learners
