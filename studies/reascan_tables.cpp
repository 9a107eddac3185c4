// What a data set of ReaSCAN is made of, and how much of its commands is needed to find what they
// mean: without a model, by leaving parts of each command out.
//
//   reascan_tables DIR [SPLIT]      SPLIT: only what trains in it
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/store/split_file.h"
#include "assay/tasks/reascan/metadata_column.h"
#include "assay/tasks/reascan/worlds/novelty.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/world/actions.h"
#include "grounded_rows.h"

namespace assay::studies {
namespace {

using reascan::Resolver;
using reascan::Structure;
using reascan::Token;

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
    reascan::DistractorMetadata metadata;
    reascan::read_metadata(value_of<std::vector<std::int64_t>>(row, task_, "books"), structure,
                           metadata);
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
    const auto placed = [](const auto& entry) { return entry.placed; };
    if (std::ranges::any_of(metadata.relations, placed)) set.kinds.add("relation");
    if (std::ranges::any_of(metadata.attributes,
                            [](const auto& entry) { return entry.placed && !entry.dummy; })) {
      set.kinds.add("attribute");
    }
    if (std::ranges::any_of(metadata.isomorphisms, placed)) set.kinds.add("isomorphism");
    if (!metadata.randoms.empty()) set.kinds.add("random");
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

void print_training(const DataSet& data, const Task& task, const std::string& split) {
  const std::vector<std::uint64_t> training = read_split(data, split).split.train;
  ReascanTables tables(task);
  visit_rows(data, task, &training, [&](const Example& row) { tables.add(row); });
  tables.print();
}

void print_all(const DataSet& data, const Task& task) {
  ReascanTables tables(task);
  visit_rows(data, task, nullptr, [&](const Example& row) { tables.add(row); });
  tables.print();
  for (const auto set : {reascan::HeldOut::kA1, reascan::HeldOut::kA2, reascan::HeldOut::kA3}) {
    const std::string name(name_of(set));
    if (!data.folder().exists(split_path(name))) continue;
    const SplitFile file = read_split(data, name);
    if (set == reascan::HeldOut::kA1) count_training(data, task, file.split);
    held_out_words(data, task, tables, set, file.split);
  }
}

}  // namespace
}  // namespace assay::studies

int main(int argc, char** argv) try {
  if (argc != 2 && argc != 3) {
    fmt::print(stderr, "usage: reascan_tables DIR [SPLIT]\n");
    return 2;
  }
  const assay::DataSet data(argv[1]);
  const auto& recipe = data.manifest().recipe;
  const auto task = assay::make_task(recipe.task, recipe.params);
  if (argc == 3) {
    assay::studies::print_training(data, *task, argv[2]);
  } else {
    assay::studies::print_all(data, *task);
  }
  return 0;
} catch (const assay::Error& problem) {
  fmt::print(stderr, "reascan_tables: {}\n", problem.what());
  return 3;
}
