// Texts as bags of words, and which of them shares most words with another text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Words are runs of letters, digits, "_" and characters beyond ASCII; repeats count. Of a very long
// text only the first words are looked at.
inline constexpr std::size_t kMostWordsOfBag = 60'000;

// An inverted index. A word has a list of the texts that have it, or, where nearly all have it
// equally often, of those that do not; of other common words the counts of all texts stand in a
// row, which is read faster than a list. Texts are added before the first is looked for; then
// threads may share it.
class WordIndex {
 public:
  void add(std::string_view text);  // gets the next number, from 0 on
  void seal();                      // no more are added

  std::size_t size() const { return sizes_.size(); }

  // The text with the greatest similarity, the first of equals: words in common over words of both
  // together (Jaccard's index of bags). There must be a text.
  std::size_t nearest(std::string_view text) const;

 private:
  struct Posting {
    std::uint32_t text;
    std::uint16_t count;
  };
  struct Word {
    std::uint16_t usual = 0;           // how often a text without a posting has it
    std::vector<Posting> postings;     // empty when there are counts
    std::vector<std::uint8_t> counts;  // of all texts
  };
  void list_exceptions(Word& word) const;
  void count_everywhere(Word& word) const;

  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // of words
  std::vector<Word> words_;
  std::vector<std::uint16_t> sizes_;  // words of each text, repeats included
};

}  // namespace assay
