// Formulas of LogicInference in English, for the checker by brute force: a table of everything that
// can be said of somebody, and of the weather.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "logic_formula.h"
#include "text.h"

namespace brute_force {

// A text that is read from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_.substr(at_); }
  bool at_end() const { return at_ == text_.size(); }
  void skip(std::size_t count) { at_ += count; }
  void skip_white() {
    while (!at_end() && kWhite.find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool eat(std::string_view words) {
    if (rest().substr(0, words.size()) != words) return false;
    at_ += words.size();
    return true;
  }
  // The first letter may be a capital or not.
  bool eat_opening(std::string_view words);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// A clause as it was said: atoms have the name of who is spoken of, kVariable, or "" for the
// weather. What is a proposition depends on all that is said, see Speech.
std::optional<Formula> read_clause(Scanner& scanner);

// How names are understood.
enum class Names {
  // "James is rich" is a proposition unless something else is said of James or of being rich.
  kShortest,
  kConstants,
};

// Turns clauses into formulas, once it has heard all clauses of a question.
class Speech {
 public:
  Speech(const std::vector<Formula>& heard, Names names);
  Formula meaning(Formula clause) const;

 private:
  Names names_;
  std::set<std::string> predicates_;
  std::set<std::string> constants_;
};

}  // namespace brute_force
