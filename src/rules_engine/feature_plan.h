// What each grammar rule asks of the features of its constituents, and what it gives to its own.
//
// Attributes and their values become numbers and sets of bits; attributes that share a variable
// share a domain of values. Only attributes that some rule may still ask for are kept: they are
// *live* (FeatureGrammar says why). What a rule does with them is its plan, and FeatureGrammar
// works out from plans alone which states there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assay/base/exact_math.h"
#include "assay/rules_engine/feature_grammar.h"

namespace assay::rules {

inline constexpr std::size_t kMostValues = 126;  // of one attribute

using Values = Wide;  // a set of values, one bit each; bit 0 is _none_

// One attribute of one constituent: a fixed set, and perhaps a slot that must agree.
struct Ask {
  std::uint32_t attribute = 0;
  Values fixed = 0;
  std::uint32_t slot = kNothing;
};

// A word or a constituent on the right side of a rule.
struct PlannedSymbol {
  WordId word = kNothing;
  CategoryId category = kNothing;
  std::vector<Ask> asks;
};

struct RulePlan {
  CategoryId left = 0;
  std::vector<Ask> gives;  // one for each live attribute of the left category, in order
  std::vector<PlannedSymbol> symbols;
  std::uint32_t slots = 0;
  std::vector<Ask> shared;  // slots that give more than one attribute its value, once each
};

struct PlannedCategory {
  std::string name;
  std::vector<std::uint32_t> live;   // attributes, ascending
  std::vector<std::uint32_t> rules;  // that make it
  Place used;                        // for the first time
};

struct FeaturePlan {
  std::vector<PlannedCategory> categories;
  std::vector<std::string> words;
  std::map<std::string, WordId, std::less<>> word_ids;
  std::vector<RulePlan> rules;  // as in RuleSet::grammar
  CategoryId start = 0;
};

// Throws Error(kInput) naming the rule's place: categories without rules, too many values,
// exclusions of all values.
FeaturePlan plan_features(const RuleSet& rules, const FeatureGrammarOptions& options);

}  // namespace assay::rules
