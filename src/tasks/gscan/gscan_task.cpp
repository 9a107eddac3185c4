#include "assay/tasks/gscan/gscan_task.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/object_pool.h"
#include "assay/base/text.h"
#include "assay/grounded/world_columns.h"
#include "assay/grounded/world_picture.h"
#include "assay/grounded/world_sketch.h"
#include "assay/tasks/gscan/published_check.h"
#include "assay/tasks/gscan/published_json.h"
#include "assay/tasks/gscan/solver/solver.h"
#include "assay/world/world_text.h"

namespace assay::gscan {

namespace {

using grounded::Errand;
using grounded::read_world;
using grounded::write_world;
using world::Thing;
using world::World;

// Columns behind input and target.
enum Column : std::size_t { kCommand = 2, kWorld, kSet };

const std::string& text_of(const Example& row, Column column) {
  return std::get<std::string>(row.fields[column]);
}

const Schema& gscan_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "the command and the world in words", {}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the actions, separated by commas",
        {"target_commands"}},
       {"command", ValueType::kText, Role::kMetadata, "the command alone", {"command"}},
       {"world",
        ValueType::kIntegers,
        Role::kMetadata,
        "grid; agent's row, column, direction (0 east, 1 south ...); then of each thing, the "
        "target "
        "first: shape (circle, cylinder, square, box), colour (red, blue, green, yellow), size, "
        "row, column",
        {}},
       {"set",
        ValueType::kText,
        Role::kMetadata,
        "train, dev, test or the held-out set of the release; empty for what it drops",
        {}}}};
  return kSchema;
}

class GscanSource : public Source {
 public:
  GscanSource(const Settings& settings, const Derivations& derivations, std::uint64_t seed)
      : release_(settings, seed),
        derivations_(derivations),
        seed_(seed),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return release_.units(); }
  std::uint32_t items_per_unit() const override { return release_.items(); }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  void make(std::uint64_t unit, std::uint32_t item, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    auto& [world, actions] = *loan;
    const Command& command = release_.command(unit);
    release_.make(unit, item, world);
    plan(world, 0, command.verb, command.manner, actions);
    reset(out, gscan_schema());
    out.seed = seed_;
    out.address = {unit, item};
    auto& text = std::get<std::string>(out.fields[kCommand]);
    text = gscan::text_of(command);
    append_input(std::get<std::string>(out.fields[kInputField]), text, world);
    append_actions(std::get<std::string>(out.fields[kTargetField]), actions);
    write_world(world, std::get<std::vector<std::int64_t>>(out.fields[kWorld]));
    out.fields[kSet] = std::string(release_.set_of(unit, item));
    if (!want.rules) return;
    derivations_.write(command, world.things.front(), world.agent, out.rules);
  }

 private:
  struct Bench {
    World world;
    std::vector<world::Action> actions;
  };

  Release release_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  ObjectPool<Bench> benches_;
};

class GscanUnit : public Unit {
 public:
  GscanUnit(const GscanSource& source, std::uint64_t index) : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    source_.make(index_, item, want, out);
    return true;
  }

 private:
  const GscanSource& source_;
  std::uint64_t index_;
};

std::unique_ptr<Unit> GscanSource::unit(std::uint64_t index) const {
  return std::make_unique<GscanUnit>(*this, index);
}

Settings settings_of(const Params& params) {
  constexpr std::array<Grammar, 4> kGrammars{
      Grammar::kSimpleIntransitive, Grammar::kSimpleTransitive, Grammar::kNormal, Grammar::kAdverb};
  Settings settings;
  for (const Grammar grammar : kGrammars) {
    if (name_of(grammar) == params.text("grammar")) settings.grammar = grammar;
  }
  settings.grid = static_cast<int>(params.number("grid_size"));
  settings.samples = static_cast<int>(params.number("resampling"));
  settings.test_percent = static_cast<std::uint64_t>(params.number("test_percent"));
  settings.dev_percent = static_cast<std::uint64_t>(params.number("dev_percent"));
  settings.shots = static_cast<std::uint64_t>(params.number("shots"));
  return settings;
}

}  // namespace

