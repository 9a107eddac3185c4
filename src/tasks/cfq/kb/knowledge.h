// What grounding and answering ask of a knowledge base, wherever it lies: in the embedded store, or
// behind a SPARQL endpoint that the user names. Entities are keys here, not numbers of one store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/grounding.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// What a query without placeholders says.
struct KnownAnswer {
  bool is_abandoned = false;
  bool is_yes = false;            // there is a solution
  std::uint64_t count = 0;        // of count(*)
  std::vector<std::string> keys;  // of SELECT, in byte order
};

struct KnownFilling {
  std::string placeholder;  // M0
  std::string key;          // m.0jt90f5
  std::string name;         // Deadfall
};

// As Grounding says it (kb/grounding.h).
struct KnownGrounding {
  GroundingOutcome outcome = GroundingOutcome::kUnsatisfiable;
  bool lacks_no = false;
  std::vector<KnownFilling> fillings;
  std::vector<std::string> answers;
};

// Not shared by threads.
class Knowledge {
 public:
  virtual ~Knowledge() = default;
  virtual KnownAnswer answer(const Query& query) = 0;
  // Entities for the placeholders of a pattern; what is drawn comes from these streams.
  virtual KnownGrounding ground(const Query& pattern, Key key, StreamId id) = 0;
  // Empty where it has none.
  virtual std::string name(std::string_view key) = 0;
};

// The embedded store.
class StoreKnowledge final : public Knowledge {
 public:
  // The paths must outlive it.
  explicit StoreKnowledge(const PropertyPaths& paths, const GroundingLimits& limits = {})
      : paths_(paths), limits_(limits) {}

  KnownAnswer answer(const Query& query) override;
  KnownGrounding ground(const Query& pattern, Key key, StreamId id) override;
  std::string name(std::string_view key) override;

 private:
  const PropertyPaths& paths_;
  GroundingLimits limits_;
};

}  // namespace assay::cfq
