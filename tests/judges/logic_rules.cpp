#include "logic_rules.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "text.h"

namespace brute_force {

namespace {

bool has(const Formulas& formulas, const Formula& formula) {
  return std::find(formulas.begin(), formulas.end(), formula) != formulas.end();
}

// --- truth ---------------------------------------------------------------------------------------

// A formula without quantifiers whose atoms are numbers.
struct Sentence {
  char op = 'a';
  std::size_t atom = 0;
  std::vector<Sentence> parts;
};

enum class Truth { kFalse, kTrue, kOpen };

Truth opposite(Truth truth) {
  if (truth == Truth::kOpen) return truth;
  return truth == Truth::kTrue ? Truth::kFalse : Truth::kTrue;
}

// As far as the truth of atoms is known.
Truth truth_of(const Sentence& sentence, const std::vector<Truth>& atoms) {
  if (sentence.op == 'a') return atoms[sentence.atom];
  const Truth first = truth_of(sentence.parts[0], atoms);
  if (sentence.op == '~') return opposite(first);
  const Truth second = truth_of(sentence.parts[1], atoms);
  if (sentence.op == '=') {
    if (first == Truth::kOpen || second == Truth::kOpen) return Truth::kOpen;
    return first == second ? Truth::kTrue : Truth::kFalse;
  }
  const Truth left = sentence.op == '>' ? opposite(first) : first;
  const Truth decides = sentence.op == '&' ? Truth::kFalse : Truth::kTrue;
  if (left == decides || second == decides) return decides;
  return left == Truth::kOpen || second == Truth::kOpen ? Truth::kOpen : opposite(decides);
}

void note_open(const Sentence& sentence, const std::vector<Truth>& atoms,
               std::set<std::size_t>& open) {
  if (sentence.op == 'a' && atoms[sentence.atom] == Truth::kOpen) open.insert(sentence.atom);
  for (const Sentence& part : sentence.parts) note_open(part, atoms, open);
}

// Tries both truths of every atom, first where fewest are open.
bool some_truth_fits(const std::vector<Sentence>& sentences, std::vector<Truth>& atoms) {
  std::set<std::size_t> fewest;
  for (const Sentence& sentence : sentences) {
    const Truth truth = truth_of(sentence, atoms);
    if (truth == Truth::kFalse) return false;
    if (truth == Truth::kTrue) continue;
    std::set<std::size_t> open;
    note_open(sentence, atoms, open);
    if (fewest.empty() || open.size() < fewest.size()) fewest = open;
  }
  if (fewest.empty()) return true;
  const std::size_t atom = *fewest.begin();
  for (const Truth truth : {Truth::kTrue, Truth::kFalse}) {
    atoms[atom] = truth;
    if (some_truth_fits(sentences, atoms)) return true;
  }
  atoms[atom] = Truth::kOpen;
  return false;
}

// Numbers atoms in the order in which they come.
class Numbering {
 public:
  Sentence sentence(const Formula& formula) {
    Sentence made{formula.op, 0, {}};
    if (formula.op == 'a') {
      made.atom =
          numbers_.try_emplace({formula.name, formula.about}, numbers_.size()).first->second;
    }
    for (const Formula& part : formula.parts) made.parts.push_back(sentence(part));
    return made;
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

// --- rules ---------------------------------------------------------------------------------------

struct Rule {
  std::string name;
  Formulas premises;
  Formulas inferences;
};

Formulas read_all(std::string_view list) {
  Formulas formulas;
  for (const std::string& text : words(list, ";")) formulas.push_back(*read_notation(text));
  return formulas;
}

// Every letter as a predicate of the variable.
Formula lifted(Formula schema) {
  if (schema.op == 'a') schema.about = kVariable;
  for (Formula& part : schema.parts) part = lifted(std::move(part));
  return schema;
}

constexpr std::string_view kInstantiation = "universal instantiation";
constexpr std::string_view kGeneralization = "existential generalization";

void add_quantified(const Rule& base, std::vector<Rule>& rules) {
  const std::size_t forms = base.premises.size() + 1;
  for (std::size_t existential = 0; existential < forms; ++existential) {
    const bool universal = existential == base.premises.size();
    Rule rule{(universal ? "universal " : "existential ") + base.name, {}, {}};
    for (std::size_t i = 0; i < base.premises.size(); ++i) {
      rule.premises.push_back(quantified(i == existential ? 'E' : 'A', lifted(base.premises[i])));
    }
    for (const Formula& inference : base.inferences) {
      rule.inferences.push_back(quantified(universal ? 'A' : 'E', lifted(inference)));
    }
    rules.push_back(std::move(rule));
  }
}

// Appendix A of the paper; instantiation and generalization are dealt with apart.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = [] {
    std::vector<Rule> all{
        {"modus ponens", read_all("p -> q; p"), read_all("q")},
        {"modus tollens", read_all("p -> q; ~q"), read_all("~p")},
        {"modus tollens", read_all("p -> ~q; q"), read_all("~p")},
        {"incorrect modus tollens", read_all("p -> q; q"), {}},
        {"transitivity", read_all("p -> q; q -> r"), read_all("p -> r")},
        {"disjunctive syllogism", read_all("p or q; ~p"), read_all("q")},
        {"addition", read_all("p"), read_all("p or q")},
        {"simplification", read_all("p and q"), read_all("p; q")},
        {"conjunction", read_all("p; q"), read_all("p and q")},
        {"resolution", read_all("p or q; ~p or r"), read_all("q or r")},
        {"rewriting", read_all("p or ~q"), read_all("q -> p")},
        {"disjunction elimination", read_all("p -> r; q -> r; p or q"), read_all("r")},
        {"biconditional introduction", read_all("p -> q; q -> p"), read_all("p <-> q")},
        {"biconditional elimination", read_all("p <-> q"), read_all("p -> q; q -> p")},
        {"biconditional elimination", read_all("p <-> q; ~p"), read_all("~q")},
        {"biconditional elimination", read_all("p <-> q; ~q"), read_all("~p")}};
    const std::vector<Rule> bases = all;
    for (const Rule& base : bases) add_quantified(base, all);
    return all;
  }();
  return kRules;
}

using Meanings = std::map<std::string, Formula>;  // of letters: literals

// Gives the letters of a schema meanings under which it is the formula, if there are any.
bool fit(const Formula& schema, const Formula& formula, Meanings& meanings) {
  if (is_literal(schema)) {
    if (!is_literal(formula)) return false;
    const Formula& letter = schema.op == '~' ? schema.parts[0] : schema;
    const Formula& atom = formula.op == '~' ? formula.parts[0] : formula;
    if ((letter.about == kVariable) != (atom.about == kVariable)) return false;
    const Formula meaning = schema.op == '~' ? negated(formula) : formula;
    return meanings.try_emplace(letter.name, meaning).first->second == meaning;
  }
  if (schema.op != formula.op) return false;
  for (std::size_t i = 0; i < schema.parts.size(); ++i) {
    if (!fit(schema.parts[i], formula.parts[i], meanings)) return false;
  }
  return true;
}

Formula filled(const Formula& schema, const Meanings& meanings) {
  if (schema.op == 'a') return meanings.at(schema.name);
  if (schema.op == '~') return negated(filled(schema.parts[0], meanings));
  Formula made{schema.op, "", "", {}};
  for (const Formula& part : schema.parts) made.parts.push_back(filled(part, meanings));
  return made;
}

// Premises in this very order.
bool leads(const Rule& rule, const Formulas& premises, const Formula& conclusion) {
  Meanings meanings;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    if (!fit(rule.premises[i], premises[i], meanings)) return false;
  }
  return std::any_of(rule.inferences.begin(), rule.inferences.end(), [&](const Formula& schema) {
    Meanings extended = meanings;
    return fit(schema, conclusion, extended);
  });
}

// Whether `one` says of some constant what `general` says of all or some, whatever that is.
bool is_case(const Formula& general, char quantifier, const Formula& one) {
  if (general.op != quantifier) return false;
  const Formulas atoms = atoms_of(one);
  return std::any_of(atoms.begin(), atoms.end(), [&](const Formula& atom) {
    return !atom.about.empty() && atom.about != kVariable &&
           said_of(general.parts[0], atom.about) == one;
  });
}

bool is_new_letter(const Meanings& meanings) {
  for (auto one = meanings.begin(); one != meanings.end(); ++one) {
    for (auto other = std::next(one); other != meanings.end(); ++other) {
      if (one->second == other->second) return false;
    }
  }
  return true;
}

void infer(const Rule& rule, std::size_t at, const Formulas& premises, const Meanings& meanings,
           Formulas& found) {
  if (at == rule.premises.size()) {
    if (!is_new_letter(meanings)) return;
    for (const Formula& schema : rule.inferences) found.push_back(filled(schema, meanings));
    return;
  }
  for (const Formula& premise : premises) {
    Meanings extended = meanings;
    if (fit(rule.premises[at], premise, extended)) infer(rule, at + 1, premises, extended, found);
  }
}

}  // namespace

