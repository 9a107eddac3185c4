#include "assay/tasks/logic/sound/problem.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::logic {

namespace {

bool has(std::span<const FormulaId> formulas, FormulaId id) {
  return std::find(formulas.begin(), formulas.end(), id) != formulas.end();
}

void add_once(std::vector<FormulaId>& formulas, FormulaId id) {
  if (!has(formulas, id)) formulas.push_back(id);
}

Step instance(const RuleBook& book, RuleNumber number, std::size_t inference, FormulaStore& store,
              const Bindings& bindings) {
  const InferenceRule& rule = book[number];
  Step step;
  step.rule = number;
  for (const FormulaId premise : rule.premises) {
    step.premises[step.premise_count++] = instantiate(book.schemas(), premise, store, bindings);
  }
  step.conclusion = instantiate(book.schemas(), rule.inferences[inference], store, bindings);
  return step;
}

std::size_t count_symbols(const FormulaStore& store, std::span<const FormulaId> formulas) {
  std::vector<std::pair<Op, std::uint32_t>> symbols;
  const auto note = [&](Op kind, std::uint32_t number) {
    const std::pair symbol(kind, number);
    if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end()) {
      symbols.push_back(symbol);
    }
  };
  for (const FormulaId id : formulas) {
    store.visit_atoms(id, [&](const Formula& atom) {
      note(atom.op, atom.first);
      // Constants beside propositions and predicates: no other atom has this kind.
      if (atom.op == Op::kPredicate && atom.second != kVariable) note(Op::kNot, atom.second);
    });
  }
  return symbols.size();
}

}  // namespace

std::size_t least_symbols(std::uint64_t unit) {
  std::size_t symbols = 1;
  for (std::uint64_t last = 64; symbols < 5 && unit >= last; last *= 32) ++symbols;
  return symbols;
}

ProblemMaker::ProblemMaker(const RuleBook& book, std::vector<std::uint64_t> lengths,
                           std::uint32_t contradictory_permille)
    : book_(book), lengths_(lengths), contradictory_permille_(contradictory_permille) {}

bool ProblemMaker::make(Stream& stream, std::size_t least_symbols, Workshop& shop,
                        Problem& out) const {
  const bool contradictory = stream.below(1000) < contradictory_permille_;
  for (int draw = 0; draw < kMostDraws; ++draw) {
    const auto length = static_cast<std::uint32_t>(lengths_.draw(stream));
    begin(stream, shop, out);
    out.extensions = 0;
    for (int tries = 0; tries < kExtensionTries && out.extensions < length; ++tries) {
      if (extend(stream, shop, out)) ++out.extensions;
    }
    if (draw < kSizeDraws && count_symbols(shop.store, out.premises) < least_symbols) continue;
    out.contradictory = !shop.decider.satisfiable(shop.store, out.premises);
    if (out.contradictory) continue;
    ask(stream, shop, out);
    if (!contradictory || contradict(stream, shop, out)) return true;
  }
  return false;
}

// Letters that nothing decides stand for symbols that the problem does not have yet.
void ProblemMaker::open_letters(std::span<const FormulaId> schemas, Workshop& shop,
                                Problem& problem, Bindings& bindings) const {
  const auto open = [&](const Formula& atom) {
    FormulaId& letter = bindings.letters[atom.first];
    if (atom.op == Op::kProposition) {
      if (letter == kNoFormula) letter = shop.store.proposition(problem.propositions++);
      return;
    }
    if (letter == kNoFormula) letter = shop.store.predicate(problem.predicates++, kVariable);
    if (atom.second == kVariable) return;
    Argument& about = bindings.constants[constant_number(atom.second)];
    if (about == kVariable) about = constant(problem.constants++);
  };
  for (const FormulaId schema : schemas) book_.schemas().visit_atoms(schema, open);
}

