// Which compounds DBCA counts, by name; recorded with every split and table.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace assay {

// What a compound is: any nodes that hang together, or a chain, a path that only goes down, from a
// node to one of its inputs, to one of that one's inputs. Every path is an occurrence of its own:
// two where an input stands in two slots.
enum class CompoundShape : std::uint8_t { kConnected, kChains };

// What an occurrence weighs: by how much it tells that larger compounds do not (Keysers et al.
// 2020, appendix L.4; in an example the most telling one counts), or all the same, so that a
// compound weighs in an example as much as it occurs there.
enum class Weighing : std::uint8_t { kTelling, kEven };

inline constexpr std::uint32_t kMostCompoundNodes = 16;

struct CompoundDefinition {
  std::string name;
  std::uint32_t most_nodes = 0;  // of a compound; 0: rows list their compounds themselves
  std::uint32_t kept = 0;        // compounds of largest total weight; 0: all
  bool ordered = true;           // which input of a rule a node is matters
  // Bounds for large data, 0 for none. Where an example has more connected node sets, or chains,
  // than `most_sets`, its larger sizes are left out, as many as it takes. Compounds and their
  // weights come from `sample` examples, chosen by hash of their number.
  std::uint32_t most_sets = 0;
  std::uint64_t sample = 0;
  bool grouped = false;  // rows of a group are split together and count once
  CompoundShape shape = CompoundShape::kConnected;
  std::uint32_t least_nodes = 1;  // of a compound
  Weighing weights = Weighing::kTelling;
  friend bool operator==(const CompoundDefinition&, const CompoundDefinition&) = default;
};

// The words of users and files.
std::string_view name_of(CompoundShape shape);
std::string_view name_of(Weighing weights);
CompoundShape compound_shape(std::string_view word);  // throws Error(kUsage)
Weighing weighing(std::string_view word);             // throws Error(kUsage)

// The definition with some members changed: nodes, least, shape, weights, kept, order, sets,
// sample, groups. Throws Error(kUsage).
CompoundDefinition redefined(CompoundDefinition definition,
                             const std::map<std::string, std::string>& changes);

// What is wrong with the numbers of nodes; empty when nothing is.
std::string nodes_defect(const CompoundDefinition& definition);

}  // namespace assay
