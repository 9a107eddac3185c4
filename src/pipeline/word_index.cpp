#include "assay/pipeline/word_index.h"

#include <algorithm>
#include <limits>

#include "assay/base/error.h"

namespace assay {

namespace {

using Count = std::uint16_t;
using Bag = std::map<std::string_view, Count>;

constexpr std::size_t kShareForCounts = 8;  // in more than one of so many texts: counts of all

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Adds the words of a text to the bag and says how many there were.
Count read_bag(std::string_view text, Bag& bag) {
  Count words = 0;
  std::size_t at = 0;
  while (words < kMostWordsOfBag) {
    while (at < text.size() && !is_of_word(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_of_word(text[at])) ++at;
    if (at == begin) break;
    ++bag[text.substr(begin, at - begin)];
    ++words;
  }
  return words;
}

// Kept apart and plain, so that compilers make it wide.
void add_common(const std::uint8_t* counts, std::uint8_t asked, Count* shared, std::size_t texts) {
  for (std::size_t i = 0; i < texts; ++i) {
    shared[i] = static_cast<Count>(shared[i] + std::min(counts[i], asked));
  }
}

}  // namespace

void WordIndex::add(std::string_view text) {
  ASSAY_CHECK(sizes_.size() < std::numeric_limits<std::uint32_t>::max());
  const auto number = static_cast<std::uint32_t>(sizes_.size());
  Bag bag;
  sizes_.push_back(read_bag(text, bag));
  for (const auto& [word, count] : bag) {
    auto found = numbers_.find(word);
    if (found == numbers_.end()) {
      found = numbers_.emplace(word, static_cast<std::uint32_t>(words_.size())).first;
      words_.emplace_back();
    }
    words_[found->second].postings.push_back({number, count});
  }
}

// Turns the list of texts that have the word into one of those that have it otherwise than most.
void WordIndex::list_exceptions(Word& word) const {
  std::map<Count, std::size_t> texts_with;
  for (const Posting& each : word.postings) ++texts_with[each.count];
  const auto [usual, texts] =
      *std::ranges::max_element(texts_with, {}, [](const auto& each) { return each.second; });
  if (size() - texts > size() / kShareForCounts) return;
  std::vector<Count> counts(size(), 0);
  for (const Posting& each : word.postings) counts[each.text] = each.count;
  word.usual = usual;
  word.postings.clear();
  for (std::uint32_t text = 0; text < counts.size(); ++text) {
    if (counts[text] != usual) word.postings.push_back({text, counts[text]});
  }
  word.postings.shrink_to_fit();
}

void WordIndex::count_everywhere(Word& word) const {
  constexpr Count kMost = std::numeric_limits<std::uint8_t>::max();
  const bool fits =
      std::ranges::all_of(word.postings, [](const Posting& each) { return each.count <= kMost; });
  if (!fits) return;
  word.counts.assign(size(), 0);
  for (const Posting& each : word.postings) {
    word.counts[each.text] = static_cast<std::uint8_t>(each.count);
  }
  word.postings = {};
}

void WordIndex::seal() {
  for (Word& word : words_) {
    if (word.postings.size() <= size() / kShareForCounts) continue;
    list_exceptions(word);
    if (word.usual == 0) count_everywhere(word);
  }
}

std::size_t WordIndex::nearest(std::string_view text) const {
  ASSAY_CHECK(size() > 0);
  Bag bag;
  const std::uint64_t words = read_bag(text, bag);
  // Beyond `base`; some are less, and sums go round, but come out right.
  std::vector<Count> shared(size(), 0);
  Count base = 0;
  for (const auto& [name, asked] : bag) {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) continue;
    const Word& word = words_[found->second];
    const Count usual = std::min(word.usual, asked);
    base = static_cast<Count>(base + usual);
    for (const Posting& each : word.postings) {
      shared[each.text] =
          static_cast<Count>(shared[each.text] + std::min(each.count, asked) - usual);
    }
    if (!word.counts.empty()) {
      const auto most = static_cast<std::uint8_t>(std::min<Count>(asked, UINT8_MAX));
      add_common(word.counts.data(), most, shared.data(), size());
    }
  }
  std::size_t best = 0;
  std::uint64_t best_shared = 0;
  std::uint64_t best_union = 1;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::uint64_t both = static_cast<Count>(base + shared[i]);
    const std::uint64_t all = words + sizes_[i] - both;
    if (both * best_union <= best_shared * all) continue;
    best = i;
    best_shared = both;
    best_union = all;
  }
  return best;
}

}  // namespace assay
