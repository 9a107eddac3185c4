#include "assay/tasks/arc/arc_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/arc/formats.h"
#include "assay/tasks/arc/holdouts.h"
#include "assay/tasks/arc/instructions.h"
#include "assay/tasks/arc/judge.h"
#include "assay/tasks/arc/puzzle_picture.h"
#include "assay/tasks/arc/puzzle_sketch.h"
#include "assay/tasks/arc/puzzles/plain_rule.h"
#include "assay/tasks/arc/puzzles/world_grid.h"
#include "assay/tasks/arc/row.h"
#include "assay/tasks/arc/shortcuts.h"
#include "assay/tasks/arc/solver/solver.h"
#include "assay/tasks/arc/solver_patterns.h"
#include "assay/tasks/arc/source.h"

namespace assay::arc {

namespace {

using world::Thing;
using world::World;

Settings settings_from(const Params& params) {
  Settings settings;
  settings.pattern = params.text("pattern");
  settings.pairs = static_cast<std::size_t>(params.number("pairs"));
  const std::string& operations = params.text("operations");
  if (operations == "all") return settings;
  settings.operations = {};
  for (const auto word : split_text(operations, ',')) {
    std::size_t kind = 0;
    while (kind < kOperationKinds && name_of(static_cast<OperationKind>(kind)) != word) ++kind;
    if (kind == kOperationKinds) {
      fail(ErrorKind::kUsage,
           "\"{}\" is no operation; write all, or some of draw,change,remove,both",
           printable(word));
    }
    settings.operations[kind] = true;
  }
  return settings;
}

// A world whatever the order of its things; what is meant is marked.
std::string form_of(const World& world) {
  std::vector<std::string> things;
  for (std::size_t i = 0; i < world.things.size(); ++i) {
    const Thing& thing = world.things[i];
    things.push_back(fmt::format("{}{}{}{}{}{}", thing.cell.row, thing.cell.column,
                                 static_cast<int>(thing.shape), static_cast<int>(thing.colour),
                                 thing.size, i == 0 ? "*" : ""));
  }
  std::sort(things.begin(), things.end());
  return fmt::format("{}", fmt::join(things, " "));
}

// Ever more clauses to find, and operations that say less or more of themselves.
std::vector<DifficultyLevel> difficulty_levels() {
  const auto level = [](const char* pattern, const char* operations) {
    return DifficultyLevel{{"pattern", pattern}, {"operations", operations}};
  };
  return {level("p1", "remove"), level("p1", "draw"), level("p1", "both"), level("p2", "remove"),
          level("p2", "draw"),   level("p2", "both"), level("p3", "draw"), level("p3", "both"),
          level("c1", "draw"),   level("c1", "both")};
}

}  // namespace

const TaskInfo& ArcTask::static_info() {
  static const TaskInfo kInfo{
      .name = "arc",
      .version = "1.0.0",
      .title = "ReaSCAN as an abstract reasoning challenge",
      .summary =
          "Pairs of worlds show what a rule does: in each, one operation was done to the one thing "
          "that a description means. The rule has to be found and applied to another world. Worlds "
          "are grids of numbers, and puzzles have the JSON shape of the Abstraction and Reasoning "
          "Corpus. Of all rules that speak of up to three things, those that explain the pairs "
          "agree on the answer.",
      .unit = "puzzle",
      .params = {{.name = "pattern",
                  .default_text = "release",
                  .summary =
                      "of rules: release (p1, p2, p3 in turn), p1, p2, p3, p4, c1, c2, or such as "
                      "'$OBJ_0 ^ $OBJ_1 & $OBJ_2' with up to 4 objects",
                  .least = {},
                  .most = {},
                  .choices = {}},
                 {.name = "operations",
                  .default_text = "all",
                  .summary = "all, or some of draw,change,remove,both (draw and change)",
                  .least = {},
                  .most = {},
                  .choices = {}},
                 ParamSpec::number("pairs", 3, 2, 9, "demonstration pairs per puzzle")},
      .difficulty = difficulty_levels(),
      .compounds = {"arc: JOIN of the rule's parse and what it comes to", 5, 50'000, true, 5'000,
                    20'000, true},
      .citation =
          "@inproceedings{wu2021reascan,\n"
          "  title={ReaSCAN: Compositional Reasoning in Language Grounding},\n"
          "  author={Wu, Zhengxuan and Kreiss, Elisa and Ong, Desmond C. and Potts, Christopher},\n"
          "  booktitle={NeurIPS Datasets and Benchmarks Track},\n"
          "  year={2021}\n}\n"
          "@article{chollet2019measure,\n"
          "  title={On the Measure of Intelligence},\n"
          "  author={Chollet, Fran{\\c{c}}ois},\n"
          "  journal={arXiv preprint arXiv:1911.01547},\n"
          "  year={2019}\n}",
      .licence = "Apache-2.0 (this generator)",
      .notes = {"The paper shows two examples and released no such data; how worlds become grids, "
                "and that puzzles have one answer, is ours.",
                "DRAW and CHANGE are the paper's; removing a thing, and doing both at once, are "
                "added."},
      .one_answer = true,
  };
  return kInfo;
}

ArcTask::ArcTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)), maker_(settings_from(params())) {}

