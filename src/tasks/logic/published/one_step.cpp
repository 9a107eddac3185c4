#include "assay/tasks/logic/published/one_step.h"

#include <algorithm>

#include "assay/tasks/logic/published/matcher.h"

namespace assay::logic::published {
namespace {

// Quirk: by name, so that existential generalization stays though it adds a variable.
bool is_asked(const Rule& rule) {
  return rule.name.find("addition") == std::string::npos &&
         rule.name.find("instantiation") == std::string::npos;
}

bool all_differ(const Bindings& bindings) {
  for (const Binding& a : bindings) {
    for (const Binding* b = bindings.begin(); b != &a; ++b) {
      if (a.same_value(*b)) return false;
    }
  }
  return true;
}

// An invented functor may bear the name of one of the variation's.
bool values_differ(const Clauses& clauses, const Match& match, const Naming& naming) {
  if (match.values.empty()) return true;
  std::vector<std::string> texts;
  for (const Clause value : match.values) {
    append_notation(clauses, value, naming, texts.emplace_back());
  }
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

class Search {
 public:
  Search(Clauses& clauses, const Problem& problem, std::vector<Match>& found)
      : clauses_(clauses), problem_(problem), found_(found) {}

  void run(const Rule& rule, std::uint8_t number) {
    match_.rule = number;
    match_.size = 0;
    bindings_.shrink(0);
    extend(rule);
  }

 private:
  void extend(const Rule& rule) {
    if (match_.size == rule.premises.size()) {
      finish(rule);
      return;
    }
    const Clause wanted = rule.premises[match_.size];
    const std::size_t before = bindings_.size();
    for (std::size_t i = 0; i < problem_.premises.size(); ++i) {
      // Quirk: two symbols of a rule never stand for the same.
      if (match(clauses_, wanted, problem_.premises[i], kInvented, Invention::kOff, bindings_) &&
          all_differ(bindings_)) {
        match_.premises[match_.size++] = static_cast<std::uint8_t>(i);
        extend(rule);
        --match_.size;
      }
      bindings_.shrink(before);
    }
  }

  void finish(const Rule& rule) {
    if (rule.inferences.empty()) return;
    Match& match = found_.emplace_back(match_);
    for (const Clause inference : rule.inferences) {
      match.inferences.push_back(substitute(clauses_, inference, bindings_));
    }
    for (const Clause atom : rule.atoms) {
      match.atoms.push_back(substitute(clauses_, atom, bindings_));
    }
    split_atoms(clauses_, match.atoms);
    // A problem's functor stands for a compound: one was invented.
    const bool invented = std::any_of(bindings_.begin(), bindings_.end(), [](const Binding& entry) {
      return entry.is_clause && entry.from.kind() == SymbolKind::kFunctor;
    });
    if (!invented) return;
    for (const Binding& entry : bindings_) {
      if (entry.is_clause) match.values.push_back(Clause{entry.value});
    }
  }

  Clauses& clauses_;
  const Problem& problem_;
  std::vector<Match>& found_;
  Match match_;
  Bindings bindings_;
};

}  // namespace

AskedRules make_asked_rules(Clauses& clauses, const std::vector<Rule>& rules) {
  AskedRules result;
  for (std::size_t number = 0; number < rules.size(); ++number) {
    if (!is_asked(rules[number])) continue;
    result.rules.push_back(with_suffix(clauses, rules[number], kFromRule));
    result.numbers.push_back(static_cast<std::uint8_t>(number));
  }
  return result;
}

std::vector<Match> find_matches(Clauses& clauses, const AskedRules& asked, const Problem& problem) {
  std::vector<Match> result;
  Search search(clauses, problem, result);
  for (std::size_t i = 0; i < asked.rules.size(); ++i) search.run(asked.rules[i], asked.numbers[i]);
  return result;
}

void show_matches(const Clauses& clauses, std::span<const Match> matches,
                  std::span<const std::uint8_t> order, const Naming& naming,
                  std::vector<const Match*>& shown) {
  std::array<std::uint8_t, 256> places;
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<std::uint8_t>(i);
  const auto key = [&places](const Match* match) {
    std::uint32_t result = match->rule;
    for (std::size_t i = 0; i < match->premises.size(); ++i) {
      result = result << 8U | (i < match->size ? places[match->premises[i]] : 0U);
    }
    return result;
  };
  shown.clear();
  for (const Match& match : matches) {
    if (values_differ(clauses, match, naming)) shown.push_back(&match);
  }
  std::sort(shown.begin(), shown.end(),
            [&](const Match* a, const Match* b) { return key(a) < key(b); });
}

}  // namespace assay::logic::published
