// Rule files: four kinds of rules in the notation of Keysers et al. 2020, appendix J.
//
//   %grammar
//   VP_INDIRECT=VP_INDIRECT_DP:
//     VP_INDIRECT(object:yes)[_action]/_action ⊓ ∃RolePair(ObjectHaver, Object)._object
//     → VP_INDIRECT(object:_none_)/_action DP/_object
//   %inference
//   IGNORE_DEPENDENCY_DROPPING:
//     DropDependency($X) → $X
//   %resolution
//   PROPERTY_MAPPING:
//     FreebasePropertyMapping($R, $F): role2sparql($R) → $F
//   %knowledge
//   → Role(FilmDirector, DirectingAFilm)
//
// A rule begins at the margin, with its name and a colon or, for knowledge, with the arrow; what
// belongs to it is indented. `#` begins a comment. `->` may stand for →, `&` for ⊓, `exists` for ∃.
// `NAME: *3` gives a grammar rule three times the usual weight where rules are drawn by chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text_file.h"

namespace assay::rules {

// Where something stands; lines and columns count from 1, columns in characters.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// A logical form, a piece of knowledge, or a call that becomes text.
struct Term {
  enum class Kind : std::uint8_t {
    kVariable,     // $X, or _x for the logical form of a constituent
    kString,       // 'ns:people.person'
    kApply,        // DirectingAFilm, RolePair($Q, $R): a name with its inputs
    kConjunction,  // two or more inputs; associative and commutative
    kExists,       // ∃R.C: inputs are R and C
    kTop,          // ⊤, the unit of ⊓
  };
  Kind kind = Kind::kTop;
  std::string text;  // of variables, strings and names
  std::vector<Term> inputs;
  Place place;
};

// attribute:value, attribute:a|b, -attribute:a|b, attribute:_none_ or attribute:$variable.
struct Feature {
  std::string attribute;
  bool negated = false;
  std::vector<std::string> values;
  std::string variable;
  Place place;
};

// One T(F)/L of a grammar rule. A terminal has words and nothing else.
struct Constituent {
  std::string category;
  std::vector<std::string> words;
  std::vector<Feature> features;
  std::string form;  // _x, or empty
  Place place;
};

struct GrammarRule {
  std::string name;
  double weight = 1;
  Constituent left;
  std::string head;  // the variable in brackets: whose features are inherited
  Term form;
  std::vector<Constituent> right;
  Place place;
};

// K : L → R1 ... Rn, for inference (one R) and for resolution.
struct RewriteRule {
  std::string name;
  std::vector<Term> knowledge;
  Term left;
  std::vector<Term> right;
  Place place;
};

// Of one grammar rule, words not counted.
inline constexpr std::size_t kMostConstituents = 16;

using RuleSource = TextFile;

struct RuleSet {
  std::vector<std::string> files;
  std::vector<GrammarRule> grammar;
  std::vector<RewriteRule> inference;
  std::vector<RewriteRule> resolution;
  std::vector<Term> knowledge;
};

// All rules of the files, in their order. Checks what can be seen in one rule: syntax, variables
// that nothing binds, names used twice. Throws Error(kInput), `file:line:column: what was
// expected`.
RuleSet read_rules(std::span<const RuleSource> sources);

// The notation again; variables and strings as in files.
std::string to_text(const Term& term);

// Throws Error(kInput) with the place in front.
[[noreturn]] void fail_at(std::span<const std::string> files, Place place,
                          const std::string& message);

}  // namespace assay::rules
