#include "assay/tasks/reascan/reascan_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/object_pool.h"
#include "assay/base/text.h"
#include "assay/grounded/world_columns.h"
#include "assay/grounded/world_picture.h"
#include "assay/grounded/world_sketch.h"
#include "assay/tasks/reascan/metadata_column.h"
#include "assay/tasks/reascan/published_check.h"
#include "assay/tasks/reascan/published_json.h"
#include "assay/tasks/reascan/solver/solver.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/world/world_text.h"

namespace assay::reascan {

namespace {

using grounded::Errand;
using world::Manner;
using world::Verb;

// Columns behind input and target.
enum Column : std::size_t { kCommand = 2, kSet, kPattern, kStructure, kWorld, kRoles, kBooks };

const std::string& text_at(const Example& row, Column column) {
  return std::get<std::string>(row.fields[column]);
}
const std::vector<std::int64_t>& numbers_at(const Example& row, Column column) {
  return std::get<std::vector<std::int64_t>>(row.fields[column]);
}

const Schema& reascan_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, assay::Role::kInput, "the command and the world in words", {}},
       {"target",
        ValueType::kText,
        assay::Role::kTarget,
        "the actions, separated by commas",
        {"target_commands"}},
       {"command", ValueType::kText, assay::Role::kMetadata, "the command alone", {"command"}},
       {"set", ValueType::kText, assay::Role::kMetadata, "p1, p2, p3, b1, c1, c2 or custom", {}},
       {"pattern",
        ValueType::kText,
        assay::Role::kMetadata,
        "which clause speaks of which object",
        {"grammer_pattern"}},
       {"structure",
        ValueType::kInteger,
        assay::Role::kMetadata,
        "number of phrases and relations among all of the pattern",
        {}},
       {"world",
        ValueType::kIntegers,
        assay::Role::kMetadata,
        "grid; agent's row, column, direction (0 east, 1 south ...); then of each thing, the "
        "mentioned ones first: shape (circle, cylinder, square, box), colour (red, blue, green, "
        "yellow), size, row, column",
        {}},
       {"roles",
        ValueType::kIntegers,
        assay::Role::kMetadata,
        "why each thing is there: 0 mentioned, distractors of 1 relations, 2 attributes, 3 sizes, "
        "4 word order, 5 at random",
        {}},
       {"books",
        ValueType::kIntegers,
        assay::Role::kMetadata,
        "the distractor sets: number and entries of relation, attribute, isomorphism and random",
        {}}}};
  return kSchema;
}

class ReascanSource : public Source {
 public:
  ReascanSource(const Settings& settings, const Spaces& spaces, const Derivations& derivations,
                std::uint64_t seed)
      : benchmark_(settings, spaces, seed),
        derivations_(derivations),
        seed_(seed),
        benches_([] { return std::make_unique<Bench>(); }) {}

  std::optional<std::uint64_t> unit_count() const override { return benchmark_.units(); }
  std::uint32_t items_per_unit() const override { return benchmark_.items(); }
  std::uint32_t items_of(std::uint64_t unit) const override { return benchmark_.items_of(unit); }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override;

  const Benchmark& benchmark() const { return benchmark_; }

  bool make(Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    if (!benchmark_.make(address.unit, address.item, loan->pair)) return false;
    write(loan->pair, address, want, loan->actions, out);
    return true;
  }
  void write(const Pair& pair, Address address, Wanted want, Example& out) const {
    ObjectPool<Bench>::Loan loan(benches_);
    write(pair, address, want, loan->actions, out);
  }

 private:
  struct Bench {
    Pair pair;
    std::vector<world::Action> actions;
  };

  void write(const Pair& pair, Address address, Wanted want, std::vector<world::Action>& actions,
             Example& out) const {
    const world::World& world = pair.sampled.world;
    const Pattern& pattern = pair.set->space().pattern();
    plan(world, 0, pair.verb, pair.manner, actions);
    reset(out, reascan_schema());
    out.seed = seed_;
    out.address = address;
    auto& text = std::get<std::string>(out.fields[kCommand]);
    text = command_text(pair.structure, pattern, pair.verb, pair.manner, Resolver(world));
    append_input(std::get<std::string>(out.fields[kInputField]), text, world);
    append_actions(std::get<std::string>(out.fields[kTargetField]), actions);
    std::get<std::string>(out.fields[kSet]) = pair.set->plan().name;
    std::get<std::string>(out.fields[kPattern]) = pattern.text;
    out.fields[kStructure] = static_cast<std::int64_t>(pair.rank);
    grounded::write_world(world, std::get<std::vector<std::int64_t>>(out.fields[kWorld]));
    auto& roles = std::get<std::vector<std::int64_t>>(out.fields[kRoles]);
    for (const auto role : pair.sampled.roles) roles.push_back(static_cast<std::int64_t>(role));
    write_metadata(pair.sampled.metadata, std::get<std::vector<std::int64_t>>(out.fields[kBooks]));
    if (!want.rules) return;
    derivations_.write(pair.structure, pair.verb, pair.manner, world, out.rules);
  }

