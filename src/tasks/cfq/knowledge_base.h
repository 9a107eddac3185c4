// The knowledge base that a task's questions are about, opened once. An embedded one has its facts,
// the property paths of queries, and the names that questions may use; the other kind is a SPARQL
// endpoint (kb/endpoint_knowledge.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/tasks/cfq/evaluator/evaluator.h"
#include "assay/tasks/cfq/kb/knowledge.h"
#include "assay/tasks/cfq/kb/property_paths.h"
#include "assay/tasks/cfq/kb/triple_store.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// What of a value of the parameter `kb` decides the facts: the hash of what the files say, that it
// is the synthetic world, or the address of an endpoint. Throws Error for files that cannot be
// read.
std::string knowledge_content(const std::string& kb);

// Immutable, so threads may share it.
class KnowledgeBase final : public Knowledge {
 public:
  // `name` is for messages.
  KnowledgeBase(TripleStore store, std::string name);

  const TripleStore& store() const { return store_; }
  const PropertyPaths& paths() const { return paths_; }
  // Has a name that no other has and that can stand in a question.
  bool has_own_name(Node node) const;

  const std::string& name() const override { return name_; }
  KnownAnswer answer(const Query& query) const override;
  bool has_facts_of(std::string_view predicate) const override;
  KnownGrounding ground(const Query& pattern, Key key, StreamId id) const override;
  bool has_entity(std::string_view key) const override;
  std::vector<std::string> names_of(const std::vector<std::string>& keys) const override;
  bool have_own_names(const std::vector<std::string>& keys) const override;
  NameOwners owners_of(std::string_view name) const override;
  bool begins_name(std::string_view word) const override;

  // For the independent check.
  evaluator::FactAccess facts() const;

  static constexpr std::uint64_t kMostSteps = 20'000'000;  // of a query that is answered

 private:
  std::string name_;
  TripleStore store_;
  PropertyPaths paths_;
  std::vector<std::uint64_t> first_words_;  // bits by hash
};

// Makes or finds the prepared store in the cache of the workplace. Throws Error(kInput) for files
// that are not what they should be, or that lack all relations of CFQ. Not for endpoints.
std::shared_ptr<const KnowledgeBase> open_knowledge(const KnowledgeChoice& choice,
                                                    const Workplace& workplace);

}  // namespace assay::cfq
