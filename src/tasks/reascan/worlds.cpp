#include "assay/tasks/reascan/worlds.h"

#include <algorithm>
#include <bit>

namespace assay::reascan {

namespace {

using world::Cell;
using world::CellSet;
using world::Colour;
using world::Shape;
using world::Thing;

struct Bound {
  int small = 0;  // 0: there is none
  int big = 0;
  explicit operator bool() const { return small > 0; }
};

SizeWord other(SizeWord size) {
  return size == SizeWord::kSmall ? SizeWord::kBig : SizeWord::kSmall;
}

Shape shape_of(Noun noun) { return static_cast<Shape>(noun); }
Noun noun_of(Shape shape) { return static_cast<Noun>(shape); }

class Sampler {
 public:
  Sampler(Stream& stream, const Structure& structure, const WorldSettings& settings, Sampled& out)
      : stream_(stream), structure_(structure), settings_(settings), out_(out), world_(out.world) {}

  bool sample() {
    out_.world.clear();
    out_.world.grid = settings_.grid;
    out_.relations.clear();
    out_.attribute.reset();
    out_.isomorphism.reset();
    out_.randoms.clear();
    mention();
    if (!place_all(things_, structure_)) return false;
    if (settings_.relation) add_relation_sets();
    add_attribute_set();
    if (settings_.isomorphism) add_isomorphism_set();
    if (settings_.random) add_random_things();
    world_.agent = free_cell();
    world_.facing = world::Direction::kEast;
    return true;
  }

 private:
  using SizeMap = std::array<int, kMostObjects>;  // 0: as drawn

  std::uint64_t below(std::size_t bound) { return stream_.below(bound); }
  int between(int least, int most) {
    const int choices = most - least + 1;
    return least + static_cast<int>(below(static_cast<std::size_t>(choices)));
  }

  // --- what things are ---------------------------------------------------------------------------

  Thing draw(const Phrase& phrase) {
    Thing thing;
    const int least = phrase.size == SizeWord::kBig ? 2 : 1;
    const int most = phrase.size == SizeWord::kSmall ? 3 : 4;
    thing.size = static_cast<std::uint8_t>(between(least, most));
    thing.colour = phrase.colour ? *phrase.colour : kColours[below(kColours.size())];
    thing.shape =
        phrase.noun == Noun::kObject ? static_cast<Shape>(below(3)) : shape_of(phrase.noun);
    return thing;
  }

  // The parent of a clause gets what it shares with the child.
  static void copy_shared(std::vector<Thing>& things, const Structure& structure, bool sizes_only) {
    for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
      const auto& [parent, relation] = structure.clauses[i];
      const Thing& child = things[i + 1];
      if (relation == Relation::kSameSize) things[parent].size = child.size;
      if (sizes_only) continue;
      if (relation == Relation::kSameColour) things[parent].colour = child.colour;
      if (relation == Relation::kSameShape) things[parent].shape = child.shape;
    }
  }

  void mention() {
    things_.clear();
    for (const Phrase& phrase : structure_.phrases) things_.push_back(draw(phrase));
    copy_shared(things_, structure_, false);
    draw_bounds();
    for (std::size_t i = 0; i < things_.size(); ++i) keep_bounds(structure_.phrases[i], things_[i]);
    copy_shared(things_, structure_, true);
    drafted_ = things_.size();
  }

