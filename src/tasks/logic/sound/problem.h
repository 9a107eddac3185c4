// Inference problems (appendix C.1): premises, what follows from them, what contradicts them and
// what they leave open.
//
// A problem begins as a rule. Then one of its premises is replaced by the premises of a rule that
// concludes it, as often as wanted. Each claim a problem makes is checked by the exact decision
// procedure before it is used, so that nothing open is entailed and no contradiction is missed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/random.h"
#include "assay/inference/decision.h"
#include "assay/inference/inference_rules.h"
#include "assay/inference/proof.h"
#include "assay/logic/formula.h"

namespace assay::logic {

// Something that contradicts the premises: the proof ends in what cannot be true beside it.
struct Refutation {
  FormulaId asked = kNoFormula;
  Proof proof;
};

struct Problem {
  RuleNumber rule = 0;               // the one it began with
  std::uint32_t extensions = 0;      // how often a premise was replaced
  bool contradictory = false;        // the premises cannot all be true
  std::vector<FormulaId> premises;   // none twice
  std::vector<Proof> inferences;     // entailed
  std::vector<Refutation> refuted;   // their negations are entailed; none if contradictory
  std::vector<FormulaId> unrelated;  // neither
  // How many symbols of each kind there are.
  std::uint32_t propositions = 0;
  std::uint32_t predicates = 0;
  std::uint32_t constants = 0;
};

// A rule that could conclude something, by one of its inferences.
struct Candidate {
  RuleNumber rule = 0;
  std::uint32_t inference = 0;
};

// Memory that is kept from problem to problem; one for each thread.
struct Workshop {
  FormulaStore store;
  Decider decider;
  std::vector<Step> steps;  // in order; those of the first rule last
  std::vector<Candidate> candidates;
};

// How many symbols the problem of a unit should have. There are only so many ways to word a small
// problem: small ones stand in early units alone, so that hardly a text comes twice.
std::size_t least_symbols(std::uint64_t unit);

class ProblemMaker {
 public:
  // `lengths` are the weights of 0, 1, 2 ... extensions. Of 1,000 problems about
  // `contradictory_permille` have premises that contradict each other: something that the others
  // refute is one of them.
  ProblemMaker(const RuleBook& book, std::vector<std::uint64_t> lengths,
               std::uint32_t contradictory_permille);

  // Overwrites `out` and the workshop's store. Premises have at least so many different symbols,
  // unless kSizeDraws draws give none such. False when the stream gives no problem after kMostDraws
  // draws.
  bool make(Stream& stream, std::size_t least_symbols, Workshop& shop, Problem& out) const;

  static constexpr int kMostDraws = 2000;
  static constexpr int kSizeDraws = 50;
  static constexpr int kNearMisses = 3;       // tried for each problem
  static constexpr int kExtensionTries = 40;  // not every premise can be concluded from others

 private:
  void begin(Stream& stream, Workshop& shop, Problem& out) const;
  bool extend(Stream& stream, Workshop& shop, Problem& out) const;
  void ask(Stream& stream, Workshop& shop, Problem& out) const;
  void open_letters(std::span<const FormulaId> schemas, Workshop& shop, Problem& problem,
                    Bindings& bindings) const;
  bool can_conclude(Candidate candidate, FormulaStore& store, FormulaId premise,
                    Bindings& bindings) const;
  FormulaId make_ground(Stream& stream, Workshop& shop, Problem& problem, FormulaId literal) const;
  void refute(Workshop& shop, Problem& out) const;
  bool contradict(Stream& stream, Workshop& shop, Problem& out) const;
  void add_near_misses(Stream& stream, Workshop& shop, Problem& out) const;

  const RuleBook& book_;
  WeightedTable lengths_;
  std::uint32_t contradictory_permille_;
};

}  // namespace assay::logic
