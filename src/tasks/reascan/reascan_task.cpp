#include "assay/tasks/reascan/reascan_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/acting_instructions.h"
#include "assay/grounded/world_picture.h"
#include "assay/grounded/world_sketch.h"
#include "assay/tasks/reascan/formats.h"
#include "assay/tasks/reascan/holdouts.h"
#include "assay/tasks/reascan/instructions.h"
#include "assay/tasks/reascan/row_check.h"
#include "assay/tasks/reascan/shortcuts.h"
#include "assay/tasks/reascan/source.h"

namespace assay::reascan {

namespace {

using grounded::Errand;

void read_distractors(const std::string& text, WorldSettings& settings) {
  if (text == "all") return;
  settings.relation = settings.attribute = settings.isomorphism = settings.random = false;
  for (const auto kind : split_text(text, ',')) {
    if (kind == "relation")
      settings.relation = true;
    else if (kind == "attribute")
      settings.attribute = true;
    else if (kind == "isomorphism")
      settings.isomorphism = true;
    else if (kind == "random")
      settings.random = true;
    else {
      fail(ErrorKind::kUsage,
           "\"{}\" is no kind of distractors; write all, or some of "
           "relation,attribute,isomorphism,random",
           printable(kind));
    }
  }
}

Settings settings_from(const Params& params) {
  Settings settings;
  settings.edition = params.text("edition") == "published" ? Edition::kPublished : Edition::kSound;
  settings.pattern = params.text("pattern");
  settings.commands = static_cast<std::uint64_t>(params.number("commands"));
  settings.worlds = static_cast<std::uint32_t>(params.number("worlds"));
  settings.world.grid = static_cast<int>(params.number("grid_size"));
  settings.world.things = static_cast<std::size_t>(params.number("things"));
  settings.world.sizes =
      params.text("relation_sizes") == "drawn" ? SizeRule::kDrawn : SizeRule::kCopied;
  settings.only_walks = params.text("actions") == "walk";
  read_distractors(params.text("distractors"), settings.world);
  return settings;
}

// A phrase with its clauses, those of one object in the order of their text.
std::string tree_text(const Structure& structure, std::size_t object) {
  std::vector<std::string> clauses;
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != object) continue;
    clauses.push_back(fmt::format("{} ({})", words_of(structure.clauses[i].relation),
                                  tree_text(structure, i + 1)));
  }
  std::sort(clauses.begin(), clauses.end());
  return fmt::format("{}{}{}", text_of(structure.phrases[object]), clauses.empty() ? "" : ": ",
                     fmt::join(clauses, " & "));
}

// Ever more clauses, among ever more things, on ever larger grids.
std::vector<DifficultyLevel> difficulty_levels() {
  const auto level = [](const char* pattern, const char* grid, const char* things) {
    return DifficultyLevel{{"pattern", pattern}, {"grid_size", grid}, {"things", things}};
  };
  const auto own = [&](const char* pattern, const char* grid, const char* things) {
    DifficultyLevel it = level(pattern, grid, things);
    it["worlds"] = "180";  // as many as of the release's patterns
    return it;
  };
  return {level("p1", "5", "8"),
          level("p1", "6", "10"),
          level("p1", "7", "13"),
          level("p2", "8", "13"),
          level("p3", "9", "13"),
          level("p3", "10", "18"),
          level("p4", "11", "16"),
          level("p4", "12", "18"),
          own("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4", "13", "19"),
          own("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4 & $OBJ_5", "15", "20")};
}

}  // namespace

