#include "assay/tasks/logic/reader/english_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/logic/vocabulary.h"

namespace assay::logic {

namespace {

constexpr std::size_t kPhraseCount = kPredicates.size() + kActions.size();

// Predicates first, then actions.
std::size_t phrase_number(const SaidAtom& atom) {
  return atom.kind == PhraseKind::kIs ? atom.words : kPredicates.size() + atom.words;
}

class ClauseReader {
 public:
  ClauseReader(TextCursor& cursor, SaidClause& out, std::string& variable)
      : cursor_(cursor), out_(out), variable_(variable) {}

  bool read() {
    out_ = {};
    if (cursor_.take_opening("some ")) return read_some();
    if (cursor_.take_opening("for all ")) {
      out_.quantifier = Op::kForAll;
      if (!read_variable()) return false;
      if (!cursor_.take(", ")) return cursor_.complain("\", \"");
    } else if (cursor_.take_opening("there is at least one ")) {
      out_.quantifier = Op::kExists;
      if (!read_variable()) return false;
      if (!cursor_.take(" for which ")) return cursor_.complain("\" for which \"");
    }
    if (cursor_.take_opening("it is not true that ") ||
        cursor_.take_opening("if is not true that ")) {
      out_.negated = true;
    }
    return read_matrix();
  }

 private:
  bool read_variable() {
    const std::size_t size = variable_size();
    if (size == 0) return cursor_.complain("a variable (x, y, z)");
    variable_ = cursor_.rest().substr(0, size);
    cursor_.skip(size);
    return true;
  }

  // Of a letter of the variables, alone or with _ and a number, that stands here.
  std::size_t variable_size() const {
    const std::string_view rest = cursor_.rest();
    if (rest.empty() || rest[0] < 'x' || rest[0] > 'z') return 0;
    if (rest.size() < 3 || rest[1] != '_') return 1;
    std::size_t size = 2;
    while (size < rest.size() && size < 12 && rest[size] >= '0' && rest[size] <= '9') ++size;
    return size;
  }

  bool read_matrix() {
    if (cursor_.take_opening("if ")) return read_pair(Op::kImplies, ", then ", "");
    if (cursor_.take_opening("the fact that ")) {
      out_.negated = !out_.negated;
      return read_pair(Op::kImplies, " does not imply that ", "");
    }
    if (cursor_.take_opening("neither ")) {
      out_.negated = !out_.negated;
      return read_pair(Op::kOr, " nor ", "");
    }
    if (cursor_.take_opening("either ")) {
      out_.negated = !out_.negated;
      return read_pair(Op::kAnd, " or ", " are not true");
    }
    if (!read_atom(out_.first)) return false;
    if (cursor_.take(" if and only if ")) {
      out_.op = Op::kIff;
    } else if (cursor_.take(" and ")) {
      out_.op = Op::kAnd;
    } else if (cursor_.take(" or ")) {
      out_.op = Op::kOr;
    } else {
      return true;
    }
    return read_atom(out_.second);
  }

  bool read_pair(Op op, std::string_view between, std::string_view behind) {
    out_.op = op;
    if (!read_atom(out_.first)) return false;
    if (!cursor_.take(between)) return cursor_.complain(quoted(between));
    if (!read_atom(out_.second)) return false;
    return cursor_.take(behind) || cursor_.complain(quoted(behind));
  }

  static std::string quoted(std::string_view words) { return '"' + std::string(words) + '"'; }

  // some As are Bs; some As will (not) do
  bool read_some() {
    out_.quantifier = Op::kExists;
    out_.op = Op::kAnd;
    if (!read_plural(out_.first)) return false;
    if (cursor_.take(" are ")) return read_plural(out_.second);
    if (!cursor_.take(" will ")) return cursor_.complain("\" are \" or \" will \"");
    out_.second.kind = PhraseKind::kDoes;
    out_.second.subject = kSaidOfVariable;
    out_.second.negated = cursor_.take("not ");
    return read_action(out_.second, &Action::base);
  }

  bool read_plural(SaidAtom& atom) {
    atom.kind = PhraseKind::kIs;
    atom.subject = kSaidOfVariable;
    for (std::size_t i = 0; i < kPredicates.size(); ++i) {
      const std::string_view noun = plain_noun(kPredicates[i]);
      const std::size_t begin = cursor_.at();
      if (noun.empty() || !cursor_.take(noun)) continue;
      if (cursor_.take_whole("s")) {
        atom.words = static_cast<std::uint8_t>(i);
        return true;
      }
      cursor_.move_to(begin);
    }
    return cursor_.complain("the plural of a noun");
  }

