// LogicInference by brute force: questions and answers read from text, every rule and every truth
// tried out. For the sound edition, where an answer shows its chain.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decision.h"
#include "logic_english.h"
#include "logic_rules.h"

namespace brute_force {

enum class LogicType { kTranslation, kList, kChain };

class LogicQuestion {
 public:
  explicit LogicQuestion(std::string_view input);

  // Whether it could be read.
  bool is_read() const { return is_read_; }
  LogicType type() const { return type_; }

  // A translation has the same premises in the same order and the same conclusion, under one
  // renaming of symbols. A list has all that follows in a single step and nothing else, in any
  // order and however often. A chain has steps that are each licensed by the rule they name, or by
  // some rule where names are not asked for, from what is given or concluded before; it ends in
  // what is asked, or in what cannot be true together with it. Without a chain an answer says that
  // it is given, that some premise contradicts it, that nothing decides it, or that the premises
  // contradict each other. Each must be so.
  Decision decide(std::string_view answer) const;

 private:
  struct Step {
    Formulas premises;
    Formula conclusion;
    std::string rule;
  };
  struct Chain;
  class ChainReader;

  void read(std::string_view input);
  bool read_premises(Scanner& scanner, std::string_view until);
  std::optional<Formula> read_formula(Scanner& scanner, const std::vector<std::string>& ends) const;
  bool decide_translation(Scanner& scanner) const;
  bool decide_list(Scanner& scanner) const;
  bool decide_chain(Scanner& scanner) const;
  bool steps_are_licensed(const std::vector<Step>& steps) const;
  bool contradicts(const Formula& formula) const;

  bool is_read_ = false;
  LogicType type_ = LogicType::kChain;
  bool english_ = false;
  bool rule_names_ = false;
  std::optional<Speech> speech_;
  Formulas premises_;
  Formula asked_;
  bool possible_ = true;  // the premises do not contradict each other
  bool follows_ = false;
  bool refuted_ = false;
  Formulas inferences_;
};

}  // namespace brute_force
