#include "assay/tasks/reascan/distractor_metadata_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "assay/base/text.h"
#include "assay/tasks/reascan/distractor_metadata_reader.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

namespace {

using grounded::PublishedObject;
using world::Shape;
using world::Thing;

bool is_shape(Noun noun, Shape shape) { return name_of(noun) == world::name_of(shape); }

// Small things have larger ones beside them, big things smaller ones.
bool is_other_side(SizeWord word, int size, int than) {
  return word == SizeWord::kSmall ? size > than : size < than;
}

// What the record would say if every set had been placed.
PublishedDistractors as_if_whole(PublishedDistractors said) {
  said.all_relations = true;
  if (said.attribute) said.attribute->placed = true;
  if (said.isomorphism) said.isomorphism->placed = true;
  return said;
}

// How many things there may be.
struct Range {
  std::size_t least = 0;
  std::size_t most = 0;
  void add(std::size_t from, std::size_t to) {
    least += from;
    most += to;
  }
};

// Compares the metadata with the things; every check gives a reason or nothing.
class Audit {
 public:
  Audit(const PublishedObject& record, const Structure& structure, const world::World& world,
        const PublishedDistractors& said)
      : record_(record),
        structure_(structure),
        things_(world.things),
        said_(said),
        mentioned_(structure.phrases.size()) {
    for (const Clause& clause : structure.clauses) {
      same_size_ |= clause.relation == Relation::kSameSize;
    }
  }

  // When all sets are placed: whether every thing is accounted for.
  std::string check_whole() {
    std::string why = check_mentioned();
    if (why.empty()) why = check_relation_sets();
    if (why.empty()) why = check_choice();
    before_attribute_ = at_;
    if (why.empty() && said_.attribute) why = check_attribute_set();
    if (why.empty() && !said_.attribute_none) why = check_grounding();
    if (why.empty() && said_.isomorphism) why = check_isomorphism_set();
    if (why.empty() && at_ != fixed_) {
      why = fmt::format("{} stand before the random ones, where the sets have {}",
                        counted(fixed_, "thing"), at_);
    }
    return why.empty() ? check_randoms() : why;
  }

  // When one failed: whether the things before it are right, and all of them not too many or few.
  std::string check_partly() {
    std::string why = check_mentioned();
    if (why.empty() && said_.all_relations) {
      why = check_relation_sets();
      if (why.empty()) why = check_choice();
      before_attribute_ = at_;
    }
    return why.empty() ? check_count() : why;
  }

 private:
  std::string check_mentioned() {
    if (things_.size() < mentioned_ + said_.randoms) {
      return fmt::format("{} things are fewer than the command and the random ones need",
                         things_.size());
    }
    fixed_ = things_.size() - said_.randoms;
    return check_set("what is mentioned", structure_, true);
  }

  std::size_t relation_sets() const {
    return said_.relation_off ? 0 : leaf_clauses(structure_).size();
  }

  std::string check_count() const {
    Range range{mentioned_, mentioned_};
    const std::size_t sets = relation_sets();
    const std::size_t size = mentioned_ - 1;
    if (said_.all_relations) {
      range.add(sets * size, sets * size);
    } else if (said_.some_relation) {
      range.add(size, sets * size - 1);
    } else {
      range.add(0, sets * (size - 1));
    }
    if (said_.attribute && !said_.attribute->placed) {
      range.add(0, mentioned_ - 1);
    } else if (!said_.attribute_none) {
      if (said_.attribute) range.add(mentioned_, mentioned_);
      for (const std::size_t object : ungrounded()) {
        const auto [may_add, may_skip] = grounding(object);
        range.add(may_skip ? 0 : 1, may_add ? 1 : 0);
      }
    }
    if (said_.isomorphism) {
      range.add(said_.isomorphism->placed ? mentioned_ : 0,
                mentioned_ - (said_.isomorphism->placed ? 0 : 1));
    }
    if (fixed_ >= range.least && fixed_ <= range.most) return "";
    return fmt::format("a set is said to have failed, but {} stand before the random ones",
                       counted(fixed_, "thing"));
  }

  // --- sets --------------------------------------------------------------------------------------

