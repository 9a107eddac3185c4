#include "assay/tasks/reascan/worlds/benchmark.h"

#include <algorithm>
#include <set>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/reascan/worlds/dead_structures.h"
#include "assay/tasks/reascan/worlds/novelty.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"

namespace assay::reascan {

namespace {

constexpr std::uint32_t kRetries = 500;
constexpr std::string_view kSimple = "$OBJ_0";
constexpr std::string_view kOneClause = "$OBJ_0 ^ $OBJ_1";
constexpr std::string_view kTwoClauses = "$OBJ_0 ^ $OBJ_1 & $OBJ_2";
constexpr std::string_view kThreeClauses = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3";
constexpr std::string_view kChain = "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2";

// What the release has of each set.
struct KnownSet {
  std::string_view name;
  std::string_view pattern;
  std::uint64_t commands;
  std::uint32_t worlds;
  std::uint32_t retries;
};
constexpr std::array<KnownSet, 6> kSets{{{"p1", kSimple, 675, 180, kRetries},
                                         {"p2", kOneClause, 2'025, 180, kRetries},
                                         {"p3", kTwoClauses, 3'375, 180, kRetries},
                                         {"b1", kTwoClauses, 3'334, 3, 200},
                                         {"c1", kThreeClauses, 4'000, 3, kRetries},
                                         {"c2", kChain, 2'668, 3, 200}}};
constexpr std::size_t kTrainedSets = 3;

SetPlan plan_of(const KnownSet& known, const Settings& settings) {
  SetPlan plan{std::string(known.name), std::string(known.pattern),
               known.commands,          known.worlds,
               settings.world,          known.retries,
               settings.only_walks};
  if (known.name == "c1" && settings.edition == Edition::kPublished) {
    plan.settings.attribute = false;
    plan.settings.isomorphism = false;
  }
  return plan;
}

}  // namespace

std::vector<SetPlan> plans_of(const Settings& settings) {
  std::vector<SetPlan> plans;
  const std::string& name = settings.pattern;
  for (std::size_t i = 0; i < kSets.size(); ++i) {
    const bool wanted = name == kSets[i].name || name == "all" ||
                        (name == "release" && i < kTrainedSets) ||
                        (name == "p4" && kSets[i].name == "c1");
    if (wanted) plans.push_back(plan_of(kSets[i], settings));
  }
  if (plans.empty()) {
    const auto pattern = read_pattern(name);
    if (!pattern) {
      fail(ErrorKind::kUsage,
           "\"{}\" is no pattern; write all, release, p1, p2, p3, p4, b1, c1, c2 or such as "
           "'$OBJ_0 ^ $OBJ_1 & $OBJ_2' with up to {} objects",
           printable(name), kMostObjects);
    }
    plans.push_back(
        {"custom", pattern->text, 1'000, 3, settings.world, kRetries, settings.only_walks});
  }
  if (settings.commands > 0) {
    // In the proportions of the release.
    std::uint64_t all = 0;
    for (const SetPlan& plan : plans) all += plan.commands;
    for (SetPlan& plan : plans) {
      plan.commands = std::max<std::uint64_t>(1, plan.commands * settings.commands / all);
    }
  }
  if (settings.worlds > 0) {
    for (SetPlan& plan : plans) {
      const bool alone = plans.size() == 1;
      plan.worlds = alone ? settings.worlds : std::min(plan.worlds, settings.worlds);
      if (!alone && plan.worlds == 180) plan.worlds = settings.worlds;
    }
  }
  return plans;
}

Spaces spaces_of(const std::vector<SetPlan>& plans) {
  Spaces spaces;
  for (const SetPlan& plan : plans) {
    auto& space = spaces[plan.pattern];
    if (!space) space = std::make_shared<const StructureSpace>(*read_pattern(plan.pattern));
  }
  return spaces;
}

Benchmark::Benchmark(const Settings& settings, const Spaces& spaces, std::uint64_t seed)
    : edition_(settings.edition),
      key_(stream_key(seed, "reascan")),
      roster_(choose(settings, spaces)) {}

Roster Benchmark::choose(const Settings& settings, const Spaces& spaces) const {
  std::vector<CommandSet> sets;
  std::uint32_t items = 1;
  for (const SetPlan& plan : plans_of(settings)) {
    // A set has the same commands whatever others stand beside it.
    const auto known = std::ranges::find(kSets, std::string_view(plan.name), &KnownSet::name);
    sets.emplace_back(plan, spaces.at(plan.pattern), key_,
                      static_cast<std::uint32_t>(known - kSets.begin()));
    items = std::max(items, plan.worlds);
  }
  if (settings.edition == Edition::kSound) {
    for (CommandSet& set : sets) {
      if (set.plan().name == "b1") set.choose(choose_new_objects(set, {}));
    }
    return {std::move(sets), items};
  }
  std::vector<CommandSet> trained;
  for (CommandSet& set : sets) {
    const std::string& name = set.plan().name;
    if (name != "b1" && name != "c2") {
      set.choose(choose_live(set, set.plan().commands));
      if (set.number() < kTrainedSets) trained.push_back(set);
      continue;
    }
    if (trained.size() < kTrainedSets) {
      fail(ErrorKind::kUsage,
           "{} is chosen in view of what trains; write pattern=all, which has both", name);
    }
    set.choose(name == "b1" ? choose_new_objects(set, trained)
                            : choose_chains(set, trained.back()));
  }
  return {std::move(sets), items};
}

Stream Benchmark::stream(const CommandSet& set, std::uint64_t id, std::uint32_t world,
                         std::uint32_t attempt) const {
  constexpr std::uint32_t kWorldBits = 24;
  return {key_,
          {Purpose::kItem, id, set.number() << kWorldBits | world,
           static_cast<std::uint16_t>(attempt)}};
}

bool Benchmark::make(std::uint64_t unit, std::uint32_t item, Pair& out) const {
  const auto [set, index, world] = roster_.place(unit, item);
  if (index >= set->commands()) return false;
  const Command command = set->command(index);
  out.set = set;
  out.structure = set->space().unrank(command.rank);
  out.verb = command.verb;
  out.manner = command.manner;
  out.rank = command.rank;
  if (is_dead(out.structure)) return false;
  SoundWorlds worlds(out.structure, set->plan().settings);
  for (std::uint32_t attempt = 0; attempt < SoundWorlds::kAttempts; ++attempt) {
    Stream draws = stream(*set, command.id, world, attempt);
    if (worlds.draw(draws, out.sampled, attempt)) return true;
  }
  return false;
}

void Benchmark::draw_published(const CommandSet& set, const Command& command, std::uint32_t most,
                               std::vector<Pair>& out) const {
  Pair pair{&set, set.space().unrank(command.rank), command.verb, command.manner, command.rank, {}};
  PublishedWorlds worlds(pair.structure, set.plan().settings);
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (std::uint32_t world = 0; world < most; ++world) {
    bool found = false;
    for (std::uint32_t attempt = 0; attempt < set.plan().retries && !found; ++attempt) {
      Stream draws = stream(set, command.id, world, attempt);
      found = worlds.draw(draws, pair.sampled) &&
              std::none_of(out.begin() + first, out.end(), [&](const Pair& other) {
                return other.sampled.world == pair.sampled.world;
              });
    }
    if (!found) return;
    out.push_back(pair);
  }
}

std::vector<Pair> Benchmark::make_all(std::uint64_t unit) const {
  std::vector<Pair> made;
  made.reserve(items());
  for (std::uint32_t item = 0; item < items();) {
    const auto [set, index, world] = roster_.place(unit, item);
    const std::uint32_t worlds = set->plan().worlds;
    if (index >= set->commands()) break;
    draw_published(*set, set->command(index), worlds, made);
    item += worlds;
    made.resize(item);
  }
  made.resize(items());
  return made;
}

// --- what the release chooses by trial -----------------------------------------------------------

bool Benchmark::has_worlds(const CommandSet& set, const Command& command) const {
  std::vector<Pair> found;
  draw_published(set, command, 1, found);
  return !found.empty();
}

// The first so many that have a world.
std::vector<Command> Benchmark::choose_live(const CommandSet& set, std::uint64_t count) const {
  std::vector<Command> live;
  for (std::uint64_t place = 0; place < set.drawable() && live.size() < count; ++place) {
    const Command command = set.draw(place);
    if (has_worlds(set, command)) live.push_back(command);
  }
  return live;
}

namespace {

std::vector<std::string> phrases_of(const Structure& structure) {
  std::vector<std::string> phrases;
  for (const Phrase& phrase : structure.phrases) phrases.push_back(text_of(phrase));
  std::sort(phrases.begin(), phrases.end());
  return phrases;
}

std::vector<Relation> relations_of(const Structure& structure) {
  std::vector<Relation> relations;
  for (const Clause& clause : structure.clauses) relations.push_back(clause.relation);
  std::sort(relations.begin(), relations.end());
  return relations;
}

}  // namespace

// B1. Here: commands with a pair of things that is kept for it. In the release: phrases that all
// train, in a combination that does not; relations in one that does.
std::vector<Command> Benchmark::choose_new_objects(const CommandSet& set,
                                                   const std::vector<CommandSet>& trained) const {
  std::set<std::string> phrases;
  std::set<std::vector<std::string>> together;
  std::set<std::vector<Relation>> relations;
  for (const CommandSet& train : trained) {
    for (std::uint64_t i = 0; i < train.commands(); ++i) {
      const Structure structure = train.space().unrank(train.command(i).rank);
      if (says_held_out(structure)) continue;
      const auto own = phrases_of(structure);
      phrases.insert(own.begin(), own.end());
      together.insert(own);
      relations.insert(relations_of(structure));
    }
  }
  std::vector<Command> chosen;
  for (std::uint64_t place = 0; place < set.drawable(); ++place) {
    if (chosen.size() == set.plan().commands) break;
    const Command command = set.draw(place);
    const Structure structure = set.space().unrank(command.rank);
    if (says_held_out(structure)) continue;
    if (trained.empty()) {
      if (has_novel_pair(structure)) chosen.push_back(command);
      continue;
    }
    const auto own = phrases_of(structure);
    const bool seen = std::all_of(own.begin(), own.end(), [&](const std::string& phrase) {
      return phrases.contains(phrase);
    });
    if (seen && !together.contains(own) && relations.contains(relations_of(structure)) &&
        has_worlds(set, command)) {
      chosen.push_back(command);
    }
  }
  return chosen;
}

// C2 of the release: the second clause of a command of training is hung on the first one's thing.
// It goes over examples, so commands come again.
std::vector<Command> Benchmark::choose_chains(const CommandSet& set,
                                              const CommandSet& trained) const {
  std::vector<Command> sources;
  for (std::uint64_t i = 0; i < trained.commands(); ++i) {
    const Command command = trained.command(i);
    const Structure structure = trained.space().unrank(command.rank);
    const auto in_line = [](const Clause& clause) {
      return clause.relation == Relation::kSameRow || clause.relation == Relation::kSameColumn;
    };
    if (says_held_out(structure) ||
        !std::all_of(structure.clauses.begin(), structure.clauses.end(), in_line)) {
      continue;
    }
    Structure chain = structure;
    chain.clauses[1].parent = 1;
    const auto rank = set.space().rank(chain);
    if (rank) sources.push_back({0, *rank, command.verb, command.manner});
  }
  std::vector<Command> chosen;
  if (sources.empty()) return chosen;
  for (std::uint64_t place = 0; chosen.size() < set.plan().commands; ++place) {
    Stream draws(key_, {Purpose::kSelect, place, set.number()});
    Command command = sources[draws.below(sources.size())];
    command.id = place;
    if (has_worlds(set, command)) chosen.push_back(command);
  }
  return chosen;
}

}  // namespace assay::reascan
