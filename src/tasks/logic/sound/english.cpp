#include "assay/tasks/logic/sound/english.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/base/error.h"
#include "assay/logic/vocabulary.h"
#include "assay/tasks/logic/sound/canonical.h"

namespace assay::logic {

namespace {

// How an atom is said: as a fact, behind "if", or of what a quantifier speaks of.
enum class Form { kAssertive, kHypothetical, kThen };

// Words of one list that are left.
class Pool {
 public:
  explicit Pool(std::size_t size) : left_(size) {
    for (std::size_t i = 0; i < size; ++i) left_[i] = static_cast<std::uint8_t>(i);
  }
  bool empty() const { return left_.empty(); }
  std::uint8_t take(Stream& stream) {
    const std::size_t pick = stream.below(left_.size());
    std::swap(left_[pick], left_.back());
    const std::uint8_t taken = left_.back();
    left_.pop_back();
    return taken;
  }

 private:
  std::vector<std::uint8_t> left_;
};

class FormulaWriter {
 public:
  FormulaWriter(std::string& out, const FormulaStore& store, const Phrases& phrases)
      : out_(out), store_(store), phrases_(phrases) {}

  void write(FormulaId id) { write(id, Form::kAssertive); }

 private:
  void write(FormulaId id, Form form) {
    const Formula formula = store_[id];
    if (store_.is_literal(id)) return write_literal(id, form);
    if (formula.op == Op::kNot) {
      out_ += "it is not true that ";
      return write_binary(store_[formula.first], form);
    }
    if (is_binary(formula.op)) return write_binary(formula, form);
    if (formula.op == Op::kExists && write_some(formula.first)) return;
    out_ += formula.op == Op::kForAll ? "for all x, " : "there is at least one x for which ";
    write(formula.first, Form::kThen);
  }

  void write_binary(const Formula& formula, Form form) {
    ASSAY_CHECK(is_binary(formula.op));
    const bool conditional = formula.op == Op::kImplies;
    if (conditional) out_ += "if ";
    write_literal(formula.first, conditional ? Form::kHypothetical : form);
    switch (formula.op) {
      case Op::kImplies:
        out_ += ", then ";
        break;
      case Op::kIff:
        out_ += " if and only if ";
        break;
      case Op::kAnd:
        out_ += " and ";
        break;
      default:
        out_ += " or ";
    }
    write_literal(formula.second, conditional ? Form::kAssertive : form);
  }

  void write_literal(FormulaId id, Form form) {
    ASSAY_CHECK(store_.is_literal(id));
    const bool negated = store_[id].op == Op::kNot;
    const Formula atom = store_[store_.atom_of(id)];
    const bool proposition = atom.op == Op::kProposition;
    const Phrase& phrase =
        proposition ? phrases_.propositions[atom.first] : phrases_.predicates[atom.first];
    if (phrase.kind == PhraseKind::kImpersonal) {
      return write_impersonal(kImpersonals[phrase.words], form, negated);
    }
    const bool variable = !proposition && atom.second == kVariable;
    const std::uint8_t subject =
        proposition || variable ? phrase.subject : phrases_.constants[constant_number(atom.second)];
    out_ += variable ? std::string_view("x") : kSubjects[subject];
    if (phrase.kind == PhraseKind::kIs) {
      out_ += form == Form::kHypothetical ? " were " : " is ";
      if (negated) out_ += "not ";
      out_ += kPredicates[phrase.words];
    } else {
      write_action(kActions[phrase.words], form, negated);
    }
  }

  void write_impersonal(const Impersonal& words, Form form, bool negated) {
    out_ += "it ";
    if (form == Form::kHypothetical) {
      out_ += negated ? words.negated_condition : words.condition;
      return;
    }
    out_ += form == Form::kAssertive ? "is " : "will ";
    if (negated) out_ += "not ";
    out_ += form == Form::kAssertive ? words.is : words.will;
  }

  void write_action(const Action& words, Form form, bool negated) {
    switch (form) {
      case Form::kAssertive:
        out_ += negated ? " is not " : " is ";
        out_ += words.ongoing;
        return;
      case Form::kHypothetical:
        out_ += negated ? " doesn't " : " ";
        out_ += negated ? words.base : words.third_person;
        return;
      case Form::kThen:
        out_ += negated ? " will not " : " will ";
        out_ += words.base;
    }
  }

