// How long a text is for a model: in words, or in pieces of a SentencePiece vocabulary.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

class TokenCounter {
 public:
  // A SentencePiece model; empty: words. Throws Error(kUsage) when it cannot be read.
  explicit TokenCounter(const std::string& vocabulary);
  ~TokenCounter();
  // The bytes of such a model.
  static std::string read(const std::string& vocabulary);

  bool counts_words() const { return pieces_ == nullptr; }
  std::size_t count(std::string_view text) const;

 private:
  struct Pieces;
  std::unique_ptr<Pieces> pieces_;
};

}  // namespace assay
