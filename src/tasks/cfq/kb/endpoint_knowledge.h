// A store behind a SPARQL endpoint as the knowledge base.
//
// A pattern is grounded by some of its solutions: the store gives up to `solutions` of them, in
// whatever order it likes; they are sorted, and one whose entities have names of their own is
// drawn. So a grounding is the same as long as the store gives the same rows. A "No" mixes the
// entities of two solutions until nothing satisfies the query. A query that is too much for the
// store is abandoned; a store that answers nothing, or nonsense, is Error(kEndpoint).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/kb/knowledge.h"
#include "assay/tasks/cfq/kb/sparql_endpoint.h"

namespace assay::cfq {

struct EndpointGrounding {
  std::uint64_t solutions = 50;       // that the store is asked for
  std::uint32_t mixtures = 12;        // that are tried for a "No"
  std::uint64_t most_answers = 1000;  // of a grounded question; of others one more is given
};

class EndpointKnowledge final : public Knowledge {
 public:
  // Connects when it is first asked. Throws Error(kUsage) for an address that is none.
  EndpointKnowledge(std::string address, const EndpointLimits& limits,
                    const EndpointGrounding& grounding, const Control& control);
  ~EndpointKnowledge() override;

  // Throws Error(kInput) for a store in which nothing has an English name, and Error(kEndpoint) for
  // one that does not answer as it should.
  void check() const;

  const std::string& name() const override { return name_; }
  KnownAnswer answer(const Query& query) const override { return answer(query, UINT64_MAX); }
  // Of count(*); nothing when it is too much for the store.
  std::optional<std::uint64_t> count(const Query& query) const;
  bool has_facts_of(std::string_view predicate) const override;
  KnownGrounding ground(const Query& pattern, Key key, StreamId id) const override;
  bool has_entity(std::string_view key) const override;
  std::vector<std::string> names_of(const std::vector<std::string>& keys) const override;
  bool have_own_names(const std::vector<std::string>& keys) const override;
  NameOwners owners_of(std::string_view name) const override;
  bool begins_name(std::string_view /*word*/) const override { return true; }
  void expect_names(const NameList& names) const override { look_up(names()); }

 private:
  struct Solved {
    std::vector<KnownFilling> fillings;
    std::vector<std::string> names;
  };
  using Solutions = std::shared_ptr<const std::vector<Solved>>;
  using Variables = std::vector<std::string>;

  SparqlTable select(const std::string& query, const Variables& variables,
                     std::uint64_t most_rows = UINT64_MAX) const;
  std::optional<SparqlTable> try_select(const std::string& query, const Variables& variables,
                                        std::uint64_t most_rows = UINT64_MAX) const;
  std::unique_ptr<SparqlEndpoint> borrow() const;
  void give_back(std::unique_ptr<SparqlEndpoint> endpoint) const;

  KnownAnswer answer(const Query& query, std::uint64_t most_keys) const;
  // Null: too much for the store.
  Solutions solutions(const Query& pattern, const Variables& placeholders) const;
  void look_up(std::vector<std::string> names) const;
  std::optional<NameOwners> remembered(std::string_view name) const;
  bool is_own_name(const std::string& name) const;
  bool has_own_names(const Solved& solved) const;
  void decide(const Query& pattern, const Solved& chosen, const std::vector<Solved>& others,
              Stream& stream, KnownGrounding& grounding) const;

  std::string address_;
  std::string name_;
  EndpointLimits limits_;
  EndpointGrounding grounding_;
  Control control_;
  mutable std::mutex mutex_;
  // Connections that nobody uses now.
  mutable std::vector<std::unique_ptr<SparqlEndpoint>> idle_;
  // As far as asked.
  mutable std::map<std::string, NameOwners, std::less<>> owners_;
  mutable std::map<std::string, bool, std::less<>> has_facts_;
  // Of the patterns asked for last: a pattern is grounded several times in a row.
  mutable std::vector<std::pair<std::string, Solutions>> solutions_;
};

}  // namespace assay::cfq