bool can_be_true(const Formulas& formulas) {
  std::set<std::string> things;
  Formulas said;
  Formulas of_all;
  for (const Formula& formula : formulas) {
    for (const Formula& atom : atoms_of(formula)) {
      if (!atom.about.empty() && atom.about != kVariable) things.insert(atom.about);
    }
  }
  for (const Formula& formula : formulas) {
    if (!is_quantified(formula)) {
      said.push_back(formula);
      continue;
    }
    const bool denied = formula.op == '~';
    const Formula& claim = denied ? formula.parts[0] : formula;
    const Formula body = denied ? negated(claim.parts[0]) : claim.parts[0];
    if ((claim.op == 'A') != denied) {
      of_all.push_back(body);
    } else {
      const std::string somebody = "#" + std::to_string(things.size());
      things.insert(somebody);
      said.push_back(said_of(body, somebody));
    }
  }
  if (things.empty()) things.insert("#");
  for (const Formula& body : of_all) {
    for (const std::string& thing : things) said.push_back(said_of(body, thing));
  }
  Numbering numbering;
  std::vector<Sentence> sentences;
  for (const Formula& formula : said) sentences.push_back(numbering.sentence(formula));
  std::vector<Truth> atoms(numbering.size(), Truth::kOpen);
  return some_truth_fits(sentences, atoms);
}

