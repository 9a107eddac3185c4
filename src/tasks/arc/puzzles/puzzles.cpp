#include "assay/tasks/arc/puzzles/puzzles.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/reascan/worlds/dead_structures.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"

namespace assay::arc {

namespace {

using reascan::Pattern;
using reascan::Structure;
using reascan::StructureSpace;

constexpr std::uint16_t kRules = 400;  // that an address tries
constexpr int kDraws = 40;             // of a world, before a rule is given up
constexpr int kRedraws = 24;           // of worlds that leave the answer open

struct KnownPattern {
  std::string_view name;
  std::string_view text;
};
constexpr std::array<KnownPattern, 6> kKnown{{{"p1", "$OBJ_0"},
                                              {"p2", "$OBJ_0 ^ $OBJ_1"},
                                              {"p3", "$OBJ_0 ^ $OBJ_1 & $OBJ_2"},
                                              {"c2", "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2"},
                                              {"c1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3"},
                                              {"p4", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3"}}};
constexpr std::size_t kRelease = 3;
constexpr std::size_t kOfThreeObjects = 4;  // and of fewer

std::vector<Pattern> patterns_of(const std::string& name) {
  std::vector<Pattern> patterns;
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    if (name == kKnown[i].name || (name == "release" && i < kRelease)) {
      patterns.push_back(*reascan::read_pattern(kKnown[i].text));
    }
  }
  if (!patterns.empty()) return patterns;
  auto pattern = reascan::read_pattern(name);
  if (!pattern || pattern->objects() > kMostRuleObjects) {
    fail(ErrorKind::kUsage,
         "\"{}\" is no pattern of a puzzle; write release, p1, p2, p3, p4, c1, c2 or such as "
         "'$OBJ_0 ^ $OBJ_1 & $OBJ_2' with up to {} objects",
         printable(name), kMostRuleObjects);
  }
  patterns.push_back(std::move(*pattern));
  return patterns;
}

// Whether the phrase leaves room for what the operation sets.
bool is_sensible(const Operation& operation, const reascan::Phrase& phrase) {
  const bool same_colour = operation.colour && operation.colour == phrase.colour;
  const bool same_shape =
      operation.shape && phrase.noun != reascan::Noun::kObject &&
      static_cast<std::size_t>(*operation.shape) == static_cast<std::size_t>(phrase.noun);
  return !same_colour && !same_shape;
}

}  // namespace

std::string rule_text(const Structure& structure, const Pattern& pattern,
                      const Operation& operation) {
  std::string text = fmt::format("{} the {}", text_of(operation), text_of(structure.phrases[0]));
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    // "and" goes on about what the clause before spoke of.
    const bool goes_on = i > 0 && pattern.parents[i] == pattern.parents[i - 1];
    text += fmt::format(" {} {} a {}", goes_on ? "and" : "that is",
                        words_of(structure.clauses[i].relation), text_of(structure.phrases[i + 1]));
  }
  return text;
}

PuzzleMaker::PuzzleMaker(const Settings& settings) : settings_(settings) {
  for (Pattern& pattern : patterns_of(settings.pattern)) {
    spaces_.push_back(std::make_unique<const StructureSpace>(std::move(pattern)));
  }
  for (std::size_t i = 0; i < kOfThreeObjects; ++i) {
    family_.push_back(*reascan::read_pattern(kKnown[i].text));
  }
  for (const auto& space : spaces_) {
    if (space->pattern().objects() > family_.back().objects()) family_.push_back(space->pattern());
  }
}

const StructureSpace* PuzzleMaker::find_space(std::string_view pattern) const {
  for (const auto& space : spaces_) {
    if (space->pattern().text == pattern) return space.get();
  }
  return nullptr;
}

// Patterns take turns; structures and operations are drawn.
bool PuzzleMaker::draw_rule(Stream& stream, std::uint64_t unit, Puzzle& out) const {
  out.space = spaces_[unit % spaces_.size()].get();
  out.rank = stream.below(out.space->size());
  out.structure = out.space->unrank(out.rank);
  if (reascan::is_dead(out.structure)) return false;
  std::vector<OperationKind> kinds;
  for (std::size_t i = 0; i < kOperationKinds; ++i) {
    if (settings_.operations[i]) kinds.push_back(static_cast<OperationKind>(i));
  }
  const OperationKind kind = kinds[stream.below(kinds.size())];
  std::vector<Operation> fitting;
  for (const Operation& operation : all_operations()) {
    if (operation.kind() == kind && is_sensible(operation, out.structure.phrases[0])) {
      fitting.push_back(operation);
    }
  }
  out.operation = fitting[stream.below(fitting.size())];
  return true;
}

// Which other rule there is to think of.
std::string PuzzleMaker::undetermined(const Puzzle& puzzle, Explanations& explanations) const {
  explanations.look_at(puzzle.worlds);
  for (const Pattern& pattern : family_) {
    const Explained explained = explanations.explain(pattern);
    if (explained.rival) {
      return fmt::format("another rule explains the pairs and means another thing: {}",
                         rule_text(*explained.rival, pattern, puzzle.operation));
    }
    if (explained.structures > 0 && pattern.objects() < puzzle.space->pattern().objects()) {
      return fmt::format("a rule of the pattern \"{}\" explains the pairs", pattern.text);
    }
  }
  return "";
}

bool PuzzleMaker::make(Key key, std::uint64_t unit, Explanations& explanations, Puzzle& out) const {
  reascan::Sampled sampled;
  for (std::uint16_t attempt = 0; attempt < kRules; ++attempt) {
    Stream stream(key, {Purpose::kUnit, unit, 0, attempt});
    if (!draw_rule(stream, unit, out)) continue;
    reascan::SoundWorlds worlds(out.structure, {});
    const auto draw = [&](world::World& world) {
      for (int tries = 0; tries < kDraws; ++tries) {
        if (!worlds.draw(stream, sampled) ||
            !really_changes(out.operation, sampled.world.things.front())) {
          continue;
        }
        world = sampled.world;
        return true;
      }
      return false;
    };
    out.worlds.resize(settings_.pairs + 1);
    bool drawn = std::all_of(out.worlds.begin(), out.worlds.end(), draw);
    // One world after the other is exchanged for another one.
    for (std::size_t redraw = 0; drawn && redraw < kRedraws; ++redraw) {
      if (undetermined(out, explanations).empty()) return true;
      drawn = draw(out.worlds[redraw % out.worlds.size()]);
    }
  }
  return false;
}

std::string PuzzleMaker::broken_promise(const Puzzle& puzzle, Explanations& explanations) const {
  for (std::size_t i = 0; i < puzzle.worlds.size(); ++i) {
    const world::World& world = puzzle.worlds[i];
    if (reascan::Resolver(world).referents(puzzle.structure) != 1U) {
      return fmt::format("the rule does not mean the first thing alone in world {}", i);
    }
    if (!really_changes(puzzle.operation, world.things.front())) {
      return fmt::format("the rule does not change world {}", i);
    }
  }
  return undetermined(puzzle, explanations);
}

}  // namespace assay::arc
