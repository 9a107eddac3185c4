// What a data set of gSCAN or ReaSCAN is made of, and how much of its commands is needed to find
// what they mean: without a model, by leaving parts of each command out.
//
//   grounded_tables DIR [SPLIT]      SPLIT: only what trains in it
//   grounded_tables --acceptance     how often ReaSCAN's worlds will do, by relations
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/grounded/world_columns.h"
#include "assay/pipeline/export.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "assay/store/split_file.h"
#include "assay/tasks/reascan/books_column.h"
#include "assay/tasks/reascan/worlds/novelty.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/world/actions.h"

namespace {

using namespace assay;
using reascan::Resolver;
using reascan::Structure;
using reascan::Token;

// Counts by name, printed as shares.
class Tally {
 public:
  void add(const std::string& name, double amount = 1) { counts_[name] += amount; }
  void print(const std::string& title, double of = 0) const {
    double all = of;
    if (of == 0) {
      for (const auto& [name, count] : counts_) all += count;
    }
    fmt::print("{}:", title);
    for (const auto& [name, count] : counts_) fmt::print("  {} {:.1f}%", name, 100 * count / all);
    fmt::print("\n");
  }

 private:
  std::map<std::string, double> counts_;
};

const std::string& text_of(const Example& row, const Task& task, std::string_view column) {
  const auto& fields = task.schema().fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == column) return std::get<std::string>(row.fields[i]);
  }
  fail(ErrorKind::kInput, "the data set has no column {}", column);
}

template <typename Type>
const Type& value_of(const Example& row, const Task& task, std::string_view column) {
  const auto& fields = task.schema().fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == column) return std::get<Type>(row.fields[i]);
  }
  fail(ErrorKind::kInput, "the data set has no column {}", column);
}

world::World world_of(const Example& row, const Task& task) {
  world::World world;
  grounded::read_world(value_of<std::vector<std::int64_t>>(row, task, "world"), world);
  return world;
}

std::string length_bin(std::size_t length) {
  if (length < 10) return "<10";
  if (length >= 50) return ">50";
  return fmt::format("{}-{}", length / 10 * 10, length / 10 * 10 + 10);
}

std::size_t actions_of(const Example& row) {
  return row.target().empty() ? 0 : split_text(row.target(), ',').size();
}

void visit_rows(const DataSet& data, const Task& task, const std::vector<std::uint64_t>* rows,
                const std::function<void(const Example&)>& visit) {
  const RowIndex index(data);
  RowReader reader(row_shape(task, data.manifest()), {.rules = false});
  Example row;
  const std::uint64_t count = rows != nullptr ? rows->size() : data.rows();
  for (std::uint64_t i = 0; i < count; ++i) {
    reader.parse(index.line(rows != nullptr ? (*rows)[i] : i), row);
    visit(row);
  }
}

// Which of two words alone would do.
class Sufficiency {
 public:
  void add(bool first_needed, bool second_needed) {
    ++all_;
    both_ += first_needed && second_needed ? 1 : 0;
    first_ += first_needed && !second_needed ? 1 : 0;
    second_ += !first_needed && second_needed ? 1 : 0;
    either_ += !first_needed && !second_needed ? 1 : 0;
  }
  void print(const std::string& title, std::string_view first, std::string_view second) const {
    if (all_ == 0) return;
    fmt::print(
        "{}: {} rows, both needed {:.1f}%, {} is enough {:.1f}%, {} is enough {:.1f}%, "
        "either {:.1f}%\n",
        title, with_commas(static_cast<std::uint64_t>(all_)), 100 * both_ / all_, first,
        100 * first_ / all_, second, 100 * second_ / all_, 100 * either_ / all_);
  }

 private:
  double all_ = 0, both_ = 0, first_ = 0, second_ = 0, either_ = 0;
};