const Schema& ArcTask::schema() const { return arc_schema(); }

std::unique_ptr<Source> ArcTask::open(std::uint64_t seed) const {
  return open_arc(maker_, derivations_, seed);
}

std::string ArcTask::solve(std::string_view input) const {
  std::string text;
  append_grid(text, solve_puzzle(input, parents_of(maker_.family())).output);
  return text;
}

Verdict ArcTask::judge(const Example& row, std::string_view answer) const {
  const Puzzle puzzle = puzzle_of(row, maker_);
  const World& asked = puzzle.worlds.back();
  return arc::judge(
      {grid_of(asked), grid_of(after(puzzle.operation, asked, 0)), asked.things.front().cell},
      row.target(), answer);
}

std::string ArcTask::defect(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row, maker_);
  if (rule_of(puzzle) != text_at(row, kRule)) return "the structure tells another rule";
  std::string input;
  append_input(input, grids_of(puzzle));
  if (input != row.input()) return "the columns tell other worlds or another operation";
  Explanations explanations;
  return maker_.broken_promise(puzzle, explanations);
}

// Pairs may change places, and so may things.
std::string ArcTask::canonical(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row, maker_);
  std::vector<std::string> shown;
  for (const World& world : puzzle.worlds) shown.push_back(form_of(world));
  const std::string asked = std::move(shown.back());
  shown.pop_back();
  std::sort(shown.begin(), shown.end());
  return fmt::format("{}; {}; {}", text_of(puzzle.operation), fmt::join(shown, "; "), asked);
}

// How long a rule is, and how much of the test it changes.
Features ArcTask::features(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row, maker_);
  std::string pattern(name_of(puzzle.operation.kind()));
  append_word_kinds(pattern, puzzle.structure);
  const World& asked = puzzle.worlds.back();
  const Grid before = grid_of(asked);
  const Grid then = grid_of(after(puzzle.operation, asked, 0));
  std::uint32_t changed = 0;
  for (std::size_t i = 0; i < before.cells.size(); ++i) {
    changed += before.cells[i] != then.cells[i] ? 1U : 0U;
  }
  return {fmt::format("{} {} {}", text_at(row, kPattern), puzzle.rank, text_at(row, kOperation)),
          pattern, text_of(puzzle.operation),
          static_cast<std::uint32_t>(count_words(text_at(row, kRule))), changed};
}

Picture ArcTask::picture(const Example& row, Reveal reveal) const {
  return draw_puzzle(puzzle_of(row, maker_), reveal);
}

std::string ArcTask::sketch(const Example& row, Reveal reveal) const {
  return sketch_puzzle(puzzle_of(row, maker_), reveal);
}

std::vector<Holdout> ArcTask::holdouts() const { return arc_holdouts(maker_); }

std::vector<Format> ArcTask::formats() const { return arc_formats(maker_); }

Instructions ArcTask::instructions() const { return arc_instructions(settings_from(params())); }

std::string ArcTask::steps(const Example& row) const {
  return "The rule: " + plain_rule(puzzle_of(row, maker_));
}

Abilities ArcTask::abilities() const {
  return {.illustrator = this,
          .instructor = this,
          .auditor = this,
          .shortcuts = arc_shortcuts(parents_of(maker_.family()), settings_from(params()).pairs)};
}

}  // namespace assay::arc
