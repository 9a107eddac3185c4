// The graphs that compounds are counted and weighed in, and a pass over their node sets.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "assay/base/parallel.h"
#include "assay/base/progress.h"
#include "assay/core/compound_definition.h"
#include "assay/dbca/graph_pool.h"
#include "assay/dbca/subgraphs.h"

namespace assay {

// A graph and how many examples have it.
struct CountedShape {
  std::uint32_t shape = 0;
  std::uint32_t times = 0;
};

struct CompoundSample {
  const GraphPool& graphs;
  std::span<const CountedShape> shapes;
  const CompoundDefinition& definition;
  std::span<const std::uint64_t> rule_hashes;
};

// Calls make(found, times, result) for every graph of the sample, on several threads, and
// consume(result) for some of them at a time, in order, until that returns false. Results are
// reused, after clear(). Returns whether all were consumed.
template <typename Result, typename Make, typename Consume>
bool for_each_shape(const CompoundSample& sample, const char* what, const Control& control,
                    Make make, Consume consume) {
  constexpr std::size_t kShapesPerBlock = 64;
  struct Buffer {
    std::unique_ptr<Subgraphs> found;
    Result result;
  };
  const std::size_t shapes = sample.shapes.size();
  const std::size_t blocks = (shapes + kShapesPerBlock - 1) / kShapesPerBlock;
  const auto end_of = [&](std::uint64_t block) {
    return std::min<std::size_t>(shapes, (block + 1) * kShapesPerBlock);
  };
  std::atomic<bool> refused = false;
  Control own = control;
  if (blocks <= 1) own.jobs = 1;
  ordered_stream<Buffer>(
      own, [&](std::uint64_t block, Buffer&) { return block < blocks && !refused; },
      [&](std::uint64_t block, Buffer& buffer) {
        if (!buffer.found) {
          buffer.found = std::make_unique<Subgraphs>(sample.definition, sample.rule_hashes);
        }
        buffer.result.clear();
        for (std::size_t i = block * kShapesPerBlock; i < end_of(block); ++i) {
          buffer.found->find(sample.graphs.shape(sample.shapes[i].shape));
          make(*buffer.found, sample.shapes[i].times, buffer.result);
        }
      },
      [&](std::uint64_t block, Buffer& buffer) {
        if (refused) return;
        if (!consume(buffer.result)) refused = true;
        control.report({what, end_of(block), shapes, 0});
      });
  return !refused;
}

}  // namespace assay