// Whether something else has the shape but not the colour, and the colour but not the shape,
// whatever its size: how the paper of ReaSCAN counts what is needed.
std::pair<bool, bool> rivals(const world::World& world, const world::Thing& target) {
  bool shape = false;
  bool colour = false;
  for (const world::Thing& thing : world.things) {
    shape |= thing.shape == target.shape && thing.colour != target.colour;
    colour |= thing.shape != target.shape && thing.colour == target.colour;
  }
  return {shape, colour};
}

// --- gSCAN ---------------------------------------------------------------------------------------

// What a phrase of gSCAN means when some of its words are not heard.
std::vector<std::size_t> meant(const world::World& world, std::string_view colour,
                               std::string_view size, std::string_view noun) {
  std::vector<std::size_t> things;
  int least = 9;
  int most = 0;
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    const world::Thing& thing = world.things[i];
    if (!colour.empty() && world::name_of(thing.colour) != colour) continue;
    if (!noun.empty() && world::name_of(thing.shape) != noun) continue;
    things.push_back(i);
    least = std::min<int>(least, thing.size);
    most = std::max<int>(most, thing.size);
  }
  if (!size.empty()) {
    std::erase_if(things, [&](std::size_t i) {
      return world.things[i].size != (size == "small" ? least : most);
    });
  }
  return things;
}

void gscan_tables(const DataSet& data, const Task& task) {
  Sufficiency yellow, red;
  Sufficiency yellow_rivals, red_rivals;
  Tally lengths;
  visit_rows(data, task, nullptr, [&](const Example& row) {
    lengths.add(length_bin(actions_of(row)));
    const std::string& set = text_of(row, task, "set");
    if (set != "visual_easier" && set != "visual") return;
    std::string_view colour;
    std::string_view size;
    for (const auto word : split_words(text_of(row, task, "command"))) {
      if (word == "red" || word == "yellow") colour = word;
      if (word == "small" || word == "big") size = word;
    }
    if (colour.empty()) return;
    const world::World world = world_of(row, task);
    const auto [other_squares, others_of_colour] = rivals(world, world.things.front());
    (set == "visual" ? red_rivals : yellow_rivals).add(other_squares, others_of_colour);
    const bool colour_needed = meant(world, "", size, "square").size() != 1;
    const bool shape_needed = meant(world, colour, size, "").size() != 1;
    (set == "visual" ? red : yellow).add(colour_needed, shape_needed);
  });
  lengths.print("action lengths");
  yellow_rivals.print("yellow squares, needed for rivals", "the colour", "the shape");
  red_rivals.print("red squares that are called red, the same", "the colour", "the shape");
  yellow.print("yellow squares, needed to find the target", "the colour", "the shape");
  red.print("red squares that are called red, the same", "the colour", "the shape");
}

// --- ReaSCAN -------------------------------------------------------------------------------------

struct SetTables {
  double rows = 0, actions = 0, things = 0;
  std::size_t most_actions = 0;
  Tally lengths, counts, boxes, kinds;
  double with_clauses = 0, clauses = 0, clauses_needed = 0, solvable_without_one = 0;
  double with_exchanges = 0, exchanges = 0, exchanges_matter = 0, solvable_in_any_order = 0;
  double words = 0, words_needed = 0;
};

struct Panels {
  Tally size_words, colour_words, nouns, relations, verbs, adverbs, facing, bearings;
  Tally sizes, colours, shapes;
};

class ReascanTables {
 public:
  explicit ReascanTables(const Task& task) : task_(task) {}

  Structure structure_of(const Example& row) {
    const std::string& pattern = text_of(row, task_, "pattern");
    auto found = spaces_.find(pattern);
    if (found == spaces_.end()) {
      found =
          spaces_.emplace(pattern, reascan::StructureSpace(*reascan::read_pattern(pattern))).first;
    }
    return found->second.unrank(
        static_cast<std::uint64_t>(value_of<std::int64_t>(row, task_, "structure")));
  }

