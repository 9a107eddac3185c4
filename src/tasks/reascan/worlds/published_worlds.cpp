#include "assay/tasks/reascan/worlds/published_worlds.h"

#include <algorithm>
#include <bit>

namespace assay::reascan {

namespace {

using world::Cell;
using world::Colour;
using world::Shape;
using world::Thing;

Shape shape_of(Noun noun) { return static_cast<Shape>(noun); }
Noun noun_of(Shape shape) { return static_cast<Noun>(shape); }

// The parent of a clause gets what it shares with the child.
template <typename Things>
void copy_shared(Things& things, const Structure& structure, bool sizes_only) {
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    const auto& [parent, relation] = structure.clauses[i];
    const Thing& child = things[i + 1];
    if (relation == Relation::kSameSize) things[parent].size = child.size;
    if (sizes_only) continue;
    if (relation == Relation::kSameColour) things[parent].colour = child.colour;
    if (relation == Relation::kSameShape) things[parent].shape = child.shape;
  }
}

}  // namespace

PublishedWorlds::PublishedWorlds(const Structure& structure, const WorldSettings& settings)
    : structure_(structure), settings_(settings) {
  // For each clause that no other hangs on, the command without it.
  for (std::size_t clause = 0; clause < structure.clauses.size(); ++clause) {
    const bool leaf = std::none_of(structure.clauses.begin(), structure.clauses.end(),
                                   [&](const Clause& other) { return other.parent == clause + 1; });
    if (!leaf) continue;
    relation_sets_.push_back(
        {clause, without_clause(structure, clause), objects_without_clause(structure, clause)});
  }
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    const Noun noun = structure.phrases[i].noun;
    if (noun < Noun::kBox) attribute_pool_.push_back(i);
    if (i > 0 && noun != Noun::kBox) isomorphism_pool_.push_back(i);
  }
}

// More things never make a command mean fewer, so what means another now will be refused anyway.
bool PublishedWorlds::draw(Stream& stream, Sampled& out) {
  stream_ = &stream;
  out_ = &out;
  builder_.begin(settings_.grid, out);
  mention();
  if (!place(things_, structure_, ThingRole::kMentioned)) return false;
  if (settings_.relation) add_relation_sets();
  if (means_another()) return false;
  add_attribute_set();
  if (means_another()) return false;
  if (settings_.isomorphism) add_isomorphism_set();
  if (settings_.random) add_random_things();
  if (builder_.resolver().referents(structure_) != 1U) return false;
  const auto agent = builder_.free_cell(stream);
  if (!agent) return false;
  out.world.agent = *agent;
  out.world.facing = world::Direction::kEast;
  return true;
}

int PublishedWorlds::between(int least, int most) {
  const int choices = most - least + 1;
  return least + static_cast<int>(below(static_cast<std::size_t>(choices)));
}

// --- what things are -----------------------------------------------------------------------------

Thing PublishedWorlds::draw_thing(const Phrase& phrase) {
  Thing thing;
  const int least = phrase.size == SizeWord::kBig ? 2 : 1;
  const int most = phrase.size == SizeWord::kSmall ? 3 : 4;
  thing.size = static_cast<std::uint8_t>(between(least, most));
  thing.colour = phrase.colour ? *phrase.colour : kColours[below(kColours.size())];
  thing.shape = phrase.noun == Noun::kObject ? static_cast<Shape>(below(3)) : shape_of(phrase.noun);
  return thing;
}

void PublishedWorlds::mention() {
  things_.clear();
  for (const Phrase& phrase : structure_.phrases) things_.push_back(draw_thing(phrase));
  copy_shared(things_, structure_, false);
  draw_bounds();
  for (std::size_t i = 0; i < things_.size(); ++i) keep_bounds(structure_.phrases[i], things_[i]);
  copy_shared(things_, structure_, true);
  drafted_ = things_.size();
}

// What small and big are, for each kind of thing that a size is said of.
void PublishedWorlds::draw_bounds() {
  by_shape_ = {};
  by_look_ = {};
  for (std::size_t i = 0; i < things_.size(); ++i) {
    const Phrase& phrase = structure_.phrases[i];
    if (phrase.size == SizeWord::kNone) continue;
    Bound bound;
    bound.small = between(1, 3);
    bound.big = between(bound.small + 1, 4);
    const Thing& thing = things_[i];
    const auto shape = static_cast<std::size_t>(thing.shape);
    if (phrase.colour) {
      by_look_[shape][static_cast<std::size_t>(thing.colour)] =
          by_shape_[shape] ? by_shape_[shape] : bound;
      continue;
    }
    by_shape_[shape] = bound;
    for (Bound& look : by_look_[shape]) {
      if (look) look = bound;
    }
    for (const Phrase& coloured : structure_.phrases) {
      if (coloured.colour && coloured.noun == noun_of(thing.shape)) {
        by_look_[shape][static_cast<std::size_t>(*coloured.colour)] = bound;
      }
    }
  }
}

