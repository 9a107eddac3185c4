#include "assay/tasks/arc/arc_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/object_pool.h"
#include "assay/base/text.h"
#include "assay/tasks/arc/grids/puzzle_text.h"
#include "assay/tasks/arc/holdouts.h"
#include "assay/tasks/arc/judge.h"
#include "assay/tasks/arc/puzzle_picture.h"
#include "assay/tasks/arc/puzzles/world_grid.h"
#include "assay/tasks/arc/solver/solver.h"
#include "assay/tasks/arc/solver_patterns.h"
#include "assay/tasks/arc/worlds_column.h"

namespace assay::arc {

namespace {

using world::Thing;
using world::World;

// Columns behind input and target.
enum Column : std::size_t { kRule = 2, kPattern, kStructure, kOperation, kWorlds };

const std::string& text_at(const Example& row, Column column) {
  return std::get<std::string>(row.fields[column]);
}

const Schema& arc_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "what is asked, the pairs and the test input", {}},
       {"target", ValueType::kText, Role::kTarget, "the output of the test: rows of a grid", {}},
       {"rule", ValueType::kText, Role::kMetadata, "the rule in words", {}},
       {"pattern",
        ValueType::kText,
        Role::kMetadata,
        "which clause of the rule speaks of which object",
        {}},
       {"structure",
        ValueType::kInteger,
        Role::kMetadata,
        "number of the rule's phrases and relations among all of the pattern",
        {}},
       {"operation",
        ValueType::kText,
        Role::kMetadata,
        "what is done to the thing that the rule means",
        {}},
       {"worlds",
        ValueType::kIntegers,
        Role::kMetadata,
        "of each input, the test's last: number of things, then of each, what the rule means "
        "first: shape (circle, cylinder, square, box), colour (red, blue, green, yellow), size, "
        "row, column",
        {}}}};
  return kSchema;
}

PuzzleGrids grids_of(const Puzzle& puzzle) {
  PuzzleGrids grids;
  for (const World& world : puzzle.worlds) {
    grids.train.push_back({grid_of(world), grid_of(after(puzzle.operation, world, 0))});
  }
  grids.test = std::move(grids.train.back());
  grids.train.pop_back();
  return grids;
}

std::string rule_of(const Puzzle& puzzle) {
  return rule_text(puzzle.structure, puzzle.space->pattern(), puzzle.operation);
}

class ArcSource : public Source {
 public:
  ArcSource(const PuzzleMaker& maker, const Derivations& derivations, std::uint64_t seed)
      : maker_(maker),
        derivations_(derivations),
        seed_(seed),
        key_(stream_key(seed, "arc")),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  bool make_at(Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    Puzzle& puzzle = loan->puzzle;
    if (!maker_.make(key_, address.unit, loan->explanations, puzzle)) return false;
    reset(out, arc_schema());
    out.seed = seed_;
    out.address = address;
    const PuzzleGrids grids = grids_of(puzzle);
    append_input(std::get<std::string>(out.fields[kInputField]), grids);
    append_grid(std::get<std::string>(out.fields[kTargetField]), grids.test.output);
    out.fields[kRule] = rule_of(puzzle);
    out.fields[kPattern] = puzzle.space->pattern().text;
    out.fields[kStructure] = static_cast<std::int64_t>(puzzle.rank);
    out.fields[kOperation] = text_of(puzzle.operation);
    write_worlds(puzzle.worlds, std::get<std::vector<std::int64_t>>(out.fields[kWorlds]));
    if (want.rules) derivations_.write(puzzle.structure, puzzle.operation, out.rules);
    return true;
  }

 private:
  struct Bench {
    Explanations explanations;
    Puzzle puzzle;
  };

  const PuzzleMaker& maker_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  Key key_;
  ObjectPool<Bench> benches_;
};

class ArcUnit : public Unit {
 public:
  ArcUnit(const ArcSource& source, std::uint64_t index) : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    return source_.make_at({index_, item}, want, out);
  }

 private:
  const ArcSource& source_;
  std::uint64_t index_;
};

std::unique_ptr<Unit> ArcSource::unit(std::uint64_t index) const {
  return std::make_unique<ArcUnit>(*this, index);
}

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
                 ParamSpec::number("pairs", 3, 2, 9, "that are shown; one more is asked for")},
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
  return std::make_unique<ArcSource>(maker_, derivations_, seed);
}