  void add(const Example& row) {
    const Structure structure = structure_of(row);
    const world::World world = world_of(row, task_);
    reascan::Books books;
    reascan::read_books(value_of<std::vector<std::int64_t>>(row, task_, "books"), structure, books);
    SetTables& set = sets_[text_of(row, task_, "set")];
    const std::size_t actions = actions_of(row);
    ++set.rows;
    set.actions += static_cast<double>(actions);
    set.most_actions = std::max(set.most_actions, actions);
    set.things += static_cast<double>(world.things.size());
    set.lengths.add(length_bin(actions));
    set.counts.add(fmt::format("{}", world.things.size()));
    const Resolver resolver(world);
    set.boxes.add(fmt::format("{}", std::popcount(resolver.boxes())));
    const auto placed = [](const auto& book) { return book.placed; };
    if (std::ranges::any_of(books.relations, placed)) set.kinds.add("relation");
    if (std::ranges::any_of(books.attributes,
                            [](const auto& book) { return book.placed && !book.dummy; })) {
      set.kinds.add("attribute");
    }
    if (std::ranges::any_of(books.isomorphisms, placed)) set.kinds.add("isomorphism");
    if (!books.randoms.empty()) set.kinds.add("random");
    add_needs(structure, resolver, set);
    add_panels(row, structure, world);
  }

  void print() const {
    for (const auto& [name, set] : sets_) {
      fmt::print("\n{}: {} rows, {:.2f} things, {:.1f} actions on average, {} at most\n", name,
                 with_commas(static_cast<std::uint64_t>(set.rows)), set.things / set.rows,
                 set.actions / set.rows, set.most_actions);
      set.lengths.print("  action lengths");
      set.kinds.print("  distractors", set.rows);
      set.counts.print("  things");
      set.boxes.print("  boxes");
      fmt::print("  words needed {:.1f}%\n", 100 * set.words_needed / set.words);
      if (set.with_clauses > 0) {
        fmt::print("  clauses needed {:.1f}%, rows that can do without one {:.2f}%\n",
                   100 * set.clauses_needed / set.clauses,
                   100 * set.solvable_without_one / set.with_clauses);
      }
      if (set.with_exchanges > 0) {
        fmt::print("  exchanges of words that matter {:.1f}%, rows where none does {:.2f}%\n",
                   100 * set.exchanges_matter / set.exchanges,
                   100 * set.solvable_in_any_order / set.with_exchanges);
      }
    }
    fmt::print("\nin commands\n");
    panels_.size_words.print("  sizes");
    panels_.colour_words.print("  colours");
    panels_.nouns.print("  shapes");
    panels_.relations.print("  relations");
    panels_.verbs.print("  verbs");
    panels_.adverbs.print("  adverbs");
    fmt::print("in worlds\n");
    panels_.sizes.print("  sizes");
    panels_.colours.print("  colours");
    panels_.shapes.print("  shapes");
    panels_.facing.print("  agent faces");
    panels_.bearings.print("  target lies");
  }