// Half of the problems begin with a rule of propositional logic, the others with any.
void ProblemMaker::begin(Stream& stream, Workshop& shop, Problem& out) const {
  shop.store.clear();
  shop.steps.clear();
  out.premises.clear();
  out.unrelated.clear();
  out.propositions = 0;
  out.predicates = 0;
  out.constants = 0;
  const bool plain = stream.below(2) == 0;
  out.rule = static_cast<RuleNumber>(stream.below(plain ? RuleBook::kPropositional : book_.size()));
  const InferenceRule& rule = book_[out.rule];
  Bindings bindings;
  open_letters(rule.premises, shop, out, bindings);
  open_letters(rule.inferences, shop, out, bindings);
  open_letters(rule.unrelated, shop, out, bindings);
  for (const FormulaId premise : rule.premises) {
    add_once(out.premises, instantiate(book_.schemas(), premise, shop.store, bindings));
  }
  for (std::size_t i = 0; i < rule.inferences.size(); ++i) {
    shop.steps.push_back(instance(book_, out.rule, i, shop.store, bindings));
  }
  for (const FormulaId id : rule.unrelated) {
    out.unrelated.push_back(instantiate(book_.schemas(), id, shop.store, bindings));
  }
}

bool ProblemMaker::can_conclude(Candidate candidate, FormulaStore& store, FormulaId premise,
                                Bindings& bindings) const {
  const FormulaId schema = book_[candidate.rule].inferences[candidate.inference];
  return match(book_.schemas(), schema, store, premise, bindings);
}

// A proposition becomes a predicate of a constant, in the whole problem: so what holds of all
// things can speak of it. Gives the literal as it is now.
FormulaId ProblemMaker::make_ground(Stream& stream, Workshop& shop, Problem& problem,
                                    FormulaId literal) const {
  const Formula proposition = shop.store[shop.store.atom_of(literal)];
  const bool known = problem.constants > 0 && stream.below(2) == 0;
  const Argument about = constant(
      known ? static_cast<std::uint32_t>(stream.below(problem.constants)) : problem.constants++);
  const FormulaId atom = shop.store.predicate(problem.predicates++, about);
  const auto replace = [&](FormulaId& id) {
    id = shop.store.map_atoms(id, [&](const Formula& found) {
      if (found.op == Op::kPredicate) return shop.store.predicate(found.first, found.second);
      return found.first == proposition.first ? atom : shop.store.proposition(found.first);
    });
  };
  for (FormulaId& id : problem.premises) replace(id);
  for (FormulaId& id : problem.unrelated) replace(id);
  for (Step& step : shop.steps) {
    for (std::uint32_t i = 0; i < step.premise_count; ++i) replace(step.premises[i]);
    replace(step.conclusion);
  }
  replace(literal);
  return literal;
}

// Replaces a premise by those of a rule that concludes it; false when there is no such rule.
bool ProblemMaker::extend(Stream& stream, Workshop& shop, Problem& out) const {
  const std::size_t at = stream.below(out.premises.size());
  std::vector<Candidate>& candidates = shop.candidates;
  candidates.clear();
  for (RuleNumber rule = 0; rule < book_.size(); ++rule) {
    for (std::uint32_t i = 0; i < book_[rule].inferences.size(); ++i) {
      Bindings tried;
      const bool fits = can_conclude({rule, i}, shop.store, out.premises[at], tried);
      const bool instantiation =
          rule == RuleBook::kInstantiation && shop.store.is_literal(out.premises[at]);
      if (fits || instantiation) candidates.push_back({rule, i});
    }
  }
  if (candidates.empty()) return false;
  const Candidate chosen = candidates[stream.below(candidates.size())];
  Bindings bindings;
  if (!can_conclude(chosen, shop.store, out.premises[at], bindings)) {
    const FormulaId ground = make_ground(stream, shop, out, out.premises[at]);
    bindings = {};
    can_conclude(chosen, shop.store, ground, bindings);
  }
  open_letters(book_[chosen.rule].premises, shop, out, bindings);
  const Step step = instance(book_, chosen.rule, chosen.inference, shop.store, bindings);
  out.premises.erase(out.premises.begin() + static_cast<std::ptrdiff_t>(at));
  for (const FormulaId used : step.used()) add_once(out.premises, used);
  shop.steps.insert(shop.steps.begin(), step);
  return true;
}