bool is_licensed(const std::string& name, Formulas premises, const Formula& conclusion) {
  const auto may_be = [&](std::string_view rule) { return name.empty() || name == rule; };
  if (premises.size() == 1) {
    if (may_be(kInstantiation) && is_case(premises[0], 'A', conclusion)) return true;
    if (may_be(kGeneralization) && is_case(conclusion, 'E', premises[0])) return true;
  }
  std::vector<std::size_t> order(premises.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    Formulas ordered;
    for (const std::size_t i : order) ordered.push_back(premises[i]);
    for (const Rule& rule : rules()) {
      if (!may_be(rule.name) || rule.premises.size() != premises.size()) continue;
      if (leads(rule, ordered, conclusion)) return true;
    }
  } while (order.size() <= 3 && std::next_permutation(order.begin(), order.end()));
  return false;
}

bool is_licensed_by_some(const std::string& name, const Formulas& known,
                         const Formula& conclusion) {
  Formulas different;
  for (const Formula& formula : known) {
    if (!has(different, formula)) different.push_back(formula);
  }
  const auto choose = [&](const auto& self, std::size_t from, Formulas& chosen) -> bool {
    if (!chosen.empty() && is_licensed(name, chosen, conclusion)) return true;
    if (chosen.size() == 3) return false;
    for (std::size_t i = from; i < different.size(); ++i) {
      chosen.push_back(different[i]);
      const bool found = self(self, i + 1, chosen);
      chosen.pop_back();
      if (found) return true;
    }
    return false;
  };
  Formulas chosen;
  return choose(choose, 0, chosen);
}

Formulas one_step_inferences(const Formulas& premises) {
  Formulas found;
  for (const Rule& rule : rules()) {
    if (rule.name.find("addition") != std::string::npos) continue;
    infer(rule, 0, premises, {}, found);
  }
  for (const Formula& premise : premises) {  // generalization, of literals
    const Formula& atom = premise.op == '~' ? premise.parts[0] : premise;
    if (!is_literal(premise) || atom.about.empty()) continue;
    const Formula said{'a', atom.name, kVariable, {}};
    found.push_back(quantified('E', premise.op == '~' ? negated(said) : said));
  }
  Formulas all;
  for (const Formula& formula : found) {
    if (!has(premises, formula) && !has(all, formula)) all.push_back(formula);
  }
  return all;
}

const std::vector<std::string>& rule_names() {
  static const std::vector<std::string> kNames = [] {
    std::set<std::string> names{std::string(kInstantiation), std::string(kGeneralization)};
    for (const Rule& rule : rules()) names.insert(rule.name);
    return std::vector<std::string>(names.begin(), names.end());
  }();
  return kNames;
}

}  // namespace brute_force
