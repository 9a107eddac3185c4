#include "assay/tasks/cfq/cfq_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cfq/compiler/compiler.h"
#include "assay/tasks/cfq/formats.h"
#include "assay/tasks/cfq/grounded_check.h"
#include "assay/tasks/cfq/instructions.h"
#include "assay/tasks/cfq/judge.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/row.h"
#include "assay/tasks/cfq/source.h"

namespace assay::cfq {

namespace {

std::shared_ptr<const EndpointKnowledge> open_endpoint(const Settings& settings,
                                                       const Control& control) {
  EndpointLimits limits;
  limits.http.milliseconds = 1000 * std::uint64_t{settings.knowledge.endpoint_seconds};
  limits.http.connect_milliseconds =
      std::min(limits.http.connect_milliseconds, limits.http.milliseconds);
  EndpointGrounding grounding;
  grounding.most_answers = std::max<std::uint64_t>(grounding.most_answers, settings.most_answers);
  auto endpoint =
      std::make_shared<const EndpointKnowledge>(settings.knowledge.kb, limits, grounding, control);
  endpoint->check();
  return endpoint;
}

}  // namespace

const TaskInfo& CfqTask::static_info() {
  static const TaskInfo kInfo{
      .name = "cfq",
      .version = "2.0.0",
      .title = "CFQ: questions to SPARQL",
      .summary =
          "Questions about films, people and companies become SPARQL queries. Question patterns "
          "with placeholders for entities are made from rules that people can read (rules/cfq), "
          "with their logical forms and the graph of all rules; the same rules read questions "
          "back. With target=query or target=answer, placeholders are filled with entities of a "
          "knowledge base, and every question has its answer.",
      .unit = "drawn question pattern",  // a short one may be drawn again
      .params = param_specs(),
      .difficulty = difficulty_levels(),
      .compounds = {"cfq: grammar, inference, resolution and knowledge rules under one join", 4,
                    50'000, true, 0, 20'000},
      .citation =
          "@inproceedings{keysers2020measuring,\n"
          "  title={Measuring Compositional Generalization: A Comprehensive Method on Realistic "
          "Data},\n"
          "  author={Keysers, Daniel and Sch{\\\"a}rli, Nathanael and Scales, Nathan and others},\n"
          "  booktitle={International Conference on Learning Representations},\n"
          "  year={2020}\n}",
      .licence = "Apache-2.0 (this generator); the published CFQ files are CC-BY 4.0",
      .notes =
          {"The authors' generator and most of its rules were never published. Rules are ours, "
           "written to read every published question and to give its published query; where "
           "appendix M prints a rule it is used, with the repairs named in rules/cfq.",
           "Entities are numbered in the order of the text. The published order is unknown.",
           "The knowledge base is a synthetic world unless a file or an endpoint is given; the "
           "authors used Freebase.",
           "Questions that can be read in two ways are left out."},
      .witness = Witness::kCompiler,
  };
  return kInfo;
}

CfqTask::CfqTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      info_(static_info()),
      settings_(settings_from(params())),
      language_(rules_with(params().text("domain"))),
      stored_([this] { return open_knowledge(settings_.knowledge, this->workplace()); }),
      endpoint_([this] { return open_endpoint(settings_, this->workplace().control); }),
      grounded_([this] { return GroundedQuestions(language_, knowledge(), settings_); }) {
  // The independent compiler knows no word that a user's rules add.
  if (!params().text("domain").empty()) info_.witness = Witness::kSameRules;
}

const Knowledge& CfqTask::knowledge() const {
  if (asks_endpoint()) return **endpoint_;
  return **stored_;
}

const Schema& CfqTask::schema() const { return cfq_schema(settings_.target); }

std::unique_ptr<Source> CfqTask::open(std::uint64_t seed) const {
  return open_cfq(language_, settings_, has_names() ? &*grounded_ : nullptr, seed);
}

// The target that a query means.
std::string CfqTask::text_of(const Query& query) const {
  if (settings_.target != Target::kAnswer) return to_text(query);
  const auto words = grounded_->answer_words(query, grounded_->answer(query));
  if (words.empty())
    fail(ErrorKind::kInput, "{} has no answer to this question", knowledge().name());
  return answer_text(words);
}

std::string CfqTask::solve(std::string_view input) const {
  return text_of(has_names() ? grounded_->read(input).front()
                             : language_.read(input).front().query);
}

std::vector<std::string> CfqTask::readings(std::string_view input) const {
  std::vector<std::string> texts;
  const auto add = [&](const Query& query) {
    std::string text = text_of(query);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  };
  if (has_names()) {
    std::ranges::for_each(grounded_->read(input), add);
  } else {
    for (const Reading& reading : language_.read(input)) add(reading.query);
  }
  return texts;
}

void CfqTask::derive(std::string_view input, Example& out) const {
  if (has_names()) return grounded_->derive(input, out);
  reset(out, schema());
  Pattern pattern;
  language_.derive(input, pattern, out.rules);
  write_row(pattern, out);
}

std::string CfqTask::defect(const Example& row) const {
  const bool asks_compiler = info_.witness == Witness::kCompiler;
  if (has_names()) {
    return grounded_defect(row, settings_.target, knowledge(),
                           asks_endpoint() ? nullptr : &stored(), asks_compiler);
  }
  return asks_compiler ? compiler::objection(row.input(), row.target()) : "";
}

std::vector<Finding> CfqTask::certify(std::uint64_t /*seed*/) const {
  if (!has_names()) return {};
  if (asks_endpoint()) {
    return {{"knowledge base",
             fmt::format("{}: names and answers are as it says now; it answers the recorded query "
                         "of every row",
                         knowledge().name()),
             false}};
  }
  const KnowledgeBase& base = stored();
  const Dictionary& dictionary = base.store().dictionary();
  const auto unique = std::ranges::count_if(
      dictionary.by_name(), [&](Node node) { return dictionary.has_unique_name(node); });
  const auto empty = empty_paths(kPropertyPaths, base.paths());
  return {{"knowledge base",
           fmt::format("{}: {} triples, {} entities with a name, {} of them with one that no other "
                       "has; facts of {} of {} property paths",
                       base.name(), with_commas(base.store().triples()),
                       with_commas(dictionary.by_name().size()),
                       with_commas(static_cast<std::uint64_t>(unique)),
                       kPropertyPaths.size() - empty.size(), kPropertyPaths.size()),
           false}};
}

bool CfqTask::gives_answers_of(const Example& row, const KnownAnswer& answered) const {
  const auto& answers = texts_at(row, kAnswersColumn);
  const auto& ids = texts_at(row, kAnswerEntitiesColumn);
  if (ids.empty()) return answers == std::vector<std::string>{answered.is_yes ? "Yes" : "No"};
  return answered.keys == ids;
}

Verdict CfqTask::judge(const Example& row, std::string_view answer) const {
  if (settings_.target == Target::kAnswer) {
    return judge_words(row, answer, [this](std::string_view name) {
      return knowledge().owners_of(name).count > 0;
    });
  }
  if (settings_.target == Target::kPattern) return cfq::judge(row, answer);
  return cfq::judge(row, answer, [&](const Query& query) -> std::optional<bool> {
    const bool is_closed = texts_at(row, kAnswerEntitiesColumn).empty();
    if ((query.kind == QueryKind::kCount) != is_closed) return false;
    const KnownAnswer answered = knowledge().answer(query);
    if (answered.is_abandoned) return std::nullopt;
    return gives_answers_of(row, answered);
  });
}

const std::string& CfqTask::pattern_of(const Example& row) const {
  return has_names() ? text_at(row, kPatternColumn) : row.input();
}

Features CfqTask::features(const Example& row) const {
  const auto number = [&](Column column) {
    return static_cast<std::uint32_t>(number_at(row, column));
  };
  return {pattern_of(row), text_at(row, kTemplate), text_at(row, kQueryPattern), number(kLeaves),
          number(kConstraints)};
}

std::vector<Format> CfqTask::formats() const {
  if (!has_names()) return pattern_formats();
  return grounded_formats(settings_.target, language_, !asks_endpoint(),
                          [this]() -> const KnowledgeBase& { return stored(); });
}

Instructions CfqTask::instructions() const { return cfq_instructions(); }

Abilities CfqTask::abilities() const {
  const bool explains = params().text("domain").empty() && !has_names();
  return {.reader = this, .instructor = explains ? this : nullptr, .auditor = this};
}

}  // namespace assay::cfq