  Benchmark benchmark_;
  const Derivations& derivations_;
  std::uint64_t seed_;
  ObjectPool<Bench> benches_;
};

class SoundUnit : public Unit {
 public:
  SoundUnit(const ReascanSource& source, std::uint64_t index) : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    return source_.make({index_, item}, want, out);
  }

 private:
  const ReascanSource& source_;
  std::uint64_t index_;
};

class PublishedUnit : public Unit {
 public:
  PublishedUnit(const ReascanSource& source, std::uint64_t index)
      : source_(source), index_(index), pairs_(source.benchmark().make_all(index)) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    if (pairs_[item].set == nullptr) return false;
    source_.write(pairs_[item], {index_, item}, want, out);
    return true;
  }

 private:
  const ReascanSource& source_;
  std::uint64_t index_;
  std::vector<Pair> pairs_;
};

std::unique_ptr<Unit> ReascanSource::unit(std::uint64_t index) const {
  if (benchmark_.edition() == Edition::kSound) return std::make_unique<SoundUnit>(*this, index);
  return std::make_unique<PublishedUnit>(*this, index);
}

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
  read_distractors(params.text("distractors"), settings.world);
  return settings;
}

// "push the ... while spinning"
std::optional<std::pair<Verb, Manner>> read_way(std::string_view command) {
  for (const Verb verb : {Verb::kWalk, Verb::kPush, Verb::kPull}) {
    if (!command.starts_with(world::name_of(verb))) continue;
    for (const Manner manner :
         {Manner::kZigzagging, Manner::kSpinning, Manner::kCautiously, Manner::kHesitantly}) {
      if (command.ends_with(world::name_of(manner))) return std::pair{verb, manner};
    }
    return std::pair{verb, Manner::kPlainly};
  }
  return std::nullopt;
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

// What of the metadata a sound world does not bear out.
std::string metadata_defect(const Structure& structure, const Resolver& resolver,
                            const DistractorMetadata& metadata) {
  for (const Phrase& phrase : structure.phrases) {
    if (phrase.size == SizeWord::kNone) continue;
    int sizes = 0;
    for (int size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
      sizes += (resolver.class_of(phrase) & resolver.of_size(size)) != 0 ? 1 : 0;
    }
    if (sizes != 2)
      return fmt::format("\"{}\" has {} sizes to choose from", text_of(phrase), sizes);
  }
  for (const RelationSet& set : metadata.relations) {
    const std::size_t clause = set.dropped.value_or(0);
    if (resolver.referents(without_clause(structure, clause)) == 1U) {
      return fmt::format("clause {} is not needed", clause + 1);
    }
  }
  for (const AttributeSet& set : metadata.attributes) {
    if (resolver.referents(without_word(structure, {set.object, set.token})) == 1U) {
      return fmt::format("a word of object {} is not needed", set.object);
    }
  }
  for (const IsomorphismSet& set : metadata.isomorphisms) {
    if ((resolver.referents(exchanged(structure, set)) & ~1U) == 0) {
      return "with words exchanged, the command means nothing else";
    }
  }
  return "";
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
                 ParamSpec::number("things", 13, 1, 20, "random distractors fill up to so many"),
                 {.name = "distractors",
                  .default_text = "all",
                  .summary = "all, or some of relation,attribute,isomorphism,random",
                  .least = {},
                  .most = {},
                  .choices = {}},
                 ParamSpec::choice(
                     "relation_sizes", "copied", {"copied", "drawn"},
                     "published: sizes of relation distractors, as in the released data "
                     "or as the released code has them now")},
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
    : Task(std::move(given), std::move(workplace)),
      settings_(settings_from(params())),
      plans_(plans_of(settings_)),
      spaces_(spaces_of(plans_)) {}

const Schema& ReascanTask::schema() const { return reascan_schema(); }

std::unique_ptr<Source> ReascanTask::open(std::uint64_t seed) const {
  return std::make_unique<ReascanSource>(settings_, spaces_, derivations_, seed);
}

std::string ReascanTask::solve(std::string_view input) const {
  return reascan::solve(input, settings_.edition == Edition::kSound ? SizeReading::kExtreme
                                                                    : SizeReading::kSomeLarger);
}

Structure ReascanTask::structure_of(const Example& row) const {
  const auto space = spaces_.find(text_at(row, kPattern));
  if (space == spaces_.end()) {
    fail(ErrorKind::kInput, "{}: this data set has no pattern \"{}\"", id_of("reascan", row),
         printable(text_at(row, kPattern)));
  }
  const std::int64_t rank = std::get<std::int64_t>(row.fields[kStructure]);
  if (rank < 0 || static_cast<std::uint64_t>(rank) >= space->second->size()) {
    fail(ErrorKind::kInput, "{}: the pattern has no structure {}", id_of("reascan", row), rank);
  }
  return space->second->unrank(static_cast<std::uint64_t>(rank));
}

Errand ReascanTask::errand_of(const Example& row) const {
  const auto way = read_way(text_at(row, kCommand));
  if (!way) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no command", id_of("reascan", row),
         printable(text_at(row, kCommand)));
  }
  Errand errand{{}, 0, way->first, way->second, {}};
  if (!grounded::read_world(numbers_at(row, kWorld), errand.world) ||
      errand.world.things.size() > kMostThings) {
    fail(ErrorKind::kInput, "{}: the column \"world\" holds no world", id_of("reascan", row));
  }
  for (const std::int64_t role : numbers_at(row, kRoles)) {
    errand.roles.push_back(static_cast<grounded::ThingRole>(role));
    if (role < 0 || role >= static_cast<std::int64_t>(grounded::kThingRoles)) errand.roles.clear();
  }
  if (errand.roles.size() != errand.world.things.size()) {
    fail(ErrorKind::kInput, "{}: the column \"roles\" does not fit the world",
         id_of("reascan", row));
  }
  return errand;
}

