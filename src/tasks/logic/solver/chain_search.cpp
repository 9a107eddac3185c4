#include "assay/tasks/logic/solver/chain_search.h"

#include <algorithm>
#include <bit>

namespace assay::logic {

namespace {

constexpr std::uint32_t kJoinCount = 5;

template <typename Visit>
void visit_literals(Literals set, const Visit& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<Literal>(std::countr_zero(set)));
}

bool has(Literals set, Literal literal) { return (set & only(literal)) != 0; }

// Whom a premise of this scope can meet, and what of. At most one premise is about something.
template <typename Visit>
void visit_partners(Scope scope, const Visit& visit) {
  if (scope == Scope::kGround) return visit(Scope::kGround, Scope::kGround);
  if (scope == Scope::kSome) return visit(Scope::kAll, Scope::kSome);
  visit(Scope::kAll, Scope::kAll);
  visit(Scope::kSome, Scope::kSome);
}

// Likewise with two others.
template <typename Visit>
void visit_two_partners(Scope scope, const Visit& visit) {
  if (scope == Scope::kGround) return visit(Scope::kGround, Scope::kGround, Scope::kGround);
  if (scope == Scope::kSome) return visit(Scope::kAll, Scope::kAll, Scope::kSome);
  visit(Scope::kAll, Scope::kAll, Scope::kAll);
  visit(Scope::kAll, Scope::kSome, Scope::kSome);
  visit(Scope::kSome, Scope::kAll, Scope::kSome);
}

}  // namespace

ChainSearch::ChainSearch(const Universe& universe, std::span<const Sentence> premises)
    : universe_(universe),
      width_(2 * std::max({universe.ground_atoms(), universe.general_atoms(), std::uint32_t{1}})),
      origins_(std::size_t{3} * kJoinCount * width_ * width_),
      waiting_(kMostSteps + 1),
      instances_(universe.general_atoms(), 0) {
  for (std::uint32_t i = 0; i < universe.ground_atoms(); ++i) {
    const std::uint32_t general = universe.general_of(i);
    if (general != Universe::kNone) instances_[general] |= only(2 * i);
  }
  for (const Sentence& premise : premises) {
    if (premise.denied) continue;  // no rule has a use for it
    const Node node = node_of(premise.scope, premise.join, premise.first, premise.second);
    origins_[node].size = 0;
    waiting_[0].push_back(node);
  }
}

ChainSearch::Node ChainSearch::node_of(Scope scope, Join join, Literal first,
                                       Literal second) const {
  const auto kind =
      static_cast<std::uint32_t>(scope) * kJoinCount + static_cast<std::uint32_t>(join);
  return (kind * width_ + first) * width_ + second;
}

Sentence ChainSearch::sentence_of(Node node) const {
  const std::uint32_t kind = node / width_ / width_;
  return {static_cast<Scope>(kind / kJoinCount), static_cast<Join>(kind % kJoinCount), false,
          node / width_ % width_, node % width_};
}

void ChainSearch::propose(Rule rule, Node conclusion, std::initializer_list<Node> premises,
                          bool by_instance) {
  ++work_;
  Origin& origin = origins_[conclusion];
  if (origin.reached) return;
  std::uint32_t size = by_instance ? 2 : 1;
  for (const Node premise : premises) size += origins_[premise].size;
  if (size >= origin.size || size > kMostSteps) return;
  origin.rule = rule;
  origin.size = static_cast<std::uint16_t>(size);
  origin.by_instance = by_instance;
  origin.premise_count = static_cast<std::uint8_t>(premises.size());
  std::copy(premises.begin(), premises.end(), origin.premises.begin());
  waiting_[size].push_back(conclusion);
}

bool ChainSearch::prove(const Sentence& goal, std::vector<ChainStep>& out) {
  return search(
      goal, [&](const Sentence& sentence) { return sentence == goal; }, out);
}

bool ChainSearch::refute(const Sentence& asked, std::vector<ChainStep>& out) {
  const Consistency consistency(universe_);
  const auto contradicts = [&](const Sentence& sentence) {
    const Literals of_scope = goal_literals_[static_cast<std::size_t>(sentence.scope)];
    const bool shares = has(of_scope, sentence.first) ||
                        (sentence.join != Join::kAlone && has(of_scope, sentence.second));
    return shares && consistency.contradict(sentence, asked);
  };
  return search(asked, contradicts, out);
}

