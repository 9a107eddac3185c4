#include "assay/logic/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/text.h"

namespace assay::logic {

namespace {

std::string_view word_of(Op op) {
  switch (op) {
    case Op::kImplies:
      return " -> ";
    case Op::kIff:
      return " <-> ";
    case Op::kAnd:
      return " and ";
    case Op::kOr:
      return " or ";
    case Op::kForAll:
      return "forall ";
    case Op::kExists:
      return "exists ";
    case Op::kNot:
    case Op::kProposition:
    case Op::kPredicate:
      break;
  }
  return "~";
}

std::vector<std::string> single_letters(std::string_view letters) {
  std::vector<std::string> names;
  for (const char letter : letters) names.emplace_back(1, letter);
  return names;
}

bool is_name_part(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A letter of the list, alone or with _ and digits.
bool is_name(std::string_view word, std::string_view letters) {
  if (word.empty() || letters.find(word[0]) == std::string_view::npos) return false;
  if (word.size() == 1) return true;
  return word.size() > 2 && word[1] == '_' && word.size() < 12 &&
         std::all_of(word.begin() + 2, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint32_t number_of(std::string_view name, std::vector<std::string>& names) {
  const auto number =
      static_cast<std::uint32_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (number == names.size()) names.emplace_back(name);
  return number;
}

// The beginning of a text of others, safe to print; no character is cut in two.
std::string excerpt(std::string_view text) {
  std::size_t end = std::min<std::size_t>(text.size(), 30);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return printable(text.substr(0, end));
}

// Recursive descent over the bytes of one formula; the first problem ends it.
class Reader {
 public:
  Reader(std::string_view text, FormulaStore& store, Names& names)
      : text_(text), store_(store), names_(names) {}

  ParsedFormula read() {
    const FormulaId id = read_clause();
    skip_blanks();
    if (problem_.empty() && at_ < text_.size()) complain("the end");
    return {problem_.empty() ? id : kNoFormula, std::move(problem_)};
  }

 private:
  static constexpr std::size_t kDeepest = 50;  // parentheses and ~ in one another

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    if (is_name_part(token.back()) && at_ + token.size() < text_.size() &&
        is_name_part(text_[at_ + token.size()])) {
      return false;
    }
    at_ += token.size();
    return true;
  }
  // Empty, and nothing taken, when another word stands here.
  std::string_view take_name(std::string_view letters) {
    skip_blanks();
    const auto* const begin = text_.begin() + at_;
    const std::string_view word(begin, std::find_if_not(begin, text_.end(), is_name_part));
    if (!is_name(word, letters)) return {};
    at_ += word.size();
    return word;
  }
  FormulaId complain(std::string_view expected) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    problem_ = rest.empty() ? fmt::format("expected {} where the text ends", expected)
                            : fmt::format("expected {} at \"{}\"", expected, excerpt(rest));
    return kNoFormula;
  }

  // A formula that may be quantified: all of the text, or what ~ and parentheses alone stand
  // around.
  FormulaId read_clause() {
    constexpr std::array<Op, 2> kQuantifiers{Op::kForAll, Op::kExists};
    for (const Op quantifier : kQuantifiers) {
      std::string_view word = word_of(quantifier);
      word.remove_suffix(1);
      if (!take(word)) continue;
      outermost_ = false;
      variable_ = take_name(kVariableLetters);
      if (variable_.empty()) return complain("a variable (x, y, z)");
      if (!take(":")) return complain("\":\"");
      const FormulaId body = read_formula();
      return problem_.empty() ? store_.quantified(quantifier, body) : kNoFormula;
    }
    return read_formula();
  }

  FormulaId read_formula() {
    const FormulaId left = read_operand();
    if (!problem_.empty()) return kNoFormula;
    if (is_quantifier(store_[store_.atom_of(left)].op)) return left;
    constexpr std::array<Op, 4> kBinary{Op::kIff, Op::kImplies, Op::kAnd, Op::kOr};
    for (const Op op : kBinary) {
      std::string_view word = word_of(op);
      word.remove_prefix(1);
      word.remove_suffix(1);
      if (!take(word)) continue;
      const FormulaId right = read_operand();
      return problem_.empty() ? store_.binary(op, left, right) : kNoFormula;
    }
    return left;
  }

  FormulaId read_operand() {
    if (++depth_ > kDeepest) return complain("fewer operators in one another");
    FormulaId made = kNoFormula;
    if (take("~")) {
      const FormulaId inside = read_operand();
      if (problem_.empty()) made = store_.complement(inside);
    } else if (take("(")) {
      made = outermost_ ? read_clause() : read_formula();
      if (problem_.empty() && !take(")")) made = complain("\")\"");
    } else {
      made = read_atom();
    }
    --depth_;
    return made;
  }

  FormulaId read_atom() {
    outermost_ = false;
    if (const auto name = take_name(kPropositionLetters); !name.empty()) {
      return store_.proposition(number_of(name, names_.propositions));
    }
    const std::string_view name = take_name(kPredicateLetters);
    if (name.empty()) return complain("a proposition, a predicate, \"~\" or \"(\"");
    if (!take("(")) return complain("\"(\"");
    Argument about = kVariable;
    if (const auto known = take_name(kConstantLetters); !known.empty()) {
      about = constant(number_of(known, names_.constants));
    } else if (variable_.empty() || !take(variable_)) {
      return complain("a constant or the variable of the quantifier before this");
    }
    if (!take(")")) return complain("\")\"");
    return store_.predicate(number_of(name, names_.predicates), about);
  }

  std::string_view text_;
  FormulaStore& store_;
  Names& names_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool outermost_ = true;  // nothing but ~ and ( so far
  std::string_view variable_;
  std::string problem_;
};

}  // namespace

Names plain_names() {
  return {single_letters(kPropositionLetters), single_letters(kPredicateLetters),
          single_letters(kConstantLetters), "x"};
}

void append_text(std::string& out, const FormulaStore& store, FormulaId id, const Names& names) {
  const Formula formula = store[id];
  const auto append_operand = [&](FormulaId operand) {
    const bool literal = store.is_literal(operand);
    if (!literal) out += '(';
    append_text(out, store, operand, names);
    if (!literal) out += ')';
  };
  switch (formula.op) {
    case Op::kProposition:
      out += names.propositions[formula.first];
      return;
    case Op::kPredicate:
      out += names.predicates[formula.first];
      out += '(';
      out += formula.second == kVariable ? names.variable
                                         : names.constants[constant_number(formula.second)];
      out += ')';
      return;
    case Op::kNot:
      out += '~';
      append_operand(formula.first);
      return;
    case Op::kForAll:
    case Op::kExists:
      out += word_of(formula.op);
      out += names.variable;
      out += ": ";
      append_text(out, store, formula.first, names);
      return;
    default:
      append_operand(formula.first);
      out += word_of(formula.op);
      append_operand(formula.second);
      return;
  }
}

std::string to_text(const FormulaStore& store, FormulaId id, const Names& names) {
  std::string text;
  append_text(text, store, id, names);
  return text;
}

ParsedFormula parse_formula(std::string_view text, FormulaStore& store, Names& names) {
  return Reader(text, store, names).read();
}

}  // namespace assay::logic
