#include "assay/tasks/cfq/row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace assay::cfq {

namespace {

Field number_field(const char* name, const char* summary, std::vector<std::string> published) {
  return {name, ValueType::kInteger, Role::kMetadata, summary, std::move(published)};
}

Field text_field(const char* name, const char* summary, std::vector<std::string> published) {
  return {name, ValueType::kText, Role::kMetadata, summary, std::move(published)};
}

Schema pattern_schema() {
  return {{{"input",
            ValueType::kText,
            Role::kInput,
            "the question, entities as M0, M1 ... in the order of the text",
            {"questionPatternModEntities", "question"}},
           {"target",
            ValueType::kText,
            Role::kTarget,
            "the SPARQL query, one clause a line",
            {"sparqlPatternModEntities", "sparql", "query"}},
           text_field("logical_form", "concept of the description logic", {}),
           text_field("template", "the question with one placeholder for each lexical unit",
                      {"questionTemplate"}),
           text_field("query_pattern", "the query with properties and entities anonymised",
                      {"sparqlPattern"}),
           number_field("level", "grammar rules applied", {"recursionDepth", "parseTreeRuleCount"}),
           number_field("leaves", "words of the question", {"parseTreeLeafCount"}),
           number_field("chain", "nodes on the longest path of the query",
                        {"sparqlMaximumChainLength"}),
           number_field("degree", "most clauses at one node of the query", {"sparqlMaximumDegree"}),
           number_field("constraints", "clauses of the query", {"sparqlNumConstraints"}),
           number_field("variables", "variables of the query", {"sparqlNumVariables"})}};
}

Schema grounded_schema(Target target) {
  const auto texts_field = [](const char* name, const char* summary) {
    return Field{name, ValueType::kTexts, Role::kMetadata, summary, {}};
  };
  const bool asks_query = target == Target::kQuery;
  Schema schema = pattern_schema();
  Field& input = schema.fields[kInputField];
  input.summary = "the question with the names of entities";
  input.published_names = {"question"};
  Field& output = schema.fields[kTargetField];
  output.summary = asks_query ? "the SPARQL query with ids of entities, one clause per line"
                              : "the answer: Yes, No, or names with \"; \" between them";
  output.published_names = asks_query ? std::vector<std::string>{"sparql"}
                                      : std::vector<std::string>{"expectedResponse"};
  schema.fields.push_back(text_field("pattern", "the question with entities as M0, M1 ...",
                                     {"questionPatternModEntities"}));
  schema.fields.push_back(text_field("pattern_query", "the query with entities as M0, M1 ...",
                                     {"sparqlPatternModEntities"}));
  schema.fields.push_back(texts_field("names", "what M0, M1 ... are called"));
  schema.fields.push_back(texts_field("entities", "ids of M0, M1 ... in the knowledge base"));
  schema.fields.push_back(texts_field("answers", "Yes, No, or the names of all answers"));
  schema.fields.push_back(texts_field("answer_entities", "ids of the answers; none of Yes and No"));
  if (!asks_query) {
    schema.fields.push_back(
        text_field("query", "the SPARQL query with ids of entities", {"sparql"}));
  }
  return schema;
}

}  // namespace

const Schema& cfq_schema(Target target) {
  static const Schema kPatterns = pattern_schema();
  static const Schema kQueries = grounded_schema(Target::kQuery);
  static const Schema kAnswers = grounded_schema(Target::kAnswer);
  return target == Target::kPattern ? kPatterns : target == Target::kQuery ? kQueries : kAnswers;
}

void write_row(Pattern& pattern, Example& out) {
  const QueryMeasures measures = measure(pattern.query);
  const auto number = [&](Column column, std::size_t value) {
    out.fields[column] = static_cast<std::int64_t>(value);
  };
  out.fields[kInputField] = std::move(pattern.question);
  out.fields[kTargetField] = to_text(pattern.query);
  out.fields[kForm] = std::move(pattern.form);
  out.fields[kTemplate] = std::move(pattern.question_template);
  out.fields[kQueryPattern] = to_text(anonymise_properties(pattern.query));
  number(kLevel, pattern.level);
  number(kLeaves, pattern.leaves);
  number(kChain, measures.maximum_chain_length);
  number(kDegree, measures.maximum_degree);
  number(kConstraints, measures.constraints);
  number(kVariables, measures.variables);
}

void write_grounded_row(Pattern& pattern, GroundedTexts texts, Target target, Example& out) {
  write_row(pattern, out);
  out.fields[kPatternColumn] = std::move(out.fields[kInputField]);
  out.fields[kPatternQueryColumn] = std::move(out.fields[kTargetField]);
  out.fields[kInputField] = std::move(texts.question);
  if (target == Target::kQuery) {
    out.fields[kTargetField] = std::move(texts.query);
  } else {
    out.fields[kTargetField] = answer_text(texts.answers);
    out.fields[kQueryColumn] = std::move(texts.query);
  }
  out.fields[kNamesColumn] = std::move(texts.names);
  out.fields[kEntitiesColumn] = std::move(texts.entities);
  out.fields[kAnswersColumn] = std::move(texts.answers);
  out.fields[kAnswerEntitiesColumn] = std::move(texts.answer_entities);
}

std::string answer_text(const std::vector<std::string>& answers) {
  return fmt::format("{}", fmt::join(answers, "; "));
}

const std::string& query_of(const Example& row, Target target) {
  return target == Target::kAnswer ? text_at(row, kQueryColumn) : row.target();
}

}  // namespace assay::cfq
