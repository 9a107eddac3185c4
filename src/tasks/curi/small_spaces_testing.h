// Small concept spaces for tests, made once for each edition.
#pragma once

#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

inline const ConceptSpace& small_space(Edition edition) {
  const auto make = [](Edition which) {
    return ConceptSpace::open({.edition = which, .seed = 5, .draws = 20'000, .scenes = 9'000}, {});
  };
  static const auto kSound = make(Edition::kSound);
  static const auto kPublished = make(Edition::kPublished);
  return edition == Edition::kSound ? *kSound : *kPublished;
}

}  // namespace assay::curi
