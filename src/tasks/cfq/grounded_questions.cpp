#include "assay/tasks/cfq/grounded_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kMostCuts = 16;

// Entities by the number of their placeholder; nothing where one is missing.
std::optional<std::vector<Node>> in_order(const std::vector<Filling>& fillings) {
  std::vector<Node> nodes(fillings.size());
  std::vector<bool> is_there(fillings.size());
  for (const Filling& each : fillings) {
    const std::size_t number = std::stoul(each.placeholder.substr(1));
    if (number >= nodes.size()) return std::nullopt;
    nodes[number] = each.node;
    is_there[number] = true;
  }
  if (std::ranges::find(is_there, false) != is_there.end()) return std::nullopt;
  return nodes;
}

std::vector<Filling> fillings_of(const std::vector<Node>& nodes) {
  std::vector<Filling> fillings;
  for (const Node node : nodes) fillings.push_back({fmt::format("M{}", fillings.size()), node});
  return fillings;
}

}  // namespace

std::string_view name_of(FillingOutcome outcome) {
  constexpr std::array<std::string_view, kFillingOutcomes> kNames{
      "made",      "no pattern",       "unsatisfiable",
      "abandoned", "too many answers", "names can be read in two ways"};
  return kNames[static_cast<std::size_t>(outcome)];
}

bool GroundedQuestions::has_names(const std::vector<Node>& nodes) const {
  return std::ranges::all_of(nodes, [&](Node node) { return knowledge_.has_usable_name(node); });
}

FillingOutcome GroundedQuestions::fill(Key key, Address address, Pattern& pattern,
                                       Example& out) const {
  FillingOutcome outcome = FillingOutcome::kUnsatisfiable;
  for (std::uint16_t tries = 0; tries < kMostTries; ++tries) {
    const StreamId id{Purpose::kItem, address.unit, address.item,
                      static_cast<std::uint16_t>(tries * kGroundingStreams)};
    const Grounding grounding = ground(pattern.query, knowledge_.paths(), key, id);
    if (grounding.outcome == GroundingOutcome::kUnsatisfiable) return outcome;
    if (grounding.outcome == GroundingOutcome::kAbandoned) return FillingOutcome::kAbandoned;
    auto entities = in_order(grounding.fillings);
    if (!entities) return FillingOutcome::kUnsatisfiable;
    const Answered answered{!grounding.is_no(), grounding.answers};
    outcome = FillingOutcome::kManyAnswers;
    if (answered.answers.size() > settings_.most_answers || !has_names(answered.answers)) {
      if (entities->empty()) return outcome;  // there is no other filling
      continue;
    }
    const NamedQuestion named{pattern.question, *std::move(entities)};
    outcome = FillingOutcome::kUnclearNames;
    if (!has_names(named.entities) || !is_clear(named, knowledge_, language_)) continue;
    write(named, answered, pattern, out);
    return FillingOutcome::kMade;
  }
  return outcome;
}

void GroundedQuestions::write(const NamedQuestion& named, const Answered& answered,
                              Pattern& pattern, Example& out) const {
  const Query query =
      canonicalise(filled_query(pattern.query, fillings_of(named.entities), knowledge_.store()));
  GroundedTexts texts;
  for (const Node node : named.entities) {
    texts.names.push_back(knowledge_.entity_name(node));
    texts.entities.push_back(knowledge_.entity_id(node));
  }
  texts.question = question_text(named.pattern, texts.names, NameStyle::kPlain);
  texts.query = to_text(query);
  texts.answers = answer_words(query, answered);
  for (const Node node : answered.answers) {
    texts.answer_entities.push_back(knowledge_.entity_id(node));
  }
  write_grounded_row(pattern, std::move(texts), settings_.target, out);
}

std::vector<Query> GroundedQuestions::read(std::string_view question) const {
  std::vector<Query> queries;
  std::optional<Error> problem;
  for (const NamedQuestion& named : cut_question(question, knowledge_, language_, kMostCuts)) {
    try {
      for (const Reading& reading : language_.read(named.pattern)) {
        const auto fillings = fillings_of(named.entities);
        Query query = canonicalise(filled_query(reading.query, fillings, knowledge_.store()));
        if (std::ranges::find(queries, query) == queries.end()) queries.push_back(std::move(query));
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      if (!problem) problem = error;
    }
  }
  if (queries.empty()) throw Error(*problem);
  return queries;
}

void GroundedQuestions::derive(std::string_view question, Example& out) const {
  std::optional<Error> problem;
  for (const NamedQuestion& named : cut_question(question, knowledge_, language_, kMostCuts)) {
    try {
      reset(out, cfq_schema(settings_.target));
      Pattern pattern;
      language_.derive(named.pattern, pattern, out.rules);
      const auto fillings = fillings_of(named.entities);
      const Query query = filled_query(pattern.query, fillings, knowledge_.store());
      write(named, answer(query), pattern, out);
      return;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      if (!problem) problem = error;
    }
  }
  throw Error(*problem);
}

Answered GroundedQuestions::answer(const Query& query) const {
  for (const Clause& clause : query.clauses) {
    if (clause.kind == ClauseKind::kFilter) continue;
    const Relation* relation = knowledge_.paths().find(clause.predicate);
    if (relation == nullptr || relation->pairs() > 0) continue;
    fail(ErrorKind::kInput, "{} has no facts of {}, which the question asks about",
         knowledge_.name(), clause.predicate);
  }
  auto answered = try_answer(query);
  if (!answered) {
    fail(ErrorKind::kInput, "the query takes more than {} steps on {}", with_commas(kMostSteps),
         knowledge_.name());
  }
  return *std::move(answered);
}

std::optional<Answered> GroundedQuestions::try_answer(const Query& query) const {
  const QueryPlan plan = plan_query(query, knowledge_.paths());
  if (plan.is_too_large) return std::nullopt;
  QuerySearch search(plan, kMostSteps);
  if (query.kind == QueryKind::kCount) {
    const SearchResult result = search.find_one();
    if (result == SearchResult::kAbandoned) return std::nullopt;
    return Answered{result == SearchResult::kFound, {}};
  }
  auto nodes = search.answers();
  if (!nodes) return std::nullopt;
  return Answered{!nodes->empty(), *std::move(nodes)};
}

std::vector<std::string> GroundedQuestions::answer_words(const Query& query,
                                                         const Answered& answered) const {
  if (query.kind == QueryKind::kCount) return {answered.is_yes ? "Yes" : "No"};
  std::vector<std::string> words;
  for (const Node node : answered.answers) {
    const std::string name = knowledge_.entity_name(node);
    words.push_back(name.empty() ? knowledge_.entity_id(node) : name);
  }
  return words;
}

}  // namespace assay::cfq
