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
std::optional<std::vector<std::string>> in_order(const std::vector<KnownFilling>& fillings) {
  std::vector<std::string> keys(fillings.size());
  for (const KnownFilling& each : fillings) {
    const std::size_t number = std::stoul(each.placeholder.substr(1));
    if (number >= keys.size()) return std::nullopt;
    keys[number] = each.key;
  }
  if (std::ranges::find(keys, "") != keys.end()) return std::nullopt;
  return keys;
}

std::vector<KnownFilling> fillings_of(const std::vector<std::string>& entities) {
  std::vector<KnownFilling> fillings;
  for (const std::string& key : entities) {
    fillings.push_back({fmt::format("M{}", fillings.size()), key});
  }
  return fillings;
}

}  // namespace

std::string_view name_of(FillingOutcome outcome) {
  constexpr std::array<std::string_view, kFillingOutcomes> kNames{
      "made",      "no pattern",       "unsatisfiable",
      "abandoned", "too many answers", "names can be read in two ways"};
  return kNames[static_cast<std::size_t>(outcome)];
}

FillingOutcome GroundedQuestions::fill(Key key, Address address, Pattern& pattern,
                                       Example& out) const {
  FillingOutcome outcome = FillingOutcome::kUnsatisfiable;
  for (std::uint16_t tries = 0; tries < kMostTries; ++tries) {
    const StreamId id{Purpose::kItem, address.unit, address.item,
                      static_cast<std::uint16_t>(tries * kGroundingStreams)};
    const KnownGrounding grounding = knowledge_.ground(pattern.query, key, id);
    if (grounding.outcome == GroundingOutcome::kUnsatisfiable) return outcome;
    if (grounding.outcome == GroundingOutcome::kAbandoned) return FillingOutcome::kAbandoned;
    auto entities = in_order(grounding.fillings);
    if (!entities) return FillingOutcome::kUnsatisfiable;
    const KnownAnswer answered{false, !grounding.is_no(), grounding.answers};
    outcome = FillingOutcome::kManyAnswers;
    if (answered.keys.size() > settings_.most_answers ||
        !knowledge_.have_own_names(answered.keys)) {
      if (entities->empty()) return outcome;  // there is no other filling
      continue;
    }
    const NamedQuestion named{pattern.question, *std::move(entities)};
    outcome = FillingOutcome::kUnclearNames;
    if (!knowledge_.have_own_names(named.entities) || !is_clear(named, knowledge_, language_)) {
      continue;
    }
    write(named, answered, pattern, out);
    return FillingOutcome::kMade;
  }
  return outcome;
}

void GroundedQuestions::write(const NamedQuestion& named, const KnownAnswer& answered,
                              Pattern& pattern, Example& out) const {
  const Query query = canonicalise(filled_by_keys(pattern.query, fillings_of(named.entities)));
  GroundedTexts texts;
  texts.names = knowledge_.names_of(named.entities);
  texts.entities = named.entities;
  texts.question = question_text(named.pattern, texts.names, NameStyle::kPlain);
  texts.query = to_text(query);
  texts.answers = answer_words(query, answered);
  texts.answer_entities = answered.keys;
  write_grounded_row(pattern, std::move(texts), settings_.target, out);
}

std::vector<Query> GroundedQuestions::read(std::string_view question) const {
  std::vector<Query> queries;
  std::optional<Error> problem;
  for (const NamedQuestion& named : cut_question(question, knowledge_, language_, kMostCuts)) {
    try {
      for (const Reading& reading : language_.read(named.pattern)) {
        const auto fillings = fillings_of(named.entities);
        Query query = canonicalise(filled_by_keys(reading.query, fillings));
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
      const Query query = filled_by_keys(pattern.query, fillings);
      write(named, answer(query), pattern, out);
      return;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      if (!problem) problem = error;
    }
  }
  throw Error(*problem);
}

KnownAnswer GroundedQuestions::answer(const Query& query) const {
  for (const Clause& clause : query.clauses) {
    if (clause.kind == ClauseKind::kFilter || knowledge_.has_facts_of(clause.predicate)) continue;
    fail(ErrorKind::kInput, "{} has no facts of {}, which the question asks about",
         knowledge_.name(), clause.predicate);
  }
  KnownAnswer answered = knowledge_.answer(query);
  if (answered.is_abandoned) {
    fail(ErrorKind::kInput, "{}: the query takes too long", knowledge_.name());
  }
  return answered;
}

std::vector<std::string> GroundedQuestions::answer_words(const Query& query,
                                                         const KnownAnswer& answered) const {
  if (query.kind == QueryKind::kCount) return {answered.is_yes ? "Yes" : "No"};
  std::vector<std::string> words = knowledge_.names_of(answered.keys);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].empty()) words[at] = answered.keys[at];
  }
  return words;
}

}  // namespace assay::cfq
