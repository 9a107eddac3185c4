#include "assay/tasks/arc/solver/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "assay/acting/relation.h"
#include "assay/base/error.h"
#include "assay/tasks/arc/grids/glyphs.h"
#include "assay/tasks/arc/grids/puzzle_text.h"
#include "assay/tasks/arc/solver/grid_reader.h"
#include "assay/world/world.h"

namespace assay::arc {

namespace {

using world::Thing;

constexpr std::array<std::string_view, 6> kRelations{"row",  "column", "inside",
                                                     "size", "color",  "shape"};
constexpr std::array<std::string_view, 5> kColours{"", "red", "blue", "green", "yellow"};
constexpr std::array<std::string_view, 3> kSizes{"", "small", "big"};
constexpr std::array<std::string_view, 5> kNouns{"circle", "cylinder", "square", "object", "box"};

// "small red circle"; "" for what is not said.
struct Words {
  std::string_view size;
  std::string_view colour;
  std::string_view noun;
};

std::string text_of(const Words& words) {
  return fmt::format("{}{}{}{}{}", words.size, words.size.empty() ? "" : " ", words.colour,
                     words.colour.empty() ? "" : " ", words.noun);
}

std::string clause_text(std::string_view relation) {
  return relation == "inside" ? "inside of" : fmt::format("in the same {} as", relation);
}

std::vector<Words> all_words() {
  std::vector<Words> all;
  for (const auto noun : kNouns) {
    for (const auto colour : kColours) {
      for (const auto size : kSizes) all.push_back({size, colour, noun});
    }
  }
  return all;
}

// Whether people would say "the <parent> that is in the same ... as a <child>": nothing is said
// twice, and things that share a shape are told apart by other words.
bool can_be_said(std::string_view relation, const Words& parent, const Words& child) {
  if (child.size.empty() && child.colour.empty()) return false;
  if (relation == "shape") return parent.noun == "object" && child.noun == "object";
  if (child.noun == "object" || child.noun == parent.noun) return false;
  if ((relation == "inside") != (child.noun == "box")) return false;
  if (relation == "size") return parent.size.empty() && child.size.empty();
  if (relation == "color") return parent.colour.empty() && child.colour.empty();
  return true;
}

// A world with what words and relations come to in it.
class Scene {
 public:
  Scene(const world::World& world, const std::vector<Words>& words, SizeReading reading)
      : things_(world.things), reading_(reading) {
    for (const Words& each : words) named_.push_back(find_named(each));
    for (const auto relation : kRelations) {
      std::vector<std::vector<std::size_t>>& of_relation = partners_.emplace_back();
      for (const Thing& one : things_) {
        std::vector<std::size_t>& partners = of_relation.emplace_back();
        for (std::size_t i = 0; i < things_.size(); ++i) {
          if (&things_[i] != &one && acting::is_related(relation, one, things_[i]))
            partners.push_back(i);
        }
      }
    }
  }

  const Thing& thing(std::size_t at) const { return things_[at]; }
  std::size_t count() const { return things_.size(); }
  bool is_named(std::size_t words, std::size_t thing) const { return named_[words][thing]; }
  const std::vector<std::size_t>& partners(std::size_t relation, std::size_t thing) const {
    return partners_[relation][thing];
  }

 private:
  std::vector<bool> find_named(const Words& words) const {
    std::vector<bool> named;
    int smallest = world::kLargestSize;
    int biggest = world::kSmallestSize;
    for (const Thing& thing : things_) {
      named.push_back((words.noun == "object" || name_of(thing.shape) == words.noun) &&
                      (words.colour.empty() || name_of(thing.colour) == words.colour));
      if (!named.back()) continue;
      smallest = std::min<int>(smallest, thing.size);
      biggest = std::max<int>(biggest, thing.size);
    }
    if (words.size.empty()) return named;
    const bool small = words.size == "small";
    for (std::size_t i = 0; i < things_.size(); ++i) {
      const int size = things_[i].size;
      const bool extreme = size == (small ? smallest : biggest);
      switch (reading_) {
        case SizeReading::kSomeLarger:
          named[i] = named[i] && size != (small ? biggest : smallest);
          break;
        case SizeReading::kSmallestOfSeveral:
          named[i] = named[i] && smallest != biggest && extreme;
          break;
        case SizeReading::kSmallest:
          named[i] = named[i] && extreme;
          break;
      }
    }
    return named;
  }

