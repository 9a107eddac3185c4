#include "assay/tasks/cfq/query/query_preprocessing.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace assay::cfq {

namespace {

constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

// What Python's split() takes for white space, as far as it is ASCII.
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r\x1c\x1d\x1e\x1f";

std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kWhiteSpace), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kWhiteSpace));
  rest.remove_prefix(word.size());
  return word;
}

std::string replace_all(std::string_view text, std::string_view what, std::string_view by) {
  std::string replaced;
  std::size_t from = 0;
  for (std::size_t at = 0; (at = text.find(what, from)) != std::string_view::npos;) {
    replaced += text.substr(from, at - from);
    replaced += by;
    from = at + what.size();
  }
  replaced += text.substr(from);
  return replaced;
}

}  // namespace

std::string preprocess_question(std::string_view question) {
  std::string text;
  for (std::string_view rest = question; !rest.empty();) {
    std::string_view word = take_word(rest);
    while (!word.empty()) {
      const std::size_t end = std::min(word.find_first_of(kPunctuation), word.size());
      const std::string_view piece = word.substr(0, std::max<std::size_t>(end, 1));
      if (!text.empty()) text += ' ';
      text += piece;
      word.remove_prefix(piece.size());
    }
  }
  return text;
}

std::string preprocess_query(std::string_view query) {
  const std::string spaced = replace_all(query, "count(*)", "count ( * )");
  std::string text;
  std::string_view separator;
  std::string_view rest = spaced;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    text += separator;
    separator = " ";
    if (word.starts_with("ns:")) word.remove_prefix(3);
    const bool is_mid = word.starts_with("m.");
    if (is_mid) text += "m_";
    text += word.substr(is_mid ? 2 : 0);
  }
  return replace_all(text, "\\n", " ");
}

void VocabularyCounter::add(std::string_view line) {
  while (!line.empty()) {
    const std::string_view word = take_word(line);
    if (word.empty()) return;
    const auto at = counts_.find(word);
    if (at == counts_.end()) {
      counts_.emplace(word, 1);
    } else {
      ++at->second;
    }
  }
}

std::vector<std::string> VocabularyCounter::tokens() const {
  std::vector<std::pair<std::uint64_t, std::string>> counted;
  counted.reserve(counts_.size());
  for (const auto& [word, count] : counts_) counted.emplace_back(count, word);
  std::sort(counted.begin(), counted.end(), std::greater<>());
  std::vector<std::string> tokens{"<pad>", "<EOS>", "<OOV>"};
  for (auto& [count, word] : counted) tokens.push_back(std::move(word));
  return tokens;
}

}  // namespace assay::cfq
