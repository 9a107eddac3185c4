// How diverse the rule combinations of a growing set are: the entropy of how often each compound
// occurs among its examples (Keysers et al. 2020, appendix K.3). An example counts a compound once.
//
// With counts n and their sum N the entropy is ln N - S / N, where S is the sum of n ln n. An
// example with M compounds that are counted already adds to S what each of them costs, the growth
// of n ln n by one more. Costs are whole multiples of 2^-27, so that their sums are exact in any
// order, and logarithms are of plain arithmetic: the same choice on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class CombinationEntropy {
 public:
  // At most `most_examples` will be added.
  CombinationEntropy(std::size_t compounds, std::uint64_t most_examples);

  void add(std::span<const std::uint32_t> list);

  // What an example costs; it never costs less after others were added.
  std::uint64_t cost(std::span<const std::uint32_t> list) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t compound : list) sum += cost_[compound];
    return sum;
  }
  // The entropy, in nats, with one more example of so many compounds and this cost.
  double with(std::uint64_t compounds, std::uint64_t cost) const;

  double nats() const { return with(0, 0); }
  double bits() const;
  std::uint64_t distinct() const { return distinct_; }  // compounds that occur

 private:
  std::vector<std::uint32_t> steps_;  // the cost of one more, by count
  std::vector<std::uint32_t> count_;
  std::vector<std::uint32_t> cost_;  // of every compound now
  std::uint64_t total_ = 0;          // N
  std::uint64_t sum_ = 0;            // S
  std::uint64_t distinct_ = 0;
};

// The natural logarithm of a positive number, within 1e-15 of it relative to 1, the same on every
// machine.
double natural_log(double x);

}  // namespace assay
