// The columns of ReaSCAN, and what is read from a row.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/core/example.h"
#include "assay/grounded/errand.h"
#include "assay/tasks/reascan/splits.h"
#include "assay/tasks/reascan/worlds/benchmark.h"

namespace assay::reascan {

enum Column : std::uint8_t {
  kInput,
  kTarget,
  kCommand,
  kSet,
  kPattern,
  kStructure,
  kWorld,
  kRoles,
  kBooks,
};
const Schema& reascan_schema();

// What is done, to which thing of which world. Throws Error(kInput) when the columns hold no
// example.
grounded::Errand errand_of(const Example& row);

// What the rows of a data set hold, whose settings say which patterns there are. All that takes a
// row throws Error(kInput) when its columns hold no example.
class Rows {
 public:
  explicit Rows(const Settings& settings);

  const Settings& settings() const { return settings_; }
  const Spaces& spaces() const { return spaces_; }

  Structure structure_of(const Example& row) const;
  DistractorMetadata metadata_of(const Example& row, const Structure& structure) const;
  RowFacts facts_of(const Example& row) const;
  const Pattern& pattern_of(const Example& row) const;
  // Of the worlds of the row's set.
  const WorldSettings& world_settings_of(const Example& row) const;

 private:
  const StructureSpace& space_of(const Example& row) const;

  Settings settings_;
  std::vector<SetPlan> plans_;
  Spaces spaces_;
};

}  // namespace assay::reascan
