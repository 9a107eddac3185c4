#include "assay/tasks/arc/puzzles/explanations.h"

#include <algorithm>
#include <bit>

#include "assay/base/error.h"

namespace assay::arc {

namespace {

using reascan::kMostObjects;
using reascan::Noun;
using reascan::Phrase;
using reascan::Relation;
using reascan::SizeWord;
using reascan::Structure;

constexpr reascan::ThingSet kFirst = 1;  // the set of the first thing alone

reascan::ThingSet only(std::size_t thing) { return reascan::ThingSet{1} << thing; }

bool has_adjective(const Phrase& phrase) {
  return phrase.size != SizeWord::kNone || phrase.colour.has_value();
}

// Whether a clause of this relation may end at the phrase, whatever it speaks of.
bool may_end(Relation relation, const Phrase& phrase) {
  if (!has_adjective(phrase)) return false;
  if ((phrase.noun == Noun::kObject) != (relation == Relation::kSameShape)) return false;
  if ((phrase.noun == Noun::kBox) != (relation == Relation::kInside)) return false;
  if (relation == Relation::kSameSize) return phrase.size == SizeWord::kNone;
  if (relation == Relation::kSameColour) return !phrase.colour;
  return true;
}

// Whether such a clause may speak of the phrase.
bool may_begin(Relation relation, const Phrase& parent, const Phrase& child) {
  switch (relation) {
    case Relation::kSameSize:
      if (parent.size != SizeWord::kNone) return false;
      break;
    case Relation::kSameColour:
      if (parent.colour) return false;
      break;
    case Relation::kSameShape:
      return parent.noun == Noun::kObject;
    default:
      break;
  }
  return parent.noun != child.noun;
}

}  // namespace

// A structure in the making, as readings and links.
struct Explanations::Search {
  const reascan::Pattern& pattern;
  const Scope& scope;
  bool is_flat = false;  // all clauses speak of the first object: their order says nothing
  InlineVector<std::size_t, kMostObjects> readings;  // of each object
  InlineVector<std::size_t, kMostObjects> links;     // of each clause
  std::array<std::size_t, kMostObjects> chosen{};    // a thing for each object, so far
  Explained found;
};

Explanations::Explanations() {
  for (const Noun noun :
       {Noun::kCircle, Noun::kCylinder, Noun::kSquare, Noun::kBox, Noun::kObject}) {
    for (std::size_t colour = 0; colour <= reascan::kColours.size(); ++colour) {
      Phrase phrase{SizeWord::kNone, std::nullopt, noun};
      if (colour > 0) phrase.colour = reascan::kColours[colour - 1];
      readings_.push_back({phrase, SizeRule::kSomeLarger});
      for (const SizeWord size : {SizeWord::kSmall, SizeWord::kBig}) {
        phrase.size = size;
        for (const SizeRule rule :
             {SizeRule::kSomeLarger, SizeRule::kExtremeOfSizes, SizeRule::kExtreme}) {
          readings_.push_back({phrase, rule});
        }
      }
    }
  }
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    for (std::size_t relation = 0; relation < reascan::kRelations; ++relation) {
      const Link link{static_cast<Relation>(relation), i};
      if (may_end(link.relation, readings_[i].phrase)) links_.push_back(link);
    }
  }
}

reascan::ThingSet Explanations::fitting(const Reading& reading, const reascan::Resolver& resolver) {
  if (reading.rule == SizeRule::kSomeLarger) return resolver.satisfying(reading.phrase);
  const ThingSet named = resolver.class_of(reading.phrase);
  const bool small = reading.phrase.size == SizeWord::kSmall;
  for (int i = 0; i < world::kLargestSize; ++i) {
    const ThingSet extreme =
        named & resolver.of_size(small ? world::kSmallestSize + i : world::kLargestSize - i);
    if (extreme == 0) continue;
    return extreme == named && reading.rule == SizeRule::kExtremeOfSizes ? 0 : extreme;
  }
  return 0;
}

void Explanations::look_at(std::span<const world::World> worlds) {
  ASSAY_CHECK(worlds.size() > 1);
  views_.resize(worlds.size());
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    View& view = views_[i];
    const reascan::Resolver resolver(worlds[i]);
    view.fitting.clear();
    for (const Reading& reading : readings_) view.fitting.push_back(fitting(reading, resolver));
    for (std::size_t relation = 0; relation < reascan::kRelations; ++relation) {
      for (std::size_t thing = 0; thing < resolver.count(); ++thing) {
        view.related[relation][thing] = resolver.related(static_cast<Relation>(relation), thing);
      }
    }
  }
  choose_readings();
  for (Scope& scope : scopes_) choose_links(scope);
}

// Whether two readings come to different things somewhere.
bool Explanations::differ(std::size_t one, std::size_t other) const {
  return std::any_of(views_.begin(), views_.end(),
                     [&](const View& view) { return view.fitting[one] != view.fitting[other]; });
}

// The second and third reading of a phrase are behind its first. What comes to the same as the one
// before it is left out; rules of which the third scope has nothing of its own, as well.
void Explanations::choose_readings() {
  auto& [mixed, extreme] = scopes_;
  mixed.readings.clear();
  extreme.readings.clear();
  extreme.fresh.assign(readings_.size(), false);
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const bool sized = readings_[i].phrase.size != SizeWord::kNone;
    switch (readings_[i].rule) {
      case SizeRule::kSomeLarger:
        mixed.readings.push_back(i);
        if (!sized) extreme.readings.push_back(i);
        break;
      case SizeRule::kExtremeOfSizes:
        if (differ(i, i - 1)) mixed.readings.push_back(i);
        break;
      case SizeRule::kExtreme:
        extreme.readings.push_back(i);
        extreme.fresh[i] = differ(i, i - 1);
        break;
    }
  }
}

