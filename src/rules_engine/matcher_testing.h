// For tests only: a second witness of matching, and random terms.
//
// The witness deals the conjuncts of a form out to those of a pattern in every possible way: each
// part of the pattern gets one, a variable one or more, and at the root some may be left over.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/rules_engine/rule_file.h"

namespace assay::rules::witness {

using Kind = Term::Kind;

inline Term conjunction(std::vector<Term> parts) {
  if (parts.size() == 1) return parts.front();
  return {Kind::kConjunction, "", std::move(parts), {}};
}

// The same text for terms that differ only in the order of conjuncts.
inline std::string canonical(const Term& term) {
  std::vector<std::string> inputs;
  for (const Term& input : term.inputs) inputs.push_back(canonical(input));
  if (term.kind == Kind::kConjunction) std::sort(inputs.begin(), inputs.end());
  std::string text = std::to_string(static_cast<int>(term.kind));
  text += term.text;
  text += '(';
  for (const std::string& input : inputs) {
    text += input;
    text += ',';
  }
  text += ')';
  return text;
}

using Bindings = std::map<std::string, Term>;
using Then = std::function<bool(const Bindings&)>;

// Does some way of matching lead to what `then` accepts?
class MatchWitness {
 public:
  static bool match(const Term& pattern, const Term& form, bool root, const Bindings& bindings,
                    const Then& then) {
    if (pattern.kind == Kind::kVariable) {
      const auto known = bindings.find(pattern.text);
      if (known != bindings.end()) {
        return canonical(known->second) == canonical(form) && then(bindings);
      }
      Bindings more = bindings;
      more.emplace(pattern.text, form);
      return then(more);
    }
    if (pattern.kind != form.kind || pattern.text != form.text) return false;
    if (pattern.kind == Kind::kConjunction) {
      std::vector<std::vector<Term>> hands(pattern.inputs.size() + 1);  // the last: left over
      return deal(pattern, form, root, 0, hands, bindings, then);
    }
    if (pattern.inputs.size() != form.inputs.size()) return false;
    return match_from(pattern, form, 0, bindings, then);
  }

  // With everything in `knowledge` found among the facts.
  static bool know(const std::vector<Term>& knowledge, std::size_t at,
                   const std::vector<Term>& facts, const Bindings& bindings, const Then& then) {
    if (at == knowledge.size()) return then(bindings);
    return std::any_of(facts.begin(), facts.end(), [&](const Term& fact) {
      return match(knowledge[at], fact, false, bindings, [&](const Bindings& more) {
        return know(knowledge, at + 1, facts, more, then);
      });
    });
  }

 private:
  static bool match_from(const Term& pattern, const Term& form, std::size_t at,
                         const Bindings& bindings, const Then& then) {
    if (at == pattern.inputs.size()) return then(bindings);
    return match(pattern.inputs[at], form.inputs[at], false, bindings, [&](const Bindings& more) {
      return match_from(pattern, form, at + 1, more, then);
    });
  }

  static bool deal(const Term& pattern, const Term& form, bool root, std::size_t at,
                   std::vector<std::vector<Term>>& hands, const Bindings& bindings,
                   const Then& then) {
    if (at == form.inputs.size()) return match_hands(pattern, hands, 0, bindings, then);
    for (std::size_t h = 0; h < hands.size() - (root ? 0 : 1); ++h) {
      hands[h].push_back(form.inputs[at]);
      const bool found = deal(pattern, form, root, at + 1, hands, bindings, then);
      hands[h].pop_back();
      if (found) return true;
    }
    return false;
  }

  static bool match_hands(const Term& pattern, const std::vector<std::vector<Term>>& hands,
                          std::size_t at, const Bindings& bindings, const Then& then) {
    if (at == pattern.inputs.size()) return then(bindings);
    if (hands[at].empty()) return false;
    return match(
        pattern.inputs[at], conjunction(hands[at]), false, bindings,
        [&](const Bindings& more) { return match_hands(pattern, hands, at + 1, more, then); });
  }
};

// --- random terms ------------------------------------------------------------------------------

inline Term name(const std::string& text, std::vector<Term> inputs = {}) {
  return {Kind::kApply, text, std::move(inputs), {}};
}

inline Term random_form(Stream& stream, int depth) {
  const auto input = [&] { return random_form(stream, depth - 1); };
  switch (depth == 0 ? 0 : stream.below(7)) {
    case 1:
      return name("F", {input()});
    case 2:
      return name("G", {input(), input()});
    case 3: {
      Term role = stream.below(4) == 0 ? input() : name(stream.below(2) == 0 ? "R" : "Q");
      return {Kind::kExists, "", {std::move(role), input()}, {}};
    }
    case 4:
    case 5:
    case 6: {
      std::vector<Term> parts;
      for (std::uint64_t n = 2 + stream.below(2); n > 0; --n) {
        Term part = input();
        if (part.kind == Kind::kTop) continue;
        if (part.kind != Kind::kConjunction) {
          parts.push_back(std::move(part));
        } else {
          parts.insert(parts.end(), part.inputs.begin(), part.inputs.end());
        }
      }
      if (parts.empty() || parts.size() > 5) return name("A");
      return conjunction(std::move(parts));
    }
    default: {
      const std::uint64_t pick = stream.below(10);
      if (pick == 0) return {Kind::kTop, "", {}, {}};
      if (pick == 1) return {Kind::kString, "text", {}, {}};
      return name(std::vector<std::string>{"A", "B", "C"}[pick % 3]);
    }
  }
}

// A pattern that was a form: some of it replaced by variables, conjuncts in another order, some of
// them taken together, and now and then something that does not fit.
inline Term random_pattern(Stream& stream, const Term& form, bool root) {
  if (!root && stream.below(4) == 0) {
    return {Kind::kVariable, std::vector<std::string>{"$X", "$Y", "$Z"}[stream.below(3)], {}, {}};
  }
  if (!root && stream.below(20) == 0) return name("A");
  Term made = form;
  made.inputs.clear();
  for (const Term& input : form.inputs) made.inputs.push_back(random_pattern(stream, input, false));
  if (made.kind != Kind::kConjunction) return made;
  stream.shuffle(std::span(made.inputs));
  while (made.inputs.size() > 2 && stream.below(3) == 0) made.inputs.pop_back();
  return made;
}

}  // namespace assay::rules::witness
