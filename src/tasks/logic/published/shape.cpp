#include "assay/tasks/logic/published/shape.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "assay/base/hash.h"

namespace assay::logic::published {
namespace {

// A problem as a list of words, with symbols by their place of first appearance among the atoms.
class Printer {
 public:
  Printer(const Workshop& workshop, Variables variables)
      : workshop_(workshop), merged_(variables == Variables::kMerged) {}

  std::vector<std::uint32_t> print(const Problem& problem) {
    add(problem.atoms);
    add(problem.premises);
    add(problem.inferences);
    add(problem.contradictions);
    add(problem.unrelated);
    words_.push_back(problem.contradictory ? 1 : 0);
    return std::move(words_);
  }

 private:
  void add(Symbol symbol) {
    if (merged_ && symbol.kind() == SymbolKind::kVariable) symbol = with_suffix(symbol, kNoSuffix);
    const auto place = std::find(places_.begin(), places_.end(), symbol) - places_.begin();
    if (place == std::ssize(places_)) places_.push_back(symbol);
    words_.push_back(static_cast<std::uint32_t>(place));
  }

  void add(Clause clause) {
    const Node& node = workshop_.clauses[clause];
    words_.push_back(static_cast<std::uint32_t>(node.op));
    switch (node.op) {
      case Op::kAtom:
      case Op::kBare:
        add(node.symbol());
        return;
      case Op::kApplied:
        add(node.symbol());
        add(node.argument());
        return;
      case Op::kNot:
        add(node.left());
        return;
      case Op::kForall:
      case Op::kExists:
        add(node.symbol());
        add(node.right());
        return;
      default:
        add(node.left());
        add(node.right());
    }
  }

  void add(std::span<const Clause> clauses) {
    words_.push_back(static_cast<std::uint32_t>(clauses.size()));
    for (const Clause clause : clauses) add(clause);
  }

  void add(const std::vector<Chain>& chains) {
    words_.push_back(static_cast<std::uint32_t>(chains.size()));
    for (const Chain& chain : chains) {
      add(chain.clause);
      words_.push_back(static_cast<std::uint32_t>(chain.steps.size()));
      for (const Step& step : chain.steps) {
        add(step.premises());
        add(step.conclusion);
        add_name(workshop_.rules[step.rule].name);
      }
    }
  }

  // Names are printed, so two rules of one name are the same.
  void add_name(std::string_view name) {
    const auto& rules = workshop_.rules;
    const auto first = std::find_if(rules.begin(), rules.end(),
                                    [&](const Rule& rule) { return rule.name == name; });
    words_.push_back(static_cast<std::uint32_t>(first - rules.begin()));
  }

  const Workshop& workshop_;
  bool merged_;
  std::vector<Symbol> places_;
  std::vector<std::uint32_t> words_;
};

}  // namespace

Fingerprint fingerprint(std::string_view bytes, Fingerprint start) {
  return {hash64(bytes, start.first), hash64(bytes, start.second)};
}

Fingerprint fingerprint(std::span<const std::uint32_t> words, Fingerprint start) {
  const auto* const bytes = reinterpret_cast<const char*>(words.data());
  return fingerprint(std::string_view(bytes, words.size_bytes()), start);
}

Fingerprint shape_of(const Workshop& workshop, const Problem& problem, Variables variables) {
  return fingerprint(Printer(workshop, variables).print(problem));
}

}  // namespace assay::logic::published
