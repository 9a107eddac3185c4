#include "assay/tasks/reascan/worlds/sound_worlds.h"

#include <algorithm>

namespace assay::reascan {

namespace {

using world::Cell;
using world::Colour;
using world::Shape;
using world::Thing;

constexpr int kTries = 12;  // for a set, before it is given up

constexpr std::uint32_t kFirstAttempts = 100;  // after these less is asked
constexpr std::size_t kLongClauses = 4;        // so many need more things than the paper's patterns
constexpr std::uint32_t kLongAttempts = 200;   // the same for them; the second half has more things

bool is_long(const Structure& structure) { return structure.clauses.size() >= kLongClauses; }

// Of mentioned things and distractors: as in the paper for its patterns, more for longer ones, and
// all that there can be for those that have found no world with less.
std::size_t room_for(const Structure& structure, std::uint32_t attempt) {
  constexpr std::array<std::size_t, kMostObjects> kRoom{13, 13, 16, 22, 26, 28};
  if (is_long(structure) && attempt >= kFirstAttempts) return kMostThings;
  return kRoom[structure.clauses.size()];
}

bool is_of_class(const Thing& thing, const Phrase& phrase) {
  if (phrase.noun != Noun::kObject && thing.shape != static_cast<Shape>(phrase.noun)) return false;
  return !phrase.colour || thing.colour == *phrase.colour;
}

}  // namespace

std::vector<WordPlace> words_of(const Structure& structure) {
  std::vector<WordPlace> words;
  for (std::size_t object = 0; object < structure.phrases.size(); ++object) {
    const Phrase& phrase = structure.phrases[object];
    for (const Token token : {Token::kSize, Token::kColour, Token::kShape}) {
      const bool idle = token == Token::kShape && phrase.noun == Noun::kBox;
      if (has_word(phrase, token) && !idle) words.push_back({object, token});
    }
  }
  return words;
}

Structure without_word(const Structure& structure, const WordPlace& word) {
  Structure less = structure;
  Phrase& phrase = less.phrases[word.object];
  switch (word.token) {
    case Token::kSize:
      phrase.size = SizeWord::kNone;
      break;
    case Token::kColour:
      phrase.colour.reset();
      break;
    case Token::kShape:
      phrase.noun = Noun::kObject;
      break;
  }
  return less;
}

namespace {

// Whether two objects may change places: all their clauses are the same relation, through which
// they are related to each other ("in the same row as a square that is in the same row as a box").
bool are_interchangeable(const Structure& structure, std::size_t first, std::size_t second) {
  const Relation relation = structure.clauses[first - 1].relation;
  if (relation == Relation::kInside) return false;
  std::uint32_t together = 1U << structure.clauses[first - 1].parent | 1U << first;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    const Clause& clause = structure.clauses[i];
    const bool theirs =
        i + 1 == first || i + 1 == second || clause.parent == first || clause.parent == second;
    if (theirs && clause.relation != relation) return false;
    if (clause.relation == relation && (together >> clause.parent & 1U) != 0) {
      together |= 1U << (i + 1);
    }
  }
  return (together >> second & 1U) != 0;
}

}  // namespace

std::vector<IsomorphismSet> exchanges_of(const Structure& structure) {
  std::vector<IsomorphismSet> exchanges;
  const auto& phrases = structure.phrases;
  for (std::size_t first = 1; first < phrases.size(); ++first) {
    for (std::size_t second = first + 1; second < phrases.size(); ++second) {
      if (phrases[first].noun == Noun::kBox || phrases[second].noun == Noun::kBox) continue;
      for (const bool colours : {false, true}) {
        const IsomorphismSet exchange{{first, second}, colours, true};
        const Structure other_way = exchanged(structure, exchange);
        const bool whole = other_way.phrases[first] == phrases[second] &&
                           other_way.phrases[second] == phrases[first];
        if (other_way == structure) continue;
        if (!whole || !are_interchangeable(structure, first, second)) exchanges.push_back(exchange);
      }
    }
  }
  return exchanges;
}

