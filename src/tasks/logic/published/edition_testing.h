// For tests: the settings of a small edition whose data the authors show.
#pragma once

#include "assay/tasks/logic/published/edition.h"

namespace assay::logic::published {

// What the authors' small sample of data was made with.
inline Settings sample_settings() {
  Settings settings;
  settings.lengths = {0.5, 0.25, 0.25};
  settings.problems = 50;
  settings.variations = 20;
  settings.examples = 500;
  settings.answer_first = true;
  return settings;
}

}  // namespace assay::logic::published
