// Which compounds DBCA counts, by name; recorded with every split and table.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

struct CompoundDefinition {
  std::string name;
  std::uint32_t most_nodes = 0;  // of a compound
  std::uint32_t kept = 0;        // compounds of largest total weight; 0: all
  bool ordered = true;           // which input of a rule a node is matters
  // Bounds for large data, 0 for none. Where an example has more connected node sets than
  // `most_sets`, its larger sizes are left out, as many as it takes. Compounds and their weights
  // come from `sample` examples, chosen by hash of their number.
  std::uint32_t most_sets = 0;
  std::uint64_t sample = 0;
  bool grouped = false;  // rows of a group are split together and count once
  friend bool operator==(const CompoundDefinition&, const CompoundDefinition&) = default;
};

}  // namespace assay
