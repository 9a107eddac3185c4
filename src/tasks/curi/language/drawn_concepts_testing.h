// Many concepts, each drawn by its own stream. For tests only.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/tasks/curi/language/language.h"

namespace assay::curi {

inline std::vector<Concept> drawn_concepts(std::uint32_t depth, std::uint64_t count,
                                           std::uint64_t seed = 1) {
  const Language language(depth);
  const Key key = stream_key(seed, "curi language test");
  std::vector<Concept> concepts;
  concepts.reserve(count);
  for (std::uint64_t unit = 0; unit < count; ++unit) {
    Stream stream(key, {.purpose = Purpose::kShared, .unit = unit});
    concepts.push_back(language.draw(stream));
  }
  return concepts;
}

}  // namespace assay::curi
