// What follows from sentences by a single inference rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/tasks/logic/solver/sentence.h"

namespace assay::logic {

// The rules by what they do with literals; those whose letters differ only in a sign are one.
enum class Rule : std::uint8_t {
  kModusPonens,
  kModusTollens,
  kTransitivity,
  kDisjunctiveSyllogism,
  kAddition,
  kSimplification,
  kConjunction,
  kResolution,
  kRewriting,
  kDisjunctionElimination,
  kBiconditionalIntroduction,
  kBiconditionalElimination,
  kInstantiation,
  kGeneralization
};

// The name of the rule when it concludes something of this scope.
std::string rule_name(Rule rule, Scope conclusion);

struct Inference {
  Sentence conclusion;
  Rule rule = Rule::kModusPonens;
};

// Everything that follows in one step without new symbols: in the order of the paper's rules, then
// of the premises; nothing twice and no premise.
std::vector<Inference> one_step(Universe& universe, std::span<const Sentence> premises);

}  // namespace assay::logic
