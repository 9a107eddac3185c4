#include "assay/tasks/logic/solver/sentence.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"

namespace assay::logic {

namespace {

// Which literals follow from which.
class ImplicationGraph {
 public:
  explicit ImplicationGraph(std::uint32_t atoms) : literals_(2 * atoms) {
    for (Literal i = 0; i < literals_; ++i) follows_[i] = only(i);
  }

  bool implies(Literal from, Literal to) const { return (follows_[from] & only(to)) != 0; }

  void demand_either(Literal first, Literal second) {
    follows_[opposite(first)] |= only(second);
    follows_[opposite(second)] |= only(first);
  }

  void demand(const Sentence& sentence) {
    const bool denied = sentence.denied;
    const Literal first = sentence.first;
    const Literal second = sentence.second;
    switch (sentence.join) {
      case Join::kAlone:
        demand_either(denied ? opposite(first) : first, denied ? opposite(first) : first);
        return;
      case Join::kIf:
        return demand_pair(opposite(first), second, denied);
      case Join::kEither:
        return demand_pair(first, second, denied);
      case Join::kBoth:
        return demand_pair(opposite(first), opposite(second), !denied);
      case Join::kIff:
        demand_either(first, denied ? second : opposite(second));
        demand_either(opposite(first), denied ? opposite(second) : second);
    }
  }

  // Closes it; false when some atom can be neither true nor false.
  bool close() {
    for (Literal via = 0; via < literals_; ++via) {
      for (Literal from = 0; from < literals_; ++from) {
        if (implies(from, via)) follows_[from] |= follows_[via];
      }
    }
    for (Literal i = 0; i < literals_; i += 2) {
      if (implies(i, opposite(i)) && implies(opposite(i), i)) return false;
    }
    return true;
  }

 private:
  // One of the two, or neither.
  void demand_pair(Literal first, Literal second, bool neither) {
    if (!neither) return demand_either(first, second);
    demand_either(opposite(first), opposite(first));
    demand_either(opposite(second), opposite(second));
  }