const PublishedWorlds::Bound& PublishedWorlds::bound_of(const Thing& thing) const {
  const auto shape = static_cast<std::size_t>(thing.shape);
  return by_shape_[shape] ? by_shape_[shape]
                          : by_look_[shape][static_cast<std::size_t>(thing.colour)];
}

void PublishedWorlds::keep_bounds(const Phrase& phrase, Thing& thing) const {
  const Bound& bound = bound_of(thing);
  if (!bound) return;
  thing.size = static_cast<std::uint8_t>(phrase.size == SizeWord::kSmall ? bound.small : bound.big);
}

// --- where they are ------------------------------------------------------------------------------

std::optional<Cell> PublishedWorlds::cell_for(const Thing& thing, Relation relation, Cell parent) {
  switch (relation) {
    case Relation::kSameRow:
    case Relation::kSameColumn:
      return builder_.first_in_line(parent, relation);
    case Relation::kInside:
      return builder_.for_box(*stream_, thing.size, parent);
    default:
      return builder_.free_cell(*stream_);
  }
}

// In their order, each where its clause wants it; those placed stay when one finds no place.
bool PublishedWorlds::place(const Things& things, const Structure& structure, ThingRole role) {
  std::array<Cell, kMostObjects> cells{};
  for (std::size_t i = 0; i < things.size(); ++i) {
    std::optional<Cell> cell;
    if (i > 0) {
      const Clause& clause = structure.clauses[i - 1];
      cell = cell_for(things[i], clause.relation, cells[clause.parent]);
    } else {
      cell = things[i].is_box() ? builder_.for_box(*stream_, things[i].size, std::nullopt)
                                : builder_.free_cell(*stream_);
    }
    if (!cell || builder_.count() == kMostThings) return false;
    cells[i] = *cell;
    builder_.put(things[i], *cell, role);
  }
  return true;
}

// --- distractors ---------------------------------------------------------------------------------

// Draws and places the things of a command like the one at hand.
bool PublishedWorlds::add_set(const Structure& set, const SizeMap& sizes, ThingRole role) {
  Things things;
  for (std::size_t i = 0; i < set.phrases.size(); ++i) {
    Thing thing = draw_thing(set.phrases[i]);
    if (sizes[i] > 0) thing.size = static_cast<std::uint8_t>(sizes[i]);
    keep_bounds(set.phrases[i], thing);
    things.push_back(thing);
  }
  copy_shared(things, set, true);
  drafted_ += things.size();
  return place(things, set, role);
}

void PublishedWorlds::add_relation_sets() {
  const bool alone = structure_.clauses.size() == 1;
  for (const Dropped& dropped : relation_sets_) {
    SizeMap sizes{};
    if (alone || settings_.sizes == SizeRule::kCopied) {
      for (std::size_t i = 0; i < dropped.objects.size(); ++i) {
        sizes[i] = things_[dropped.objects[i]].size;
      }
    }
    RelationSet entry;
    if (!alone) entry.dropped = dropped.clause;
    entry.placed = add_set(dropped.set, sizes, ThingRole::kRelation);
    out_->metadata.relations.push_back(entry);
  }
}

// What is lacking is known before the set is placed, and given up together with it.
void PublishedWorlds::add_attribute_set() {
  auto lacking = objects_without_contrast();
  AttributeSet entry;
  if (std::popcount(builder_.resolver().boxes()) >= 2 || !settings_.attribute) {
    entry.dummy = true;
  } else {
    if (attribute_pool_.empty()) return;
    entry.object = attribute_pool_[below(attribute_pool_.size())];
    change_attribute(entry);
    const auto changed = std::find(lacking.begin(), lacking.end(), entry.object);
    if (entry.token == Token::kSize && changed != lacking.end()) {
      lacking.remove_at(static_cast<std::size_t>(changed - lacking.begin()));
    }
  }
  out_->metadata.attributes.push_back(entry);
  if (entry.placed) {
    ground_sizes(lacking);
  } else {
    drafted_ += lacking.size();
  }
}

// The whole command again, with one word of one phrase changed.
void PublishedWorlds::change_attribute(AttributeSet& entry) {
  const Phrase& before = structure_.phrases[entry.object];
  InlineVector<Token, 3> tokens;
  for (const Token token : {Token::kSize, Token::kColour, Token::kShape}) {
    if (has_word(before, token)) tokens.push_back(token);
  }
  entry.token = tokens[below(tokens.size())];
  Structure set = structure_;
  SizeMap sizes{};
  Phrase& after = set.phrases[entry.object];
  const Thing& thing = things_[entry.object];
  switch (entry.token) {
    case Token::kSize: {
      after.size = opposite(before.size);
      for (std::size_t i = 0; i < things_.size(); ++i) sizes[i] = things_[i].size;
      const Bound& bound = bound_of(thing);
      sizes[entry.object] = after.size == SizeWord::kSmall ? bound.small : bound.big;
      break;
    }
    case Token::kColour: {
      const auto step = 1 + below(kColours.size() - 1);
      after.size = SizeWord::kNone;
      after.colour =
          static_cast<Colour>((static_cast<std::size_t>(*before.colour) + step) % kColours.size());
      break;
    }
    case Token::kShape:
      after.size = SizeWord::kNone;
      after.colour = thing.colour;
      after.noun = static_cast<Noun>((static_cast<std::size_t>(before.noun) + 1 + below(2)) % 3);
      break;
  }
  entry.placed = add_set(set, sizes, ThingRole::kAttribute);
}

