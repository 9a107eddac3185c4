// What a record of ReaSCAN says about its distractor sets: the keys "relation_distractor_metadata",
// "has_relation_distractor" and so on.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/grounded/published_record.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

struct PublishedDistractors {
  bool relation_off = false;
  bool all_relations = false;  // no relation set failed
  bool some_relation = false;
  bool attribute_none = false;            // nothing could be changed, so no size is grounded either
  std::optional<AttributeSet> attribute;  // none: only sizes are grounded, if that
  bool isomorphism_off = false;
  std::optional<IsomorphismSet> isomorphism;
  std::size_t randoms = 0;

  bool is_partly() const {
    return !all_relations || (attribute && !attribute->placed) ||
           (isomorphism && !isomorphism->placed);
  }
};

// Throws Error(kInput) for what cannot be read, or does not fit the command.
PublishedDistractors read_distractor_metadata(const grounded::PublishedObject& record,
                                              const Structure& structure);

// The clauses that can be left out: no other hangs on them. Each has a relation set.
std::vector<std::size_t> leaf_clauses(const Structure& structure);

}  // namespace assay::reascan