  // What small and big are, for each kind of thing that a size is said of.
  void draw_bounds() {
    by_shape_ = {};
    by_look_ = {};
    for (std::size_t i = 0; i < things_.size(); ++i) {
      Bound bound;
      bound.small = between(1, 3);
      bound.big = between(bound.small + 1, 4);
      const Phrase& phrase = structure_.phrases[i];
      if (phrase.size == SizeWord::kNone) continue;
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

  const Bound& bound_of(const Thing& thing) const {
    const auto shape = static_cast<std::size_t>(thing.shape);
    return by_shape_[shape] ? by_shape_[shape]
                            : by_look_[shape][static_cast<std::size_t>(thing.colour)];
  }
  void keep_bounds(const Phrase& phrase, Thing& thing) const {
    const Bound& bound = bound_of(thing);
    if (!bound) return;
    thing.size =
        static_cast<std::uint8_t>(phrase.size == SizeWord::kSmall ? bound.small : bound.big);
  }

  // --- where they are ----------------------------------------------------------------------------

  Cell cell_at(std::uint64_t number) const {
    const auto grid = static_cast<std::uint64_t>(world_.grid);
    return {static_cast<int>(number / grid), static_cast<int>(number % grid)};
  }
  Cell free_cell() {
    const CellSet taken = world_.taken();
    const auto side = static_cast<std::size_t>(world_.grid);
    Cell cell = cell_at(below(side * side));
    while (taken.has(cell)) cell = cell_at(below(side * side));
    return cell;
  }
  bool has_box_at(Cell cell) const {
    return std::any_of(world_.things.begin(), world_.things.end(),
                       [&](const Thing& thing) { return thing.is_box() && thing.cell == cell; });
  }

  // The first free cell of the parent's row or column.
  std::optional<Cell> in_line(Cell parent, bool row) const {
    const CellSet taken = world_.taken();
    for (int i = 0; i < world_.grid; ++i) {
      const Cell cell = row ? Cell{parent.row, i} : Cell{i, parent.column};
      if (!taken.has(cell)) return cell;
    }
    return std::nullopt;
  }

  // Any cell from which the box covers `inside`, or where it fits at all.
  std::optional<Cell> for_box(Thing box, std::optional<Cell> inside) {
    std::vector<Cell> cells;
    for (int row = 0; row + box.size <= world_.grid; ++row) {
      for (int column = 0; column + box.size <= world_.grid; ++column) {
        box.cell = {row, column};
        if (inside && !box.covers(*inside)) continue;
        if (!has_box_at(box.cell)) cells.push_back(box.cell);
      }
    }
    if (cells.empty()) return std::nullopt;
    return cells[below(cells.size())];
  }

  // In their order, each where its clause wants it; those placed stay when one finds no place.
  bool place_all(const std::vector<Thing>& things, const Structure& structure) {
    std::array<Cell, kMostObjects> cells{};
    for (std::size_t i = 0; i < things.size(); ++i) {
      Thing thing = things[i];
      const auto cell = i == 0 ? place_alone(thing)
                               : place_related(thing, structure.clauses[i - 1].relation,
                                               cells[structure.clauses[i - 1].parent]);
      if (!cell) return false;
      cells[i] = *cell;
    }
    return true;
  }
  std::optional<Cell> place_alone(Thing& thing) {
    return put(thing, thing.is_box() ? for_box(thing, std::nullopt) : free_cell());
  }
  std::optional<Cell> place_related(Thing& thing, Relation relation, Cell parent) {
    switch (relation) {
      case Relation::kSameRow:
        return put(thing, in_line(parent, true));
      case Relation::kSameColumn:
        return put(thing, in_line(parent, false));
      case Relation::kInside:
        return put(thing, for_box(thing, parent));
      default:
        return place_alone(thing);
    }
  }
  std::optional<Cell> put(Thing& thing, std::optional<Cell> cell) {
    if (!cell) return std::nullopt;
    thing.cell = *cell;
    world_.things.push_back(thing);
    return cell;
  }

  // --- distractors -------------------------------------------------------------------------------

  // Draws and places the things of a command like the one at hand.
  bool add_set(const Structure& set, const SizeMap& sizes) {
    std::vector<Thing> things;
    for (std::size_t i = 0; i < set.phrases.size(); ++i) {
      Thing thing = draw(set.phrases[i]);
      if (sizes[i] > 0) thing.size = static_cast<std::uint8_t>(sizes[i]);
      keep_bounds(set.phrases[i], thing);
      things.push_back(thing);
    }
    copy_shared(things, set, true);
    drafted_ += things.size();
    return place_all(things, set);
  }

  // For each clause that no other hangs on, the command without it.
  void add_relation_sets() {
    for (std::size_t dropped = 0; dropped < structure_.clauses.size(); ++dropped) {
      const bool leaf =
          std::none_of(structure_.clauses.begin(), structure_.clauses.end(),
                       [&](const Clause& clause) { return clause.parent == dropped + 1; });
      if (!leaf) continue;
      Structure set = structure_;
      SizeMap sizes{};
      set.phrases.erase(set.phrases.begin() + static_cast<std::ptrdiff_t>(dropped + 1));
      set.clauses.erase(set.clauses.begin() + static_cast<std::ptrdiff_t>(dropped));
      for (Clause& clause : set.clauses) {
        if (clause.parent > dropped + 1) --clause.parent;
      }
      const bool copied = settings_.sizes == SizeRule::kCopied || structure_.clauses.size() == 1;
      for (std::size_t i = 0; i < set.phrases.size() && copied; ++i) {
        sizes[i] = things_[i <= dropped ? i : i + 1].size;
      }
      RelationSet& book = out_.relations.emplace_back();
      if (structure_.clauses.size() > 1) book.dropped = dropped;
      book.placed = add_set(set, sizes);
    }
  }

  void add_attribute_set() {
    const auto boxes = std::count_if(world_.things.begin(), world_.things.end(),
                                     [](const Thing& thing) { return thing.is_box(); });
    std::optional<std::size_t> sized;  // the object whose size word was changed
    AttributeSet book;
    if (boxes >= 2 || !settings_.attribute) {
      book.dummy = true;
    } else {
      std::vector<std::size_t> pool;
      for (std::size_t i = 0; i < structure_.phrases.size(); ++i) {
        if (structure_.phrases[i].noun < Noun::kBox) pool.push_back(i);
      }
      if (pool.empty()) return;
      book.object = pool[below(pool.size())];
      change_attribute(book);
      if (book.token == Token::kSize) sized = book.object;
    }
    out_.attribute = book;
    ground_sizes(sized);
  }

  // The whole command again, with one word of one phrase changed.
  void change_attribute(AttributeSet& book) {
    const Phrase& before = structure_.phrases[book.object];
    std::vector<Token> tokens;
    if (before.size != SizeWord::kNone) tokens.push_back(Token::kSize);
    if (before.colour) tokens.push_back(Token::kColour);
    tokens.push_back(Token::kShape);
    book.token = tokens[below(tokens.size())];
    Structure set = structure_;
    SizeMap sizes{};
    Phrase& after = set.phrases[book.object];
    const Thing& thing = things_[book.object];
    switch (book.token) {
      case Token::kSize: {
        after.size = other(before.size);
        for (std::size_t i = 0; i < things_.size(); ++i) sizes[i] = things_[i].size;
        const Bound& bound = bound_of(thing);
        sizes[book.object] = after.size == SizeWord::kSmall ? bound.small : bound.big;
        break;
      }
      case Token::kColour: {
        const auto step = 1 + below(kColours.size() - 1);
        after.size = SizeWord::kNone;
        after.colour = static_cast<Colour>((static_cast<std::size_t>(*before.colour) + step) %
                                           kColours.size());
        break;
      }
      case Token::kShape:
        after.size = SizeWord::kNone;
        after.colour = thing.colour;
        after.noun = static_cast<Noun>((static_cast<std::size_t>(before.noun) + 1 + below(2)) % 3);
        break;
    }
    book.placed = add_set(set, sizes);
  }

  // Something of the other size for each thing that is called small or big, unless there is one.
  void ground_sizes(std::optional<std::size_t> done) {
    for (std::size_t i = 0; i < structure_.phrases.size(); ++i) {
      Phrase phrase = structure_.phrases[i];
      if (phrase.size == SizeWord::kNone || done == i) continue;
      const Bound& bound = bound_of(things_[i]);
      phrase.size = other(phrase.size);
      const int size = phrase.size == SizeWord::kSmall ? bound.small : bound.big;
      const bool there =
          phrase.noun != Noun::kObject &&
          std::any_of(world_.things.begin(), world_.things.end(), [&](const Thing& thing) {
            return thing.shape == shape_of(phrase.noun) && thing.size == size &&
                   (!phrase.colour || thing.colour == *phrase.colour);
          });
      if (there) continue;
      SizeMap sizes{};
      sizes[0] = size;
      add_set({{phrase}, {}}, sizes);
    }
  }

  // The whole command again, with words of two phrases exchanged.
  void add_isomorphism_set() {
    std::vector<std::size_t> candidates;
    for (std::size_t i = 1; i < structure_.phrases.size(); ++i) {
      if (structure_.phrases[i].noun != Noun::kBox) candidates.push_back(i);
    }
    if (candidates.size() < 2) return;
    if (candidates.size() > 2) stream_.shuffle(std::span(candidates));
    IsomorphismSet book;
    book.objects = {candidates[0], candidates[1]};
    Structure set = structure_;
    Phrase& first = set.phrases[book.objects[0]];
    Phrase& second = set.phrases[book.objects[1]];
    book.before = {first, second};
    const bool colours = first.colour || second.colour;
    const bool nouns = first.noun != Noun::kObject || second.noun != Noun::kObject;
    book.colours = colours && (!nouns || below(2) == 0);
    if (book.colours) {
      std::swap(first.colour, second.colour);
    } else {
      std::swap(first.size, second.size);
      std::swap(first.noun, second.noun);
    }
    book.after = {first, second};
    book.placed = add_set(set, {});
    out_.isomorphism = book;
  }

  void add_random_things() {
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
    while (world_.things.size() < settings_.things) {
      Thing thing;
      do {
        thing = draw({SizeWord::kNone, std::nullopt, Noun::kObject});
      } while ((looks & look(thing.shape, thing.colour)) != 0 ||
               (shapes >> static_cast<unsigned>(thing.shape) & 1U) != 0);
      RandomThing& book = out_.randoms.emplace_back();
      book.number = drafted_++;
      if (const Bound& bound = bound_of(thing)) {
        const bool small = below(2) == 0;
        book.size = small ? SizeWord::kSmall : SizeWord::kBig;
        thing.size = static_cast<std::uint8_t>(small ? bound.small : bound.big);
      }
      place_alone(thing);
    }
  }

  Stream& stream_;
  const Structure& structure_;
  const WorldSettings& settings_;
  Sampled& out_;
  world::World& world_;
  std::vector<Thing> things_;  // that are mentioned
  std::array<Bound, world::kShapes> by_shape_{};
  std::array<std::array<Bound, world::kColours>, world::kShapes> by_look_{};
  std::size_t drafted_ = 0;
};

}  // namespace

bool sample_world(Stream& stream, const Structure& structure, const WorldSettings& settings,
                  Sampled& out) {
  return Sampler(stream, structure, settings, out).sample();
}

}  // namespace assay::reascan