// What the question asks about, in every scope and with both signs.
void ChainSearch::mark_goal(const Sentence& about) {
  goal_literals_ = {};
  const auto both_signs = [](std::uint32_t atom) { return only(2 * atom) | only(2 * atom + 1); };
  const auto mark = [&](Literal literal) {
    std::uint32_t general = literal / 2;
    if (about.scope == Scope::kGround) {
      goal_literals_[0] |= both_signs(literal / 2);
      general = universe_.general_of(literal / 2);
      if (general == Universe::kNone) return;
    } else {
      visit_literals(instances_[general],
                     [&](Literal instance) { goal_literals_[0] |= both_signs(instance / 2); });
    }
    goal_literals_[1] |= both_signs(general);
    goal_literals_[2] |= both_signs(general);
  };
  mark(about.first);
  if (about.join != Join::kAlone) mark(about.second);
}

template <typename Wanted>
bool ChainSearch::search(const Sentence& about, const Wanted& wanted, std::vector<ChainStep>& out) {
  out.clear();
  mark_goal(about);
  for (std::size_t size = 0; size < waiting_.size(); ++size) {
    for (std::size_t i = 0; i < waiting_[size].size(); ++i) {
      const Node node = waiting_[size][i];
      if (origins_[node].reached || origins_[node].size != size) continue;
      if (wanted(sentence_of(node))) {
        extract(node, out);
        return true;
      }
      reach(node);
      if (work_ > kMostWork) return false;
    }
  }
  return false;
}

void ChainSearch::reach(Node node) {
  origins_[node].reached = true;
  const Sentence sentence = sentence_of(node);
  const Literal first = sentence.first;
  const Literal second = sentence.second;
  Known& mine = known(sentence.scope);
  if (sentence.join != Join::kAlone) change_scope(node, sentence);
  switch (sentence.join) {
    case Join::kAlone:
      mine.alone |= only(first);
      return use_alone(node, sentence);
    case Join::kIf:
      mine.if_first[first] |= only(second);
      mine.if_second[second] |= only(first);
      return use_if(node, sentence);
    case Join::kIff:
      mine.iff_first[first] |= only(second);
      mine.iff_second[second] |= only(first);
      return use_iff(node, sentence);
    case Join::kEither:
      mine.either_first[first] |= only(second);
      mine.either_second[second] |= only(first);
      return use_either(node, sentence);
    case Join::kBoth:
      propose(Rule::kSimplification, node_of(sentence.scope, Join::kAlone, first), {node});
      propose(Rule::kSimplification, node_of(sentence.scope, Join::kAlone, second), {node});
  }
}

void ChainSearch::use_alone(Node node, const Sentence& sentence) {
  const Literal own = sentence.first;
  const Literal no = opposite(own);
  visit_partners(sentence.scope, [&](Scope scope, Scope then) {
    const Known& other = known(scope);
    const Literals news = ~known(then).alone;
    visit_literals(other.if_first[own] & news, [&](Literal b) {
      propose(Rule::kModusPonens, node_of(then, Join::kAlone, b),
              {node_of(scope, Join::kIf, own, b), node});
    });
    visit_literals(other.if_second[no], [&](Literal a) {
      propose(Rule::kModusTollens, node_of(then, Join::kAlone, opposite(a)),
              {node_of(scope, Join::kIf, a, no), node});
    });
    visit_literals(other.either_first[no] & news, [&](Literal b) {
      propose(Rule::kDisjunctiveSyllogism, node_of(then, Join::kAlone, b),
              {node_of(scope, Join::kEither, no, b), node});
    });
    visit_literals(other.iff_first[no], [&](Literal b) {
      propose(Rule::kBiconditionalElimination, node_of(then, Join::kAlone, opposite(b)),
              {node_of(scope, Join::kIff, no, b), node});
    });
    visit_literals(other.iff_second[no], [&](Literal a) {
      propose(Rule::kBiconditionalElimination, node_of(then, Join::kAlone, opposite(a)),
              {node_of(scope, Join::kIff, a, no), node});
    });
    conjoin(node, sentence, {scope, then});
  });
  add_symbols(node, sentence);
}

// A conjunction only leads back to its parts, so it is worth making when it is asked for.
void ChainSearch::conjoin(Node node, const Sentence& sentence, Partner partner) {
  const Literal own = sentence.first;
  const Literals wanted = goal_literals_[static_cast<std::size_t>(sentence.scope)];
  if (!has(wanted, own)) return;
  visit_literals(known(partner.scope).alone & wanted & ~only(own), [&](Literal b) {
    const Node other = node_of(partner.scope, Join::kAlone, b);
    propose(Rule::kConjunction, node_of(partner.conclusion, Join::kBoth, own, b), {node, other});
    propose(Rule::kConjunction, node_of(partner.conclusion, Join::kBoth, b, own), {other, node});
  });
}

