#include "assay/tasks/reascan/resolver.h"

#include <bit>

#include "assay/base/error.h"

namespace assay::reascan {

namespace {

using world::Thing;

bool hold(Relation relation, const Thing& one, const Thing& other) {
  switch (relation) {
    case Relation::kSameRow:
      return one.cell.row == other.cell.row;
    case Relation::kSameColumn:
      return one.cell.column == other.cell.column;
    case Relation::kInside:
      return other.covers(one.cell);
    case Relation::kSameSize:
      return one.size == other.size;
    case Relation::kSameColour:
      return one.colour == other.colour;
    case Relation::kSameShape:
      break;
  }
  return one.shape == other.shape;
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
  mutable std::array<std::size_t, kMostObjects> chosen{};
};

Resolver::Resolver(const world::World& world) : world_(world) {
  ASSAY_CHECK(world.things.size() <= kMostThings);
  for (std::size_t relation = 0; relation < kRelations; ++relation) {
    for (std::size_t i = 0; i < world.things.size(); ++i) {
      for (std::size_t k = 0; k < world.things.size(); ++k) {
        if (i != k && hold(static_cast<Relation>(relation), world.things[i], world.things[k])) {
          related_[relation][i] |= only(k);
        }
      }
    }
  }
}

ThingSet Resolver::satisfying(const Phrase& phrase) const {
  ThingSet named = 0;
  int least = world::kLargestSize;
  int most = world::kSmallestSize;
  for (std::size_t i = 0; i < world_.things.size(); ++i) {
    const Thing& thing = world_.things[i];
    if (phrase.colour && thing.colour != *phrase.colour) continue;
    if (phrase.noun != Noun::kObject && world::name_of(thing.shape) != name_of(phrase.noun)) {
      continue;
    }
    named |= only(i);
    least = std::min<int>(least, thing.size);
    most = std::max<int>(most, thing.size);
  }
  if (phrase.size == SizeWord::kNone) return named;
  ThingSet sized = 0;
  visit_things(named, [&](std::size_t i) {
    const int size = world_.things[i].size;
    if (phrase.size == SizeWord::kSmall ? size < most : size > least) sized |= only(i);
  });
  return sized;
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
bool Resolver::has_all(const Search& search, std::size_t clause, ThingSet used) const {
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
