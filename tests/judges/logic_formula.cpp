#include "logic_formula.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace brute_force {

namespace {

using Words = std::vector<std::string>;

bool is_word_letter(char letter) {
  return letter == '_' || (std::isalnum(static_cast<unsigned char>(letter)) != 0);
}

// Words, arrows and single signs; an empty list when something else stands there.
Words tokens_of(std::string_view text) {
  Words tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (is_word_letter(text[at])) {
      while (at + size < text.size() && is_word_letter(text[at + size])) ++size;
    } else if (text.substr(at, 3) == "<->") {
      size = 3;
    } else if (text.substr(at, 2) == "->") {
      size = 2;
    } else if (std::string_view("~():").find(text[at]) == std::string_view::npos) {
      return {};
    }
    tokens.emplace_back(text.substr(at, size));
    at += size;
  }
  return tokens;
}

// A letter, alone or with _ and digits; names have less than twelve characters.
bool is_name(const std::string& word, std::string_view letters) {
  if (word.empty() || letters.find(word[0]) == std::string_view::npos) return false;
  if (word.size() == 1) return true;
  return word[1] == '_' && word.size() > 2 && word.size() < 12 &&
         std::all_of(word.begin() + 2, word.end(),
                     [](unsigned char letter) { return std::isdigit(letter) != 0; });
}

class NotationReader {
 public:
  explicit NotationReader(std::string_view text) : tokens_(tokens_of(text)) {}

  std::optional<Formula> read() {
    Formula formula = clause();
    if (failed_ || tokens_.empty() || at_ < tokens_.size()) return std::nullopt;
    return formula;
  }

 private:
  static constexpr std::size_t kDeepest = 50;

  const std::string& token() const {
    static const std::string kEnd;
    return at_ < tokens_.size() ? tokens_[at_] : kEnd;
  }
  bool eat(const std::string& wanted) {
    if (token() != wanted) return false;
    ++at_;
    return true;
  }
  std::string name(std::string_view letters) {
    if (!is_name(token(), letters)) return "";
    return tokens_[at_++];
  }
  void need(bool holds) { failed_ = failed_ || !holds; }

  // A quantifier has nothing but ~ and ( before it.
  Formula clause() {
    if (token() != "forall" && token() != "exists") return formula();
    const char op = tokens_[at_++] == "forall" ? 'A' : 'E';
    outermost_ = false;
    variable_ = name("xyz");
    need(!variable_.empty());
    need(eat(":"));
    return quantified(op, formula());
  }

  Formula formula() {
    Formula left = operand();
    if (failed_ || is_quantified(left)) return left;
    const std::vector<std::pair<std::string, char>> signs{
        {"<->", '='}, {"->", '>'}, {"and", '&'}, {"or", '|'}};
    for (const auto& [word, op] : signs) {
      if (eat(word)) return joined(op, std::move(left), operand());
    }
    return left;
  }

  Formula operand() {
    need(++depth_ <= kDeepest);
    if (failed_) return {};
    Formula made;
    if (eat("~")) {
      made = negated(operand());
    } else if (eat("(")) {
      made = outermost_ ? clause() : formula();
      need(eat(")"));
    } else {
      made = atom();
    }
    --depth_;
    return made;
  }

  Formula atom() {
    outermost_ = false;
    if (std::string proposition = name("pqrstuw"); !proposition.empty()) {
      return {'a', std::move(proposition), "", {}};
    }
    Formula made{'a', name("PQRSTUW"), "", {}};
    need(!made.name.empty());
    need(eat("("));
    made.about = name("abcdefghij");
    if (made.about.empty()) {
      need(!variable_.empty() && eat(variable_));
      made.about = kVariable;
    }
    need(eat(")"));
    return made;
  }

  Words tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool outermost_ = true;
  bool failed_ = false;
  std::string variable_;
};

}  // namespace

Formula negated(const Formula& formula) {
  if (formula.op == '~') return Formula(formula.parts[0]);
  return {'~', "", "", {formula}};
}

Formula joined(char op, Formula first, Formula second) {
  return {op, "", "", {std::move(first), std::move(second)}};
}

Formula quantified(char op, Formula body) { return {op, "", "", {std::move(body)}}; }

bool is_literal(const Formula& formula) {
  return formula.op == 'a' || (formula.op == '~' && formula.parts[0].op == 'a');
}

bool is_quantified(const Formula& formula) {
  const char op = formula.op == '~' ? formula.parts[0].op : formula.op;
  return op == 'A' || op == 'E';
}

Formula said_of(Formula formula, const std::string& about) {
  if (formula.about == kVariable) formula.about = about;
  for (Formula& part : formula.parts) part = said_of(std::move(part), about);
  return formula;
}

std::vector<Formula> atoms_of(const Formula& formula) {
  if (formula.op == 'a') return {formula};
  std::vector<Formula> atoms;
  for (const Formula& part : formula.parts) {
    for (Formula& atom : atoms_of(part)) atoms.push_back(std::move(atom));
  }
  return atoms;
}

std::optional<Formula> read_notation(std::string_view text) { return NotationReader(text).read(); }

}  // namespace brute_force
