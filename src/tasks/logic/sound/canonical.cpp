#include "assay/tasks/logic/sound/canonical.h"

#include <algorithm>

#include "assay/base/hash.h"

namespace assay::logic {

namespace {

constexpr int kRounds = 6;

// Gives each symbol a colour and each formula a hash of its shape and colours, in turns.
class Colouring {
 public:
  Colouring(const FormulaStore& store, std::span<const FormulaId> premises, FormulaId asked)
      : store_(store), formulas_(premises.begin(), premises.end()) {
    if (asked != kNoFormula) formulas_.push_back(asked);
    marked_ = asked != kNoFormula;
  }

  std::uint64_t hash() {
    std::uint64_t sum = 0;
    for (int round = 0; round < kRounds; ++round) {
      for (auto& sums : sums_) sums.assign(sums.size(), 0);
      sum = 0;
      for (std::size_t i = 0; i < formulas_.size(); ++i) {
        std::uint64_t whole = hash_of(formulas_[i]);
        if (marked_ && i + 1 == formulas_.size()) whole = mix(whole, 7);
        sum += mix(whole, 1);
        spread(formulas_[i], whole);
      }
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        for (std::size_t n = 0; n < colours_[kind].size(); ++n) {
          colours_[kind][n] = mix(colours_[kind][n], sums_[kind][n]);
        }
      }
    }
    return sum;
  }

 private:
  static constexpr std::size_t kKinds = 3;  // propositions, predicates, constants

  std::uint64_t& colour(std::size_t kind, std::uint32_t number) {
    if (colours_[kind].size() <= number) {
      colours_[kind].resize(number + 1, kind + 1);
      sums_[kind].resize(number + 1, 0);
    }
    return colours_[kind][number];
  }

  std::uint64_t hash_of(FormulaId id) {
    const Formula formula = store_[id];
    const auto op = static_cast<std::uint64_t>(formula.op);
    if (formula.op == Op::kProposition) return mix(op, colour(0, formula.first));
    if (formula.op == Op::kPredicate) {
      const std::uint64_t about =
          formula.second == kVariable ? 0 : colour(2, constant_number(formula.second));
      return mix(mix(op, colour(1, formula.first)), about);
    }
    const std::uint64_t first = mix(op, hash_of(formula.first));
    return is_binary(formula.op) ? mix(first, hash_of(formula.second)) : first;
  }

  // Each symbol learns in which formulas it stands, and where.
  void spread(FormulaId id, std::uint64_t whole) {
    std::uint64_t place = 0;
    store_.visit_atoms(id, [&](const Formula& atom) {
      const std::uint64_t here = mix(whole, ++place);
      if (atom.op == Op::kProposition) {
        sums_[0][atom.first] += here;
        return;
      }
      sums_[1][atom.first] += here;
      if (atom.second != kVariable) sums_[2][constant_number(atom.second)] += here;
    });
  }

  const FormulaStore& store_;
  std::vector<FormulaId> formulas_;
  bool marked_ = false;
  std::vector<std::uint64_t> colours_[kKinds];
  std::vector<std::uint64_t> sums_[kKinds];
};

}  // namespace

std::vector<Formula> isolate(FormulaStore& store, std::span<FormulaId> formulas,
                             std::uint32_t& propositions) {
  const auto same = [](const Formula& a, const Formula& b) {
    return a.first == b.first && a.second == b.second;
  };
  std::vector<Formula> facts;
  std::vector<std::uint32_t> general;  // predicates of the variable
  for (const FormulaId id : formulas) {
    store.visit_atoms(id, [&](const Formula& atom) {
      if (atom.op != Op::kPredicate) return;
      if (atom.second == kVariable) {
        general.push_back(atom.first);
      } else if (std::none_of(facts.begin(), facts.end(),
                              [&](const Formula& fact) { return same(fact, atom); })) {
        facts.push_back(atom);
      }
    });
  }
  std::vector<Formula> isolated;
  std::copy_if(facts.begin(), facts.end(), std::back_inserter(isolated), [&](const Formula& fact) {
    return std::find(general.begin(), general.end(), fact.first) == general.end() &&
           std::none_of(facts.begin(), facts.end(), [&](const Formula& other) {
             return (other.first == fact.first) != (other.second == fact.second);
           });
  });
  for (FormulaId& id : formulas) {
    id = store.map_atoms(id, [&](const Formula& atom) {
      if (atom.op == Op::kProposition) return store.proposition(atom.first);
      for (std::uint32_t i = 0; i < isolated.size(); ++i) {
        if (same(isolated[i], atom)) return store.proposition(propositions + i);
      }
      return store.predicate(atom.first, atom.second);
    });
  }
  propositions += static_cast<std::uint32_t>(isolated.size());
  return isolated;
}

std::uint64_t canonical_hash(const FormulaStore& store, std::span<const FormulaId> formulas) {
  return canonical_hash(store, formulas, kNoFormula);
}

std::uint64_t canonical_hash(const FormulaStore& store, std::span<const FormulaId> premises,
                             FormulaId asked) {
  return Colouring(store, premises, asked).hash();
}

}  // namespace assay::logic
