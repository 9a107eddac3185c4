// A store behind a SPARQL endpoint as the knowledge base.
//
// A pattern is grounded by some of its solutions: the store gives up to `solutions` of them, in
// whatever order it likes; they are sorted, and one whose entities have names of their own is
// drawn. So a grounding is the same as long as the store gives the same rows. A "No" mixes the
// entities of two solutions until nothing satisfies the query.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/kb/knowledge.h"
#include "assay/tasks/cfq/kb/sparql_endpoint.h"

namespace assay::cfq {

struct EndpointGrounding {
  std::uint64_t solutions = 50;  // that the store is asked for
  std::uint32_t mixtures = 12;   // that are tried for a "No"
};

class EndpointKnowledge final : public Knowledge {
 public:
  // The endpoint must outlive it.
  explicit EndpointKnowledge(SparqlEndpoint& endpoint, const EndpointGrounding& limits = {})
      : endpoint_(endpoint), limits_(limits) {}

  KnownAnswer answer(const Query& query) override;
  KnownGrounding ground(const Query& pattern, Key key, StreamId id) override;
  std::string name(std::string_view key) override;

 private:
  using Fillings = std::vector<KnownFilling>;

  std::vector<Fillings> solutions(const Query& pattern,
                                  const std::vector<std::string>& placeholders);
  bool has_own_names(const Fillings& fillings);
  bool is_own_name(const std::string& name);
  // Fillings of which nothing is true; none where no mixture is.
  Fillings mixed_no(const Query& pattern, const Fillings& chosen,
                    const std::vector<Fillings>& others, Stream& stream);

  SparqlEndpoint& endpoint_;
  EndpointGrounding limits_;
  std::map<std::string, bool> own_names_;  // as far as asked
};

// The query with ns:m.0x for every placeholder that has an entity.
Query filled_by_keys(Query pattern, const std::vector<KnownFilling>& fillings);

}  // namespace assay::cfq
