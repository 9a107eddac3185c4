// Ideal learners of a task, for the compositionality gap: how much better a learner does that may
// use every concept than one that knows only those of training (Vedantam et al. 2021, section 3).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/example.h"
#include "assay/core/metric.h"

namespace assay {

// What one row says of every learner.
struct LearnerMarks {
  double weight = 1;  // of the row in every mean: finite, not negative
  // Learner-major: values[learner * metrics + metric]; finite, absent when undefined for this row.
  std::vector<std::optional<double>> values;
};

class LearnerPanel {
 public:
  virtual ~LearnerPanel() = default;
  // The first is the strong one, the second the weak one, then others such as "random".
  virtual const std::vector<std::string>& learners() const = 0;
  virtual const std::vector<std::string>& metrics() const = 0;  // such as "mAP", "accuracy"
  // Shared by threads, and the same whenever it is asked.
  virtual LearnerMarks mark(const Example& row) const = 0;
  // What the panel says of itself, such as numbers of concepts.
  virtual std::vector<std::pair<std::string, Figure>> figures() const { return {}; }
};

}  // namespace assay