SoundWorlds::SoundWorlds(const Structure& structure, const WorldSettings& settings)
    : structure_(structure),
      settings_(settings),
      words_(words_of(structure)),
      exchanges_(exchanges_of(structure)) {
  for (std::size_t clause = 0; clause < structure.clauses.size(); ++clause) {
    const Structure less = without_clause(structure, clause);
    without_clause_.push_back(
        {less, less, ThingRole::kRelation, objects_without_clause(structure, clause)});
  }
}

bool SoundWorlds::draw(Stream& stream, Sampled& out, std::uint32_t attempt) {
  needs_exchange_ = attempt < (is_long(structure_) ? kLongAttempts : kFirstAttempts);
  room_ = std::max(room_for(structure_, attempt), settings_.things);
  stream_ = &stream;
  out_ = &out;
  builder_.begin(settings_.grid, out);
  small_ = static_cast<std::uint8_t>(1 + below(3));
  big_ = static_cast<std::uint8_t>(small_ + 1 + below(4U - small_));
  if (!place(draw_things(structure_), structure_, std::nullopt, ThingRole::kMentioned))
    return false;
  if (!ground_sizes(structure_) || !means_target_alone()) return false;
  if (settings_.relation && !add_relation_sets()) return false;
  if (!add_words_and_exchanges()) return false;
  if (settings_.random && !add_random_things()) return false;
  const auto agent = builder_.free_cell(stream);
  if (!agent) return false;
  out.world.agent = *agent;
  out.world.facing = world::Direction::kEast;
  return true;
}

// --- what things are -----------------------------------------------------------------------------

// Whether a size is said of things like it.
bool SoundWorlds::is_bounded(const Thing& thing) const {
  return std::any_of(structure_.phrases.begin(), structure_.phrases.end(),
                     [&](const Phrase& phrase) {
                       return phrase.size != SizeWord::kNone && is_of_class(thing, phrase);
                     });
}

std::uint8_t SoundWorlds::any_size(bool bounded) {
  if (bounded) return below(2) == 0 ? small_ : big_;
  return static_cast<std::uint8_t>(1 + below(world::kLargestSize));
}

std::uint8_t SoundWorlds::size_of(SizeWord word) const {
  return word == SizeWord::kSmall ? small_ : big_;
}

// As the phrases say and as the relations want them: a parent has what it shares with its child.
SoundWorlds::Things SoundWorlds::draw_things(const Structure& command) {
  Things things;
  for (const Phrase& phrase : command.phrases) {
    Thing& thing = things.push_back({});
    thing.size = 0;  // not yet
    thing.colour = phrase.colour ? *phrase.colour : kColours[below(kColours.size())];
    thing.shape = phrase.noun == Noun::kObject ? static_cast<Shape>(below(3))
                                               : static_cast<Shape>(phrase.noun);
  }
  for (std::size_t i = command.clauses.size(); i > 0; --i) {
    const auto& [parent, relation] = command.clauses[i - 1];
    if (relation == Relation::kSameColour) things[parent].colour = things[i].colour;
    if (relation == Relation::kSameShape) things[parent].shape = things[i].shape;
  }
  std::array<bool, kMostObjects> bounded{};
  for (std::size_t i = 0; i < things.size(); ++i) {
    bounded[i] = is_bounded(things[i]);
    if (i == 0 || command.clauses[i - 1].relation != Relation::kSameSize) continue;
    bounded[i] = bounded[i] || bounded[command.clauses[i - 1].parent];
  }
  for (std::size_t i = things.size(); i > 0; --i) {
    Thing& thing = things[i - 1];
    const SizeWord word = command.phrases[i - 1].size;
    // What shares its size with a child has it already.
    if (word != SizeWord::kNone) {
      thing.size = size_of(word);
    } else if (thing.size == 0) {
      thing.size = any_size(bounded[i - 1]);
    }
    if (i > 1 && command.clauses[i - 2].relation == Relation::kSameSize) {
      things[command.clauses[i - 2].parent].size = thing.size;
    }
  }
  return things;
}

// --- where they are ------------------------------------------------------------------------------