// The other size of what a phrase calls small or big.
int PublishedWorlds::other_size(std::size_t object) const {
  const Bound& bound = bound_of(things_[object]);
  return structure_.phrases[object].size == SizeWord::kSmall ? bound.big : bound.small;
}

// Those called small or big with nothing of the other size in their class. Among objects none is
// ever found.
InlineVector<std::size_t, kMostObjects> PublishedWorlds::objects_without_contrast() const {
  InlineVector<std::size_t, kMostObjects> lacking;
  const Resolver& there = builder_.resolver();
  for (std::size_t i = 0; i < structure_.phrases.size(); ++i) {
    const Phrase& phrase = structure_.phrases[i];
    if (phrase.size == SizeWord::kNone) continue;
    const ThingSet found = there.class_of(phrase) & there.of_size(other_size(i));
    if (phrase.noun == Noun::kObject || found == 0) lacking.push_back(i);
  }
  return lacking;
}

void PublishedWorlds::ground_sizes(const InlineVector<std::size_t, kMostObjects>& objects) {
  for (const std::size_t object : objects) {
    Phrase phrase = structure_.phrases[object];
    phrase.size = opposite(phrase.size);
    SizeMap sizes{};
    sizes[0] = other_size(object);
    add_set({{phrase}, {}}, sizes, ThingRole::kSize);
  }
}

// The whole command again, with words of two phrases exchanged.
void PublishedWorlds::add_isomorphism_set() {
  auto candidates = isomorphism_pool_;
  if (candidates.size() < 2) return;
  if (candidates.size() > 2) {
    stream_->shuffle(std::span(candidates.begin(), candidates.size()));
  }
  IsomorphismSet entry;
  entry.objects = {candidates[0], candidates[1]};
  const Phrase& first = structure_.phrases[entry.objects[0]];
  const Phrase& second = structure_.phrases[entry.objects[1]];
  const bool colours = first.colour || second.colour;
  const bool nouns = first.noun != Noun::kObject || second.noun != Noun::kObject;
  entry.colours = colours && (!nouns || below(2) == 0);
  entry.placed = add_set(exchanged(structure_, entry), {}, ThingRole::kIsomorphism);
  out_->metadata.isomorphisms.push_back(entry);
}

void PublishedWorlds::add_random_things() {
  // Looks that are mentioned, and shapes, which are avoided only where little is mentioned.
  std::uint32_t looks = 0;
  std::uint32_t shapes = 0;
  const auto look = [](Shape shape, Colour colour) {
    return 1U << (static_cast<unsigned>(shape) * 4 + static_cast<unsigned>(colour));
  };
  for (std::size_t i = 0; i < things_.size(); ++i) {
    looks |= look(things_[i].shape, things_[i].colour);
    shapes |= 1U << static_cast<unsigned>(things_[i].shape);
    const Phrase& phrase = structure_.phrases[i];
    if (!phrase.colour || phrase.noun != Noun::kObject) continue;
    for (const Shape shape : {Shape::kCircle, Shape::kCylinder, Shape::kSquare}) {
      looks |= look(shape, *phrase.colour);
    }
  }
  if (std::popcount(looks) + std::popcount(shapes) >= 3) shapes = 0;
  constexpr std::uint32_t kAllLooks = 0xFFF;  // of things that are no boxes
  if ((looks & kAllLooks) == kAllLooks) return;
  while (builder_.count() < settings_.things) {
    Thing thing;
    do {
      thing = draw_thing({SizeWord::kNone, std::nullopt, Noun::kObject});
    } while ((looks & look(thing.shape, thing.colour)) != 0 ||
             (shapes >> static_cast<unsigned>(thing.shape) & 1U) != 0);
    RandomThing entry{drafted_, SizeWord::kNone};
    if (const Bound& bound = bound_of(thing)) {
      const bool small = below(2) == 0;
      entry.size = small ? SizeWord::kSmall : SizeWord::kBig;
      thing.size = static_cast<std::uint8_t>(small ? bound.small : bound.big);
    }
    const auto cell = builder_.free_cell(*stream_);
    if (!cell) return;
    ++drafted_;
    out_->metadata.randoms.push_back(entry);
    builder_.put(thing, *cell, ThingRole::kRandom);
  }
}

}  // namespace assay::reascan
