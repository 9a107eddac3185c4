// Contexts: a coherent set of rules, and what of it is told.
//
// Each rule is told as it is, or shown by two commands and two rules that use it (so it can be
// induced), or shown too rarely, or contradicted: shown four times with small changes. What is told
// never gives a tree two values. No rule has exactly three items for it: a learner that asks for
// three and one that asks for four see the same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/theory/decision.h"

namespace assay::cscan {

struct Context;

struct ContextSettings {
  std::uint32_t contradicted = 1;  // rules of each context
  std::uint32_t insufficient = 0;
  std::uint32_t least_commands = 0;  // that every context must settle without induction
  // Asked last; others are made anew. None: every context will do.
  std::function<bool(const Context&)> is_wanted = {};
};

enum class Telling : std::uint8_t { kExplicit, kIllustrated, kInsufficient, kContradicted };

struct Context {
  std::shared_ptr<const PhraseTable> phrases;
  std::vector<Rule> basis;       // of each production of the table, in its order
  std::vector<Telling> telling;  // the same
  std::vector<Item> items;       // as shown: rules told as they are, then the others by fours
  std::uint32_t explicit_rules = 0;

  const Rule& basis_of(ProductionId production) const;
  ProductionSet told(Telling telling) const;
  // What the items say, and that with the illustrated rules.
  Knowledge knowledge() const;
};

class ContextMaker {
 public:
  // The space must outlive it.
  ContextMaker(const RuleSpace& space, const ContextSettings& settings, Key key);

  // Throws Error(kUsage) when least_commands is more than contexts settle, Error(kUnsupported)
  // when the limits of the space let none be made.
  Context make(std::uint64_t number) const;

 private:
  class Attempt;
  // Rules told as they are: at random, but of every hundred contexts as many have each number as
  // its weight says, so that small sets are no less even than large ones.
  std::size_t explicit_rules(std::uint64_t number) const;

  const RuleSpace& space_;
  ContextSettings settings_;
  Key key_;
  std::shared_ptr<const PhraseTable> whole_;  // where a context has all productions
};

}  // namespace assay::cscan
