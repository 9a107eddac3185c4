#include "assay/tasks/logic/published/wording.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/logic/vocabulary.h"

namespace assay::logic::published {

template <std::size_t kSize>
void Wording::Pool<kSize>::fill() {
  for (std::size_t i = 0; i < kSize; ++i) left[i] = static_cast<std::uint8_t>(i);
  size = kSize;
}

template <std::size_t kSize>
std::uint8_t Wording::Pool<kSize>::take(Twister& random) {
  const std::size_t pick = random.below(size);
  const std::uint8_t value = left[pick];
  --size;
  for (std::size_t i = pick; i < size; ++i) left[i] = left[i + 1];
  return value;
}

Wording::Phrase& Wording::phrase(Symbol name) {
  if (name.code >= phrases_.size()) phrases_.resize(name.code + 1);
  return phrases_[name.code];
}

void Wording::clear() {
  for (const Symbol name : drawn_) phrases_[name.code] = {};
  drawn_.clear();
  subjects_.fill();
  predicates_.fill();
  actions_.fill();
  impersonals_.fill();
}

// Quirk: where nothing is left to choose a choice is drawn all the same, of one.
void Wording::draw(const NamedAtom& atom, Twister& random) {
  const bool applied = atom.argument != NamedAtom::kNoArgument;
  const bool known = phrase(atom.symbol).kind != Kind::kNone;
  const Kind kind = draw_kind(phrase(atom.symbol), applied, random);
  std::uint8_t subject = kNoSubject;
  if (kind != Kind::kImpersonal) subject = draw_subject(atom, random);
  if (known) {
    random.below(1);
    return;
  }
  drawn_.push_back(atom.symbol);
  Phrase& result = phrase(atom.symbol);
  result.kind = kind;
  if (!applied) result.subject = subject;
  result.index = kind == Kind::kImpersonal  ? impersonals_.take(random)
                 : kind == Kind::kPredicate ? predicates_.take(random)
                                            : actions_.take(random);
}

Wording::Kind Wording::draw_kind(const Phrase& phrase, bool applied, Twister& random) const {
  if (phrase.kind != Kind::kNone) {
    random.below(1);
    return phrase.kind;
  }
  std::array<Kind, 3> kinds{};
  std::size_t size = 0;
  if (!applied && impersonals_.size > 0) kinds[size++] = Kind::kImpersonal;
  if (predicates_.size > 0) kinds[size++] = Kind::kPredicate;
  if (actions_.size > 0) kinds[size++] = Kind::kAction;
  ASSAY_CHECK(size > 0);
  return kinds[random.below(size)];
}

// Quirk: the subject of a proposition may be used again, that of a constant not.
std::uint8_t Wording::draw_subject(const NamedAtom& atom, Twister& random) {
  if (atom.argument == NamedAtom::kNoArgument) return subjects_.peek(random);
  if (atom.argument.kind() == SymbolKind::kVariable) {
    random.below(1);
    return kNoSubject;
  }
  Phrase& constant = phrase(atom.argument);
  if (constant.subject != kNoSubject) {
    random.below(1);
  } else {
    constant.subject = subjects_.take(random);
    drawn_.push_back(atom.argument);
  }
  return kNoSubject;
}

void Wording::append(Clause clause, std::string& out) const {
  append_clause(clause, Form::kAssertive, false, out);
}

void Wording::append_sentence(Clause clause, std::string& out) const {
  const std::size_t start = out.size();
  append(clause, out);
  char& first = out[start];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
}

void Wording::append_clause(Clause clause, Form form, bool negated, std::string& out) const {
  const Node& node = clauses_[clause];
  switch (node.op) {
    case Op::kAtom:
    case Op::kBare:
    case Op::kApplied:
      append_atom(node, form, negated, out);
      return;
    case Op::kNot:
      append_clause(node.left(), form, !negated, out);
      return;
    case Op::kForall:
      out += "for all ";
      out += variable_text(node.symbol());
      out += ", ";
      append_clause(node.right(), Form::kThen, false, out);
      return;
    case Op::kExists:
      append_exists(node, out);
      return;
    default:
      append_binary(node, form, negated, out);
  }
}

void Wording::append_binary(const Node& node, Form form, bool negated, std::string& out) const {
  struct Words {
    std::string_view before;
    std::string_view between;
    std::string_view after;
  };
  // Quirk: "if is not true" stands in the data.
  constexpr Words kWords[][2] = {
      {{"if ", ", then ", ""}, {"the fact that ", " does not imply that ", ""}},
      {{"", " if and only if ", ""}, {"if is not true that ", " if and only if ", ""}},
      {{"", " and ", ""}, {"either ", " or ", " are not true"}},
      {{"", " or ", ""}, {"neither ", " nor ", ""}},
  };
  const auto row = static_cast<std::size_t>(node.op) - static_cast<std::size_t>(Op::kImplies);
  const Words& words = kWords[row][negated ? 1 : 0];
  const bool implies = node.op == Op::kImplies;
  out += words.before;
  append_clause(node.left(), implies ? Form::kHypothetical : form, false, out);
  out += words.between;
  append_clause(node.right(), implies ? Form::kAssertive : form, false, out);
  out += words.after;
}

void Wording::append_exists(const Node& node, std::string& out) const {
  if (append_some(node, out)) return;
  out += "there is at least one ";
  out += variable_text(node.symbol());
  out += " for which ";
  append_clause(node.right(), Form::kThen, false, out);
}

// "some nurses are doctors", "some nurses will not cook".
bool Wording::append_some(const Node& exists, std::string& out) const {
  const Node& body = clauses_[exists.right()];
  if (body.op != Op::kAnd) return false;
  const Node& left = clauses_[body.left()];
  const bool negated = clauses_[body.right()].op == Op::kNot;
  const Node& right = clauses_[negated ? clauses_[body.right()].left() : body.right()];
  if (left.op != Op::kApplied || right.op != Op::kApplied) return false;
  const std::string_view variable = variable_text(exists.symbol());
  if (subject_text(left) != variable || subject_text(right) != variable) return false;
  const Phrase& first = phrase_of(left.symbol());
  const Phrase& second = phrase_of(right.symbol());
  const bool nouns = second.kind == Kind::kPredicate;
  if (first.kind != Kind::kPredicate || (nouns && negated)) return false;
  const std::string_view noun = plain_noun(kPredicates[first.index]);
  const std::string_view rest =
      nouns ? plain_noun(kPredicates[second.index]) : kActions[second.index].base;
  if (noun.empty() || rest.empty()) return false;
  out += "some ";
  out += noun;
  out += nouns ? "s are " : negated ? "s will not " : "s will ";
  out += rest;
  if (nouns) out += 's';
  return true;
}

std::string_view Wording::variable_text(Symbol variable) const {
  return canonical_ ? "x" : naming_.text(variable);
}

std::string_view Wording::subject_text(const Node& atom) const {
  const Symbol holder = atom.op == Op::kApplied ? atom.argument() : atom.symbol();
  if (holder.kind() != SymbolKind::kVariable) return kSubjects[phrase_of(holder).subject];
  if (!canonical_) return naming_.text(holder);
  // Quirk: atoms that differ in the variable alone are one atom once all variables are x.
  const Symbol functor = naming_(atom.symbol());
  const auto first = std::find_if(atoms_.begin(), atoms_.end(), [&](const NamedAtom& other) {
    return other.symbol == functor && other.argument.kind() == SymbolKind::kVariable;
  });
  return naming_.name_text(first == atoms_.end() ? naming_(holder) : first->argument);
}

void Wording::append_atom(const Node& node, Form form, bool negated, std::string& out) const {
  const Phrase& phrase = phrase_of(node.symbol());
  if (phrase.kind == Kind::kImpersonal) {
    const Impersonal& words = kImpersonals[phrase.index];
    switch (form) {
      case Form::kAssertive:
        out += negated ? "it is not " : "it is ";
        out += words.is;
        return;
      case Form::kHypothetical:
        out += "it ";
        out += negated ? words.negated_condition : words.condition;
        return;
      case Form::kThen:
        out += negated ? "it will not " : "it will ";
        out += words.will;
        return;
    }
  }
  out += subject_text(node);
  if (phrase.kind == Kind::kPredicate) {
    out += form == Form::kHypothetical ? " were " : " is ";
    if (negated) out += "not ";
    out += kPredicates[phrase.index];
    return;
  }
  const Action& action = kActions[phrase.index];
  switch (form) {
    case Form::kAssertive:
      out += negated ? " is not " : " is ";
      out += action.ongoing;
      return;
    case Form::kHypothetical:
      out += negated ? " doesn't " : " ";
      out += negated ? action.base : action.third_person;
      return;
    case Form::kThen:
      out += negated ? " will not " : " will ";
      out += action.base;
      return;
  }
}

}  // namespace assay::logic::published