  // Whether a thing is what a phrase says; with `original`, the size word means its size.
  static bool fits(const Phrase& phrase, const Thing& thing, const Thing* original) {
    if (phrase.colour && thing.colour != *phrase.colour) return false;
    if (phrase.noun == Noun::kObject ? thing.is_box() : !is_shape(phrase.noun, thing.shape)) {
      return false;
    }
    if (phrase.size == SizeWord::kNone) return true;
    if (original != nullptr && phrase.noun != Noun::kObject) return thing.size == original->size;
    return phrase.size == SizeWord::kSmall ? thing.size < world::kLargestSize
                                           : thing.size > world::kSmallestSize;
  }

  // Colours and shapes are shared by what is mentioned only, and what a later clause has copied
  // over is shared no more.
  static bool related(const Structure& set, std::size_t clause, std::span<const Thing> things,
                      bool strict) {
    const auto& [parent, relation] = set.clauses[clause];
    const Thing& one = things[parent];
    const Thing& two = things[clause + 1];
    const bool overwritten = std::any_of(set.clauses.begin() + static_cast<std::ptrdiff_t>(clause),
                                         set.clauses.end(), [&](const Clause& later) {
                                           return later.parent == clause + 1 &&
                                                  later.relation == set.clauses[clause].relation;
                                         });
    switch (relation) {
      case Relation::kSameRow:
        return one.cell.row == two.cell.row;
      case Relation::kSameColumn:
        return one.cell.column == two.cell.column;
      case Relation::kInside:
        return covers(two, one.cell);
      case Relation::kSameSize:
        return overwritten || one.size == two.size;
      case Relation::kSameColour:
        return !strict || overwritten || one.colour == two.colour;
      case Relation::kSameShape:
        break;
    }
    return !strict || overwritten || one.shape == two.shape;
  }

  // The things from at_ on are those of a command; `is_thing` says of each whether it is right.
  template <typename IsThing>
  std::string check_things(std::string_view what, const Structure& set, bool strict,
                           const IsThing& is_thing) {
    if (at_ + set.phrases.size() > fixed_) {
      return fmt::format("{} is not all there: {} stand before the random ones", what,
                         counted(fixed_, "thing"));
    }
    const auto things = std::span(things_).subspan(at_, set.phrases.size());
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (is_thing(i, things[i])) continue;
      return fmt::format("{}: object {} is not for \"{}\"", what, at_ + i, text_of(set.phrases[i]));
    }
    for (std::size_t i = 0; i < set.clauses.size(); ++i) {
      if (related(set, i, things, strict)) continue;
      return fmt::format("{}: object {} is not {} object {}", what, at_ + set.clauses[i].parent,
                         words_of(set.clauses[i].relation), at_ + i + 1);
    }
    at_ += things.size();
    return "";
  }
  std::string check_set(std::string_view what, const Structure& set, bool strict) {
    return check_things(what, set, strict, [&](std::size_t i, const Thing& thing) {
      return fits(set.phrases[i], thing, nullptr);
    });
  }

  std::string check_relation_sets() {
    if (said_.relation_off) return "";
    for (const std::size_t dropped : leaf_clauses(structure_)) {
      const Structure set = without_clause(structure_, dropped);
      const auto objects = objects_without_clause(structure_, dropped);
      std::string why =
          check_things("a relation set", set, false, [&](std::size_t i, const Thing& thing) {
            return fits(set.phrases[i], thing, &things_[objects[i]]);
          });
      if (!why.empty()) return why;
    }
    return "";
  }

  // Whether there had to be an attribute set, from what was placed before it. Where isomorphism
  // sets are switched off, these may be, too.
  std::string check_choice() const {
    const auto boxes =
        std::count_if(things_.begin(), things_.begin() + static_cast<std::ptrdiff_t>(at_),
                      [](const Thing& thing) { return thing.is_box(); });
    const bool changeable =
        std::any_of(structure_.phrases.begin(), structure_.phrases.end(),
                    [](const Phrase& phrase) { return phrase.noun < Noun::kBox; });
    if (said_.attribute && boxes >= 2) return "an attribute set in spite of two boxes";
    if (said_.attribute) return "";
    if (said_.attribute_none) {
      return boxes < 2 && !changeable ? "" : "no attribute set, nor sizes to compare with";
    }
    if (boxes >= 2 || said_.isomorphism_off) return "";
    return changeable ? "no attribute set in spite of fewer than two boxes"
                      : "sizes to compare with where nothing can be changed";
  }

