#include "assay/inference/rule_application.h"

#include <algorithm>

namespace assay::logic {

namespace {

// A literal with its constant made the variable, or the variable made a constant.
FormulaId said_of(FormulaStore& store, FormulaId literal, Argument argument) {
  return store.map_atoms(
      literal, [&](const Formula& atom) { return store.predicate(atom.first, argument); });
}

bool bind(FormulaId& letter, FormulaId value) {
  if (letter == kNoFormula) letter = value;
  return letter == value;
}

bool match_letter(const Formula& schema, FormulaStore& store, FormulaId literal,
                  Bindings& bindings) {
  const FormulaId atom = store.atom_of(literal);
  if (!store.is_atom(atom)) return false;
  const Formula found = store[atom];
  FormulaId& letter = bindings.letters[schema.first];
  const bool of_variable = found.op == Op::kPredicate && found.second == kVariable;
  if (schema.op == Op::kProposition) return !of_variable && bind(letter, literal);
  if (schema.second == kVariable) return of_variable && bind(letter, literal);
  if (found.op != Op::kPredicate || of_variable) return false;
  Argument& about = bindings.constants[constant_number(schema.second)];
  if (about == kVariable) about = found.second;
  return about == found.second && bind(letter, said_of(store, literal, kVariable));
}

// Tries premises for the rule's premises from `at` on; visit(bindings) says whether to stop.
template <typename Visit>
bool visit_matches(const RuleBook& book, const InferenceRule& rule, FormulaStore& store,
                   std::span<const FormulaId> premises, const Bindings& bindings, Step& step,
                   const Visit& visit) {
  const std::uint32_t at = step.premise_count;
  if (at == rule.premises.size()) return visit(bindings);
  for (const FormulaId premise : premises) {
    Bindings extended = bindings;
    if (!match(book.schemas(), rule.premises[at], store, premise, extended)) continue;
    step.premises[at] = premise;
    step.premise_count = at + 1;
    const bool stop = visit_matches(book, rule, store, premises, extended, step, visit);
    step.premise_count = at;
    if (stop) return true;
  }
  return false;
}

// Whether `one` says of some constant what `body` says of the variable.
bool is_instance(FormulaStore& store, FormulaId body, FormulaId one) {
  std::vector<Argument> constants;
  store.visit_atoms(one, [&](const Formula& atom) {
    if (atom.op == Op::kPredicate && atom.second != kVariable) constants.push_back(atom.second);
  });
  return std::any_of(constants.begin(), constants.end(), [&](Argument constant) {
    const FormulaId said = store.map_atoms(body, [&](const Formula& atom) {
      if (atom.op == Op::kProposition) return store.proposition(atom.first);
      return store.predicate(atom.first, atom.second == kVariable ? constant : atom.second);
    });
    return said == one;
  });
}

// From "all" to one and from one to "some", whatever is said of it.
bool leads_by_instance(RuleNumber rule, FormulaStore& store, FormulaId premise,
                       FormulaId conclusion) {
  const bool from_all = rule == RuleBook::kInstantiation;
  const Formula general = store[from_all ? premise : conclusion];
  return general.op == (from_all ? Op::kForAll : Op::kExists) &&
         is_instance(store, general.first, from_all ? conclusion : premise);
}

bool leads_to(const RuleBook& book, RuleNumber number, FormulaStore& store,
              std::span<const FormulaId> premises, FormulaId conclusion) {
  const InferenceRule& rule = book[number];
  if (rule.premises.size() != premises.size()) return false;
  if (number == RuleBook::kInstantiation || number == RuleBook::kGeneralization) {
    return leads_by_instance(number, store, premises[0], conclusion);
  }
  Step step;
  return visit_matches(book, rule, store, premises, {}, step, [&](const Bindings& bindings) {
    const bool all_used = std::all_of(premises.begin(), premises.end(), [&](FormulaId premise) {
      return std::count(premises.begin(), premises.end(), premise) <=
             std::count(step.premises.begin(), step.premises.begin() + step.premise_count, premise);
    });
    return all_used &&
           std::any_of(rule.inferences.begin(), rule.inferences.end(), [&](FormulaId id) {
             Bindings extended = bindings;
             return match(book.schemas(), id, store, conclusion, extended);
           });
  });
}

}  // namespace

bool Bindings::are_distinct() const {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    for (std::size_t k = i + 1; k < letters.size() && letters[i] != kNoFormula; ++k) {
      if (letters[i] == letters[k]) return false;
    }
  }
  return true;
}

