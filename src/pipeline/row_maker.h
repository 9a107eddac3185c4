// From row numbers to lines of text, dealt into parts. Shared by threads.
//
// Five words that lie near each other:
// - a stretch is rows that follow each other, made by one thread at a time;
// - a block is what a stretch gave, here; a Block of store/data_set.h is a stretch of a data file;
// - a part is rows that are used together: train, dev, test, or one that the recipe names;
// - a piece (set_writer.h) is many stretches that are committed as one, a file for each part;
// - a portion (split/split.h) is how much of the rows a part of a split gets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/hash.h"
#include "assay/core/task.h"
#include "assay/pipeline/part_shares.h"
#include "assay/pipeline/row_plan.h"
#include "assay/store/manifest.h"
#include "assay/store/recipe.h"
#include "assay/store/row.h"

namespace assay {

struct PartBlock {
  std::string bytes;
  std::uint64_t rows = 0;
  LengthStats lengths;
};

// What one stretch of rows gave. Reused from stretch to stretch.
struct RowBlock {
  std::vector<PartBlock> parts;
  std::uint64_t empty = 0;
  ContentHash content;
  Example example;
};

class RowMaker {
 public:
  // Without `summarise` lengths and the content hash stay zero: a stream has no manifest.
  RowMaker(const Task& task, const Source& source, const RowPlan& plan, const Recipe& recipe,
           bool summarise);
  void make(std::uint64_t first, std::uint64_t last, RowBlock& block) const;

 private:
  std::size_t part_of(const Example& example) const;

  const Task& task_;
  const Source& source_;
  const RowPlan& plan_;
  RowShape shape_;
  RowWriter writer_;
  Wanted want_;
  bool summarise_;
  PartShares shares_;
};

}  // namespace assay