  bool read_atom(SaidAtom& atom) {
    if (cursor_.take_opening("it ")) return read_impersonal(atom);
    if (!read_subject(atom)) return false;
    if (cursor_.take("is ")) {
      atom.negated = cursor_.take("not ");
      return read_predicate(atom) || read_action(atom, &Action::ongoing);
    }
    if (cursor_.take("were ")) {
      atom.negated = cursor_.take("not ");
      return read_predicate(atom) || cursor_.complain("a predicate");
    }
    if (cursor_.take("will ")) {
      atom.negated = cursor_.take("not ");
      return read_action(atom, &Action::base);
    }
    atom.negated = cursor_.take("doesn't ");
    return read_action(atom, atom.negated ? &Action::base : &Action::third_person);
  }

  bool read_subject(SaidAtom& atom) {
    // There is one variable, but the published edition may call it x here and z_3 there.
    const std::size_t size = out_.quantifier == Op::kNot ? 0 : variable_size();
    if (size > 0) {
      cursor_.skip(size);
      if (!cursor_.take(" ")) return cursor_.complain("what is said of the variable before this");
      atom.subject = kSaidOfVariable;
      return true;
    }
    for (std::size_t i = 0; i < kSubjects.size(); ++i) {
      if (!cursor_.take_whole(kSubjects[i])) continue;
      if (!cursor_.take(" ")) return cursor_.complain("what is said of the name before this");
      atom.subject = static_cast<std::uint8_t>(i);
      return true;
    }
    return cursor_.complain(out_.quantifier == Op::kNot ? "a name or \"it\""
                                                        : "a name, \"it\" or the variable");
  }

  bool read_predicate(SaidAtom& atom) {
    for (std::size_t i = 0; i < kPredicates.size(); ++i) {
      if (!cursor_.take_whole(kPredicates[i])) continue;
      atom.kind = PhraseKind::kIs;
      atom.words = static_cast<std::uint8_t>(i);
      return true;
    }
    return false;
  }

  bool read_action(SaidAtom& atom, std::string_view Action::*form) {
    for (std::size_t i = 0; i < kActions.size(); ++i) {
      if (!cursor_.take_whole(kActions[i].*form)) continue;
      atom.kind = PhraseKind::kDoes;
      atom.words = static_cast<std::uint8_t>(i);
      return true;
    }
    return cursor_.complain("a predicate or an action");
  }

  bool read_impersonal(SaidAtom& atom) {
    atom.kind = PhraseKind::kImpersonal;
    atom.subject = kSaidOfNobody;
    if (cursor_.take("is ")) {
      atom.negated = cursor_.take("not ");
      return read_weather(atom, &Impersonal::is);
    }
    if (cursor_.take("will ")) {
      atom.negated = cursor_.take("not ");
      return read_weather(atom, &Impersonal::will);
    }
    atom.negated = cursor_.rest().starts_with("doesn't ");
    return read_weather(atom,
                        atom.negated ? &Impersonal::negated_condition : &Impersonal::condition);
  }

  bool read_weather(SaidAtom& atom, std::string_view Impersonal::*form) {
    for (std::size_t i = 0; i < kImpersonals.size(); ++i) {
      if (!cursor_.take_whole(kImpersonals[i].*form)) continue;
      atom.words = static_cast<std::uint8_t>(i);
      return true;
    }
    return cursor_.complain("what \"it\" is or does");
  }

  TextCursor& cursor_;
  SaidClause& out_;
  std::string& variable_;
};

template <typename Visit>
void visit_said(std::span<const SaidClause> clauses, const Visit& visit) {
  for (const SaidClause& clause : clauses) {
    visit(clause.first);
    if (clause.op != Op::kNot) visit(clause.second);
  }
}

// Whether a name goes with one phrase only, and a phrase with one name only.
class Partners {
 public:
  void add(std::size_t partner) {
    several_ = several_ || (one_ != kNone && one_ != partner);
    one_ = partner;
  }
  bool several() const { return several_; }

