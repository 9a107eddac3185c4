#include "logic_brute_force.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "text.h"

namespace brute_force {

namespace {

constexpr std::size_t kLongest = 20'000;

bool has(const Formulas& formulas, const Formula& formula) {
  return std::find(formulas.begin(), formulas.end(), formula) != formulas.end();
}

// What an answer to "can we infer" says besides its steps.
enum class Claim { kGiven, kFollows, kAnything, kContradicted, kContradictedLater, kOpen };

bool is_yes(Claim claim) {
  return claim == Claim::kGiven || claim == Claim::kFollows || claim == Claim::kAnything;
}

const std::vector<std::pair<std::string, Claim>>& claims() {
  static const std::vector<std::pair<std::string, Claim>> kClaims{
      {"that is one of the premises.", Claim::kGiven},
      {"the premises are contradictory, so we can infer anything from them.", Claim::kAnything},
      {"the premises are contradictory and we can infer anything from them.", Claim::kAnything},
      {"notice, however, that the premises were contradictory, so we can infer anything from them.",
       Claim::kAnything},
      {"that contradicts the premises.", Claim::kContradicted},
      {"we cannot infer that from the premises.", Claim::kOpen},
      {"via the following inference chain.", Claim::kFollows},
      {"we can see why via the following inference chain.", Claim::kContradictedLater}};
  return kClaims;
}

// Small letters and blanks up to something else, which end in `behind`.
std::string eat_rule(Scanner& scanner, std::string_view behind) {
  std::size_t size = 0;
  while (size < scanner.rest().size() &&
         (scanner.rest()[size] == ' ' ||
          (scanner.rest()[size] >= 'a' && scanner.rest()[size] <= 'z'))) {
    ++size;
  }
  const std::string_view words = scanner.rest().substr(0, size);
  if (size <= behind.size() || words.substr(size - behind.size()) != behind) return "";
  scanner.skip(size);
  return std::string(words.substr(0, size - behind.size()));
}

// One renaming of symbols for several formulas: no two become one.
class Renaming {
 public:
  bool fits(const Formula& from, const Formula& to) {
    if (from.op != to.op) return false;
    if (from.op == 'a') {
      if (from.about.empty() != to.about.empty() ||
          (from.about == kVariable) != (to.about == kVariable)) {
        return false;
      }
      if (from.about.empty()) return pair("proposition", from.name, to.name);
      return pair("predicate", from.name, to.name) && pair("constant", from.about, to.about);
    }
    for (std::size_t i = 0; i < from.parts.size(); ++i) {
      if (!fits(from.parts[i], to.parts[i])) return false;
    }
    return true;
  }

 private:
  bool pair(const std::string& kind, const std::string& from, const std::string& to) {
    const bool there = forth_.try_emplace({kind, from}, to).first->second == to;
    const bool back = back_.try_emplace({kind, to}, from).first->second == from;
    return there && back;
  }