  std::vector<Thing> things_;
  SizeReading reading_;
  std::vector<std::vector<bool>> named_;                         // words, thing
  std::vector<std::vector<std::vector<std::size_t>>> partners_;  // relation, thing
};

struct Clause {
  std::size_t parent = 0;
  std::size_t relation = 0;
};

// Words by their number. Object i + 1 stands at the end of clause i.
struct Description {
  std::vector<std::size_t> words;
  std::vector<Clause> clauses;
};

bool can_choose_rest(const Description& description, const Scene& scene,
                     std::vector<std::size_t>& chosen) {
  const std::size_t next = chosen.size();
  if (next == description.words.size()) return true;
  const auto& [parent, relation] = description.clauses[next - 1];
  for (const std::size_t thing : scene.partners(relation, chosen[parent])) {
    if (!scene.is_named(description.words[next], thing)) continue;
    if (std::find(chosen.begin(), chosen.end(), thing) != chosen.end()) continue;
    chosen.push_back(thing);
    if (can_choose_rest(description, scene, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

bool is_meant(const Description& description, const Scene& scene, std::size_t thing) {
  if (!scene.is_named(description.words[0], thing)) return false;
  std::vector<std::size_t> chosen{thing};
  return can_choose_rest(description, scene, chosen);
}

// The one thing that a description means, if it means one.
std::optional<std::size_t> meaning(const Description& description, const Scene& scene) {
  std::optional<std::size_t> found;
  for (std::size_t thing = 0; thing < scene.count(); ++thing) {
    if (!is_meant(description, scene, thing)) continue;
    if (found) return std::nullopt;
    found = thing;
  }
  return found;
}

// What happens to a thing: what it becomes, or that it is gone.
struct Deed {
  std::optional<world::Colour> colour;
  std::optional<world::Shape> shape;
  friend bool operator==(const Deed&, const Deed&) = default;

  std::string text() const {
    if (!colour && !shape) return "remove";
    return fmt::format("{}{}{}", colour ? fmt::format("draw {}", name_of(*colour)) : "",
                       colour && shape ? " and " : "",
                       shape ? fmt::format("change to a {}", name_of(*shape)) : "");
  }
};

struct Shown {
  Scene scene;
  std::size_t changed = 0;
};

class Solver {
 public:
  Solver(const PuzzleGrids& grids, SizeReading reading)
      : words_(all_words()), reading_(reading), test_grid_(grids.test.input) {
    for (std::size_t i = 0; i < grids.train.size(); ++i) add_pair(grids.train[i], i + 1);
    test_.emplace(world_of(grids.test.input, "the test"), words_, reading_);
  }

  // One rule for each thing that rules mean in the test, up to so many.
  std::vector<Solution> solve(std::span<const ClauseParents> patterns, std::size_t most) {
    most_ = most;
    for (const ClauseParents& pattern : patterns) {
      parents_.assign(pattern.begin(), pattern.end());
      Description description;
      for (std::size_t first = 0; first < words_.size() && !is_done(); ++first) {
        const auto noun = words_[first].noun;
        if (noun == "box" || (noun == "object" && parents_.empty())) continue;
        description.words = {first};
        grow(description);
      }
    }
    return std::move(found_);
  }

 private:
  static world::World world_of(const Grid& grid, std::string_view where) {
    GridWorld read = read_world(grid);
    if (!read.problem.empty()) fail(ErrorKind::kInput, "{}: {}", where, read.problem);
    return std::move(read.world);
  }

  // What is in the first world and not in the second.
  static std::vector<std::size_t> missing(const world::World& from, const world::World& in) {
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < from.things.size(); ++i) {
      if (std::find(in.things.begin(), in.things.end(), from.things[i]) == in.things.end()) {
        gone.push_back(i);
      }
    }
    return gone;
  }

  void add_pair(const GridPair& pair, std::size_t number) {
    const std::string where = fmt::format("pair {}", number);
    const world::World before = world_of(pair.input, where);
    const world::World then = world_of(pair.output, where);
    const auto gone = missing(before, then);
    const auto come = missing(then, before);
    if (gone.size() != 1 || come.size() > 1) {
      fail(ErrorKind::kInput, "{}: not just one thing changes", where);
    }
    Deed deed;
    if (!come.empty()) {
      const Thing& was = before.things[gone[0]];
      const Thing& is = then.things[come[0]];
      if (was.cell != is.cell || was.size != is.size || was.is_box() || is.is_box()) {
        fail(ErrorKind::kInput, "{}: a thing changes more than colour and shape", where);
      }
      if (was.colour != is.colour) deed.colour = is.colour;
      if (was.shape != is.shape) deed.shape = is.shape;
    }
    if (number > 1 && deed != deed_) {
      fail(ErrorKind::kInput, "{}: another change than in pair 1", where);
    }
    deed_ = deed;
    shown_.push_back({Scene(before, words_, reading_), gone[0]});
  }

  bool is_done() const { return found_.size() == most_; }

  // Adds objects in all ways that still describe what changes, until enough whole descriptions mean
  // nothing else.
  void grow(Description& description) {
    for (const Shown& shown : shown_) {
      if (!is_meant(description, shown.scene, shown.changed)) return;
    }
    const std::size_t clause = description.clauses.size();
    if (clause == parents_.size()) return try_out(description);
    const std::size_t parent = parents_[clause];
    for (std::size_t relation = 0; relation < kRelations.size(); ++relation) {
      const bool said = std::any_of(description.clauses.begin(), description.clauses.end(),
                                    [&](const Clause& before) {
                                      return before.parent == parent && before.relation == relation;
                                    });
      if (said) continue;
      for (std::size_t words = 0; words < words_.size() && !is_done(); ++words) {
        const auto& used = description.words;
        if (!can_be_said(kRelations[relation], words_[used[parent]], words_[words]) ||
            std::find(used.begin(), used.end(), words) != used.end()) {
          continue;
        }
        description.words.push_back(words);
        description.clauses.push_back({parent, relation});
        grow(description);
        description.words.pop_back();
        description.clauses.pop_back();
      }
    }
  }

  void try_out(const Description& description) {
    for (const Shown& shown : shown_) {
      if (meaning(description, shown.scene) != shown.changed) return;
    }
    const auto thing = meaning(description, *test_);
    if (!thing || test_->thing(*thing).is_box()) return;
    if (std::find(meant_.begin(), meant_.end(), *thing) != meant_.end()) return;
    meant_.push_back(*thing);
    std::string rule =
        fmt::format("{} the {}", deed_.text(), text_of(words_[description.words[0]]));
    for (std::size_t i = 0; i < description.clauses.size(); ++i) {
      const bool goes_on =
          i > 0 && description.clauses[i].parent == description.clauses[i - 1].parent;
      rule += fmt::format(" {} {} a {}", goes_on ? "and" : "that is",
                          clause_text(kRelations[description.clauses[i].relation]),
                          text_of(words_[description.words[i + 1]]));
    }
    found_.push_back({std::move(rule), changed_grid(test_->thing(*thing))});
  }

  // The block of the thing is painted over.
  Grid changed_grid(const Thing& thing) const {
    Grid grid = test_grid_;
    const bool gone = !deed_.colour && !deed_.shape;
    const auto ink = kInks[static_cast<std::size_t>(deed_.colour.value_or(thing.colour))];
    const auto picture = kPictures[static_cast<std::size_t>(deed_.shape.value_or(thing.shape))];
    const std::size_t top = static_cast<std::size_t>(thing.cell.row) * kBlock + 1;
    const std::size_t left = static_cast<std::size_t>(thing.cell.column) * kBlock + 1;
    for (std::size_t down = 0; down + 1 < kBlock; ++down) {
      for (std::size_t right = 0; right + 1 < kBlock; ++right) {
        std::uint8_t& cell = grid.at(top + down, left + right);
        const bool pictured = down < kPictureSide && right < kPictureSide;
        if (gone) {
          cell = kEmpty;
        } else if (pictured) {
          cell = picture[down * kPictureSide + right] == 'X' ? ink : kEmpty;
        }
      }
    }
    return grid;
  }

  std::vector<Words> words_;
  SizeReading reading_;
  const Grid& test_grid_;
  std::vector<Shown> shown_;
  std::optional<Scene> test_;
  Deed deed_;
  std::vector<std::size_t> parents_;  // of the clauses of a pattern
  std::size_t most_ = 1;              // solutions that are looked for
  std::vector<std::size_t> meant_;    // in the test, by each of those found
  std::vector<Solution> found_;
};

PuzzleGrids grids_of(std::string_view input) {
  PuzzleText text = read_puzzle(input);
  if (!text.problem.empty()) fail(ErrorKind::kInput, "{}", text.problem);
  return std::move(text.grids);
}

}  // namespace

Solution solve_puzzle(std::string_view input, std::span<const ClauseParents> patterns,
                      std::size_t pairs) {
  PuzzleGrids grids = grids_of(input);
  grids.train.resize(std::min(grids.train.size(), pairs));
  auto found = Solver(grids, SizeReading::kSmallestOfSeveral).solve(patterns, 1);
  if (found.empty()) fail(ErrorKind::kInput, "no rule was found that explains all pairs");
  return std::move(found.front());
}

std::vector<Solution> all_solutions(std::string_view input, std::span<const ClauseParents> patterns,
                                    SizeReading reading) {
  const PuzzleGrids grids = grids_of(input);
  return Solver(grids, reading).solve(patterns, std::numeric_limits<std::size_t>::max());
}

}  // namespace assay::arc
