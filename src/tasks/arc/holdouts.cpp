#include "assay/tasks/arc/holdouts.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "assay/tasks/reascan/worlds/novelty.h"

namespace assay::arc {

namespace {

Deal dealt(bool test) { return {test ? Place::kTest : Place::kTrain, false, false}; }

// A holdout without parameters, of what rules say.
Holdout of_rules(std::string name, std::string summary, const PuzzleMaker& maker,
                 std::function<bool(const Puzzle&)> is_test) {
  return {std::move(name),
          std::move(summary),
          {},
          [&maker, is_test = std::move(is_test)](const Params&) -> Predicate {
            return [&maker, is_test](const Example& row) {
              return dealt(is_test(puzzle_of(row, maker)));
            };
          }};
}

// Whether the rule makes such a thing of the first one of a world.
bool makes(const Puzzle& puzzle, const world::World& world, std::string_view colour,
           std::string_view shape) {
  if (puzzle.operation.kind() == OperationKind::kRemove) return false;
  const world::World then = after(puzzle.operation, world, 0);
  const world::Thing& made = then.things.front();
  return name_of(made.colour) == colour && name_of(made.shape) == shape;
}

// Puzzles that show it and do not ask for it are of no use.
Deal deal_by_made(const Puzzle& puzzle, std::string_view colour, std::string_view shape) {
  const auto makes_it = [&](const world::World& world) {
    return makes(puzzle, world, colour, shape);
  };
  if (makes_it(puzzle.worlds.back())) return dealt(true);
  const bool shown = std::any_of(puzzle.worlds.begin(), puzzle.worlds.end(), makes_it);
  return {shown ? Place::kUnused : Place::kTrain, false, false};
}

Holdout made_things(const PuzzleMaker& maker) {
  return {
      "made",
      "training never makes a thing of this colour and shape, by drawing or changing it; the "
      "test does",
      {ParamSpec::choice("colour", "yellow", {"red", "blue", "green", "yellow"}, "of what is made"),
       ParamSpec::choice("shape", "square", {"circle", "cylinder", "square"}, "of what is made")},
      [&maker](const Params& params) -> Predicate {
        return [&maker, colour = params.text("colour"),
                shape = params.text("shape")](const Example& row) {
          return deal_by_made(puzzle_of(row, maker), colour, shape);
        };
      }};
}

}  // namespace

std::vector<Holdout> arc_holdouts(const PuzzleMaker& maker) {
  Holdout random{"random",
                 "all puzzles, dealt at random (--train, --dev and --test)",
                 {},
                 [](const Params&) -> Predicate {
                   return [](const Example&) { return Deal{Place::kAny, false, false}; };
                 }};
  random.sizes = {"rest", "10%", "10%"};
  return {
      random,
      of_rules(
          "combination",
          "tests rules that draw and change at once; those that do one or the other train", maker,
          [](const Puzzle& puzzle) { return puzzle.operation.kind() == OperationKind::kBoth; }),
      made_things(maker),
      of_rules("relations",
               "tests rules with \"in the same size as\" and \"inside of\", ReaSCAN's B2; all "
               "others train",
               maker,
               [](const Puzzle& puzzle) { return says(puzzle.structure, reascan::HeldOut::kB2); }),
      of_rules("clauses",
               "tests rules with two clauses and more; those with one and with none train", maker,
               [](const Puzzle& puzzle) { return puzzle.structure.clauses.size() > 1; })};
}

}  // namespace assay::arc