// Sorts what the first rule concludes, contradicts and leaves open by what is really so.
void ProblemMaker::ask(Stream& stream, Workshop& shop, Problem& out) const {
  out.inferences.clear();
  out.refuted.clear();
  for (const Step& step : std::span(shop.steps).last(book_[out.rule].inferences.size())) {
    out.inferences.push_back(shorten(out.premises, shop.steps, step.conclusion));
  }
  if (!out.inferences.empty()) refute(shop, out);
  add_near_misses(stream, shop, out);
  std::erase_if(out.unrelated, [&](FormulaId id) {
    return shop.decider.standing(shop.store, out.premises, id) != Standing::kOpen;
  });
}

// What is close to something that is said or follows: an open question should not be known by a
// symbol that stands nowhere else.
void ProblemMaker::add_near_misses(Stream& stream, Workshop& shop, Problem& out) const {
  FormulaStore& store = shop.store;
  for (int i = 0; i < kNearMisses; ++i) {
    const std::uint64_t pick = stream.below(out.premises.size() + out.inferences.size());
    const FormulaId from = pick < out.premises.size()
                               ? out.premises[pick]
                               : out.inferences[pick - out.premises.size()].conclusion;
    const std::uint64_t change = stream.below(4);
    const Formula whole = store[from];
    const bool quantified = is_quantifier(whole.op);
    const FormulaId body = quantified ? whole.first : from;
    const Formula inside = store[body];
    FormulaId changed = body;
    if (is_binary(inside.op)) {
      constexpr std::array<Op, 4> kOthers{Op::kIff, Op::kAnd, Op::kImplies, Op::kAnd};
      const Op other =
          kOthers[static_cast<std::size_t>(inside.op) - static_cast<std::size_t>(Op::kImplies)];
      changed = change == 0   ? store.binary(inside.op, inside.second, inside.first)
                : change == 1 ? store.binary(other, inside.first, inside.second)
                : change == 2
                    ? inside.first
                    : store.binary(inside.op, store.complement(inside.first), inside.second);
    }
    if (quantified) {
      const bool stays = changed != body || whole.op == Op::kForAll;
      changed = store.quantified(stays ? whole.op : Op::kForAll, changed);
    }
    if (!has(out.unrelated, changed)) out.unrelated.push_back(changed);
  }
}

// Makes one of the things that are refuted a premise; false when there is none.
bool ProblemMaker::contradict(Stream& stream, Workshop& shop, Problem& out) const {
  if (out.refuted.empty()) return false;
  const FormulaId added = out.refuted[stream.below(out.refuted.size())].asked;
  const std::size_t place = stream.below(out.premises.size() + 1);
  out.premises.insert(out.premises.begin() + static_cast<std::ptrdiff_t>(place), added);
  out.contradictory = true;
  // Whatever is proved now is proved from these premises, too; nothing is refuted or open any more.
  for (Proof& proof : out.inferences) {
    proof = shorten(out.premises, shop.steps, proof.conclusion);
  }
  out.refuted.clear();
  out.unrelated.clear();
  return true;
}

// What the first rule contradicts, each with the shortest proof of something that cannot be true
// beside it.
void ProblemMaker::refute(Workshop& shop, Problem& out) const {
  const InferenceRule& rule = book_[out.rule];
  const auto last = std::span(shop.steps).last(rule.inferences.size());
  Bindings bindings;
  std::vector<FormulaId> against = out.premises;  // no steps, so they come first
  for (std::size_t i = 0; i < rule.premises.size(); ++i) {
    against.push_back(last.front().premises[i]);
    match(book_.schemas(), rule.premises[i], shop.store, against.back(), bindings);
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    against.push_back(last[i].conclusion);
    match(book_.schemas(), rule.inferences[i], shop.store, against.back(), bindings);
  }
  for (const FormulaId schema : rule.contradictions) {
    Refutation shortest{instantiate(book_.schemas(), schema, shop.store, bindings), {}};
    for (const FormulaId id : against) {
      const std::array<FormulaId, 2> both{id, shortest.asked};
      if (shop.decider.satisfiable(shop.store, both)) continue;
      Proof proof = shorten(out.premises, shop.steps, id);
      const bool first = shortest.proof.conclusion == kNoFormula;
      if (first || proof.steps.size() < shortest.proof.steps.size()) {
        shortest.proof = std::move(proof);
      }
    }
    if (shortest.proof.conclusion != kNoFormula) out.refuted.push_back(std::move(shortest));
  }
}

}  // namespace assay::logic