  // Two plain nouns, or one and an action; false when the body is something else.
  bool write_some(FormulaId body) {
    const Formula formula = store_[body];
    if (formula.op != Op::kAnd || !store_.is_atom(formula.first)) return false;
    if (store_[formula.first].op != Op::kPredicate) return false;
    if (store_[store_.atom_of(formula.second)].op != Op::kPredicate) return false;
    const Phrase& first = phrases_.predicates[store_[formula.first].first];
    const Phrase& second = phrases_.predicates[store_[store_.atom_of(formula.second)].first];
    const auto noun = [](const Phrase& phrase) {
      return phrase.kind == PhraseKind::kIs ? plain_noun(kPredicates[phrase.words])
                                            : std::string_view{};
    };
    const bool action = second.kind == PhraseKind::kDoes;
    if (noun(first).empty()) return false;
    if (!action && (noun(second).empty() || !store_.is_atom(formula.second))) return false;
    out_ += "some ";
    out_ += noun(first);
    out_ += 's';
    if (action) {
      write_action(kActions[second.words], Form::kThen, store_[formula.second].op == Op::kNot);
      return true;
    }
    out_ += " are ";
    out_ += noun(second);
    out_ += 's';
    return true;
  }

  std::string& out_;
  const FormulaStore& store_;
  const Phrases& phrases_;
};

}  // namespace

bool draw_phrases(Stream& stream, const Problem& problem, Phrases& out) {
  Pool subjects(kSubjects.size());
  Pool impersonals(kImpersonals.size());
  Pool predicates(kPredicates.size());
  Pool actions(kActions.size());
  const auto draw = [&](bool with_subject, Phrase& phrase) {
    std::array<PhraseKind, 3> kinds{};
    std::size_t count = 0;
    const bool named = !with_subject || !subjects.empty();
    if (with_subject && !impersonals.empty()) kinds[count++] = PhraseKind::kImpersonal;
    if (named && !predicates.empty()) kinds[count++] = PhraseKind::kIs;
    if (named && !actions.empty()) kinds[count++] = PhraseKind::kDoes;
    if (count == 0) return false;
    phrase.kind = kinds[stream.below(count)];
    Pool& words = phrase.kind == PhraseKind::kImpersonal ? impersonals
                  : phrase.kind == PhraseKind::kIs       ? predicates
                                                         : actions;
    phrase.words = words.take(stream);
    if (with_subject && phrase.kind != PhraseKind::kImpersonal) {
      phrase.subject = subjects.take(stream);
    }
    return true;
  };
  out.propositions.assign(problem.propositions, {});
  out.predicates.assign(problem.predicates, {});
  out.constants.assign(problem.constants, 0);
  for (std::uint8_t& constant : out.constants) {
    if (subjects.empty()) return false;
    constant = subjects.take(stream);
  }
  for (Phrase& phrase : out.predicates) {
    if (!draw(false, phrase)) return false;
  }
  return std::all_of(out.propositions.begin(), out.propositions.end(),
                     [&](Phrase& phrase) { return draw(true, phrase); });
}

void append_english(std::string& out, const FormulaStore& store, FormulaId id,
                    const Phrases& phrases) {
  FormulaWriter(out, store, phrases).write(id);
}

void append_sentence(std::string& out, const FormulaStore& store, FormulaId id,
                     const Phrases& phrases) {
  const std::size_t begin = out.size();
  append_english(out, store, id, phrases);
  if (out[begin] >= 'a' && out[begin] <= 'z') out[begin] = static_cast<char>(out[begin] - 32);
}

void read_isolated(FormulaStore& store, std::span<FormulaId> formulas, std::uint32_t& propositions,
                   Phrases& phrases) {
  for (const Formula& fact : isolate(store, formulas, propositions)) {
    Phrase phrase = phrases.predicates[fact.first];
    phrase.subject = phrases.constants[constant_number(fact.second)];
    phrases.propositions.push_back(phrase);
  }
}

}  // namespace assay::logic
