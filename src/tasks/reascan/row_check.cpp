#include "assay/tasks/reascan/row_check.h"

#include <fmt/format.h>

#include "assay/tasks/reascan/solver/solver.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/world/world_text.h"

namespace assay::reascan {

namespace {

// What of the metadata a sound world does not bear out.
std::string metadata_defect(const Structure& structure, const Resolver& resolver,
                            const DistractorMetadata& metadata) {
  for (const Phrase& phrase : structure.phrases) {
    if (phrase.size == SizeWord::kNone) continue;
    int sizes = 0;
    for (int size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
      sizes += (resolver.class_of(phrase) & resolver.of_size(size)) != 0 ? 1 : 0;
    }
    if (sizes != 2)
      return fmt::format("\"{}\" has {} sizes to choose from", text_of(phrase), sizes);
  }
  for (const RelationSet& set : metadata.relations) {
    const std::size_t clause = set.dropped.value_or(0);
    if (resolver.referents(without_clause(structure, clause)) == 1U) {
      return fmt::format("clause {} is not needed", clause + 1);
    }
  }
  for (const AttributeSet& set : metadata.attributes) {
    if (resolver.referents(without_word(structure, {set.object, set.token})) == 1U) {
      return fmt::format("a word of object {} is not needed", set.object);
    }
  }
  for (const IsomorphismSet& set : metadata.isomorphisms) {
    if ((resolver.referents(exchanged(structure, set)) & ~1U) == 0) {
      return "with words exchanged, the command means nothing else";
    }
  }
  return "";
}

}  // namespace

std::string defect_of(const Example& row, const Rows& rows) {
  const RowFacts facts = rows.facts_of(row);
  const grounded::Errand errand = errand_of(row);
  const Resolver resolver(facts.world);
  if (resolver.referents(facts.structure) != 1U) return "the command does not mean its first thing";
  const std::string command =
      command_text(facts.structure, rows.pattern_of(row), errand.verb, errand.manner, resolver);
  if (command != text_at(row, kCommand)) return "the structure tells another command";
  std::string input;
  append_input(input, command, facts.world);
  if (input != row.input()) return "the columns tell another command or world";
  if (rows.settings().edition == Edition::kPublished) return "";
  const WorldSettings& settings = rows.world_settings_of(row);
  std::string unmet = unmet_need(row.input(), {settings.relation, settings.attribute});
  if (!unmet.empty()) return unmet;
  return metadata_defect(facts.structure, resolver, facts.metadata);
}

}  // namespace assay::reascan