std::optional<Cell> SoundWorlds::cell_beside(const Thing& thing, Relation relation, Cell parent) {
  switch (relation) {
    case Relation::kSameRow:
    case Relation::kSameColumn:
      return builder_.any_in_line(*stream_, parent, relation);
    case Relation::kInside:
      return builder_.for_box(*stream_, thing.size, parent);
    default:
      return builder_.free_cell(*stream_);
  }
}

// For a first object that is so related to something that is there.
std::optional<Cell> SoundWorlds::root_cell(Thing& root, Relation relation, const Thing& partner) {
  switch (relation) {
    case Relation::kSameRow:
    case Relation::kSameColumn:
      return builder_.any_in_line(*stream_, partner.cell, relation);
    case Relation::kInside:
      return builder_.inside_of(*stream_, partner);
    case Relation::kSameSize:
      root.size = partner.size;
      break;
    case Relation::kSameColour:
      root.colour = partner.colour;
      break;
    case Relation::kSameShape:
      root.shape = partner.shape;
      break;
  }
  return builder_.free_cell(*stream_);
}

// In their order, each where its clause wants it. One object, and what hangs on it, may be shared
// with the command at hand.
bool SoundWorlds::place(const Things& things, const Structure& command,
                        const std::optional<Shared>& shared, ThingRole role) {
  std::array<Cell, kMostObjects> cells{};
  std::uint32_t there = 0;
  for (std::size_t i = 0; i < things.size(); ++i) {
    Thing thing = things[i];
    std::optional<Cell> cell;
    if (i == 0 && shared) {
      cell = root_cell(thing, command.clauses[shared->object - 1].relation,
                       builder_.thing(shared->thing));
    } else if (i == 0) {
      cell = builder_.free_cell(*stream_);
    } else {
      const Clause& clause = command.clauses[i - 1];
      if ((shared && shared->object == i) || (there >> clause.parent & 1U) != 0) {
        there |= 1U << i;
        continue;
      }
      cell = cell_beside(thing, clause.relation, cells[clause.parent]);
    }
    if (!cell || builder_.count() == kMostThings) return false;
    // What it shares may have made it one of those that have two sizes.
    const bool fits = thing.size == small_ || thing.size == big_;
    if (shared && i == 0 && !fits && is_bounded(thing)) return false;
    cells[i] = *cell;
    builder_.put(thing, *cell, role);
  }
  return true;
}

// Something of the other size for all that is called small or big, unless there is one.
bool SoundWorlds::ground_sizes(const Structure& command) {
  for (const Phrase& phrase : command.phrases) {
    if (phrase.size == SizeWord::kNone) continue;
    const std::uint8_t size = size_of(opposite(phrase.size));
    const Resolver& there = builder_.resolver();
    if ((there.class_of(phrase) & there.of_size(size)) != 0) continue;
    Thing thing = draw_things({{{SizeWord::kNone, phrase.colour, phrase.noun}}, {}})[0];
    thing.size = size;
    const auto cell = thing.is_box() ? builder_.for_box(*stream_, size, std::nullopt)
                                     : builder_.free_cell(*stream_);
    if (!cell || builder_.count() == kMostThings) return false;
    builder_.put(thing, *cell, ThingRole::kSize);
  }
  return true;
}

// --- distractors ---------------------------------------------------------------------------------

bool SoundWorlds::means_another(const Structure& command) const {
  return (builder_.resolver().referents(command) & ~1U) != 0;
}

// Half of the time, and where room is short, something that the first object is related to serves
// both commands.
bool SoundWorlds::add_set(const Variant& variant) {
  const auto before = builder_.mark();
  const Structure& command = variant.command;
  InlineVector<Shared, kMostObjects> sharable;
  for (std::size_t i = 1; i < command.phrases.size(); ++i) {
    const std::size_t original = variant.objects.empty() ? i : variant.objects[i];
    const bool same = command.phrases[i] == structure_.phrases[original];
    if (same && command.clauses[i - 1].parent == 0) sharable.push_back({i, original});
  }
  const bool short_of_room = builder_.count() + command.phrases.size() > room_;
  for (int tries = 0; tries < kTries; ++tries) {
    std::optional<Shared> shared;
    if (!sharable.empty() && (short_of_room || below(2) == 0)) {
      shared = sharable[below(sharable.size())];
    }
    const bool placed = place(draw_things(command), command, shared, variant.role);
    if (placed && fits() && means_target_alone()) {
      if (means_another(variant.test)) return true;
      if (ground_sizes(command) && fits() && means_target_alone() && means_another(variant.test)) {
        return true;
      }
    }
    builder_.go_back(before);
  }
  return false;
}

