#include "assay/tasks/logic/solver/spoken.h"

#include <string_view>

#include "assay/logic/vocabulary.h"

namespace assay::logic {

namespace {

// As a fact, as a condition, or of what a quantifier speaks of.
enum class Mood { kFact, kCondition, kForecast };

std::string joined(std::string_view a, std::string_view b, std::string_view c = {}) {
  std::string text(a);
  text += b;
  text += c;
  return text;
}

std::string deed(const Action& action, Mood mood, bool no) {
  switch (mood) {
    case Mood::kFact:
      return joined(no ? "is not " : "is ", action.ongoing);
    case Mood::kCondition:
      return no ? joined("doesn't ", action.base) : std::string(action.third_person);
    default:
      return joined(no ? "will not " : "will ", action.base);
  }
}

std::string weather(const Impersonal& words, Mood mood, bool no) {
  switch (mood) {
    case Mood::kFact:
      return joined(no ? "it is not " : "it is ", words.is);
    case Mood::kCondition:
      return joined("it ", no ? words.negated_condition : words.condition);
    default:
      return joined(no ? "it will not " : "it will ", words.will);
  }
}

class Speaker {
 public:
  Speaker(const FormulaStore& store, const Phrases& phrases, const std::string& variable)
      : store_(store), phrases_(phrases), variable_(variable) {}

  std::string say(FormulaId id) const {
    const Formula& formula = store_[id];
    if (formula.op == Op::kForAll) {
      return joined("for all ", variable_, ", ") + say_body(formula.first, Mood::kForecast);
    }
    if (formula.op == Op::kExists) {
      std::string some = say_some(store_[formula.first]);
      if (!some.empty()) return some;
      return joined("there is at least one ", variable_, " for which ") +
             say_body(formula.first, Mood::kForecast);
    }
    return say_body(id, Mood::kFact);
  }

 private:
  const Phrase& phrase_of(FormulaId literal) const {
    const Formula& atom = store_[store_.atom_of(literal)];
    return atom.op == Op::kProposition ? phrases_.propositions[atom.first]
                                       : phrases_.predicates[atom.first];
  }

  std::string_view subject_of(FormulaId literal) const {
    const Formula& atom = store_[store_.atom_of(literal)];
    if (atom.op == Op::kProposition) return kSubjects[phrase_of(literal).subject];
    if (atom.second == kVariable) return variable_;
    return kSubjects[phrases_.constants[constant_number(atom.second)]];
  }

  std::string say_literal(FormulaId id, Mood mood) const {
    const bool no = store_[id].op == Op::kNot;
    const Phrase& phrase = phrase_of(id);
    if (phrase.kind == PhraseKind::kImpersonal) {
      return weather(kImpersonals[phrase.words], mood, no);
    }
    std::string text = joined(subject_of(id), " ");
    if (phrase.kind == PhraseKind::kDoes) return text + deed(kActions[phrase.words], mood, no);
    text += mood == Mood::kCondition ? "were " : "is ";
    if (no) text += "not ";
    text += kPredicates[phrase.words];
    return text;
  }

  std::string say_body(FormulaId id, Mood mood) const {
    if (store_.is_literal(id)) return say_literal(id, mood);
    const Formula& formula = store_[id];
    if (formula.op == Op::kNot) return "it is not true that " + say_body(formula.first, mood);
    if (formula.op == Op::kImplies) {
      return joined("if ", say_literal(formula.first, Mood::kCondition), ", then ") +
             say_literal(formula.second, Mood::kFact);
    }
    const std::string_view between = formula.op == Op::kIff   ? " if and only if "
                                     : formula.op == Op::kAnd ? " and "
                                                              : " or ";
    return joined(say_literal(formula.first, mood), between, say_literal(formula.second, mood));
  }

  std::string_view noun_of(FormulaId literal) const {
    const Phrase& phrase = phrase_of(literal);
    if (!store_.is_atom(literal) || phrase.kind != PhraseKind::kIs) return {};
    return plain_noun(kPredicates[phrase.words]);
  }

  // some As are Bs, some As will do; empty when it cannot be said so
  std::string say_some(const Formula& body) const {
    if (body.op != Op::kAnd || noun_of(body.first).empty()) return {};
    const std::string some = joined("some ", noun_of(body.first), "s ");
    if (phrase_of(body.second).kind == PhraseKind::kDoes) {
      const bool no = store_[body.second].op == Op::kNot;
      return some + deed(kActions[phrase_of(body.second).words], Mood::kForecast, no);
    }
    if (noun_of(body.second).empty()) return {};
    return some + joined("are ", noun_of(body.second), "s");
  }

  const FormulaStore& store_;
  const Phrases& phrases_;
  const std::string& variable_;
};

}  // namespace

std::string spoken(const FormulaStore& store, FormulaId id, const Phrases& phrases,
                   const std::string& variable) {
  return Speaker(store, phrases, variable).say(id);
}

}  // namespace assay::logic
