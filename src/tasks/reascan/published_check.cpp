#include "assay/tasks/reascan/published_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "assay/base/json_parser.h"
#include "assay/base/object_pool.h"
#include "assay/base/text.h"
#include "assay/grounded/published_record.h"
#include "assay/grounded/vector_vocabulary.h"
#include "assay/tasks/reascan/distractor_metadata_audit.h"
#include "assay/tasks/reascan/published_command.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {

namespace {

using grounded::finding_of;
using grounded::PublishedObject;
using grounded::PublishedSituation;
using world::Shape;

constexpr std::array<std::string_view, 24> kKeys{"command",
                                                 "grammer_pattern",
                                                 "meaning",
                                                 "derivation",
                                                 "situation",
                                                 "target_commands",
                                                 "verb_in_command",
                                                 "adverb_in_command",
                                                 "referred_target",
                                                 "object_pattern_map",
                                                 "relation_map",
                                                 "object_expression",
                                                 "n_object",
                                                 "n_distractor",
                                                 "full_relation_distractor",
                                                 "has_relation_distractor",
                                                 "has_attribute_distractor",
                                                 "has_isomorphism_distractor",
                                                 "has_random_distractor",
                                                 "n_random_distractor",
                                                 "relation_distractor_metadata",
                                                 "attribute_distractor_metadata",
                                                 "isomorphism_distractor_metadata",
                                                 "random_distractor_metadata"};

// A record with its command and world read, once for all looks at it.
struct Case {
  const PublishedObject& record;
  PublishedCommand command;
  PublishedSituation situation;
};

world::Verb verb_of(const PublishedObject& record) {
  return grounded::read_verb(record.text("verb_in_command"));
}
world::Manner manner_of(const PublishedObject& record) {
  return grounded::read_manner(record.text("adverb_in_command"));
}

std::string check_referent(const Case& own, const Resolver& resolver) {
  const std::string said = text_of(own.command.structure.phrases[0]);
  if (own.record.text("referred_target") != said) {
    return fmt::format("\"referred_target\" is \"{}\", not \"{}\"",
                       own.record.text("referred_target"), said);
  }
  const ThingSet meant = resolver.referents(own.command.structure);
  if (!std::has_single_bit(meant)) {
    return fmt::format("the command means {}",
                       counted(static_cast<std::uint64_t>(std::popcount(meant)), "object"));
  }
  if (meant != 1) return "the command does not mean the first placed object";
  return grounded::target_problem(own.situation);
}

std::string check_text(const Case& own, const Resolver& resolver) {
  std::string text = command_text(own.command.structure, own.command.pattern, verb_of(own.record),
                                  manner_of(own.record), resolver);
  std::replace(text.begin(), text.end(), ' ', ',');
  for (const char* key : {"command", "meaning"}) {
    if (own.record.text(key) != text) return fmt::format("\"{}\" is not {}", key, text);
  }
  return "";
}

// The words at the ends of the command, and what else repeats it.
std::string check_words(const PublishedObject& record) {
  const std::string_view command = record.text("command");
  const std::string_view verb = record.text("verb_in_command");
  if (!command.starts_with(fmt::format("{},", verb))) {
    return fmt::format("\"verb_in_command\" is \"{}\"", verb);
  }
  world::Manner said = world::Manner::kPlainly;
  for (int i = 1; i < 5; ++i) {
    const auto manner = static_cast<world::Manner>(i);
    std::string words(name_of(manner));
    std::replace(words.begin(), words.end(), ' ', ',');
    if (command.ends_with("," + words)) said = manner;
  }
  const std::string_view adverb = record.text("adverb_in_command");
  if (adverb != name_of(said)) {
    return fmt::format("\"adverb_in_command\" is \"{}\", not \"{}\"", adverb, name_of(said));
  }
  if (record.text("derivation") != record.text("grammer_pattern")) {
    return "\"derivation\" is not the pattern";
  }
  return "";
}

std::string check_counts(const PublishedObject& record) {
  const auto placed =
      static_cast<std::int64_t>(record.object("situation").object("placed_objects").size());
  const auto mentioned = static_cast<std::int64_t>(record.object("object_expression").size());
  const auto wrong = [&](std::string_view key, std::int64_t wanted) {
    return record.number(key) == wanted
               ? std::string()
               : fmt::format("\"{}\" is {}, not {}", key, record.number(key), wanted);
  };
  const std::string problem = wrong("n_object", placed);
  return problem.empty() ? wrong("n_distractor", placed - mentioned) : problem;
}

std::string check_fields(const PublishedObject& record) {
  std::string problem = grounded::keys_problem(record, kKeys);
  if (problem.empty()) problem = check_words(record);
  if (problem.empty()) problem = check_counts(record);
  if (!problem.empty()) return problem;
  const PublishedCommand command = read_command(record);
  const PublishedObject patterns = record.object("object_pattern_map");
  if (patterns.size() != command.structure.phrases.size()) {
    return "\"object_pattern_map\" has not one pattern for each object";
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const std::string pattern = pattern_of(command.structure.phrases[i]);
    if (patterns.text(object_name(i)) == pattern) continue;
    return fmt::format("\"object_pattern_map\" has {} for {}, not {}",
                       patterns.text(object_name(i)), object_name(i), pattern);
  }
  return "";
}

class ReascanChecker : public PublishedChecker {
 public:
  ReascanChecker()
      : vocabularies_({{{Shape::kCircle, Shape::kCylinder, Shape::kSquare, Shape::kBox},
                        {kColours.begin(), kColours.end()}}}),
        parsers_([] { return std::make_unique<simdjson::dom::parser>(make_json_parser()); }) {}