  std::map<std::pair<std::string, std::string>, std::string> forth_;
  std::map<std::pair<std::string, std::string>, std::string> back_;
};

}  // namespace

LogicQuestion::LogicQuestion(std::string_view input) {
  read(input);
  if (!is_read_ || type_ == LogicType::kTranslation) return;
  possible_ = can_be_true(premises_);
  if (type_ == LogicType::kList) {
    inferences_ = one_step_inferences(premises_);
    return;
  }
  Formulas with = premises_;
  with.push_back(asked_);
  refuted_ = !can_be_true(with);
  with.back() = negated(asked_);
  follows_ = !can_be_true(with);
}

void LogicQuestion::read(std::string_view input) {
  Scanner scanner(input);
  std::string_view until;
  if (scanner.eat("Translate the following inference to logic notation: ")) {
    type_ = LogicType::kTranslation;
    until = "Therefore ";
  } else if (scanner.eat("What can be inferred from the following premises in a single inference "
                         "step (ignoring inferences that add new predicates or constants)? ")) {
    type_ = LogicType::kList;
    rule_names_ = scanner.eat("Name the inference rule being used: ");
  } else if (scanner.eat("Consider the following premises. ")) {
    until = "Can we infer ";
  } else {
    return;
  }
  english_ = !read_notation(scanner.rest().substr(0, scanner.rest().find('.')));
  if (!read_premises(scanner, until)) return;
  if (type_ == LogicType::kChain && english_) {
    if (!scanner.eat("the following from them? ")) return;
    rule_names_ = scanner.eat("If we can, name the inference rule being used: ");
  }
  if (type_ != LogicType::kList) {
    const auto asked = read_formula(scanner, {" from them?"});
    if (!asked) return;
    asked_ = *asked;
    const bool notation = type_ == LogicType::kChain && !english_;
    if (!scanner.eat(notation ? " from them?" : ".")) return;
    if (notation) {
      rule_names_ = scanner.eat(" If possible, name the inference rules being used at each step.");
    }
  }
  scanner.skip_white();
  if (!scanner.at_end()) return;
  if (english_) {
    Formulas heard = premises_;
    if (type_ != LogicType::kList) heard.push_back(asked_);
    speech_.emplace(heard, type_ == LogicType::kChain ? Names::kConstants : Names::kShortest);
    for (Formula& premise : premises_) premise = speech_->meaning(std::move(premise));
    asked_ = speech_->meaning(std::move(asked_));
  }
  is_read_ = true;
}

bool LogicQuestion::read_premises(Scanner& scanner, std::string_view until) {
  while (!scanner.at_end()) {
    const auto premise = read_formula(scanner, {});
    if (!premise || !scanner.eat(".")) return false;
    premises_.push_back(*premise);
    scanner.skip_white();
    if (!until.empty() && scanner.eat(until)) return true;
  }
  return until.empty();
}

// In notation it ends before the first of these words or the full stop.
std::optional<Formula> LogicQuestion::read_formula(Scanner& scanner,
                                                   const std::vector<std::string>& ends) const {
  if (english_) {
    const auto clause = read_clause(scanner);
    if (!clause || !speech_) return clause;
    return speech_->meaning(*clause);
  }
  std::size_t size = std::min(scanner.rest().find('.'), scanner.rest().size());
  for (const std::string& end : ends) size = std::min(size, scanner.rest().find(end));
  auto formula = read_notation(scanner.rest().substr(0, size));
  scanner.skip(size);
  return formula;
}

Decision LogicQuestion::decide(std::string_view answer) const {
  if (is_silent(answer)) return Decision::kSilent;
  if (answer.size() > kLongest) return Decision::kWrong;
  Scanner scanner(answer);
  scanner.skip_white();
  const bool right = type_ == LogicType::kTranslation ? decide_translation(scanner)
                     : type_ == LogicType::kList      ? decide_list(scanner)
                                                      : decide_chain(scanner);
  return right ? Decision::kRight : Decision::kWrong;
}

bool LogicQuestion::decide_translation(Scanner& scanner) const {
  Formulas given;
  bool is_last = false;
  while (!is_last) {
    is_last = scanner.eat("Therefore ");
    const std::size_t size = std::min(scanner.rest().find('.'), scanner.rest().size());
    const auto formula = read_notation(scanner.rest().substr(0, size));
    scanner.skip(size);
    if (!formula || !scanner.eat(".")) return false;
    scanner.skip_white();
    given.push_back(*formula);
  }
  Formulas wanted = premises_;
  wanted.push_back(asked_);
  Renaming renaming;
  return scanner.at_end() && given.size() == wanted.size() &&
         std::equal(wanted.begin(), wanted.end(), given.begin(),
                    [&](const auto& from, const auto& to) { return renaming.fits(from, to); });
}

bool LogicQuestion::decide_list(Scanner& scanner) const {
  const std::string via = " can be inferred via the ";
  const bool nothing = scanner.eat("Nothing can be inferred from these premises.");
  const bool anything =
      !nothing &&
      scanner.eat("Since the premises are contradictory, we can infer anything from them.");
  scanner.skip_white();
  if (nothing || anything) {
    return scanner.at_end() && (anything ? !possible_ : possible_ && inferences_.empty());
  }
  Formulas missing = inferences_;
  while (!scanner.at_end()) {
    const auto formula = read_formula(scanner, {via});
    if (!formula) return false;
    std::string rule;
    if (scanner.eat(via)) {
      rule = eat_rule(scanner, " rule");
      if (rule.empty()) return false;
    }
    if (!scanner.eat(".")) return false;
    scanner.skip_white();
    if (!has(inferences_, *formula)) return false;
    if (rule_names_ && (rule.empty() || !is_licensed_by_some(rule, premises_, *formula))) {
      return false;
    }
    missing.erase(std::remove(missing.begin(), missing.end(), *formula), missing.end());
  }
  return possible_ && missing.empty();
}

// What an answer with a chain says.
struct LogicQuestion::Chain {
  std::vector<Step> steps;
  std::optional<Formula> contradicted;  // what the last step is said to contradict
  std::optional<bool> yes;
  std::optional<Claim> claim;
};

class LogicQuestion::ChainReader {
 public:
  ChainReader(const LogicQuestion& question, Scanner& scanner)
      : question_(question), scanner_(scanner) {}

  std::optional<Chain> read() {
    if (!read_yes_or_no()) return std::nullopt;
    while (!scanner_.at_end()) {
      if (!read_sentence()) return std::nullopt;
      scanner_.skip_white();
    }
    return goes_together() ? std::optional(chain_) : std::nullopt;
  }

 private:
  bool read_yes_or_no() {
    const bool yes = scanner_.eat("Yes");
    if (!yes && !scanner_.eat("No")) return true;
    chain_.yes = yes;
    if (scanner_.eat(", ")) return true;
    const bool stops = scanner_.eat(".");
    scanner_.skip_white();
    return stops;
  }

