// What is computed, and why what is left out cannot change it.
//
// The weight. Keysers et al. 2020 (section 2.1 and appendix L.4) weigh a compound G in an example e
// by its most telling occurrence g there:
//
//   w(G, e) = max over occurrences g of G in e of (1 - max over G' around g of P(G' | G))
//
// P(G' | G) is the share of all occurrences of G, over all examples, that lie in an occurrence of
// G'. We take G' one node larger than G (compound_weights.h says why). With n(G) occurrences of G,
// of which n(G, G') lie in G', the inner maximum is max n(G, G') / n(G), so
//
//   w(G, e) = parts / n(G),   parts = n(G) - min over g of max over G' around g of n(G, G')
//
// and W(G), the sum of w(G, e) over all examples, is a whole number over n(G). Everything is
// counted in whole numbers; two weights are compared by cross-multiplication. A tie goes to the
// smaller key, so "heavier" is a total order, and the `kept` heaviest are one definite list,
// whatever the order in which compounds are found. (Even weights, Weighing::kEven, are the simple
// case: w(G, e) is the number of occurrences in e, and no G' is needed.)
//
// Two passes. n(G) and n(G, G') need all examples before the first weight is known, so each round
// looks at the sample twice: count_compounds fills tables of n, heaviest_compounds weighs every
// occurrence with them. Node sets are found again in the second pass: keeping them would take far
// more memory than the tables. Equal graphs are looked at once and count as often as examples have
// them.
//
// What is left out, and why the result is the same:
//
// 1. Partitions. n(G) and all n(G, G') belong to the partition of G's key. A round may give up
//    partitions from above when memory runs out, but never takes one up: those that are left at its
//    end saw every example, and their numbers are complete. The next round begins with the first
//    that was given up. The heaviest of all are among the heaviest of each round.
//
// 2. Compounds that always lie in one and the same larger one: n(G, G') = n(G) for some G'. Each
//    occurrence lies in G', so parts is 0 everywhere and W(G) = 0. Such compounds are never kept.
//
// 3. Rare compounds, where the pairs of all do not fit into memory. In an example G weighs at most
//    1, and it occurs there at least once, so W(G) <= n(G). Let `least` be a threshold, weigh only
//    the compounds with n(G) >= least, and let w be the weight of the lightest that is kept then.
//    If ceil(w) >= least, all others have W(G) <= n(G) <= least - 1 < w and lose to each of the
//    kept ones: done. If not, weigh again with ceil(w) as the threshold. The compounds that are
//    weighed now include those of before, so the lightest kept one is no lighter: w' >= w,
//    ceil(w') >= least, done. Two attempts always suffice. Where, in the first, fewer than `kept`
//    compounds weigh anything, the second threshold is 1: nothing is left out for being rare.
//
// 4. Compounds that occur once, under the threshold 1. If anything larger is around the occurrence,
//    n(G, G') = n(G) = 1, and case 2 applies. If nothing is, W(G) = 1. So these are counted where
//    nothing larger is around them, and need no place in the table of wanted keys.
//
// A compound that is weighed has all its pairs counted, also with larger compounds that are not
// weighed themselves: its weight is the same as if nothing had been left out.
//
// Bounds. n(G) fits into 32 bits, which PairTable checks. At most n(G) examples have G and
// parts <= n(G), so the sum over examples is at most n(G)^2 < 2^64, and a cross product < 2^96.
// Compounds are told apart by their 64-bit keys (compound_key.h).
//
// Cost. Let E be the number of (node set, compound one node larger) pairs over all distinct graphs.
// A round takes O(E) expected for finding and counting, O(D log D) for sorting the D distinct
// pairs, and O(E log d) for weighing, where d is how many larger compounds a compound has. A round
// keeps at least one of 64 partitions, so there are at most 64; in practice about (bytes of all
// tables) / `memory`, times two, as partitions are given up by halves. Tables take at most
// `memory`, unless one partition alone is larger; pairs that wait for them a quarter of it; the
// weights in every shape half of it, or they are dropped and found again later.
#include "assay/dbca/weigh_compounds.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "assay/dbca/count_compounds.h"

namespace assay {

namespace {

struct Occurring {
  CompoundKey compound = 0;
  std::uint32_t times = 0;
};

class CompoundWeigher {
 public:
  CompoundWeigher(const CompoundSample& sample, std::uint64_t memory, const Control& control,
                  CompoundFigures& figures)
      : sample_(sample), memory_(memory), control_(control), figures_(figures) {}

  HeaviestCompounds weigh();

 private:
  HeaviestCompounds weigh_in_rounds(const CountingScope& scope, std::uint64_t room);
  std::optional<HeaviestCompounds> weigh_at_once();
  HeaviestCompounds weigh_only_frequent();
  HeaviestCompounds weigh_those_with(std::uint32_t least, const std::vector<Occurring>& frequent);
  std::vector<Occurring> count_frequent();
  std::uint32_t first_threshold(std::vector<Occurring>& frequent) const;
  void note(const CountedCompounds& counted);
  // For the weights in every shape.
  std::uint64_t room() const { return memory_ / 2; }

