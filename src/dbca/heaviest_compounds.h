// Weighing counted compounds in the graphs of a sample, and keeping the heaviest of all rounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/dbca/compound_sample.h"
#include "assay/dbca/compound_weights.h"
#include "assay/dbca/count_compounds.h"
#include "assay/dbca/profiles.h"

namespace assay {

// The weights in every shape of a sample, in its order, as weigh_example gives them. Without
// begins: there was no room to keep them.
struct WeighedSample {
  std::vector<WeightedCompound> weights;
  std::vector<std::size_t> begins{0};

  bool is_kept() const { return begins.size() > 1; }
  std::span<const WeightedCompound> of(std::size_t index) const {
    return std::span(weights).subspan(begins[index], begins[index + 1] - begins[index]);
  }
};

class HeaviestCompounds {
 public:
  // Notes the weights in every shape, too, while they take less than `room` bytes.
  HeaviestCompounds(const CompoundSample& sample, std::uint64_t room, const Control& control)
      : sample_(sample), room_(room), control_(control) {}

  // Adds a round: compounds of other partitions than the rounds before.
  void weigh(const CountedCompounds& counted);

  std::uint64_t weighted() const { return weighted_; }   // compounds of any weight at all
  double total_weight() const { return total_weight_; }  // over all of them
  // The weight of the lightest kept compound, rounded up; 0 when fewer are kept than may be.
  std::uint32_t least_weight() const;

  // The kept compounds, heaviest first. The weights in every shape go to `weighed`, unless there
  // was no room or there were several rounds.
  CompoundWeights finish(WeighedSample& weighed);

 private:
  // A compound with its weight summed over all examples.
  struct Candidate {
    CompoundKey key = 0;
    std::uint32_t occurrences = 0;
    std::uint64_t parts = 0;  // total weight = parts / whole
    std::uint32_t whole = 1;
    std::vector<Larger> larger;
    std::uint64_t place = 0;
  };
  static bool is_heavier(const Candidate& a, const Candidate& b);

  // The weight of a compound in a shape.
  struct Part {
    std::uint64_t place = 0;  // of the compound: its partition and its number there
    std::uint32_t parts = 0;
    std::uint32_t times = 0;
  };
  struct Parts {
    std::vector<Part> parts;
    std::vector<std::uint32_t> counts;  // of each shape
    void clear() { parts.clear(), counts.clear(); }
  };
  using Totals = std::vector<std::vector<std::uint64_t>>;  // by partition and number

  bool is_even() const { return sample_.definition.weights == Weighing::kEven; }
  void weigh_shape(const Subgraphs& found, std::uint32_t times, const CountedCompounds& counted,
                   Parts& out) const;
  void gather(std::vector<Part>& parts, std::size_t first) const;
  void note_shapes(const Parts& block);
  void keep(const CountedCompounds& counted, const Totals& totals);
  WeighedSample weighed_sample() const;

  const CompoundSample& sample_;
  std::uint64_t room_;
  const Control& control_;
  std::vector<Candidate> best_;
  std::uint64_t weighted_ = 0;
  double total_weight_ = 0;
  bool notes_shapes_ = false;
  Parts noted_;
};

}  // namespace assay