void Explanations::choose_links(Scope& scope) const {
  scope.any.clear();
  scope.holding.clear();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const std::size_t reading = links_[i].reading;
    if (!std::binary_search(scope.readings.begin(), scope.readings.end(), reading)) continue;
    scope.any.push_back(i);
    const auto related = static_cast<std::size_t>(links_[i].relation);
    const bool holds = std::all_of(views_.begin(), views_.end() - 1, [&](const View& view) {
      return (view.related[related][0] & view.fitting[reading]) != 0;
    });
    if (holds) scope.holding.push_back(i);
  }
}

bool Explanations::allows(const Search& search, std::size_t clause, const Link& link) const {
  const auto& parents = search.pattern.parents;
  const Phrase& own = readings_[link.reading].phrase;
  if (!may_begin(link.relation, readings_[search.readings[parents[clause]]].phrase, own)) {
    return false;
  }
  for (std::size_t i = 0; i < clause; ++i) {
    if (parents[i] == parents[clause] && links_[search.links[i]].relation == link.relation) {
      return false;
    }
  }
  return std::none_of(search.readings.begin(), search.readings.end(),
                      [&](std::size_t before) { return readings_[before].phrase == own; });
}

// Whether there are different things for this clause and those behind it.
bool Explanations::has_rest(Search& search, const View& view, std::size_t clause,
                            ThingSet used) const {
  if (clause == search.links.size()) return true;
  const auto& [relation, reading] = links_[search.links[clause]];
  const std::size_t about = search.chosen[search.pattern.parents[clause]];
  ThingSet left =
      view.related[static_cast<std::size_t>(relation)][about] & view.fitting[reading] & ~used;
  for (; left != 0; left &= left - 1) {
    const auto thing = static_cast<std::size_t>(std::countr_zero(left));
    search.chosen[clause + 1] = thing;
    if (has_rest(search, view, clause + 1, used | only(thing))) return true;
  }
  return false;
}

bool Explanations::means(Search& search, const View& view, std::size_t thing) const {
  const ThingSet own = only(thing);
  if ((view.fitting[search.readings[0]] & own) == 0) return false;
  search.chosen[0] = thing;
  return has_rest(search, view, 0, own);
}

reascan::ThingSet Explanations::meant(Search& search, const View& view) const {
  ThingSet found = 0;
  for (ThingSet left = view.fitting[search.readings[0]]; left != 0; left &= left - 1) {
    const auto thing = static_cast<std::size_t>(std::countr_zero(left));
    search.chosen[0] = thing;
    const ThingSet own = only(thing);
    if (has_rest(search, view, 0, own)) found |= own;
  }
  return found;
}

// Clauses only make fewer things fit, so what is not meant so far will not be.
bool Explanations::means_what_changes(Search& search) const {
  return std::all_of(views_.begin(), views_.end() - 1,
                     [&](const View& view) { return means(search, view, 0); });
}

// Whether all of the rule, so far, has been looked at in another scope.
bool Explanations::is_looked_at(const Search& search) {
  const auto& fresh = search.scope.fresh;
  return !fresh.empty() && std::none_of(search.readings.begin(), search.readings.end(),
                                        [&](std::size_t reading) { return fresh[reading]; });
}

void Explanations::extend(Search& search) const {
  if (search.found.rival) return;
  const std::size_t clause = search.links.size();
  if (clause == search.pattern.parents.size()) return finish(search);
  const bool about_first = search.pattern.parents[clause] == 0;
  const bool is_last = clause + 1 == search.pattern.parents.size();
  const bool looked_at = is_last && is_looked_at(search);
  for (const std::size_t i : about_first ? search.scope.holding : search.scope.any) {
    const Link& link = links_[i];
    if (search.is_flat && clause > 0 && i < search.links.back()) continue;
    if (looked_at && !search.scope.fresh[link.reading]) continue;
    if (!allows(search, clause, link)) continue;
    search.links.push_back(i);
    search.readings.push_back(link.reading);
    if (means_what_changes(search)) extend(search);
    search.links.pop_back();
    search.readings.pop_back();
  }
}

void Explanations::finish(Search& search) const {
  const bool alone = std::all_of(views_.begin(), views_.end() - 1,
                                 [&](const View& view) { return meant(search, view) == kFirst; });
  if (!alone) return;
  const ThingSet asked = meant(search, views_.back());
  if (!std::has_single_bit(asked)) return;
  ++search.found.structures;
  if (asked == kFirst) return;
  Structure& rival = search.found.rival.emplace();
  for (const std::size_t reading : search.readings) {
    rival.phrases.push_back(readings_[reading].phrase);
  }
  for (std::size_t i = 0; i < search.links.size(); ++i) {
    rival.clauses.push_back({search.pattern.parents[i], links_[search.links[i]].relation});
  }
}

Explained Explanations::explain(const reascan::Pattern& pattern) {
  Explained found;
  for (const Scope& scope : scopes_) {
    Search search{pattern, scope, false, {}, {}, {}, {}};
    search.is_flat = std::all_of(pattern.parents.begin(), pattern.parents.end(),
                                 [](std::uint8_t parent) { return parent == 0; });
    for (const std::size_t i : scope.readings) {
      const Noun noun = readings_[i].phrase.noun;
      if (noun == Noun::kBox || (noun == Noun::kObject && pattern.parents.empty())) continue;
      if (pattern.parents.empty() && !scope.fresh.empty() && !scope.fresh[i]) continue;
      search.readings.push_back(i);
      if (means_what_changes(search)) extend(search);
      search.readings.pop_back();
    }
    found.structures += search.found.structures;
    found.rival = search.found.rival;
    if (found.rival) break;
  }
  return found;
}

}  // namespace assay::arc
