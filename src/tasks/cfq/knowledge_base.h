// The knowledge base that a task's questions are about, opened once: its facts, the property paths
// of queries, and the names that questions may use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/tasks/cfq/evaluator/evaluator.h"
#include "assay/tasks/cfq/kb/property_paths.h"
#include "assay/tasks/cfq/kb/triple_store.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// What of a value of the parameter `kb` decides the facts: the hash of what the files say, or that
// it is the synthetic world. Throws Error for files that cannot be read.
std::string knowledge_content(const std::string& kb);

// Immutable, so threads may share it.
class KnowledgeBase {
 public:
  // `name` is for messages.
  KnowledgeBase(TripleStore store, std::string name);

  const std::string& name() const { return name_; }
  const TripleStore& store() const { return store_; }
  const PropertyPaths& paths() const { return paths_; }

  // The one entity of that name; none where there are several, or where the name cannot stand in a
  // question.
  std::optional<Node> named(std::string_view name) const;
  bool has_usable_name(Node node) const;
  std::string entity_name(Node node) const { return store_.dictionary().name(node); }
  std::string entity_id(Node node) const { return store_.key(node); }

  // May a name begin with this word? Mostly false for words that begin none.
  bool begins_name(std::string_view word) const;

  // For the independent check.
  evaluator::FactAccess facts() const;

 private:
  std::string name_;
  TripleStore store_;
  PropertyPaths paths_;
  std::vector<std::uint64_t> first_words_;  // bits by hash
};

// Makes or finds the prepared store in the cache of the workplace. Throws Error(kInput) for files
// that are not what they should be, or that lack all relations of CFQ.
std::shared_ptr<const KnowledgeBase> open_knowledge(const KnowledgeChoice& choice,
                                                    const Workplace& workplace);

}  // namespace assay::cfq