 private:
  static void add_needs(const Structure& structure, const Resolver& resolver, SetTables& set) {
    for (const reascan::WordPlace& word : reascan::words_of(structure)) {
      ++set.words;
      set.words_needed += resolver.referents(reascan::without_word(structure, word)) != 1U ? 1 : 0;
    }
    if (!structure.clauses.empty()) {
      ++set.with_clauses;
      bool can_do_without = false;
      for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
        const bool needed = resolver.referents(reascan::without_clause(structure, i)) != 1U;
        ++set.clauses;
        set.clauses_needed += needed ? 1 : 0;
        can_do_without |= !needed;
      }
      set.solvable_without_one += can_do_without ? 1 : 0;
    }
    const auto exchanges = reascan::exchanges_of(structure);
    if (exchanges.empty()) return;
    ++set.with_exchanges;
    bool some = false;
    for (const auto& exchange : exchanges) {
      const bool matters = (resolver.referents(reascan::exchanged(structure, exchange)) & ~1U) != 0;
      ++set.exchanges;
      set.exchanges_matter += matters ? 1 : 0;
      some |= matters;
    }
    set.solvable_in_any_order += some ? 0 : 1;
  }

  void add_panels(const Example& row, const Structure& structure, const world::World& world) {
    for (const reascan::Phrase& phrase : structure.phrases) {
      if (phrase.size != world::SizeWord::kNone) {
        panels_.size_words.add(std::string(name_of(phrase.size)));
      }
      if (phrase.colour) panels_.colour_words.add(std::string(world::name_of(*phrase.colour)));
      panels_.nouns.add(std::string(name_of(phrase.noun)));
    }
    for (const reascan::Clause& clause : structure.clauses) {
      panels_.relations.add(std::string(words_of(clause.relation)));
    }
    const std::string& command = text_of(row, task_, "command");
    panels_.verbs.add(std::string(split_words(command).front()));
    std::string adverb = "none";
    for (const char* word : {"zigzagging", "spinning", "cautiously", "hesitantly"}) {
      if (command.ends_with(word)) adverb = word;
    }
    panels_.adverbs.add(adverb);
    panels_.facing.add(std::string(name_of(world.facing)));
    panels_.bearings.add(std::string(bearing(world.agent, world.things.front().cell)));
    for (const world::Thing& thing : world.things) {
      panels_.sizes.add(fmt::format("{}", thing.size));
      panels_.colours.add(std::string(world::name_of(thing.colour)));
      panels_.shapes.add(std::string(world::name_of(thing.shape)));
    }
  }

  const Task& task_;
  std::map<std::string, reascan::StructureSpace> spaces_;
  std::map<std::string, SetTables> sets_;
  Panels panels_;
};

// Of worlds drawn for random structures, how many are accepted: by the release's two rules for
// sizes, and sound ones.
void print_acceptance() {
  constexpr std::uint64_t kStructures = 20'000;
  constexpr std::uint32_t kDraws = 12;
  std::map<std::string, std::array<double, 4>> shares;  // copied, drawn, sound, draws
  for (const char* text : {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2"}) {
    const reascan::StructureSpace space(*reascan::read_pattern(text));
    for (std::uint64_t i = 0; i < kStructures; ++i) {
      Stream pick(stream_key(0, "acceptance"), {Purpose::kUnit, i});
      const Structure structure = space.unrank(pick.below(space.size()));
      std::vector<std::string> relations;
      for (const reascan::Clause& clause : structure.clauses) {
        relations.emplace_back(words_of(clause.relation));
      }
      std::sort(relations.begin(), relations.end());
      auto& row = shares[fmt::format("{}", fmt::join(relations, ", "))];
      reascan::WorldSettings drawn;
      drawn.sizes = reascan::SizeRule::kDrawn;
      reascan::PublishedWorlds copied_worlds(structure, {});
      reascan::PublishedWorlds drawn_worlds(structure, drawn);
      reascan::SoundWorlds sound_worlds(structure, {});
      reascan::Sampled sampled;
      for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
        const StreamId id{Purpose::kItem, i, draw};
        Stream first(stream_key(0, "acceptance"), id);
        row[0] += copied_worlds.draw(first, sampled) ? 1 : 0;
        Stream second(stream_key(1, "acceptance"), id);
        row[1] += drawn_worlds.draw(second, sampled) ? 1 : 0;
        Stream third(stream_key(2, "acceptance"), id);
        row[2] += sound_worlds.draw(third, sampled) ? 1 : 0;
        ++row[3];
      }
    }
  }
  fmt::print("{:<48} {:>8} {:>8} {:>8}\n", "relations", "copied", "drawn", "sound");
  for (const auto& [relations, row] : shares) {
    fmt::print("{:<48} {:>8.3f} {:>8.3f} {:>8.3f}\n", relations, row[0] / row[3], row[1] / row[3],
               row[2] / row[3]);
  }
}