std::string ArcTask::solve(std::string_view input) const {
  std::string text;
  append_grid(text, solve_puzzle(input, parents_of(maker_.family())).output);
  return text;
}

Puzzle ArcTask::puzzle_of(const Example& row) const {
  Puzzle puzzle;
  puzzle.space = maker_.find_space(text_at(row, kPattern));
  if (puzzle.space == nullptr) {
    fail(ErrorKind::kInput, "{}: this data set has no pattern \"{}\"", id_of("arc", row),
         printable(text_at(row, kPattern)));
  }
  const std::int64_t rank = std::get<std::int64_t>(row.fields[kStructure]);
  if (rank < 0 || static_cast<std::uint64_t>(rank) >= puzzle.space->size()) {
    fail(ErrorKind::kInput, "{}: the pattern has no structure {}", id_of("arc", row), rank);
  }
  puzzle.rank = static_cast<std::uint64_t>(rank);
  puzzle.structure = puzzle.space->unrank(puzzle.rank);
  const auto operation = read_operation(text_at(row, kOperation));
  if (!operation) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no operation", id_of("arc", row),
         printable(text_at(row, kOperation)));
  }
  puzzle.operation = *operation;
  if (!read_worlds(std::get<std::vector<std::int64_t>>(row.fields[kWorlds]), puzzle.worlds)) {
    fail(ErrorKind::kInput, "{}: the column \"worlds\" holds no worlds", id_of("arc", row));
  }
  return puzzle;
}

Verdict ArcTask::judge(const Example& row, std::string_view answer) const {
  const Puzzle puzzle = puzzle_of(row);
  const World& asked = puzzle.worlds.back();
  return arc::judge(
      {grid_of(asked), grid_of(after(puzzle.operation, asked, 0)), asked.things.front().cell},
      row.target(), answer);
}

std::string ArcTask::defect(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row);
  if (rule_of(puzzle) != text_at(row, kRule)) return "the structure tells another rule";
  std::string input;
  append_input(input, grids_of(puzzle));
  if (input != row.input()) return "the columns tell other worlds or another operation";
  Explanations explanations;
  return maker_.broken_promise(puzzle, explanations);
}

// Pairs may change places, and so may things.
std::string ArcTask::canonical(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row);
  std::vector<std::string> shown;
  for (const World& world : puzzle.worlds) shown.push_back(form_of(world));
  const std::string asked = std::move(shown.back());
  shown.pop_back();
  std::sort(shown.begin(), shown.end());
  return fmt::format("{}; {}; {}", text_of(puzzle.operation), fmt::join(shown, "; "), asked);
}

// How long a rule is, and how much of the test it changes.
Features ArcTask::features(const Example& row) const {
  const Puzzle puzzle = puzzle_of(row);
  const reascan::Structure& structure = puzzle.structure;
  std::string pattern(name_of(puzzle.operation.kind()));
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    const reascan::Phrase& phrase = structure.phrases[i];
    if (i > 0) {
      pattern += fmt::format(" {}<{}", words_of(structure.clauses[i - 1].relation),
                             structure.clauses[i - 1].parent);
    }
    pattern +=
        fmt::format("{}{} {}", phrase.size == world::SizeWord::kNone ? "" : " S",
                    phrase.colour ? " C" : "", phrase.noun == reascan::Noun::kObject ? "O" : "N");
  }
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
  return draw_puzzle(puzzle_of(row), text_at(row, kRule), reveal);
}

std::string ArcTask::sketch(const Example& row, Reveal reveal) const {
  return sketch_puzzle(puzzle_of(row), reveal);
}

std::vector<Holdout> ArcTask::holdouts() const {
  return all_holdouts([this](const Example& row) { return puzzle_of(row); });
}

std::vector<Format> ArcTask::formats() const {
  const auto append = [this](const Example& row, std::string& out) {
    out += "{\"id\":";
    append_json_string(out, id_of("arc", row));
    out += ',';
    append_members(out, grids_of(puzzle_of(row)));
    out += "}\n";
  };
  return {{.name = "arc",
           .summary = "JSON lines in the shape of the Abstraction and Reasoning Corpus",
           .files = {RowFile{"{part}.jsonl", append}}}};
}

Abilities ArcTask::abilities() const { return {.illustrator = this, .auditor = this}; }

}  // namespace assay::arc