 private:
  static constexpr std::size_t kNone = 0xFFFF;
  std::size_t one_ = kNone;
  bool several_ = false;
};

}  // namespace

bool read_clause(TextCursor& cursor, SaidClause& out, std::string& variable) {
  return ClauseReader(cursor, out, variable).read();
}

void Lexicon::clear() {
  phrases_.propositions.clear();
  phrases_.predicates.clear();
  phrases_.constants.clear();
  learnt_predicates_ = 0;
  learnt_constants_ = 0;
}

void Lexicon::learn(std::span<const SaidClause> clauses, NameReading reading) {
  reading_ = reading;
  std::array<Partners, kPhraseCount> of_phrase{};
  std::array<Partners, kSubjects.size()> of_subject{};
  visit_said(clauses, [&](const SaidAtom& atom) {
    if (atom.subject == kSaidOfNobody) return;
    of_phrase[phrase_number(atom)].add(atom.subject);
    if (atom.subject != kSaidOfVariable) of_subject[atom.subject].add(phrase_number(atom));
  });
  visit_said(clauses, [&](const SaidAtom& atom) {
    if (atom.subject == kSaidOfVariable) {
      predicate_of(atom);
    } else if (atom.subject == kSaidOfNobody ||
               (reading == NameReading::kShortest && !of_phrase[phrase_number(atom)].several() &&
                !of_subject[atom.subject].several())) {
      proposition_of(atom);
    } else {
      predicate_of(atom);
      constant_of(atom.subject);
    }
  });
  learnt_predicates_ = phrases_.predicates.size();
  learnt_constants_ = phrases_.constants.size();
}

FormulaId Lexicon::build(const SaidClause& clause, FormulaStore& store) {
  FormulaId id = build(clause.first, store);
  if (clause.op != Op::kNot) id = store.binary(clause.op, id, build(clause.second, store));
  if (clause.negated) id = store.complement(id);
  return clause.quantifier == Op::kNot ? id : store.quantified(clause.quantifier, id);
}

FormulaId Lexicon::build(const SaidAtom& atom, FormulaStore& store) {
  FormulaId id = kNoFormula;
  if (atom.subject == kSaidOfVariable) {
    id = store.predicate(predicate_of(atom), kVariable);
  } else if (atom.subject != kSaidOfNobody &&
             (reading_ == NameReading::kAsPredicates || knows_predicate(atom) ||
              knows_constant(atom.subject))) {
    id = store.predicate(predicate_of(atom), constant(constant_of(atom.subject)));
  } else {
    id = store.proposition(proposition_of(atom));
  }
  return atom.negated ? store.complement(id) : id;
}

bool Lexicon::knows_predicate(const SaidAtom& atom) const {
  const auto end = phrases_.predicates.begin() + static_cast<std::ptrdiff_t>(learnt_predicates_);
  return std::any_of(phrases_.predicates.begin(), end, [&](const Phrase& phrase) {
    return phrase.kind == atom.kind && phrase.words == atom.words;
  });
}

bool Lexicon::knows_constant(std::uint8_t subject) const {
  const auto end = phrases_.constants.begin() + static_cast<std::ptrdiff_t>(learnt_constants_);
  return std::find(phrases_.constants.begin(), end, subject) != end;
}

std::uint32_t Lexicon::predicate_of(const SaidAtom& atom) {
  std::vector<Phrase>& known = phrases_.predicates;
  const auto at = std::find_if(known.begin(), known.end(), [&](const Phrase& phrase) {
    return phrase.kind == atom.kind && phrase.words == atom.words;
  });
  const auto number = static_cast<std::uint32_t>(at - known.begin());
  if (at == known.end()) known.push_back({atom.kind, atom.words, 0});
  return number;
}

std::uint32_t Lexicon::constant_of(std::uint8_t subject) {
  std::vector<std::uint8_t>& known = phrases_.constants;
  const auto at = std::find(known.begin(), known.end(), subject);
  const auto number = static_cast<std::uint32_t>(at - known.begin());
  if (at == known.end()) known.push_back(subject);
  return number;
}

std::uint32_t Lexicon::proposition_of(const SaidAtom& atom) {
  const bool impersonal = atom.kind == PhraseKind::kImpersonal;
  std::vector<Phrase>& known = phrases_.propositions;
  const auto at = std::find_if(known.begin(), known.end(), [&](const Phrase& phrase) {
    return phrase.kind == atom.kind && phrase.words == atom.words &&
           (impersonal || phrase.subject == atom.subject);
  });
  const auto number = static_cast<std::uint32_t>(at - known.begin());
  if (at == known.end()) {
    known.push_back({atom.kind, atom.words, impersonal ? std::uint8_t{0} : atom.subject});
  }
  return number;
}

}  // namespace assay::logic
