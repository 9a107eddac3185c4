// The official preprocessing of CFQ (google-research/cfq, preprocess.py), to the letter: what
// models are trained on and what exact match compares.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cfq {

// Every ASCII punctuation character becomes a word of its own: `M1 's` to `M1 ' s`.
std::string preprocess_question(std::string_view question);

// `count(*)` to `count ( * )`, words on one line, `ns:` taken off their heads, then `m.` there to
// `m_`; a backslash followed by n becomes a blank, as in the official script.
std::string preprocess_query(std::string_view query);

// The vocabulary file of the official script.
class VocabularyCounter {
 public:
  // Counts the words of a preprocessed line of training; inputs and outputs share a vocabulary.
  void add(std::string_view line);

  // `<pad>`, `<EOS>`, `<OOV>`, then all words by count and, where equal, by bytes, both descending.
  std::vector<std::string> tokens() const;

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace assay::cfq