bool match(const FormulaStore& schemas, FormulaId schema, FormulaStore& store, FormulaId formula,
           Bindings& bindings) {
  const Formula wanted = schemas[schema];
  if (wanted.op <= Op::kPredicate) return match_letter(wanted, store, formula, bindings);
  if (wanted.op == Op::kNot && schemas.is_atom(wanted.first)) {
    if (!store.is_literal(formula)) return false;
    return match_letter(schemas[wanted.first], store, store.complement(formula), bindings);
  }
  const Formula found = store[formula];
  if (found.op != wanted.op) return false;
  if (!match(schemas, wanted.first, store, found.first, bindings)) return false;
  return !is_binary(wanted.op) || match(schemas, wanted.second, store, found.second, bindings);
}

FormulaId instantiate(const FormulaStore& schemas, FormulaId schema, FormulaStore& store,
                      const Bindings& bindings) {
  const Formula formula = schemas[schema];
  switch (formula.op) {
    case Op::kProposition:
      return bindings.letters[formula.first];
    case Op::kPredicate: {
      const FormulaId literal = bindings.letters[formula.first];
      if (literal == kNoFormula || formula.second == kVariable) return literal;
      const Argument about = bindings.constants[constant_number(formula.second)];
      return about == kVariable ? kNoFormula : said_of(store, literal, about);
    }
    default:
      break;
  }
  const FormulaId first = instantiate(schemas, formula.first, store, bindings);
  if (first == kNoFormula) return kNoFormula;
  if (formula.op == Op::kNot) return store.complement(first);
  if (is_quantifier(formula.op)) return store.quantified(formula.op, first);
  const FormulaId second = instantiate(schemas, formula.second, store, bindings);
  return second == kNoFormula ? kNoFormula : store.binary(formula.op, first, second);
}

void one_step_inferences(const RuleBook& book, FormulaStore& store,
                         std::span<const FormulaId> premises, std::vector<Step>& out) {
  out.clear();
  for (RuleNumber number = 0; number < book.size(); ++number) {
    const InferenceRule& rule = book[number];
    if (rule.adds_symbols) continue;
    Step step;
    step.rule = number;
    visit_matches(book, rule, store, premises, {}, step, [&](const Bindings& bindings) {
      if (!bindings.are_distinct()) return false;
      for (const FormulaId inference : rule.inferences) {
        step.conclusion = instantiate(book.schemas(), inference, store, bindings);
        const auto is_known = [&](const Step& other) {
          return other.conclusion == step.conclusion;
        };
        if (std::find(premises.begin(), premises.end(), step.conclusion) == premises.end() &&
            std::none_of(out.begin(), out.end(), is_known)) {
          out.push_back(step);
        }
      }
      return false;
    });
  }
}

bool is_licensed(const RuleBook& book, std::string_view rule_name, FormulaStore& store,
                 std::span<const FormulaId> premises, FormulaId conclusion) {
  RuleNumber found = 0;
  return find_rule(book, rule_name, store, premises, conclusion, found);
}

bool find_rule(const RuleBook& book, FormulaStore& store, std::span<const FormulaId> premises,
               FormulaId conclusion, RuleNumber& found) {
  for (found = 0; found < book.size(); ++found) {
    if (leads_to(book, found, store, premises, conclusion)) return true;
  }
  return false;
}

bool find_rule(const RuleBook& book, std::string_view rule_name, FormulaStore& store,
               std::span<const FormulaId> premises, FormulaId conclusion, RuleNumber& found) {
  for (found = 0; found < book.size(); ++found) {
    if (book[found].name != rule_name) continue;
    if (leads_to(book, found, store, premises, conclusion)) return true;
  }
  return false;
}

}  // namespace assay::logic