  std::uint32_t literals_;
  std::array<Literals, kMostLiterals> follows_;
};

Join join_of(Op op) {
  switch (op) {
    case Op::kImplies:
      return Join::kIf;
    case Op::kIff:
      return Join::kIff;
    case Op::kAnd:
      return Join::kBoth;
    default:
      return Join::kEither;
  }
}

Op op_of(Join join) {
  switch (join) {
    case Join::kIf:
      return Op::kImplies;
    case Join::kIff:
      return Op::kIff;
    case Join::kBoth:
      return Op::kAnd;
    default:
      return Op::kOr;
  }
}

}  // namespace

Sentence denial(Sentence sentence) {
  if (sentence.join == Join::kAlone) {
    sentence.first = opposite(sentence.first);
  } else {
    sentence.denied = !sentence.denied;
  }
  if (sentence.scope != Scope::kGround) {
    sentence.scope = sentence.scope == Scope::kAll ? Scope::kSome : Scope::kAll;
  }
  return sentence;
}

Literal Universe::literal_of(FormulaId id, Scope scope) {
  const bool negated = store_[id].op == Op::kNot;
  const Formula atom = store_[store_.atom_of(id)];
  const bool of_variable = atom.op == Op::kPredicate && atom.second == kVariable;
  if (!store_.is_literal(id) || of_variable != (scope != Scope::kGround)) {
    fail(ErrorKind::kInput,
         "a formula has operators in one another, or mixes what is said of all and of one");
  }
  if (of_variable) return 2 * general_number(atom.first) + (negated ? 1 : 0);
  const auto at = std::find_if(ground_.begin(), ground_.end(), [&](const Formula& known) {
    return known.op == atom.op && known.first == atom.first && known.second == atom.second;
  });
  const auto number = static_cast<std::uint32_t>(at - ground_.begin());
  if (at == ground_.end()) ground_.push_back(atom);
  if (atom.op == Op::kPredicate) {
    constants_ = std::max(constants_, constant_number(atom.second) + 1);
  }
  check_size();
  return 2 * number + (negated ? 1 : 0);
}

std::uint32_t Universe::general_number(std::uint32_t predicate) {
  const auto at = std::find(general_.begin(), general_.end(), predicate);
  const auto number = static_cast<std::uint32_t>(at - general_.begin());
  if (at == general_.end()) general_.push_back(predicate);
  check_size();
  return number;
}

void Universe::check_size() const {
  if (ground_.size() <= kMostAtoms && general_.size() <= kMostAtoms) return;
  fail(ErrorKind::kInput, "the question has more than {} atoms", kMostAtoms);
}

std::uint32_t Universe::general_of(std::uint32_t ground) const {
  const Formula& atom = ground_[ground];
  if (atom.op != Op::kPredicate) return kNone;
  const auto at = std::find(general_.begin(), general_.end(), atom.first);
  return at == general_.end() ? kNone : static_cast<std::uint32_t>(at - general_.begin());
}

std::uint32_t Universe::generalize(std::uint32_t ground) {
  if (ground_[ground].op != Op::kPredicate) return kNone;
  return general_number(ground_[ground].first);
}

Sentence Universe::sentence_of(FormulaId id) {
  Sentence sentence;
  if (is_quantifier(store_[id].op)) {
    sentence.scope = store_[id].op == Op::kForAll ? Scope::kAll : Scope::kSome;
    id = store_[id].first;
  }
  if (!store_.is_literal(id) && store_[id].op == Op::kNot) {
    sentence.denied = true;
    id = store_[id].first;
  }
  const Formula formula = store_[id];
  if (is_binary(formula.op)) {
    sentence.join = join_of(formula.op);
    sentence.first = literal_of(formula.first, sentence.scope);
    sentence.second = literal_of(formula.second, sentence.scope);
  } else {
    sentence.first = literal_of(id, sentence.scope);
  }
  return sentence;
}

FormulaId Universe::formula_of(Literal literal, Scope scope) {
  FormulaId id = kNoFormula;
  if (scope != Scope::kGround) {
    id = store_.predicate(general_[literal / 2], kVariable);
  } else {
    const Formula& atom = ground_[literal / 2];
    id = atom.op == Op::kProposition ? store_.proposition(atom.first)
                                     : store_.predicate(atom.first, atom.second);
  }
  return literal % 2 == 0 ? id : store_.negation(id);
}

FormulaId Universe::formula_of(const Sentence& sentence) {
  FormulaId id = formula_of(sentence.first, sentence.scope);
  if (sentence.join != Join::kAlone) {
    id = store_.binary(op_of(sentence.join), id, formula_of(sentence.second, sentence.scope));
  }
  if (sentence.denied) id = store_.complement(id);
  if (sentence.scope == Scope::kGround) return id;
  return store_.quantified(sentence.scope == Scope::kAll ? Op::kForAll : Op::kExists, id);
}

// What holds of all things is one set of clauses. Each "some" must go with it, and so must what is
// said of each constant; of the closed set only the clauses about what is said matter there.
bool Consistency::consistent(std::span<const Sentence> sentences) const {
  ImplicationGraph all(universe_.general_atoms());
  ImplicationGraph ground(universe_.ground_atoms());
  for (const Sentence& sentence : sentences) {
    if (sentence.scope == Scope::kAll) all.demand(sentence);
    if (sentence.scope == Scope::kGround) ground.demand(sentence);
  }
  if (!all.close()) return false;
  for (const Sentence& sentence : sentences) {
    if (sentence.scope != Scope::kSome) continue;
    ImplicationGraph one = all;
    one.demand(sentence);
    if (!one.close()) return false;
  }
  const std::uint32_t atoms = universe_.ground_atoms();
  for (Literal i = 0; i < 2 * atoms; ++i) {
    const std::uint32_t from = universe_.general_of(i / 2);
    if (from == Universe::kNone) continue;
    for (Literal k = 0; k < 2 * atoms; ++k) {
      const std::uint32_t to = universe_.general_of(k / 2);
      if (to == Universe::kNone ||
          universe_.ground_atom(i / 2).second != universe_.ground_atom(k / 2).second) {
        continue;
      }
      if (all.implies(2 * from + i % 2, 2 * to + k % 2)) ground.demand_either(opposite(i), k);
    }
  }
  return ground.close();
}

bool Consistency::contradict(const Sentence& first, const Sentence& second) const {
  const std::array<Sentence, 2> both{first, second};
  return !consistent(both);
}

}  // namespace assay::logic
