// How many worlds drawn for ReaSCAN's commands will do, by the relations of the command.
//
//   reascan_acceptance
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::reascan {
namespace {

// Of worlds drawn for random structures, how many are accepted: by the release's two rules for
// sizes, and sound ones.
void print_acceptance() {
  constexpr std::uint64_t kStructures = 20'000;
  constexpr std::uint32_t kDraws = 12;
  std::map<std::string, std::array<double, 4>> shares;  // copied, drawn, sound, draws
  for (const char* text : {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2"}) {
    const StructureSpace space(*read_pattern(text));
    for (std::uint64_t i = 0; i < kStructures; ++i) {
      Stream pick(stream_key(0, "acceptance"), {Purpose::kUnit, i});
      const Structure structure = space.unrank(pick.below(space.size()));
      std::vector<std::string> relations;
      for (const Clause& clause : structure.clauses) {
        relations.emplace_back(words_of(clause.relation));
      }
      std::sort(relations.begin(), relations.end());
      auto& row = shares[fmt::format("{}", fmt::join(relations, ", "))];
      WorldSettings drawn;
      drawn.sizes = SizeRule::kDrawn;
      PublishedWorlds copied_worlds(structure, {});
      PublishedWorlds drawn_worlds(structure, drawn);
      SoundWorlds sound_worlds(structure, {});
      Sampled sampled;
      for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
        const StreamId id{Purpose::kItem, i, draw};
        Stream first(stream_key(0, "acceptance"), id);
        row[0] += copied_worlds.draw(first, sampled) ? 1 : 0;
        Stream second(stream_key(1, "acceptance"), id);
        row[1] += drawn_worlds.draw(second, sampled) ? 1 : 0;
        Stream third(stream_key(2, "acceptance"), id);
        row[2] += sound_worlds.draw(third, sampled) ? 1 : 0;
        ++row[3];
      }
    }
  }
  fmt::print("{:<48} {:>8} {:>8} {:>8}\n", "relations", "copied", "drawn", "sound");
  for (const auto& [relations, row] : shares) {
    fmt::print("{:<48} {:>8.3f} {:>8.3f} {:>8.3f}\n", relations, row[0] / row[3], row[1] / row[3],
               row[2] / row[3]);
  }
}

}  // namespace
}  // namespace assay::reascan

int main() {
  assay::reascan::print_acceptance();
  return 0;
}