// Addition, instantiation and generalization.
void ChainSearch::add_symbols(Node node, const Sentence& sentence) {
  const Literal own = sentence.first;
  const std::uint32_t atoms = universe_.atoms(sentence.scope);
  for (Literal b = 0; b < 2 * atoms; ++b) {
    if (b / 2 == own / 2) continue;
    propose(Rule::kAddition, node_of(sentence.scope, Join::kEither, own, b), {node});
  }
  if (sentence.scope == Scope::kAll) {
    visit_literals(instances_[own / 2], [&](Literal instance) {
      propose(Rule::kInstantiation, node_of(Scope::kGround, Join::kAlone, instance + own % 2),
              {node});
    });
    if (instances_[own / 2] == 0) {
      propose(Rule::kGeneralization, node_of(Scope::kSome, Join::kAlone, own), {node}, true);
    }
  }
  if (sentence.scope == Scope::kGround) {
    const std::uint32_t general = universe_.general_of(own / 2);
    if (general == Universe::kNone) return;
    propose(Rule::kGeneralization, node_of(Scope::kSome, Join::kAlone, 2 * general + own % 2),
            {node});
  }
}

// Instantiation and generalization of two literals that are joined.
void ChainSearch::change_scope(Node node, const Sentence& sentence) {
  const Literal a = sentence.first;
  const Literal b = sentence.second;
  if (sentence.scope == Scope::kAll) {
    visit_literals(instances_[a / 2], [&](Literal first) {
      visit_literals(instances_[b / 2], [&](Literal second) {
        if (!same_constant(first / 2, second / 2)) return;
        propose(Rule::kInstantiation,
                node_of(Scope::kGround, sentence.join, first + a % 2, second + b % 2), {node});
      });
    });
  }
  if (sentence.scope == Scope::kGround && same_constant(a / 2, b / 2)) {
    const std::uint32_t first = universe_.general_of(a / 2);
    const std::uint32_t second = universe_.general_of(b / 2);
    if (first == Universe::kNone || second == Universe::kNone) return;
    propose(Rule::kGeneralization,
            node_of(Scope::kSome, sentence.join, 2 * first + a % 2, 2 * second + b % 2), {node});
  }
}

bool ChainSearch::same_constant(std::uint32_t first, std::uint32_t second) const {
  const Formula& one = universe_.ground_atom(first);
  const Formula& other = universe_.ground_atom(second);
  return one.op == Op::kPredicate && other.op == Op::kPredicate && one.second == other.second;
}

void ChainSearch::use_if(Node node, const Sentence& sentence) {
  const Literal a = sentence.first;
  const Literal b = sentence.second;
  visit_partners(sentence.scope, [&](Scope scope, Scope then) {
    const Known& other = known(scope);
    if (has(other.alone, a)) {
      propose(Rule::kModusPonens, node_of(then, Join::kAlone, b),
              {node, node_of(scope, Join::kAlone, a)});
    }
    if (has(other.alone, opposite(b))) {
      propose(Rule::kModusTollens, node_of(then, Join::kAlone, opposite(a)),
              {node, node_of(scope, Join::kAlone, opposite(b))});
    }
    visit_literals(other.if_first[b] & ~known(then).if_first[a], [&](Literal c) {
      propose(Rule::kTransitivity, node_of(then, Join::kIf, a, c),
              {node, node_of(scope, Join::kIf, b, c)});
    });
    visit_literals(other.if_second[a] & ~known(then).if_second[b], [&](Literal c) {
      propose(Rule::kTransitivity, node_of(then, Join::kIf, c, b),
              {node_of(scope, Join::kIf, c, a), node});
    });
    if (has(other.if_first[b], a)) {
      const Node back = node_of(scope, Join::kIf, b, a);
      propose(Rule::kBiconditionalIntroduction, node_of(then, Join::kIff, a, b), {node, back});
      propose(Rule::kBiconditionalIntroduction, node_of(then, Join::kIff, b, a), {back, node});
    }
  });
  eliminate(node, sentence);
}