const TaskInfo& GscanTask::static_info() {
  static const TaskInfo kInfo{
      .name = "gscan",
      .version = "1.0.0",
      .title = "gSCAN: commands in a world of things",
      .summary =
          "An agent on a grid walks to, pushes or pulls the thing that a command means, in the "
          "manner it asks for. What a word means depends on the world: the small circle is the "
          "smallest there is, and heavy things take two pushes. Commands, situations, distractors "
          "and held-out sets are those of the release; which world is drawn is ours.",
      .unit = "command-target pair",
      .params = {ParamSpec::choice("grammar", "adverb",
                                   {"simple_intrans", "simple_trans", "normal", "adverb"},
                                   "which commands: 21, 42, 135 or 675"),
                 ParamSpec::number("grid_size", 6, 4, world::kLargestGrid, "rows and columns"),
                 ParamSpec::number("resampling", 5, 1, 100,
                                   "placements of each distance and direction; 5 in the release"),
                 ParamSpec::number("test_percent", 10, 0, 90, "of the training pool"),
                 ParamSpec::number("dev_percent", 1, 0, 90, "of what is left then"),
                 ParamSpec::number("shots", 1, 0, 1000, "cautious examples that train")},
      .compounds = {"gscan: JOIN of the command's parse and what it comes to", 6, 50'000, true, 0,
                    20'000},
      .citation =
          "@inproceedings{ruis2020benchmark,\n"
          "  title={A Benchmark for Systematic Generalization in Grounded Language "
          "Understanding},\n"
          "  author={Ruis, Laura and Andreas, Jacob and Baroni, Marco and Bouchacourt, Diane and "
          "Lake, Brenden M.},\n"
          "  booktitle={Advances in Neural Information Processing Systems},\n"
          "  year={2020}\n}",
      .licence = "Apache-2.0 (this generator); the published generator is MIT",
      .notes = {"The release has no seed: its sizes can be rebuilt, its worlds cannot.",
                "The input tells things by row and column, so that their order gives nothing away; "
                "in the published JSON the target comes first.",
                "Small and big compare things of a kind: where a kind has only one thing, solve "
                "and verify --format gscan refuse them, as the authors' program does. No example "
                "made here has such a command."},
  };
  return kInfo;
}

GscanTask::GscanTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)), settings_(settings_of(params())) {
  for (const Grammar grammar : {settings_.grammar, Grammar::kAdverb}) {
    for (const Command& command : all_commands(grammar)) {
      commands_.emplace(gscan::text_of(command), command);
    }
  }
}

const Schema& GscanTask::schema() const { return gscan_schema(); }

std::unique_ptr<Source> GscanTask::open(std::uint64_t seed) const {
  return std::make_unique<GscanSource>(settings_, derivations_, seed);
}

std::string GscanTask::solve(std::string_view input) const { return gscan::solve(input); }

const Command& GscanTask::command_of(const Example& row) const {
  const auto found = commands_.find(text_of(row, kCommand));
  if (found == commands_.end()) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no command", id_of("gscan", row),
         printable(text_of(row, kCommand)));
  }
  return found->second;
}

grounded::Errand GscanTask::errand_of(const Example& row) const {
  const Command& command = command_of(row);
  Errand errand{{}, 0, command.verb, command.manner};
  if (!read_world(std::get<std::vector<std::int64_t>>(row.fields[kWorld]), errand.world)) {
    fail(ErrorKind::kInput, "{}: the column \"world\" holds no world", id_of("gscan", row));
  }
  return errand;
}

Verdict GscanTask::judge(const Example& row, std::string_view answer) const {
  return grounded::judge(errand_of(row), row.target(), answer);
}

std::string GscanTask::defect(const Example& row) const {
  const Errand errand = errand_of(row);
  std::string input;
  append_input(input, text_of(row, kCommand), errand.world);
  return input == row.input() ? "" : "the columns tell another command or world";
}

std::string GscanTask::canonical(const Example& row) const { return row.input(); }

