// Grounding (Keysers et al. 2020, section 3.2): entities for the placeholders of a query pattern.
//
// A pattern is executed with its placeholders as variables, and one solution is drawn. Entities
// need a name that no other has, and are all different. A pattern without a solution is
// unsatisfiable, and the question is dropped.
//
// Of yes/no questions half should be answered "No", and sound as sensible: entities of one solution
// are replaced by those of another until nothing satisfies the query. Where that fails, an entity
// is replaced by any that stands in the same relation somewhere: another actor, another film. Where
// that fails too, the answer stays "Yes".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/query_search.h"

namespace assay::cfq {

enum class GroundingOutcome : std::uint8_t {
  kAnswered,       // SELECT, with at least one answer
  kYes,            // count(*)
  kMixedNo,        // count(*) is 0, by entities of two solutions
  kGenericNo,      // count(*) is 0, by an entity of the same kind
  kUnsatisfiable,  // no entities give a positive answer
  kAbandoned,      // not decided within the budget
};
inline constexpr std::size_t kGroundingOutcomes = 6;

struct Filling {
  std::string placeholder;  // M0
  Node node = 0;
};

struct Grounding {
  GroundingOutcome outcome = GroundingOutcome::kUnsatisfiable;
  bool lacks_no = false;          // "Yes" because no "No" was found
  std::vector<Filling> fillings;  // in order of appearance in the query
  std::vector<Node> answers;      // of SELECT, ascending

  bool is_grounded() const {
    return outcome != GroundingOutcome::kUnsatisfiable && outcome != GroundingOutcome::kAbandoned;
  }
  bool is_no() const {
    return outcome == GroundingOutcome::kMixedNo || outcome == GroundingOutcome::kGenericNo;
  }
};

struct GroundingLimits {
  std::uint64_t most_steps = 20'000;          // of one search for a solution
  std::uint64_t most_answer_steps = 500'000;  // of the search for all answers
  std::uint32_t mixtures = 12;                // that are tried for a "No"
  std::uint32_t replacements = 12;            // likewise
};

// How many of each outcome.
struct GroundingCounts {
  std::uint64_t outcomes[kGroundingOutcomes] = {};
  std::uint64_t lacking_no = 0;

  void add(const Grounding& grounding) {
    ++outcomes[static_cast<std::size_t>(grounding.outcome)];
    lacking_no += grounding.lacks_no ? 1 : 0;
  }
};

// Streams of one grounding are told apart by their attempt: `id.attempt` and the ones behind it, as
// many as this.
inline constexpr std::uint16_t kGroundingStreams = 8;

// The same for the same key and id, whatever was grounded before.
Grounding ground(const Query& pattern, const PropertyPaths& paths, Key key, StreamId id,
                 const GroundingLimits& limits = {});

// The query with ns:m.0x for every placeholder that has an entity.
Query filled_query(Query pattern, const std::vector<Filling>& fillings, const TripleStore& store);

}  // namespace assay::cfq