// If a then b, and if c then b: a or c will do.
void ChainSearch::eliminate(Node node, const Sentence& sentence) {
  const Literal a = sentence.first;
  const Literal b = sentence.second;
  visit_two_partners(sentence.scope, [&](Scope second, Scope third, Scope then) {
    if (has(known(then).alone, b)) return;
    const Literals others = known(second).if_second[b];
    const Node conclusion = node_of(then, Join::kAlone, b);
    visit_literals(others & known(third).either_first[a], [&](Literal c) {
      propose(Rule::kDisjunctionElimination, conclusion,
              {node, node_of(second, Join::kIf, c, b), node_of(third, Join::kEither, a, c)});
    });
    visit_literals(others & known(third).either_second[a], [&](Literal c) {
      propose(Rule::kDisjunctionElimination, conclusion,
              {node_of(second, Join::kIf, c, b), node, node_of(third, Join::kEither, c, a)});
    });
  });
}

void ChainSearch::use_iff(Node node, const Sentence& sentence) {
  const Literal a = sentence.first;
  const Literal b = sentence.second;
  propose(Rule::kBiconditionalElimination, node_of(sentence.scope, Join::kIf, a, b), {node});
  propose(Rule::kBiconditionalElimination, node_of(sentence.scope, Join::kIf, b, a), {node});
  visit_partners(sentence.scope, [&](Scope scope, Scope then) {
    if (has(known(scope).alone, opposite(a))) {
      propose(Rule::kBiconditionalElimination, node_of(then, Join::kAlone, opposite(b)),
              {node, node_of(scope, Join::kAlone, opposite(a))});
    }
    if (has(known(scope).alone, opposite(b))) {
      propose(Rule::kBiconditionalElimination, node_of(then, Join::kAlone, opposite(a)),
              {node, node_of(scope, Join::kAlone, opposite(b))});
    }
  });
}

void ChainSearch::use_either(Node node, const Sentence& sentence) {
  const Literal a = sentence.first;
  const Literal b = sentence.second;
  propose(Rule::kRewriting, node_of(sentence.scope, Join::kIf, opposite(b), a), {node});
  visit_partners(sentence.scope, [&](Scope scope, Scope then) {
    const Known& other = known(scope);
    if (has(other.alone, opposite(a))) {
      propose(Rule::kDisjunctiveSyllogism, node_of(then, Join::kAlone, b),
              {node, node_of(scope, Join::kAlone, opposite(a))});
    }
    const Literals resolvable = other.either_first[opposite(a)];
    visit_literals(resolvable & ~known(then).either_first[b], [&](Literal c) {
      propose(Rule::kResolution, node_of(then, Join::kEither, b, c),
              {node, node_of(scope, Join::kEither, opposite(a), c)});
    });
    visit_literals(resolvable & ~known(then).either_second[b], [&](Literal c) {
      propose(Rule::kResolution, node_of(then, Join::kEither, c, b),
              {node_of(scope, Join::kEither, opposite(a), c), node});
    });
  });
  visit_two_partners(sentence.scope, [&](Scope first, Scope second, Scope then) {
    const Literals both = known(first).if_first[a] & known(second).if_first[b];
    visit_literals(both & ~known(then).alone, [&](Literal c) {
      propose(Rule::kDisjunctionElimination, node_of(then, Join::kAlone, c),
              {node_of(first, Join::kIf, a, c), node_of(second, Join::kIf, b, c), node});
    });
  });
}

// Premises come before what they are used for; what is used twice is concluded once.
void ChainSearch::extract(Node goal, std::vector<ChainStep>& out) const {
  std::vector<Node> path{goal};
  std::vector<Node> done;
  while (!path.empty()) {
    const Node node = path.back();
    const Origin& origin = origins_[node];
    const auto is_done = [&](Node other) {
      return origins_[other].size == 0 || std::find(done.begin(), done.end(), other) != done.end();
    };
    const auto premises = std::span(origin.premises).first(origin.premise_count);
    const auto open = std::find_if_not(premises.begin(), premises.end(), is_done);
    if (open != premises.end()) {
      path.push_back(*open);
      continue;
    }
    path.pop_back();
    if (is_done(node)) continue;
    done.push_back(node);
    ChainStep& step = out.emplace_back();
    step.rule = origin.rule;
    step.by_instance = origin.by_instance;
    step.premise_count = origin.premise_count;
    std::transform(premises.begin(), premises.end(), step.premises.begin(),
                   [&](Node premise) { return sentence_of(premise); });
    step.conclusion = sentence_of(node);
  }
}

}  // namespace assay::logic