Features GscanTask::features(const Example& row) const {
  const Command& command = command_of(row);
  const Phrase& phrase = command.phrase;
  const std::string pattern =
      fmt::format("{}{}{} N{}", command.verb == world::Verb::kWalk ? "walk" : "V",
                  phrase.colour ? " C" : "", phrase.size == SizeWord::kNone ? "" : " S",
                  command.manner == world::Manner::kPlainly ? "" : " R");
  return {text_of(row, kCommand), pattern, row.target(),
          static_cast<std::uint32_t>(split_words(text_of(row, kCommand)).size()),
          static_cast<std::uint32_t>(split_text(row.target(), ',').size())};
}

Picture GscanTask::picture(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  std::vector<world::Action> actions;
  if (!read_actions(row.target(), actions)) {
    fail(ErrorKind::kInput, "{}: the column \"target\" holds no actions", id_of("gscan", row));
  }
  return grounded::draw({.world = errand.world,
                         .command = text_of(row, kCommand),
                         .target = errand.target,
                         .actions = actions,
                         .answer = reveal == Reveal::kAnswer});
}

std::string GscanTask::sketch(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  return grounded::sketch({.world = errand.world,
                           .command = text_of(row, kCommand),
                           .target = errand.target,
                           .answer = reveal == Reveal::kAnswer});
}

std::vector<Holdout> GscanTask::holdouts() const {
  constexpr std::array<std::string_view, kHeldOuts> kSummaries{
      "C: red squares are targets",
      "D: the target lies in the south-west",
      "E: a circle of size 2 is called small",
      "F: squares of size 3 are pushed",
      "G: cautiously; --shots moves some into training",
      "H: pulled while spinning",
      "B: yellow squares are called yellow"};
  std::vector<Holdout> holdouts{{"random",
                                 "train, dev and test of the release's training pool",
                                 {},
                                 [](const Params&) -> Predicate {
                                   return [](const Example& row) {
                                     const std::string& set = text_of(row, kSet);
                                     return Deal{set == "train"  ? Place::kTrain
                                                 : set == "dev"  ? Place::kDev
                                                 : set == "test" ? Place::kTest
                                                                 : Place::kUnused,
                                                 false, false};
                                   };
                                 }}};
  // The release draws these row by row, so a situation that was drawn twice may stand on two sides.
  holdouts.back().may_share = true;
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    const auto own = static_cast<HeldOut>(i);
    holdouts.push_back({std::string(name_of(own)),
                        std::string(kSummaries[i]),
                        {},
                        [this, own](const Params&) -> Predicate {
                          return [this, own](const Example& row) {
                            const Errand errand = errand_of(row);
                            const Thing& target = errand.world.things.front();
                            const std::uint8_t sets = held_out_sets(
                                command_of(row), target, bearing(errand.world.agent, target.cell));
                            if (sets == 0) return Deal{Place::kTrain, false, false};
                            const bool test = sets == 1U << static_cast<unsigned>(own);
                            return Deal{test ? Place::kTest : Place::kUnused, false,
                                        test && own == HeldOut::kAdverb1};
                          };
                        }});
    if (!has_examples(own, settings_.grammar)) {
      holdouts.back().vacant =
          fmt::format("grammar={} has no such command", name_of(settings_.grammar));
    }
  }
  return holdouts;
}

std::vector<Format> GscanTask::formats() const {
  const auto append = [this](const Example& row, std::string& out) {
    append_published(out, command_of(row), errand_of(row).world, row.target());
  };
  const auto frame = [this](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                            std::string& out) { append_frame(out, settings_, edge, parts, at); };
  const auto set_of = [](const Example& row) -> std::string_view { return text_of(row, kSet); };
  return {{.name = "gscan",
           .summary = "the authors' dataset.txt: one JSON document with all sets",
           .files = {RowFile{"dataset.txt", append, frame}},
           .parts = OwnParts{published_sets(), set_of},
           .checker = FormatChecker{make_published_checker}}};
}

Abilities GscanTask::abilities() const { return {.illustrator = this, .auditor = this}; }

}  // namespace assay::gscan
