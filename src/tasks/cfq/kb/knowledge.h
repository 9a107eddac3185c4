// What grounding, reading and answering questions ask of a knowledge base, wherever it lies: in the
// embedded store, or behind a SPARQL endpoint that the user names. Entities are keys here, not
// numbers of one store.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/grounding.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// What a query without placeholders says.
struct KnownAnswer {
  bool is_abandoned = false;      // it takes too long to say
  bool is_yes = false;            // there is a solution
  std::vector<std::string> keys;  // of SELECT, in byte order
};

struct KnownFilling {
  std::string placeholder;  // M0
  std::string key;          // m.0jt90f5
};

// As Grounding says it (kb/grounding.h).
struct KnownGrounding {
  GroundingOutcome outcome = GroundingOutcome::kUnsatisfiable;
  bool lacks_no = false;
  std::vector<KnownFilling> fillings;
  std::vector<std::string> answers;

  bool is_no() const {
    return outcome == GroundingOutcome::kMixedNo || outcome == GroundingOutcome::kGenericNo;
  }
};

// Who is called so.
struct NameOwners {
  std::uint64_t count = 0;
  std::string key;  // of one of them

  bool is_one() const { return count == 1; }
};

// Safe to use from several threads.
class Knowledge {
 public:
  virtual ~Knowledge() = default;

  // For messages.
  virtual const std::string& name() const = 0;

  virtual KnownAnswer answer(const Query& query) const = 0;
  // Whether any pair satisfies a predicate of a query.
  virtual bool has_facts_of(std::string_view predicate) const = 0;
  // Entities for the placeholders of a pattern; what is drawn comes from these streams.
  virtual KnownGrounding ground(const Query& pattern, Key key, StreamId id) const = 0;

  virtual bool has_entity(std::string_view key) const = 0;
  // In the order of the keys; empty where one has no name.
  virtual std::vector<std::string> names_of(const std::vector<std::string>& keys) const = 0;
  // Each has a name that no other has and that can stand in a question.
  virtual bool have_own_names(const std::vector<std::string>& keys) const = 0;
  virtual NameOwners owners_of(std::string_view name) const = 0;
  // May a name begin with this word? Mostly false for words that begin none, where that is known.
  virtual bool begins_name(std::string_view word) const = 0;

  using NameList = std::function<std::vector<std::string>()>;
  // owners_of() will be asked for these: what is far away looks them up at once.
  virtual void expect_names(const NameList& /*names*/) const {}
};

// A name that is cut out of a question must be the name again.
bool can_stand_in_question(std::string_view name);

// The query with ns:m.0x for every placeholder that has an entity.
Query filled_by_keys(Query pattern, const std::vector<KnownFilling>& fillings);

}  // namespace assay::cfq
