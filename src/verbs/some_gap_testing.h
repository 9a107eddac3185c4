// For tests: a gap with whatever a gap can have.
#pragma once

#include "assay/verbs/measure.h"

namespace assay::verbs {

inline GapResult some_gap() {
  GapReport report;
  report.rows = 2000;
  report.groups = 1500;
  report.trained_groups = 11900;
  report.learners = {"strong", "weak", "random"};
  report.metrics = {"mAP", "accuracy"};
  report.means = {{1990, 0.9473, 0.9401, 0.9538}, {2000, 0.9942, 0.99, 0.9961},
                  {1990, 0.0722, 0.065, 0.0801},  {2000, 0.6234, 0.61, 0.637},
                  {1990, 0.0455, 0.04, 0.05},     {0, {}, {}, {}}};
  report.gaps = {{1990, 0.8751, 0.868, 0.8822}, {2000, 0.3708, 0.36, 0.38}};
  report.figures = {{"concepts", std::int64_t{14942}}, {"median valid", 5.5}};
  return {"comp", "test", "hash", report};
}

}  // namespace assay::verbs
