// Rows of a data set as tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/learners/text/vocabulary.h"
#include "assay/store/data_set.h"

namespace assay::learners {

// Texts of some rows, in order.
struct TextRows {
  std::vector<std::string> ids;
  std::vector<std::string> inputs;
  std::vector<std::string> targets;

  std::size_t size() const { return ids.size(); }
};

TextRows read_texts(const DataSet& data, std::span<const std::uint64_t> rows,
                    const Control& control);

// Pairs of sequences, without ends, in two flat arrays.
class Examples {
 public:
  Examples() = default;
  Examples(const TextRows& texts, const Vocabulary& vocabulary);

  void add(std::span<const Token> source, std::span<const Token> target);
  std::size_t size() const { return starts_.size() / 2; }
  std::span<const Token> source(std::size_t example) const { return piece(2 * example); }
  std::span<const Token> target(std::size_t example) const { return piece(2 * example + 1); }

 private:
  std::span<const Token> piece(std::size_t number) const;

  std::vector<Token> tokens_;
  std::vector<std::size_t> starts_;  // of source and target in turn
};

}  // namespace assay::learners
