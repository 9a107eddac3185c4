#include "assay/tasks/logic/published/rules.h"

#include <string_view>

#include "assay/base/text.h"

namespace assay::logic::published {
namespace {

// Clauses of one list stand behind each other, parted by ';'.
struct Entry {
  std::string_view name;
  std::string_view premises;
  std::string_view inferences;
  std::string_view contradictions;
  std::string_view unrelated;
  std::string_view atoms;
};

constexpr Entry kPropositional[kPropositionalRules] = {
    {"modus ponens", "p -> q;p", "q", "~q", "r;~r", "p;q;r"},
    {"modus tollens", "p -> q;~q", "~p", "p", "r;~r", "p;q;r"},
    {"modus tollens", "p -> ~q;q", "~p", "p", "r;~r", "p;q;r"},
    {"incorrect modus tollens", "p -> q;q", "", "", "p", "p;q"},
    {"transitivity", "p -> q;q -> r", "p -> r", "~(p -> r)", "p;q;r", "p;q;r"},
    {"disjunctive syllogism", "p or q;~p", "q", "~q", "r;~r", "p;q;r"},
    {"addition", "p", "p or q", "~p", "r;~r", "p;q;r"},
    {"simplification", "p and q", "p;q", "~p;~q", "r;~r", "p;q;r"},
    // Quirk: p -> q follows from p and q, and is called unrelated all the same.
    {"conjunction", "p;q", "p and q", "~p;~q", "p -> q", "p;q"},
    {"resolution", "p or q;~p or r", "q or r", "", "q;r", "p;q;r"},
    {"rewriting", "p or ~q", "q -> p", "", "", "p;q"},
    // Quirk: the contradiction negates a name and not a clause, so it equals no other clause.
    {"disjunction elimination", "p -> r;q -> r;p or q", "r", "~'r", "s", "p;q;r;s"},
    {"biconditional introduction", "p -> q;q -> p", "p <-> q", "~(p <-> q)", "", "p;q"},
    {"biconditional elimination", "p <-> q", "p -> q", "~(p -> q)", "", "p;q"},
    {"biconditional elimination", "p <-> q", "q -> p", "~(q -> p)", "", "p;q"},
    {"biconditional elimination", "p <-> q;~p", "~q", "q", "", "p;q"},
    {"biconditional elimination", "p <-> q;~q", "~p", "p", "", "p;q"},
};

constexpr Entry kQuantified[] = {
    {"universal instantiation", "forall x: P(x)", "P(a)", "~P(a)", "Q(a);~Q(a)", "P(x);P(a);Q(a)"},
    {"existential generalization", "P(a)", "exists x: P(x)", "", "forall x: P(x);Q(a);P(b)",
     "P(a);P(x);Q(a);P(b)"},
};

std::vector<Clause> parse_list(Clauses& clauses, std::string_view list) {
  std::vector<Clause> result;
  if (list.empty()) return result;
  for (const std::string_view piece : split_text(list, ';')) {
    result.push_back(clauses.parse(piece));
  }
  return result;
}

// A rule's atoms are names, not clauses, unless they have an argument.
std::vector<Clause> parse_atoms(Clauses& clauses, std::string_view list) {
  std::vector<Clause> result = parse_list(clauses, list);
  for (Clause& atom : result) {
    const Node node = clauses[atom];
    if (node.op == Op::kAtom) atom = clauses.make(Op::kBare, node.first);
  }
  return result;
}

Rule parse_entry(Clauses& clauses, const Entry& entry) {
  return {std::string(entry.name),
          parse_list(clauses, entry.premises),
          parse_list(clauses, entry.inferences),
          parse_list(clauses, entry.contradictions),
          parse_list(clauses, entry.unrelated),
          parse_atoms(clauses, entry.atoms)};
}

constexpr Symbol kVariableX = make_symbol(name_pool(SymbolKind::kVariable).first);

// p becomes P(x), q becomes Q(x) and so on.
Clause with_argument(Clauses& clauses, Clause clause) {
  const Node node = clauses[clause];
  if (node.op == Op::kAtom || node.op == Op::kBare) {
    const std::uint32_t functor = node.symbol().name() + name_pool(SymbolKind::kFunctor).first;
    return clauses.applied(make_symbol(functor), kVariableX);
  }
  if (node.op == Op::kNot) return clauses.negation(with_argument(clauses, node.left()));
  const Clause left = with_argument(clauses, node.left());
  return clauses.binary(node.op, left, with_argument(clauses, node.right()));
}

Clause quantify(Clauses& clauses, Op op, Clause clause) {
  return clauses.quantified(op, kVariableX, with_argument(clauses, clause));
}

// "For all, F" is contradicted by "there is, not F", and the other way round.
Clause contradiction_of(Clauses& clauses, Clause quantified) {
  const Node node = clauses[quantified];
  const Node body = clauses[node.right()];
  const Clause denied = body.op == Op::kNot ? body.left() : clauses.negation(node.right());
  return clauses.quantified(node.op == Op::kForall ? Op::kExists : Op::kForall, node.symbol(),
                            denied);
}

// Quirk: the base rule's contradictions and unrelated clauses are dropped; resolution and rewriting
// gain contradictions here.
Rule quantified_rule(Clauses& clauses, const Rule& base, std::size_t existential) {
  const bool universal = existential == base.premises.size();
  Rule rule;
  rule.name = (universal ? "universal " : "existential ") + base.name;
  for (std::size_t i = 0; i < base.premises.size(); ++i) {
    const Op op = i == existential ? Op::kExists : Op::kForall;
    rule.premises.push_back(quantify(clauses, op, base.premises[i]));
  }
  for (const Clause inference : base.inferences) {
    rule.inferences.push_back(quantify(clauses, universal ? Op::kForall : Op::kExists, inference));
    rule.contradictions.push_back(contradiction_of(clauses, rule.inferences.back()));
  }
  for (const Clause atom : base.atoms) rule.atoms.push_back(with_argument(clauses, atom));
  return rule;
}

}  // namespace

std::vector<Rule> make_rules(Clauses& clauses) {
  std::vector<Rule> rules;
  for (const Entry& entry : kPropositional) rules.push_back(parse_entry(clauses, entry));
  for (const Entry& entry : kQuantified) rules.push_back(parse_entry(clauses, entry));
  for (std::size_t base = 0; base < kPropositionalRules; ++base) {
    const std::size_t premises = rules[base].premises.size();
    rules.push_back(quantified_rule(clauses, Rule(rules[base]), premises));
    for (std::size_t i = 0; i < premises; ++i) {
      rules.push_back(quantified_rule(clauses, Rule(rules[base]), i));
    }
  }
  return rules;
}

Rule with_suffix(Clauses& clauses, const Rule& rule, std::uint32_t suffix) {
  Rule result = rule;
  for (auto* list : {&result.premises, &result.inferences, &result.contradictions,
                     &result.unrelated, &result.atoms}) {
    for (Clause& clause : *list) {
      clause =
          clauses.renamed(clause, [suffix](Symbol symbol) { return with_suffix(symbol, suffix); });
    }
  }
  return result;
}

}  // namespace assay::logic::published