DistractorMetadata ReascanTask::metadata_of(const Example& row, const Structure& structure) const {
  DistractorMetadata metadata;
  if (!read_metadata(numbers_at(row, kBooks), structure, metadata)) {
    fail(ErrorKind::kInput, "{}: the column \"books\" does not fit the command",
         id_of("reascan", row));
  }
  return metadata;
}

RowFacts ReascanTask::facts_of(const Example& row) const {
  RowFacts facts{settings_.edition, text_at(row, kSet), structure_of(row), {}, {}};
  facts.world = errand_of(row).world;
  if (facts.world.things.size() < facts.structure.phrases.size()) {
    fail(ErrorKind::kInput, "{}: the world has not all that is mentioned", id_of("reascan", row));
  }
  facts.metadata = metadata_of(row, facts.structure);
  return facts;
}

const WorldSettings& ReascanTask::settings_of(const Example& row) const {
  const auto plan = std::ranges::find(plans_, text_at(row, kSet), &SetPlan::name);
  return plan == plans_.end() ? settings_.world : plan->settings;
}

Verdict ReascanTask::judge(const Example& row, std::string_view answer) const {
  return grounded::judge(errand_of(row), row.target(), answer);
}

std::string ReascanTask::defect(const Example& row) const {
  const RowFacts facts = facts_of(row);
  const Errand errand = errand_of(row);
  const Resolver resolver(facts.world);
  if (resolver.referents(facts.structure) != 1U) return "the command does not mean its first thing";
  const Pattern& pattern = spaces_.find(text_at(row, kPattern))->second->pattern();
  const std::string command =
      command_text(facts.structure, pattern, errand.verb, errand.manner, resolver);
  if (command != text_at(row, kCommand)) return "the structure tells another command";
  std::string input;
  append_input(input, command, facts.world);
  if (input != row.input()) return "the columns tell another command or world";
  if (settings_.edition == Edition::kPublished) return "";
  const WorldSettings& settings = settings_of(row);
  std::string unmet = unmet_need(row.input(), {settings.relation, settings.attribute});
  if (!unmet.empty()) return unmet;
  return metadata_defect(facts.structure, resolver, facts.metadata);
}

