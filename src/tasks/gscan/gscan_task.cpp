#include "assay/tasks/gscan/gscan_task.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/acting_instructions.h"
#include "assay/grounded/world_picture.h"
#include "assay/grounded/world_sketch.h"
#include "assay/tasks/gscan/formats.h"
#include "assay/tasks/gscan/holdouts.h"
#include "assay/tasks/gscan/instructions.h"
#include "assay/tasks/gscan/row.h"
#include "assay/tasks/gscan/shortcuts.h"
#include "assay/tasks/gscan/solver/solver.h"
#include "assay/tasks/gscan/source.h"
#include "assay/world/world_text.h"

namespace assay::gscan {

namespace {

using grounded::Errand;

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

// More words to understand, then manners, then longer ways. Level 5 is the release.
std::vector<DifficultyLevel> difficulty_levels() {
  const auto level = [](const char* grammar, const char* grid) {
    return DifficultyLevel{{"grammar", grammar}, {"grid_size", grid}};
  };
  return {level("simple_intrans", "4"), level("normal", "4"),  level("normal", "5"),
          level("normal", "6"),         level("adverb", "5"),  level("adverb", "6"),
          level("adverb", "8"),         level("adverb", "10"), level("adverb", "13"),
          level("adverb", "16")};
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
                 ParamSpec::number(
                     "resampling", 5, 1, 100,
                     "worlds per command and relative position of the target; 5 in the release"),
                 ParamSpec::number("test_percent", 10, 0, 90, "of the training pool"),
                 ParamSpec::number("dev_percent", 1, 0, 90, "of what is left then"),
                 ParamSpec::number("shots", 1, 0, 1000, "cautious examples that train")},
      .difficulty = difficulty_levels(),
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
    : Task(std::move(given), std::move(workplace)), settings_(settings_of(params())) {}

const Schema& GscanTask::schema() const { return gscan_schema(); }

std::unique_ptr<Source> GscanTask::open(std::uint64_t seed) const {
  return open_gscan(settings_, derivations_, seed);
}

std::string GscanTask::solve(std::string_view input) const { return gscan::solve(input); }

Verdict GscanTask::judge(const Example& row, std::string_view answer) const {
  return grounded::judge(errand_of(row), row.target(), answer);
}

std::string GscanTask::defect(const Example& row) const {
  const Errand errand = errand_of(row);
  std::string input;
  append_input(input, text_at(row, kCommand), errand.world);
  return input == row.input() ? "" : "the columns tell another command or world";
}

std::string GscanTask::canonical(const Example& row) const { return row.input(); }

Features GscanTask::features(const Example& row) const {
  const Command command = command_of(row);
  const Phrase& phrase = command.phrase;
  const std::string pattern =
      fmt::format("{}{}{} N{}", command.verb == world::Verb::kWalk ? "walk" : "V",
                  phrase.colour ? " C" : "", phrase.size == SizeWord::kNone ? "" : " S",
                  command.manner == world::Manner::kPlainly ? "" : " R");
  return {text_at(row, kCommand), pattern, row.target(),
          static_cast<std::uint32_t>(split_words(text_at(row, kCommand)).size()),
          static_cast<std::uint32_t>(split_text(row.target(), ',').size())};
}

Picture GscanTask::picture(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  std::vector<world::Action> actions;
  if (!read_actions(row.target(), actions)) {
    fail(ErrorKind::kInput, "{}: the column \"target\" holds no actions", id_of("gscan", row));
  }
  return grounded::draw({.world = errand.world,
                         .command = text_at(row, kCommand),
                         .target = errand.target,
                         .actions = actions,
                         .answer = reveal == Reveal::kAnswer});
}

std::string GscanTask::sketch(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  return grounded::sketch({.world = errand.world,
                           .command = text_at(row, kCommand),
                           .target = errand.target,
                           .answer = reveal == Reveal::kAnswer});
}

std::vector<Holdout> GscanTask::holdouts() const { return gscan_holdouts(settings_.grammar); }

std::vector<Format> GscanTask::formats() const { return gscan_formats(settings_); }

Instructions GscanTask::instructions() const { return gscan_instructions(settings_); }

std::string GscanTask::steps(const Example& row) const {
  const Errand errand = errand_of(row);
  return grounded::tell_target(errand.world.things[errand.target]);
}

Abilities GscanTask::abilities() const {
  return {.reader = &reader_,
          .illustrator = this,
          .instructor = this,
          .auditor = this,
          .shortcuts = gscan_shortcuts()};
}

}  // namespace assay::gscan
