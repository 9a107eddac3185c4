// All trees that a theory gives a value, to draw from evenly without listing them.
//
// Trees of the start come in blocks: for each rule, the phrases it can use on the left by those on
// the right. Blocks overlap; a draw is taken with one chance in as many as cover it, so every tree
// is equally likely.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/theory/theory.h"

namespace assay::cscan {

class Closure {
 public:
  enum class Kind : std::uint8_t { kCommands, kAll };  // kAll: also with variables, and directions

  // The theory must outlive it.
  Closure(const Theory& theory, Kind kind);

  bool empty() const { return total_ == 0; }
  // Trees counted with what overlaps: at least as many as there are.
  std::uint64_t weight() const { return total_; }
  Tree draw(Stream& stream) const;

 private:
  struct Block {
    ProductionId top = kNoProduction;
    InlineVector<std::vector<PhraseId>, kMostSlots> parts;
    std::uint64_t weight = 0;
  };
  std::uint32_t covering(const Tree& tree) const;

  const Theory* theory_;
  std::vector<PhraseId> phrases_;
  std::vector<Block> blocks_;
  std::uint64_t total_ = 0;
};

}  // namespace assay::cscan