  std::string check_attribute_set() {
    const std::size_t object = said_.attribute->object;
    const Token token = said_.attribute->token;
    return check_things(
        "the attribute set", structure_, false, [&](std::size_t i, const Thing& thing) {
          const Phrase& phrase = structure_.phrases[i];
          const Thing& original = things_[i];
          if (i != object) return fits(phrase, thing, &original);
          switch (token) {
            case Token::kSize:
              return is_shape(phrase.noun, thing.shape) &&
                     (!phrase.colour || thing.colour == *phrase.colour) &&
                     is_other_side(phrase.size, thing.size, original.size);
            case Token::kColour:
              return thing.shape == original.shape && thing.colour != original.colour;
            case Token::kShape:
              break;
          }
          return thing.colour == original.colour && thing.shape != original.shape &&
                 !thing.is_box();
        });
  }

  // --- sizes to compare with ---------------------------------------------------------------------

  // Mentioned objects with a size word that no attribute set has turned round.
  std::vector<std::size_t> ungrounded() const {
    std::vector<std::size_t> objects;
    for (std::size_t i = 0; i < mentioned_; ++i) {
      const bool done =
          said_.attribute && said_.attribute->token == Token::kSize && said_.attribute->object == i;
      if (structure_.phrases[i].size != SizeWord::kNone && !done) objects.push_back(i);
    }
    return objects;
  }

  bool of_class(const Phrase& phrase, const Thing& thing) const {
    return is_shape(phrase.noun, thing.shape) && (!phrase.colour || thing.colour == *phrase.colour);
  }

  // Whether a thing of the other size may have been added, and whether that may have been left out,
  // as is done when one stood there before the attribute set. Which size that is follows from the
  // things there, but for the sizes that "same size" copies. Among objects none is ever found.
  struct Grounding {
    bool may_add = true;
    bool may_skip = true;
  };
  Grounding grounding(std::size_t object) const {
    const Phrase& phrase = structure_.phrases[object];
    if (phrase.noun == Noun::kObject) return {true, false};
    if (before_attribute_ == 0) return {true, true};  // what was placed is not known
    const bool there = std::any_of(
        things_.begin(), things_.begin() + static_cast<std::ptrdiff_t>(before_attribute_),
        [&](const Thing& thing) {
          return of_class(phrase, thing) &&
                 is_other_side(phrase.size, thing.size, things_[object].size);
        });
    return {!there || same_size_, there};
  }
  bool is_grounding(std::size_t object, const Thing& thing) const {
    Phrase phrase = structure_.phrases[object];
    const SizeWord word = phrase.size;
    phrase.size = opposite(word);
    if (!fits(phrase, thing, nullptr)) return false;
    if (phrase.noun == Noun::kObject) return true;
    const bool known = std::any_of(
        things_.begin(), things_.begin() + static_cast<std::ptrdiff_t>(before_attribute_),
        [&](const Thing& before) { return of_class(phrase, before) && before.size == thing.size; });
    return !known && is_other_side(word, thing.size, things_[object].size);
  }

  // Objects from `next` on, to the things that are left for them.
  bool can_ground(std::span<const std::size_t> objects, std::size_t at, std::size_t end) const {
    if (objects.empty()) return at == end;
    const auto [may_add, may_skip] = grounding(objects[0]);
    const auto rest = objects.subspan(1);
    if (may_add && at < end && is_grounding(objects[0], things_[at]) &&
        can_ground(rest, at + 1, end)) {
      return true;
    }
    return may_skip && can_ground(rest, at, end);
  }

  std::string check_grounding() {
    const std::size_t behind = said_.isomorphism ? mentioned_ : 0;
    if (at_ + behind > fixed_) return "the isomorphism set is not all there";
    const std::size_t end = fixed_ - behind;
    if (!can_ground(ungrounded(), at_, end)) {
      return fmt::format("{} from object {} on are not the sizes to compare with",
                         counted(end - at_, "thing"), at_);
    }
    at_ = end;
    return "";
  }

  std::string check_isomorphism_set() {
    const Structure set = exchanged(structure_, *said_.isomorphism);
    const auto& objects = said_.isomorphism->objects;
    return check_things("the isomorphism set", set, false, [&](std::size_t i, const Thing& thing) {
      const bool changed = i == objects[0] || i == objects[1];
      return fits(set.phrases[i], thing, changed ? nullptr : &things_[i]);
    });
  }

