#include "assay/pieces/token_counter.h"

#include <sentencepiece_processor.h>

#include <vector>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"

namespace assay {

struct TokenCounter::Pieces {
  sentencepiece::SentencePieceProcessor processor;
};

TokenCounter::TokenCounter(const std::string& vocabulary) {
  if (vocabulary.empty()) return;
  pieces_ = std::make_unique<Pieces>();
  const auto status = pieces_->processor.LoadFromSerializedProto(read(vocabulary));
  if (!status.ok()) {
    fail(ErrorKind::kUsage, "vocabulary {} cannot be read as a SentencePiece model: {}",
         printable(vocabulary), printable(status.ToString()));
  }
}

TokenCounter::~TokenCounter() = default;

std::string TokenCounter::read(const std::string& vocabulary) {
  return read_user_file(vocabulary, {kMostVocabularyBytes});
}

std::size_t TokenCounter::count(std::string_view text) const {
  if (!pieces_) return count_words(text);
  std::vector<int> ids;
  const auto status = pieces_->processor.Encode({text.data(), text.size()}, &ids);
  ASSAY_CHECK(status.ok());
  return ids.size();
}

}  // namespace assay