bool SoundWorlds::add_relation_sets() {
  for (std::size_t clause = 0; clause < without_clause_.size(); ++clause) {
    const Variant& less = without_clause_[clause];
    if (!means_another(less.test) && !add_set(less)) return false;
    RelationSet entry;
    if (structure_.clauses.size() > 1) entry.dropped = clause;
    out_->metadata.relations.push_back(entry);
  }
  return true;
}

// The whole command again, with the word changed.
bool SoundWorlds::add_word(const WordPlace& word) {
  const Structure less = without_word(structure_, word);
  if (!means_another(less)) {
    Structure changed = structure_;
    Phrase& phrase = changed.phrases[word.object];
    switch (word.token) {
      case Token::kSize:
        phrase.size = opposite(phrase.size);
        break;
      case Token::kColour:
        phrase.colour = static_cast<Colour>(
            (static_cast<std::size_t>(*phrase.colour) + 1 + below(kColours.size() - 1)) %
            kColours.size());
        break;
      case Token::kShape:
        phrase.noun = static_cast<Noun>((static_cast<std::size_t>(phrase.noun) + 1 + below(2)) % 3);
        break;
    }
    if (!add_set({changed, less, ThingRole::kAttribute, {}})) return false;
  }
  out_->metadata.attributes.push_back({false, word.object, word.token, true});
  return true;
}

bool SoundWorlds::add_exchange(const IsomorphismSet& exchange) {
  const Structure other_way = exchanged(structure_, exchange);
  if (!means_another(other_way) && !add_set({other_way, other_way, ThingRole::kIsomorphism, {}})) {
    return false;
  }
  out_->metadata.isomorphisms.push_back(exchange);
  return true;
}

// One exchange and one word at least; then all others while there is room.
bool SoundWorlds::add_words_and_exchanges() {
  auto words = words_;
  auto exchanges = exchanges_;
  if (!settings_.attribute) words.clear();
  if (!settings_.isomorphism) exchanges.clear();
  stream_->shuffle(std::span(words));
  stream_->shuffle(std::span(exchanges));
  auto word = words.begin();
  auto exchange = exchanges.begin();
  const DistractorMetadata& metadata = out_->metadata;
  while (exchange != exchanges.end() && metadata.isomorphisms.empty()) add_exchange(*exchange++);
  while (word != words.end() && metadata.attributes.empty()) add_word(*word++);
  while (exchange != exchanges.end()) add_exchange(*exchange++);
  while (word != words.end()) add_word(*word++);
  return (!needs_exchange_ || exchanges.empty() || !metadata.isomorphisms.empty()) &&
         (words.empty() || !metadata.attributes.empty());
}

bool SoundWorlds::add_random_things() {
  const auto missing =
      settings_.things > builder_.count() ? settings_.things - builder_.count() : 0;
  for (std::size_t left = missing; left > 0; --left) {
    const auto before = builder_.mark();
    int tries = 0;
    do {
      if (++tries > kTries) return false;
      builder_.go_back(before);
      Thing thing = draw_things({{{SizeWord::kNone, std::nullopt, Noun::kObject}}, {}})[0];
      const auto cell = builder_.free_cell(*stream_);
      if (!cell) return false;
      builder_.put(thing, *cell, ThingRole::kRandom);
    } while (!means_target_alone());
    out_->metadata.randoms.push_back({builder_.count() - 1, SizeWord::kNone});
  }
  return true;
}

}  // namespace assay::reascan