  bool read_sentence() {
    if (ended_ && scanner_.rest().substr(0, 8) != "Notice, ") return false;
    for (const auto& [words, claim] : claims()) {
      if (scanner_.eat_opening(words)) return say(claim);
    }
    if (scanner_.eat_opening("for example via the following inference chain.")) return true;
    if (scanner_.eat("Therefore, the answer is ") || scanner_.eat("Therefore the answer is ")) {
      ended_ = true;
      const bool yes = scanner_.eat("yes.");
      if (!yes && !scanner_.eat("no.")) return false;
      return chain_.yes.value_or(yes) == yes && (chain_.yes = yes, true);
    }
    if (scanner_.eat_opening("we can infer ")) return read_bare_step();
    if (scanner_.eat("From ") || scanner_.eat("Finally, from ")) return read_step();
    return false;
  }

  // An answer may go on to say that the premises were contradictory.
  bool say(Claim claim) {
    if (chain_.claim == Claim::kFollows && claim == Claim::kAnything) chain_.claim.reset();
    if (chain_.claim.value_or(claim) != claim) return false;
    chain_.claim = claim;
    return true;
  }

  bool read_bare_step() {
    Step step;
    if (scanner_.eat("this")) {
      step.conclusion = question_.asked_;
    } else if (!take_formula({" via the "}, step.conclusion)) {
      return false;
    }
    if (scanner_.eat(" via the ")) {
      step.rule = eat_rule(scanner_, " rule");
      if (step.rule.empty()) return false;
    }
    chain_.steps.push_back(step);
    return scanner_.eat(".");
  }

  bool read_step() {
    if (chain_.contradicted) return false;
    Step step;
    if (!read_premises(step) || !take_that()) return false;
    if (!take_formula({" via ", ", which contradicts "}, step.conclusion)) return false;
    if (scanner_.eat(" via ")) {
      step.rule = eat_rule(scanner_, "");
      if (step.rule.empty()) return false;
    }
    chain_.steps.push_back(step);
    if (scanner_.eat(", which contradicts ")) {
      if (!take_that() || !take_formula({}, chain_.contradicted.emplace())) return false;
    }
    return scanner_.eat(".");
  }

  bool read_premises(Step& step) {
    if (question_.english_ && !scanner_.eat("the fact that ")) return false;
    while (true) {
      if (!take_formula({" we can infer ", ", "}, step.premises.emplace_back())) return false;
      if (scanner_.eat(" we can infer ")) return true;
      const bool more = question_.english_ ? scanner_.eat(", that ") || scanner_.eat(", and that ")
                                           : scanner_.eat(", ");
      if (!more) return false;
    }
  }

  bool take_that() { return !question_.english_ || scanner_.eat("that "); }

  bool take_formula(const std::vector<std::string>& ends, Formula& out) {
    const auto formula = question_.read_formula(scanner_, ends);
    if (formula) out = *formula;
    return formula.has_value();
  }

  bool goes_together() {
    if (!chain_.yes) return false;
    if (!chain_.claim) {
      if (!*chain_.yes && chain_.steps.empty()) return false;
      chain_.claim = *chain_.yes ? Claim::kFollows : Claim::kContradictedLater;
    }
    const Claim claim = *chain_.claim;
    if (is_yes(claim) != *chain_.yes) return false;
    const bool needs_none =
        claim == Claim::kGiven || claim == Claim::kContradicted || claim == Claim::kOpen;
    if (needs_none && !chain_.steps.empty()) return false;
    return !chain_.contradicted || claim == Claim::kContradictedLater;
  }

  const LogicQuestion& question_;
  Scanner& scanner_;
  Chain chain_;
  bool ended_ = false;
};

bool LogicQuestion::steps_are_licensed(const std::vector<Step>& steps) const {
  Formulas known = premises_;
  for (const Step& step : steps) {
    const auto is_known = [&](const Formula& premise) { return has(known, premise); };
    if (!std::all_of(step.premises.begin(), step.premises.end(), is_known)) return false;
    if (rule_names_ && step.rule.empty()) return false;
    const bool bare = step.premises.empty();
    if (bare && step.rule.empty()) return false;
    if (bare ? !is_licensed_by_some(step.rule, known, step.conclusion)
             : !is_licensed(step.rule, step.premises, step.conclusion)) {
      return false;
    }
    known.push_back(step.conclusion);
  }
  return true;
}

bool LogicQuestion::contradicts(const Formula& formula) const {
  return !can_be_true({formula, asked_});
}

bool LogicQuestion::decide_chain(Scanner& scanner) const {
  const auto chain = ChainReader(*this, scanner).read();
  if (!chain || !steps_are_licensed(chain->steps)) return false;
  const bool ends = !chain->steps.empty();
  switch (*chain->claim) {
    case Claim::kGiven:
      return has(premises_, asked_);
    case Claim::kFollows:
      return ends && chain->steps.back().conclusion == asked_;
    case Claim::kAnything:
      return !possible_;
    case Claim::kContradicted:
      return possible_ && std::any_of(premises_.begin(), premises_.end(),
                                      [&](const Formula& premise) { return contradicts(premise); });
    case Claim::kContradictedLater:
      return possible_ && refuted_ && ends && chain->contradicted == asked_ &&
             contradicts(chain->steps.back().conclusion);
    case Claim::kOpen:
      break;
  }
  return !follows_ && !refuted_;
}

}  // namespace brute_force
