#include "assay/tasks/reascan/text_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/target_first.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {

namespace {

using world::Manner;
using world::Verb;

// The kind, among all there are, whose name fits a word of a command that could be parsed.
template <typename Kind, typename Fits>
Kind kind_of(std::size_t kinds, const Fits& fits) {
  std::size_t kind = 0;
  while (kind < kinds && !fits(static_cast<Kind>(kind))) ++kind;
  ASSAY_CHECK(kind < kinds);
  return static_cast<Kind>(kind);
}

template <typename Kind>
Kind named(std::string_view word, std::size_t kinds) {
  return kind_of<Kind>(kinds, [&](Kind kind) { return name_of(kind) == word; });
}

Relation relation_of(std::string_view word) {
  const std::string words = word == "inside" ? "inside of" : fmt::format("in the same {} as", word);
  return kind_of<Relation>(kRelations, [&](Relation each) { return words_of(each) == words; });
}

// "spinning" is "while spinning".
Manner manner_of(std::string_view word) {
  if (word.empty()) return Manner::kPlainly;
  return kind_of<Manner>(5, [&](Manner each) { return name_of(each).ends_with(word); });
}

Phrase phrase_of(const Parsed::Phrase& words) {
  Phrase phrase;
  phrase.size = named<SizeWord>(words.size, 3);
  if (!words.colour.empty()) phrase.colour = named<world::Colour>(words.colour, world::kColours);
  phrase.noun = named<Noun>(words.noun, 5);
  return phrase;
}

Structure structure_of(const Parsed& command) {
  Structure structure;
  for (const Parsed::Phrase& words : command.phrases) {
    structure.phrases.push_back(phrase_of(words));
  }
  for (const Parsed::Clause& clause : command.clauses) {
    structure.clauses.push_back(
        {static_cast<std::uint8_t>(clause.parent), relation_of(clause.relation)});
  }
  return structure;
}

// "that is" and "and" leave no doubt about which object a clause speaks of.
const StructureSpace& space_of(const Structure& structure, const Spaces& spaces) {
  for (const auto& [text, space] : spaces) {
    if (std::ranges::equal(space->pattern().parents, structure.clauses, {}, {}, &Clause::parent)) {
      return *space;
    }
  }
  fail(ErrorKind::kInput,
       "no pattern of this data set has the clauses of the command: see the parameter pattern");
}

// The one thing that the command means to the generator.
std::size_t target_of(const Structure& structure, const world::World& world) {
  const ThingSet meant = Resolver(world).referents(structure);
  if (!std::has_single_bit(meant)) {
    fail(ErrorKind::kInput, "the command means {} in this world",
         counted(static_cast<std::uint64_t>(std::popcount(meant)), "thing"));
  }
  return static_cast<std::size_t>(std::countr_zero(meant));
}

}  // namespace

SizeReading size_reading(Edition edition) {
  return edition == Edition::kSound ? SizeReading::kExtreme : SizeReading::kSomeLarger;
}

std::vector<std::string> ReascanReader::readings(std::string_view input) const {
  return {solve(input, size_reading(rows_.settings().edition))};
}

void ReascanReader::derive(std::string_view input, Example& out) const {
  Understood understood = understand(input);
  const Parsed& command = understood.command;
  world::World& world = understood.world;
  const Structure structure = structure_of(command);
  const StructureSpace& space = space_of(structure, rows_.spaces());
  const auto rank = space.rank(structure);
  if (!rank) {
    fail(ErrorKind::kInput, "ReaSCAN has no such command: \"{}\"", printable(understood.text));
  }
  grounded::put_target_first(world, target_of(structure, world));
  const auto verb = named<Verb>(command.verb, 3);
  const Manner manner = manner_of(command.manner);
  std::vector<world::Action> actions;
  plan(world, 0, verb, manner, actions);
  reset(out, reascan_schema());
  out.fields[kInput] = std::string(input);
  append_actions(std::get<std::string>(out.fields[kTarget]), actions);
  out.fields[kCommand] = std::string(understood.text);
  out.fields[kPattern] = space.pattern().text;
  out.fields[kStructure] = static_cast<std::int64_t>(*rank);
  derivations_.write(structure, verb, manner, world, out.rules);
}

}  // namespace assay::reascan
