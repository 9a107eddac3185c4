// For tests only: random formulas.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/base/random.h"
#include "assay/logic/formula.h"

namespace assay::logic::witness {

struct Vocabulary {
  std::uint64_t propositions = 1;
  std::uint64_t predicates = 1;
  std::uint64_t constants = 0;
};

inline std::uint32_t pick(Stream& stream, std::uint64_t bound) {
  return static_cast<std::uint32_t>(stream.below(bound));
}

// Small ones more often: they contradict themselves more often, and have fewer models to try.
inline Vocabulary random_vocabulary(Stream& stream) {
  Vocabulary vocabulary;
  vocabulary.propositions = 1 + stream.below(4);
  vocabulary.predicates = stream.below(8) == 0 ? 3 : 1 + stream.below(2);
  vocabulary.constants = stream.below(3);
  return vocabulary;
}

inline FormulaId random_atom(Stream& stream, FormulaStore& store, const Vocabulary& vocabulary,
                             bool in_body) {
  const std::uint32_t kind = pick(stream, 6);
  const std::uint32_t predicate = pick(stream, vocabulary.predicates);
  if (in_body && kind < 4) return store.predicate(predicate, kVariable);
  if (vocabulary.constants > 0 && kind % 2 == 0) {
    return store.predicate(predicate, constant(pick(stream, vocabulary.constants)));
  }
  return store.proposition(pick(stream, vocabulary.propositions));
}

// Without quantifiers; ¬¬ may stand in it.
inline FormulaId random_plain(Stream& stream, FormulaStore& store, const Vocabulary& vocabulary,
                              bool in_body, int depth) {
  const std::uint64_t kind = depth == 0 ? 0 : stream.below(8);
  if (kind < 2) return random_atom(stream, store, vocabulary, in_body);
  const FormulaId first = random_plain(stream, store, vocabulary, in_body, depth - 1);
  if (kind < 4) return store.negation(first);
  const FormulaId second = random_plain(stream, store, vocabulary, in_body, depth - 1);
  constexpr std::array<Op, 4> kOps{Op::kImplies, Op::kIff, Op::kAnd, Op::kOr};
  return store.binary(kOps.at(kind - 4), first, second);
}

inline FormulaId random_formula(Stream& stream, FormulaStore& store, const Vocabulary& vocabulary) {
  const bool quantified = stream.below(2) == 0;
  const int depth = static_cast<int>(stream.below(4));
  FormulaId made = random_plain(stream, store, vocabulary, quantified, depth);
  if (quantified) {
    const Op quantifier = stream.below(2) == 0 ? Op::kForAll : Op::kExists;
    made = store.quantified(quantifier, made);
  }
  return stream.below(3) == 0 ? store.negation(made) : made;
}

inline std::vector<FormulaId> random_formulas(Stream& stream, FormulaStore& store,
                                              const Vocabulary& vocabulary) {
  std::vector<FormulaId> formulas;
  for (std::uint64_t left = stream.below(6); left > 0; --left) {
    formulas.push_back(random_formula(stream, store, vocabulary));
  }
  return formulas;
}

}  // namespace assay::logic::witness
