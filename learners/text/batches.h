// Examples in batches of like length. A batch has an address, epoch and number, so training goes on
// at any step.
//
// Each epoch deals all examples anew, each once: ordered by length, equals at random, cut into
// batches, and these put into random order. Little is padded, and what follows what is chance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/random.h"
#include "assay/learners/text/examples.h"

namespace assay::learners {

// Padded with kPadding to the longest. With ends, each sequence has kEnd behind it, and lengths
// count it.
struct Batch {
  std::int64_t rows = 0;
  std::int64_t source_width = 0;
  std::int64_t target_width = 0;
  std::vector<std::int64_t> source;  // [rows, source_width]
  std::vector<std::int64_t> target;  // [rows, target_width]
  std::vector<std::int64_t> source_lengths;
  std::vector<std::int64_t> target_lengths;
  // Worlds, where rows have them: those of row i are entries[world_ends[i - 1]] up to
  // world_ends[i].
  std::int64_t grid = 0;  // 0: none
  std::vector<WorldEntry> entries;
  std::vector<std::int64_t> world_ends;
  std::vector<std::int64_t> target_cells;  // [rows]

  std::int64_t source_tokens() const;
  std::int64_t target_tokens() const;
};

// Whether sequences get kEnd: sources always do; targets do not where the length is given to the
// learner.
struct Ends {
  bool of_targets = true;
};

Batch make_batch(const Examples& examples, std::span<const std::uint32_t> numbers, Ends ends);

// How large batches are: so many examples; or so many tokens, where an example counts as the upper
// end of its bucket, the buckets beginning at 8 and growing by a tenth (tensor2tensor).
struct BatchSize {
  std::uint64_t rows = 0;
  std::uint64_t tokens = 0;  // one of the two is 0
  // By rows: from all examples at random; in a batch the longest target comes first.
  bool mixes_lengths = false;
};

// The upper end of the bucket of a length: the least that is not below it.
std::uint64_t bucket_of(std::uint64_t length);

class Batches {
 public:
  Batches(const Examples& examples, BatchSize size, Ends ends, std::uint64_t seed);

  // The same number in every epoch.
  std::uint64_t per_epoch() const { return cuts_.size(); }
  Batch at(std::uint64_t epoch, std::uint64_t number);
  // Which examples it has.
  std::span<const std::uint32_t> numbers_at(std::uint64_t epoch, std::uint64_t number);

 private:
  struct Cut {
    std::uint32_t begin, end;
  };
  void deal(std::uint64_t epoch);
  std::uint64_t chance(std::uint64_t epoch, std::uint32_t what, std::uint32_t number) const;

  const Examples& examples_;
  Ends ends_;
  bool mixes_lengths_;
  Key key_;
  std::vector<std::uint64_t> lengths_;  // of each example, as they are ordered; else all 0
  std::vector<std::uint32_t> order_;    // examples by length, of the epoch dealt last
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> turns_;  // which cut comes when
  std::uint64_t dealt_ = ~0ULL;
};

}  // namespace assay::learners