const TaskInfo& ReascanTask::static_info() {
  static const TaskInfo kInfo{
      .name = "reascan",
      .version = "1.0.0",
      .title = "ReaSCAN: commands with clauses in a world of distractors",
      .summary =
          "An agent on a grid walks to, pushes or pulls the thing that a command means: the red "
          "circle that is inside of a box and in the same row as a small square. Other things are "
          "there because the command would mean them, but for one relation, one word or the order "
          "of its words. The sound edition makes sure of that; the published one draws as the "
          "release does.",
      .unit = "command",
      .params = {ParamSpec::choice("edition", "sound", {"sound", "published"},
                                   "sound: every clause is needed; published: as the release"),
                 {.name = "pattern",
                  .default_text = "all",
                  .summary = "all, release (p1, p2, p3), p1, p2, p3, p4, b1, c1, c2, or such as "
                             "'$OBJ_0 ^ $OBJ_1 & $OBJ_2' with up to 6 objects",
                  .least = {},
                  .most = {},
                  .choices = {}},
                 ParamSpec::number("commands", 0, 0, 1'000'000'000,
                                   "how many; 0: as in the release"),
                 ParamSpec::number("worlds", 0, 0, 10'000,
                                   "of each command; 0: as in the release, 180 or, for tests of "
                                   "new patterns, 3"),
                 ParamSpec::number("grid_size", 6, 5, world::kLargestGrid, "rows and columns"),
                 ParamSpec::number("things", 13, 1, 20,
                                   "objects per world, after random distractors are added"),
                 {.name = "distractors",
                  .default_text = "all",
                  .summary = "all, or some of relation,attribute,isomorphism,random",
                  .least = {},
                  .most = {},
                  .choices = {}},
                 ParamSpec::choice(
                     "relation_sizes", "copied", {"copied", "drawn"},
                     "published: sizes of relation distractors, as in the released data "
                     "or as the released code has them now"),
                 ParamSpec::choice("actions", "all", {"all", "walk"},
                                   "walk: no pushing, pulling and adverbs; the structures and "
                                   "worlds are the same")},
      .difficulty = difficulty_levels(),
      .compounds = {"reascan: JOIN of the command's parse and what it comes to", 5, 50'000, true,
                    5'000, 20'000, true},
      .citation =
          "@inproceedings{wu2021reascan,\n"
          "  title={ReaSCAN: Compositional Reasoning in Language Grounding},\n"
          "  author={Wu, Zhengxuan and Kreiss, Elisa and Ong, Desmond C. and Potts, Christopher},\n"
          "  booktitle={NeurIPS Datasets and Benchmarks Track},\n"
          "  year={2021}\n}",
      .licence = "Apache-2.0 (this generator); the published data and generator are CC-BY 4.0",
      .notes =
          {"The release cannot be drawn again: its order depends on the hash seed of a process. "
           "Sizes, formats and distributions can.",
           "The input tells things by row and column, so that their order gives nothing away; "
           "in the published JSON the target comes first."},
  };
  return kInfo;
}

ReascanTask::ReascanTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)), rows_(settings_from(params())) {}

const Schema& ReascanTask::schema() const { return reascan_schema(); }

std::unique_ptr<Source> ReascanTask::open(std::uint64_t seed) const {
  return open_reascan(rows_.settings(), rows_.spaces(), derivations_, seed);
}

std::string ReascanTask::solve(std::string_view input) const {
  return reascan::solve(input, size_reading(rows_.settings().edition));
}

Verdict ReascanTask::judge(const Example& row, std::string_view answer) const {
  return grounded::judge(errand_of(row), row.target(), answer);
}

std::string ReascanTask::defect(const Example& row) const { return defect_of(row, rows_); }

// Clauses of one object may change places, and so may things.
std::string ReascanTask::canonical(const Example& row) const {
  const Errand errand = errand_of(row);
  std::string form =
      fmt::format("{} {} {}", world::name_of(errand.verb), tree_text(rows_.structure_of(row), 0),
                  world::name_of(errand.manner));
  const std::string_view input = row.input();
  const std::string& command = text_at(row, kCommand);
  if (!input.starts_with(command)) {
    fail(ErrorKind::kInput, "{}: the input does not begin with the command", id_of("reascan", row));
  }
  return form.append(input.substr(command.size()));
}

Features ReascanTask::features(const Example& row) const {
  const Errand errand = errand_of(row);
  std::string pattern(world::name_of(errand.verb) == "walk" ? "walk" : "V");
  append_word_kinds(pattern, rows_.structure_of(row));
  if (errand.manner != world::Manner::kPlainly) pattern += " R";
  return {fmt::format("{} {} {} {}", text_at(row, kPattern), number_at(row, kStructure),
                      world::name_of(errand.verb), world::name_of(errand.manner)),
          pattern, row.target(),
          static_cast<std::uint32_t>(split_words(text_at(row, kCommand)).size()),
          static_cast<std::uint32_t>(split_text(row.target(), ',').size())};
}

Picture ReascanTask::picture(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  std::vector<world::Action> actions;
  if (!read_actions(row.target(), actions)) {
    fail(ErrorKind::kInput, "{}: the column \"target\" holds no actions", id_of("reascan", row));
  }
  return grounded::draw({.world = errand.world,
                         .command = text_at(row, kCommand),
                         .target = errand.target,
                         .actions = actions,
                         .roles = errand.roles,
                         .answer = reveal == Reveal::kAnswer});
}

std::string ReascanTask::sketch(const Example& row, Reveal reveal) const {
  const Errand errand = errand_of(row);
  return grounded::sketch({.world = errand.world,
                           .command = text_at(row, kCommand),
                           .target = errand.target,
                           .roles = errand.roles,
                           .answer = reveal == Reveal::kAnswer});
}

std::vector<Holdout> ReascanTask::holdouts() const { return reascan_holdouts(rows_); }

std::vector<Format> ReascanTask::formats() const { return reascan_formats(rows_); }

Instructions ReascanTask::instructions() const { return reascan_instructions(rows_.settings()); }

std::string ReascanTask::steps(const Example& row) const {
  const Errand errand = errand_of(row);
  return grounded::tell_target(errand.world.things[errand.target]);
}

Abilities ReascanTask::abilities() const {
  return {.reader = &reader_,
          .illustrator = this,
          .instructor = this,
          .auditor = this,
          .shortcuts = reascan_shortcuts(rows_.settings().edition)};
}

}  // namespace assay::reascan