  // --- random things -----------------------------------------------------------------------------

  static unsigned look(Shape shape, world::Colour colour) {
    return 1U << (static_cast<unsigned>(shape) * world::kColours + static_cast<unsigned>(colour));
  }

  std::string check_randoms() {
    constexpr std::string_view kKey = "random_distractor_metadata";
    const PublishedObject names = grounded::object_of(grounded::only_of(record_.list(kKey), kKey));
    if (names.size() != said_.randoms) {
      return fmt::format("\"{}\" names {}, not {}", kKey, counted(names.size(), "thing"),
                         said_.randoms);
    }
    find_mentioned_looks();
    for (const auto& [key, value] : names.members()) {
      if (key != object_name(at_)) {
        return fmt::format("\"{}\" has \"{}\" where \"{}\" should be", kKey, key, object_name(at_));
      }
      const Thing& thing = things_[at_];
      const SizeWord word = bounded_word(thing);
      const std::string name = fmt::format("{} {} {}", name_of(word), world::name_of(thing.colour),
                                           world::name_of(thing.shape));
      if (grounded::text_of(value) != name) {
        return fmt::format("random object {} is \"{}\", not \"{}\"", at_, name,
                           grounded::text_of(value));
      }
      const bool avoided = (looks_ & look(thing.shape, thing.colour)) != 0 ||
                           (shapes_ >> static_cast<unsigned>(thing.shape) & 1U) != 0;
      if (avoided || thing.is_box()) {
        return fmt::format("random object {}, \"{}\", is like what is mentioned", at_, name);
      }
      ++at_;
    }
    return "";
  }

  // Shapes are avoided only where little is mentioned.
  void find_mentioned_looks() {
    for (std::size_t i = 0; i < mentioned_; ++i) {
      const Phrase& phrase = structure_.phrases[i];
      looks_ |= look(things_[i].shape, things_[i].colour);
      shapes_ |= 1U << static_cast<unsigned>(things_[i].shape);
      if (!phrase.colour || phrase.noun != Noun::kObject) continue;
      for (const Shape shape : {Shape::kCircle, Shape::kCylinder, Shape::kSquare}) {
        looks_ |= look(shape, *phrase.colour);
      }
    }
    if (std::popcount(looks_) + std::popcount(shapes_) >= 3) shapes_ = 0;
  }

  // Where the command says a size of a shape without a colour, all of that shape are small or big.
  SizeWord bounded_word(const Thing& thing) const {
    for (std::size_t i = 0; i < mentioned_; ++i) {
      const Phrase& phrase = structure_.phrases[i];
      if (phrase.size == SizeWord::kNone || phrase.colour || things_[i].shape != thing.shape) {
        continue;
      }
      return thing.size == things_[i].size ? phrase.size : opposite(phrase.size);
    }
    return SizeWord::kNone;
  }

  const PublishedObject& record_;
  const Structure& structure_;
  const std::vector<Thing>& things_;
  const PublishedDistractors& said_;
  std::size_t mentioned_;
  bool same_size_ = false;            // a clause copies sizes
  std::size_t fixed_ = 0;             // things before the random ones
  std::size_t at_ = 0;                // things that are accounted for
  std::size_t before_attribute_ = 0;  // things placed before the attribute set; 0: not known
  unsigned looks_ = 0;
  unsigned shapes_ = 0;
};

}  // namespace

AspectFinding check_distractors(const PublishedObject& record, const PublishedCommand& command,
                                const world::World& world) {
  using State = AspectFinding::State;
  const PublishedDistractors said = read_distractor_metadata(record, command.structure);
  const PublishedDistractors whole = as_if_whole(said);
  std::string why = Audit(record, command.structure, world, whole).check_whole();
  if (said.is_partly()) {
    if (why.empty()) return {State::kDiffers, "a set is said to have failed, but all are there"};
    why = Audit(record, command.structure, world, said).check_partly();
    if (why.empty()) return {State::kAbsent, "partly: a set of distractors failed"};
  }
  return {why.empty() ? State::kMatches : State::kDiffers, why};
}

}  // namespace assay::reascan
