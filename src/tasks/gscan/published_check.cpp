#include "assay/tasks/gscan/published_check.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "assay/base/json_parser.h"
#include "assay/base/object_pool.h"
#include "assay/base/text.h"
#include "assay/grounded/published_record.h"
#include "assay/grounded/vector_vocabulary.h"
#include "assay/tasks/gscan/published_json.h"
#include "assay/tasks/gscan/referent.h"
#include "assay/tasks/gscan/release/commands.h"
#include "assay/tasks/gscan/release/derivation.h"

namespace assay::gscan {

namespace {

using grounded::finding_of;
using grounded::PublishedObject;
using grounded::PublishedSituation;
using world::Shape;

constexpr std::array<std::string_view, 8> kKeys{"command",   "meaning",         "derivation",
                                                "situation", "target_commands", "verb_in_command",
                                                "manner",    "referred_target"};

class GscanChecker : public PublishedChecker {
 public:
  GscanChecker()
      : vocabularies_(
            {{{kNouns.begin(), kNouns.end()}, {kColourWords.begin(), kColourWords.end()}},
             {{Shape::kCircle, Shape::kSquare}, {kColourWords.begin(), kColourWords.end()}}}),
        parsers_([] { return std::make_unique<simdjson::dom::parser>(make_json_parser()); }) {
    for (const Command& command : all_commands(Grammar::kAdverb)) {
      readings_.try_emplace(published_text(command), Known{command, derivation_text(command)});
    }
  }

  const std::vector<std::string>& aspects() const override {
    static const std::vector<std::string> kNames{"referent", "text",      "vectors",
                                                 "actions",  "situation", "fields"};
    return kNames;
  }
  void begin(const DocumentValues& before) override { vocabularies_.begin(before); }
  std::string end(const DocumentValues& all) const override { return vocabularies_.end(all); }

  void check(std::string_view text, std::vector<AspectFinding>& out) const override {
    ObjectPool<simdjson::dom::parser>::Loan parser(parsers_);
    const PublishedObject record = grounded::parse_record(*parser, text);
    PublishedSituation situation;
    const AspectFinding readable = finding_of([&] {
      situation = grounded::read_situation(record);
      return "";
    });
    // Looks that need a world find what kept it from being read.
    const auto in_world = [&](const auto& look) {
      return readable.why.empty() ? finding_of(look) : readable;
    };
    out.clear();
    out.push_back(in_world([&] { return check_referent(record, situation); }));
    out.push_back(finding_of([&] { return check_text(record); }));
    out.push_back(in_world([&] { return vocabularies_.problem(situation); }));
    out.push_back(in_world([&] {
      const Command& command = known(record).command;
      return grounded::actions_problem(situation, command.verb, command.manner,
                                       record.text("target_commands"));
    }));
    out.push_back(in_world([&] { return grounded::situation_problem(situation); }));
    out.push_back(finding_of([&] { return check_fields(record); }));
  }

 private:
  struct Known {
    Command command;
    std::string derivation;
  };

  const Known& known(const PublishedObject& record) const {
    const std::string_view text = record.text("command");
    const auto found = readings_.find(text);
    if (found == readings_.end()) fail(ErrorKind::kInput, "\"{}\" is no command", text);
    return found->second;
  }

  std::string check_referent(const PublishedObject& record,
                             const PublishedSituation& situation) const {
    const Phrase& phrase = known(record).command.phrase;
    const std::string said = published_referent(phrase);
    if (record.text("referred_target") != said) {
      return fmt::format("\"referred_target\" is \"{}\", not \"{}\"",
                         record.text("referred_target"), said);
    }
    const Referent referent = find_referent(phrase, situation.world.things);
    if (!referent.problem.empty()) return referent.problem;
    if (referent.thing != 0) return "the command does not mean the first placed object";
    return grounded::target_problem(situation);
  }

  std::string check_text(const PublishedObject& record) const {
    const Known& own = known(record);
    if (record.text("meaning") != record.text("command")) return "\"meaning\" is not the command";
    if (record.text("derivation") == own.derivation) return "";
    return fmt::format("\"derivation\" is not {}", own.derivation);
  }

  std::string check_fields(const PublishedObject& record) const {
    std::string problem = grounded::keys_problem(record, kKeys);
    if (!problem.empty()) return problem;
    const Command& command = known(record).command;
    const auto agrees = [&](std::string_view key, std::string_view word) {
      if (record.text(key) == word || !problem.empty()) return;
      problem = fmt::format("\"{}\" is \"{}\", not \"{}\"", key, record.text(key), word);
    };
    agrees("verb_in_command", name_of(command.verb));
    agrees("manner", name_of(command.manner));
    return problem;
  }

  grounded::VectorVocabularies vocabularies_;
  std::map<std::string, Known, std::less<>> readings_;  // by the text of a command
  ObjectPool<simdjson::dom::parser> parsers_;
};

}  // namespace

std::unique_ptr<PublishedChecker> make_published_checker() {
  return std::make_unique<GscanChecker>();
}

}  // namespace assay::gscan