  const CompoundSample& sample_;
  std::uint64_t memory_;
  const Control& control_;
  CompoundFigures& figures_;
};

HeaviestCompounds CompoundWeigher::weigh() {
  if (sample_.definition.weights == Weighing::kEven) {
    return weigh_in_rounds({.with_larger = false}, room());
  }
  if (sample_.definition.kept == 0) return weigh_in_rounds({}, room());
  if (auto heaviest = weigh_at_once()) return *std::move(heaviest);
  return weigh_only_frequent();
}

void CompoundWeigher::note(const CountedCompounds& counted) {
  figures_.cut_examples = counted.cut_examples;
  for (const CountedPartition& partition : counted.partitions) {
    figures_.distinct += partition.distinct;
    figures_.occurrences += partition.occurrences;
    figures_.pairs += partition.pairs;
  }
}

// Case 1 above.
HeaviestCompounds CompoundWeigher::weigh_in_rounds(const CountingScope& scope, std::uint64_t room) {
  HeaviestCompounds heaviest(sample_, room, control_);
  for (std::size_t first = 0; first < kPartitions;) {
    const CountedCompounds counted = count_compounds_from(first, sample_, scope, memory_, control_);
    note(counted);
    heaviest.weigh(counted);
    first = counted.last;
  }
  return heaviest;
}

// Nothing when the pairs of all compounds do not fit into memory.
std::optional<HeaviestCompounds> CompoundWeigher::weigh_at_once() {
  const auto counted = count_all_compounds(sample_, {}, memory_, control_);
  if (!counted) return std::nullopt;
  note(*counted);
  HeaviestCompounds heaviest(sample_, room(), control_);
  heaviest.weigh(*counted);
  return heaviest;
}

// Case 3 above.
HeaviestCompounds CompoundWeigher::weigh_only_frequent() {
  std::vector<Occurring> frequent = count_frequent();
  const std::uint32_t guess = first_threshold(frequent);
  std::optional<HeaviestCompounds> heaviest = weigh_those_with(guess, frequent);
  const std::uint32_t enough = std::max(1U, heaviest->least_weight());
  if (enough >= guess) return *std::move(heaviest);
  heaviest.reset();
  return weigh_those_with(enough, frequent);
}

// All compounds that occur more than once.
std::vector<Occurring> CompoundWeigher::count_frequent() {
  std::vector<Occurring> frequent;
  for (std::size_t first = 0; first < kPartitions;) {
    const CountedCompounds counted =
        count_compounds_from(first, sample_, {.with_larger = false}, memory_, control_);
    note(counted);
    for (const CountedPartition& partition : counted.partitions) {
      for (std::size_t i = 0; i < partition.keys.size(); ++i) {
        const std::uint32_t times = partition.weights.occurrences(i);
        if (times > 1) frequent.push_back({partition.keys[i], times});
      }
    }
    first = counted.last;
  }
  return frequent;
}

// A guess: many of the most frequent compounds weigh little or nothing, so it takes some four times
// as many as are kept.
std::uint32_t CompoundWeigher::first_threshold(std::vector<Occurring>& frequent) const {
  const std::size_t weighed = std::size_t{sample_.definition.kept} * 4;
  if (frequent.size() <= weighed) return 2;
  const auto last = frequent.begin() + static_cast<std::ptrdiff_t>(weighed);
  std::nth_element(frequent.begin(), last, frequent.end(),
                   [](const Occurring& a, const Occurring& b) { return a.times > b.times; });
  return last->times;
}

// Weighs the compounds that occur at least `least` times.
HeaviestCompounds CompoundWeigher::weigh_those_with(std::uint32_t least,
                                                    const std::vector<Occurring>& frequent) {
  KeyTable wanted;
  for (const Occurring& one : frequent) {
    if (one.times >= least) wanted.insert(one.compound);
  }
  const CompoundFigures of_all = figures_;
  figures_.pairs = 0;
  HeaviestCompounds heaviest = weigh_in_rounds({.only = &wanted, .and_largest = least == 1}, 0);
  figures_.distinct = of_all.distinct;
  figures_.occurrences = of_all.occurrences;
  return heaviest;
}

}  // namespace

CompoundWeights weigh_compounds(const GraphPool& graphs, std::span<const CountedShape> sample,
                                const CompoundDefinition& definition,
                                std::span<const std::uint64_t> rule_hashes, std::uint64_t memory,
                                const Control& control, CompoundFigures& figures,
                                WeighedSample& weighed) {
  figures = {};
  const CompoundSample all{graphs, sample, definition, rule_hashes};
  HeaviestCompounds heaviest = CompoundWeigher(all, memory, control, figures).weigh();
  figures.weighted = heaviest.weighted();
  figures.total_weight = heaviest.total_weight();
  return heaviest.finish(weighed);
}

}  // namespace assay