  const std::vector<std::string>& aspects() const override {
    static const std::vector<std::string> kNames{"referent",  "text",   "vectors",    "actions",
                                                 "situation", "fields", "distractors"};
    return kNames;
  }
  void begin(const DocumentValues& before) override { vocabularies_.begin(before); }
  std::string end(const DocumentValues& all) const override { return vocabularies_.end(all); }

  void check(std::string_view text, std::vector<AspectFinding>& out) const override {
    ObjectPool<simdjson::dom::parser>::Loan parser(parsers_);
    const PublishedObject record = grounded::parse_record(*parser, text);
    Case own{record, {}, {}};
    const AspectFinding world = finding_of([&] {
      PublishedSituation found = grounded::read_situation(record);
      const std::size_t things = found.world.things.size();
      if (things > kMostThings) return fmt::format("{} things are too many", things);
      own.situation = std::move(found);
      return std::string();
    });
    const AspectFinding command = finding_of([&] {
      own.command = read_command(record);
      return "";
    });
    // Looks that need a world, or the command as well, find what kept it from being read.
    const auto in_world = [&](const auto& look) {
      return world.why.empty() ? finding_of(look) : world;
    };
    const auto of_both = [&](const auto& look) {
      return command.why.empty() ? in_world(look) : command;
    };
    const Resolver resolver(own.situation.world);
    out.clear();
    out.push_back(of_both([&] { return check_referent(own, resolver); }));
    out.push_back(of_both([&] { return check_text(own, resolver); }));
    out.push_back(in_world([&] { return vocabularies_.problem(own.situation); }));
    out.push_back(in_world([&] {
      return grounded::actions_problem(own.situation, verb_of(record), manner_of(record),
                                       record.text("target_commands"));
    }));
    out.push_back(in_world([&] { return grounded::situation_problem(own.situation); }));
    out.push_back(finding_of([&] { return check_fields(record); }));
    AspectFinding distractors;
    const AspectFinding read = of_both([&] {
      distractors = check_distractors(record, own.command, own.situation.world);
      return "";
    });
    out.push_back(read.why.empty() ? distractors : read);
  }

 private:
  grounded::VectorVocabularies vocabularies_;
  ObjectPool<simdjson::dom::parser> parsers_;
};

}  // namespace

std::unique_ptr<PublishedChecker> make_published_checker() {
  return std::make_unique<ReascanChecker>();
}

}  // namespace assay::reascan
