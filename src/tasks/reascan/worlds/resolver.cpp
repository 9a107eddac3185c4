#include "assay/tasks/reascan/worlds/resolver.h"

#include <bit>

namespace assay::reascan {

namespace {

using world::Thing;

// Nouns of things have the numbers of their shapes.
template <typename Kind>
std::size_t at(Kind kind) {
  return static_cast<std::size_t>(kind);
}

ThingSet only(std::size_t thing) { return ThingSet{1} << thing; }

template <typename Visit>
void visit_things(ThingSet set, const Visit& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
}

}  // namespace

// What a command's clauses are looked for in.
struct Resolver::Search {
  const Structure& structure;
  std::array<ThingSet, kMostObjects> candidates{};  // of each phrase
  std::array<std::size_t, kMostObjects> chosen{};   // a thing for each phrase, so far
};

bool covers(const Thing& box, world::Cell cell) {
  return box.is_box() && cell.row >= box.cell.row && cell.row < box.cell.row + box.size &&
         cell.column >= box.cell.column && cell.column < box.cell.column + box.size;
}

Resolver::Resolver(const world::World& world) {
  for (const Thing& thing : world.things) add(thing);
}

void Resolver::add(const Thing& thing) {
  const std::size_t own = things_.size();
  rows_[at(thing.cell.row)] |= only(own);
  columns_[at(thing.cell.column)] |= only(own);
  sizes_[thing.size] |= only(own);
  colours_[at(thing.colour)] |= only(own);
  visit_things(boxes(), [&](std::size_t box) {
    if (covers(things_[box], thing.cell)) around_[own] |= only(box);
  });
  if (thing.is_box()) {
    for (std::size_t i = 0; i < own; ++i) {
      if (covers(thing, things_[i].cell)) around_[i] |= only(own);
    }
  }
  shapes_[at(thing.shape)] |= only(own);
  things_.push_back(thing);
}

ThingSet Resolver::related(Relation relation, std::size_t thing) const {
  const Thing& own = things_[thing];
  const auto others = [&](ThingSet set) { return set & ~only(thing); };
  switch (relation) {
    case Relation::kSameRow:
      return others(rows_[at(own.cell.row)]);
    case Relation::kSameColumn:
      return others(columns_[at(own.cell.column)]);
    case Relation::kInside:
      return around_[thing];
    case Relation::kSameSize:
      return others(sizes_[own.size]);
    case Relation::kSameColour:
      return others(colours_[at(own.colour)]);
    case Relation::kSameShape:
      break;
  }
  return others(shapes_[at(own.shape)]);
}

ThingSet Resolver::class_of(const Phrase& phrase) const {
  ThingSet named = things_.size() == kMostThings ? ~ThingSet{0} : only(things_.size()) - 1;
  if (phrase.noun != Noun::kObject) named &= shapes_[at(phrase.noun)];
  if (phrase.colour) named &= colours_[at(*phrase.colour)];
  return named;
}

ThingSet Resolver::satisfying(const Phrase& phrase) const {
  const ThingSet named = class_of(phrase);
  if (phrase.size == SizeWord::kNone) return named;
  // All but those of the one extreme size.
  const bool small = phrase.size == SizeWord::kSmall;
  for (int i = 0; i < world::kLargestSize; ++i) {
    const ThingSet extreme = named & of_size(small ? world::kLargestSize - i : 1 + i);
    if (extreme != 0) return named & ~extreme;
  }
  return 0;
}

ThingSet Resolver::referents(const Structure& structure) const {
  Search search{structure, {}, {}};
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    search.candidates[i] = satisfying(structure.phrases[i]);
    if (search.candidates[i] == 0) return 0;
  }
  ThingSet found = 0;
  visit_things(search.candidates[0], [&](std::size_t thing) {
    search.chosen[0] = thing;
    if (has_all(search, 0, only(thing))) found |= only(thing);
  });
  return found;
}

// Whether there are different things for this clause and those behind it.
bool Resolver::has_all(Search& search, std::size_t clause, ThingSet used) const {
  const auto& clauses = search.structure.clauses;
  if (clause == clauses.size()) return true;
  const std::size_t about = search.chosen[clauses[clause].parent];
  ThingSet left = related(clauses[clause].relation, about) & search.candidates[clause + 1] & ~used;
  for (; left != 0; left &= left - 1) {
    const auto thing = static_cast<std::size_t>(std::countr_zero(left));
    search.chosen[clause + 1] = thing;
    if (has_all(search, clause + 1, used | only(thing))) return true;
  }
  return false;
}

std::string command_text(const Structure& structure, const Pattern& pattern, world::Verb verb,
                         world::Manner manner, const Resolver& resolver) {
  std::string text(world::name_of(verb));
  text += verb == world::Verb::kWalk ? " to the " : " the ";
  text += text_of(structure.phrases[0]);
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    // "and" goes on about what the clause before spoke of.
    const bool goes_on = i > 0 && pattern.parents[i] == pattern.parents[i - 1];
    text += goes_on ? " and " : " that is ";
    text += words_of(structure.clauses[i].relation);
    const Phrase& phrase = structure.phrases[i + 1];
    text += std::popcount(resolver.satisfying(phrase)) <= 1 ? " the " : " a ";
    text += text_of(phrase);
  }
  if (manner != world::Manner::kPlainly) {
    text += ' ';
    text += world::name_of(manner);
  }
  return text;
}

}  // namespace assay::reascan
