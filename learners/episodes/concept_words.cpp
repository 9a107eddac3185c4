#include "assay/learners/episodes/concept_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/base/hash.h"
#include "assay/base/text.h"

namespace assay::learners {

namespace {

std::vector<std::string> words_in(const std::string& concept_text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_text(concept_text, ' ')) {
    if (word == "S." && !words.empty() && words.back() == "lambda") {
      words.back() = "lambda S.";
    } else {
      words.emplace_back(word);
    }
  }
  return words;
}

}  // namespace

ConceptWords::ConceptWords(const curi::ConceptSpace& space) {
  std::map<std::string, std::int64_t> numbers;
  for (const curi::Hypothesis& each : space.concepts()) {
    for (const std::string& word : words_in(each.text)) numbers[word] = 0;
  }
  words_ = {"<pad>", "</s>", "<unk>", "<s>"};
  for (auto& [word, number] : numbers) {
    number = static_cast<std::int64_t>(words_.size());
    words_.push_back(word);
  }
  starts_.push_back(0);
  for (const curi::Hypothesis& each : space.concepts()) {
    for (const std::string& word : words_in(each.text)) tokens_.push_back(numbers.at(word));
    const auto count = static_cast<std::int64_t>(tokens_.size() - starts_.back());
    length_ = std::max(length_, count + 2);
    starts_.push_back(tokens_.size());
  }
}

std::span<const std::int64_t> ConceptWords::of(std::uint32_t subject) const {
  return std::span(tokens_).subspan(starts_[subject], starts_[subject + 1] - starts_[subject]);
}

std::string ConceptWords::hash() const {
  return fmt::format("{:016x}", hash64(fmt::format("{}", fmt::join(words_, "\n"))));
}

}  // namespace assay::learners
