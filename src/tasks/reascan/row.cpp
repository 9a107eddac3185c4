#include "assay/tasks/reascan/row.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grounded/commanded_rows.h"
#include "assay/grounded/world_columns.h"
#include "assay/tasks/reascan/metadata_column.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {

namespace {

using world::Manner;
using world::Verb;

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

}  // namespace

const Schema& reascan_schema() {
  static const Schema kSchema = grounded::commanded_schema(
      {{"set", ValueType::kText, Role::kMetadata, "p1, p2, p3, b1, c1, c2 or custom", {}},
       {"pattern",
        ValueType::kText,
        Role::kMetadata,
        "which clause speaks of which object",
        {"grammer_pattern"}},
       {"structure",
        ValueType::kInteger,
        Role::kMetadata,
        "number of phrases and relations among all of the pattern",
        {}},
       {"world",
        ValueType::kIntegers,
        Role::kMetadata,
        "grid; agent's row, column, direction (0 east, 1 south ...); then of each thing, the "
        "mentioned ones first: shape (circle, cylinder, square, box), colour (red, blue, green, "
        "yellow), size, row, column",
        {}},
       {"roles",
        ValueType::kIntegers,
        Role::kMetadata,
        "why each thing is there: 0 mentioned, distractors of 1 relations, 2 attributes, 3 sizes, "
        "4 word order, 5 at random",
        {}},
       {"books",
        ValueType::kIntegers,
        Role::kMetadata,
        "the distractor sets: number and entries of relation, attribute, isomorphism and random",
        {}}});
  return kSchema;
}

grounded::Errand errand_of(const Example& row) {
  const auto way = read_way(text_at(row, kCommand));
  if (!way) {
    fail(ErrorKind::kInput, "{}: \"{}\" is no command", id_of("reascan", row),
         printable(text_at(row, kCommand)));
  }
  grounded::Errand errand{{}, 0, way->first, way->second, {}};
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

Rows::Rows(const Settings& settings)
    : settings_(settings), plans_(plans_of(settings)), spaces_(spaces_of(plans_)) {}

const StructureSpace& Rows::space_of(const Example& row) const {
  const auto space = spaces_.find(text_at(row, kPattern));
  if (space == spaces_.end()) {
    fail(ErrorKind::kInput, "{}: this data set has no pattern \"{}\"", id_of("reascan", row),
         printable(text_at(row, kPattern)));
  }
  return *space->second;
}

const Pattern& Rows::pattern_of(const Example& row) const { return space_of(row).pattern(); }

Structure Rows::structure_of(const Example& row) const {
  const StructureSpace& space = space_of(row);
  const std::int64_t rank = number_at(row, kStructure);
  if (rank < 0 || static_cast<std::uint64_t>(rank) >= space.size()) {
    fail(ErrorKind::kInput, "{}: the pattern has no structure {}", id_of("reascan", row), rank);
  }
  return space.unrank(static_cast<std::uint64_t>(rank));
}

DistractorMetadata Rows::metadata_of(const Example& row, const Structure& structure) const {
  DistractorMetadata metadata;
  if (!read_metadata(numbers_at(row, kBooks), structure, metadata)) {
    fail(ErrorKind::kInput, "{}: the column \"books\" does not fit the command",
         id_of("reascan", row));
  }
  return metadata;
}

RowFacts Rows::facts_of(const Example& row) const {
  RowFacts facts{settings_.edition, text_at(row, kSet), structure_of(row), {}, {}};
  facts.world = errand_of(row).world;
  if (facts.world.things.size() < facts.structure.phrases.size()) {
    fail(ErrorKind::kInput, "{}: the world has not all that is mentioned", id_of("reascan", row));
  }
  facts.metadata = metadata_of(row, facts.structure);
  return facts;
}

const WorldSettings& Rows::world_settings_of(const Example& row) const {
  const auto plan = std::ranges::find(plans_, text_at(row, kSet), &SetPlan::name);
  return plan == plans_.end() ? settings_.world : plan->settings;
}

}  // namespace assay::reascan
