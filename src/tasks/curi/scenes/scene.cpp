#include "assay/tasks/curi/scenes/scene.h"

#include "assay/base/error.h"

namespace assay::curi {

Looks looks_of(const Scene& scene) {
  ASSAY_CHECK(scene.things.size() <= kMostThings);
  Looks looks;
  for (const Thing& thing : scene.things) looks.things[looks.count++] = thing.look;
  return looks;
}

}  // namespace assay::curi