// Clauses of one object may change places, and so may things.
std::string ReascanTask::canonical(const Example& row) const {
  const Errand errand = errand_of(row);
  std::string form = fmt::format("{} {} {}", world::name_of(errand.verb),
                                 tree_text(structure_of(row), 0), world::name_of(errand.manner));
  const std::string_view input = row.input();
  return form.append(input.substr(text_at(row, kCommand).size()));
}

Features ReascanTask::features(const Example& row) const {
  const Errand errand = errand_of(row);
  const Structure structure = structure_of(row);
  std::string pattern(world::name_of(errand.verb) == "walk" ? "walk" : "V");
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    const Phrase& phrase = structure.phrases[i];
    if (i > 0) {
      pattern += fmt::format(" {}<{}", words_of(structure.clauses[i - 1].relation),
                             structure.clauses[i - 1].parent);
    }
    pattern += fmt::format("{}{} {}", phrase.size == SizeWord::kNone ? "" : " S",
                           phrase.colour ? " C" : "", phrase.noun == Noun::kObject ? "O" : "N");
  }
  if (errand.manner != Manner::kPlainly) pattern += " R";
  return {fmt::format("{} {} {} {}", text_at(row, kPattern),
                      std::get<std::int64_t>(row.fields[kStructure]), world::name_of(errand.verb),
                      world::name_of(errand.manner)),
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

std::vector<Holdout> ReascanTask::holdouts() const {
  std::vector<Holdout> holdouts{
      {"random",
       "all that no other set holds out, dealt at random (--train, --dev and --test; the release "
       "has dev 5.2% and test 1%)",
       {},
       [this](const Params&) -> Predicate {
         return [this](const Example& row) {
           return Deal{may_train(facts_of(row)) ? Place::kAny : Place::kUnused, false, false};
         };
       }}};
  holdouts.front().sizes = {"rest", "5.2%", "1%"};
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    const auto set = static_cast<HeldOut>(i);
    Holdout holdout{std::string(name_of(set)),
                    std::string(summary_of(set)),
                    {},
                    [this, set](const Params&) -> Predicate {
                      return [this, set](const Example& row) {
                        const RowFacts facts = facts_of(row);
                        if (may_train(facts)) return Deal{Place::kTrain, false, false};
                        const bool test = is_tested(facts, set);
                        return Deal{test ? Place::kTest : Place::kUnused, false, false};
                      };
                    }};
    holdout.promise = [this, set] {
      return make_promise(set, [this](const Example& row) { return facts_of(row); });
    };
    if (set == HeldOut::kB2 && settings_.edition == Edition::kPublished &&
        settings_.world.sizes == SizeRule::kCopied) {
      holdout.vacant = "no world has distractors of copied sizes there; see relation_sizes=drawn";
    }
    holdouts.push_back(std::move(holdout));
  }
  return holdouts;
}

std::vector<Format> ReascanTask::formats() const {
  const auto append = [this](const Example& row, std::string& out) {
    const Structure structure = structure_of(row);
    const Errand errand = errand_of(row);
    const DistractorMetadata metadata = metadata_of(row, structure);
    append_published(out, {text_at(row, kCommand), text_at(row, kPattern), row.target(), structure,
                           errand, metadata, settings_of(row)});
  };
  const auto frame = [this](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                            std::string& out) {
    append_frame(out, settings_.world.grid, edge, parts, at);
  };
  const auto append_numbers = [this](const Example& row, std::string& out) {
    append_compact(out, text_at(row, kCommand), row.target(), errand_of(row).world);
  };
  FormatChecker checker{make_published_checker};
  // The release has one set of distractors for some clauses, the sound edition as many as it takes.
  if (settings_.edition == Edition::kSound) checker.departs = {"distractors"};
  return {{.name = "reascan",
           .summary = "the authors' JSON document, with the books of all distractors",
           .files = {RowFile{"data-compositional-splits.txt", append, frame}},
           .checker = checker},
          {.name = "compact",
           .summary = "JSON lines with words, actions and the grid as numbers, for models",
           .files = {RowFile{"{part}.jsonl", append_numbers}}}};
}

Abilities ReascanTask::abilities() const { return {.illustrator = this, .auditor = this}; }

}  // namespace assay::reascan