// Of the training that A1 leaves: what section 6 of the paper counts.
void count_training(const DataSet& data, const Task& task, const Split& split) {
  std::map<std::string, std::uint64_t> counts;
  visit_rows(data, task, &split.train, [&](const Example& row) {
    const std::string& command = text_of(row, task, "command");
    for (const char* words :
         {"yellow cylinder", "blue square", "small square", "small red circle"}) {
      counts[words] += command.find(words) != std::string::npos ? 1U : 0U;
    }
    counts["inside of, same row"] += command.find("inside of") != std::string::npos &&
                                             command.find("same row") != std::string::npos
                                         ? 1U
                                         : 0U;
    const world::World world = world_of(row, task);
    counts["red squares in the world"] +=
        std::ranges::any_of(world.things,
                            [](const world::Thing& thing) {
                              return thing.shape == world::Shape::kSquare &&
                                     thing.colour == world::Colour::kRed;
                            })
            ? 1U
            : 0U;
  });
  fmt::print("\ntraining, {} rows:", with_commas(split.train.size()));
  for (const auto& [what, count] : counts) fmt::print("  {} {}", what, with_commas(count));
  fmt::print("\n");
}

void held_out_words(const DataSet& data, const Task& task, ReascanTables& tables,
                    reascan::HeldOut set, const Split& split) {
  Sufficiency words, by_rivals;
  const bool size = set == reascan::HeldOut::kA3;
  visit_rows(data, task, &split.test, [&](const Example& row) {
    const Structure structure = tables.structure_of(row);
    const world::World world = world_of(row, task);
    const Resolver resolver(world);
    const auto needed = [&](std::size_t object, Token token) {
      return resolver.referents(reascan::without_word(structure, {object, token})) != 1U;
    };
    for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
      if (!says(structure.phrases[i], set)) continue;
      words.add(needed(i, size ? Token::kSize : Token::kColour), needed(i, Token::kShape));
      const auto [shape, colour] = rivals(world, world.things[i]);
      if (!size) by_rivals.add(shape, colour);
      return;
    }
  });
  by_rivals.print(fmt::format("{} where it is said, needed for rivals", name_of(set)), "the colour",
                  "the shape");
  words.print(fmt::format("{} where it is said, needed to find the target", name_of(set)),
              size ? "the size" : "the colour", "the shape");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2 && argc != 3) {
    fmt::print(stderr, "usage: grounded_tables DIR [SPLIT]\n");
    return 2;
  }
  if (std::string_view(argv[1]) == "--acceptance") {
    print_acceptance();
    return 0;
  }
  const DataSet data(argv[1]);
  const auto& recipe = data.manifest().recipe;
  const auto task = make_task(recipe.task, recipe.params);
  if (recipe.task == "gscan") {
    gscan_tables(data, *task);
    return 0;
  }
  ReascanTables tables(*task);
  std::vector<std::uint64_t> training;
  if (argc == 3) training = read_split(data, argv[2]).split.train;
  visit_rows(data, *task, argc == 3 ? &training : nullptr,
             [&](const Example& row) { tables.add(row); });
  tables.print();
  if (argc == 3) return 0;
  for (const auto set : {reascan::HeldOut::kA1, reascan::HeldOut::kA2, reascan::HeldOut::kA3}) {
    const std::string name(name_of(set));
    if (!data.folder().exists(split_path(name))) continue;
    const SplitFile file = read_split(data, name);
    if (set == reascan::HeldOut::kA1) count_training(data, *task, file.split);
    held_out_words(data, *task, tables, set, file.split);
  }
  return 0;
} catch (const assay::Error& problem) {
  fmt::print(stderr, "grounded_tables: {}\n", problem.what());
  return 3;
}
