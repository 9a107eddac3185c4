// Concepts as words, for a decoder that spells them: the postfix sentence as it is stored.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "assay/tasks/curi/space/concept_space.h"

namespace assay::learners {

class ConceptWords {
 public:
  static constexpr std::int64_t kPadding = 0;
  static constexpr std::int64_t kEnd = 1;  // also what a decoder is shown first

  // The words of all concepts of the space, in the order of their letters, behind four of every
  // vocabulary: padding, end, unknown, begin. "lambda S." is one word.
  explicit ConceptWords(const curi::ConceptSpace& space);

  std::int64_t size() const { return static_cast<std::int64_t>(words_.size()); }
  const std::vector<std::string>& words() const { return words_; }
  // Words of the longest concept and two more: the paper's fixed length.
  std::int64_t length() const { return length_; }
  // The words of a concept, without an end.
  std::span<const std::int64_t> of(std::uint32_t subject) const;
  std::string hash() const;

 private:
  std::vector<std::string> words_;
  std::vector<std::int64_t> tokens_;
  std::vector<std::size_t> starts_;
  std::int64_t length_ = 0;
};

}  // namespace assay::learners
