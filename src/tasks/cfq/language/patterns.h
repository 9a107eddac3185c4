// Question patterns by address: drawn from the grammar, composed, and filtered.
//
// A pattern is a question with placeholders M0, M1 ... for entities, numbered in the order of the
// text. Its number of grammar rules is drawn first, evenly, then a derivation of exactly that size.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/random.h"
#include "assay/core/rule_graph.h"
#include "assay/rules_engine/derivation_sampler.h"
#include "assay/tasks/cfq/language/language.h"

namespace assay::cfq {

// Why a draw is not used (section 3.2, "Semantic and structural filtering", and "Ambiguity").
enum class Rejection : std::uint8_t {
  kNone,
  kRepetition,   // a list says the same thing twice
  kLongList,     // more than kMostListed members
  kManyClauses,  // more relative clauses than asked for
  kManyThings,   // more entities or clauses of the query than the published data have
  kNoQuery,      // the rules give it no query: "Was M0 M1", "played by"
  kSaidTwice,    // a thing is said to be the same twice: "Who was a person that ..."
  kTwoGenders,   // of one thing
  kTwoMeanings,  // the question can be read in another way
};
inline constexpr std::size_t kRejections = 9;
std::string_view name_of(Rejection rejection);

struct PatternLimits {
  std::uint32_t lowest_level = 9;
  std::uint32_t highest_level = 50;
  std::uint32_t relative_clauses = 1;
};

// Immutable, so threads may share it. The language must outlive it.
class PatternMaker {
 public:
  PatternMaker(const Language& language, PatternLimits limits);

  // Draws once; what it gives is whole only for kNone. `rules` may be left out.
  Rejection draw(Workbench& bench, std::uint32_t level, Stream& stream, Pattern& out,
                 RuleGraph* rules) const;

  // The pattern of a unit: the first draw that is not rejected. False when kMostAttempts were.
  bool make(Key key, std::uint64_t unit, Pattern& out, RuleGraph* rules) const;

  // The level of a unit.
  std::uint32_t level(Stream& stream) const;

  static constexpr std::uint16_t kMostAttempts = 2000;
  static constexpr std::size_t kMostListed = 8;     // of the published data
  static constexpr std::size_t kMostEntities = 10;  // M0 to M9
  static constexpr std::size_t kMostClauses = 24;

 private:
  struct Shape {
    bool completes_list = false;
    bool grows_list = false;
  };

  Rejection look_at(Workbench& bench, std::uint32_t root) const;
  Rejection look_at_form(Workbench& bench) const;
  bool has_other_meaning(Workbench& bench, std::uint32_t root, const Pattern& pattern) const;

  const Language& language_;
  PatternLimits limits_;
  rules::DerivationSampler sampler_;
  std::vector<std::uint32_t> levels_;  // those that exist
  std::vector<Shape> shapes_;          // by grammar rule
  rules::GroundId gender_ = rules::kNotGround;
};

}  // namespace assay::cfq
