#include "assay/tasks/cfq/row.h"

#include <utility>

namespace assay::cfq {

const Schema& cfq_schema() {
  const auto number = [](const char* name, const char* summary,
                         std::vector<std::string> published) {
    return Field{name, ValueType::kInteger, Role::kMetadata, summary, std::move(published)};
  };
  static const Schema kSchema{
      {{"input",
        ValueType::kText,
        Role::kInput,
        "the question, entities as M0, M1 ... in the order of the text",
        {"questionPatternModEntities", "question"}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the SPARQL query, one clause a line",
        {"sparqlPatternModEntities", "sparql", "query"}},
       {"logical_form", ValueType::kText, Role::kMetadata, "concept of the description logic", {}},
       {"template",
        ValueType::kText,
        Role::kMetadata,
        "the question with one placeholder for each lexical unit",
        {"questionTemplate"}},
       {"query_pattern",
        ValueType::kText,
        Role::kMetadata,
        "the query with properties and entities anonymised",
        {"sparqlPattern"}},
       number("level", "grammar rules applied", {"recursionDepth", "parseTreeRuleCount"}),
       number("leaves", "words of the question", {"parseTreeLeafCount"}),
       number("chain", "nodes on the longest path of the query", {"sparqlMaximumChainLength"}),
       number("degree", "most clauses at one node of the query", {"sparqlMaximumDegree"}),
       number("constraints", "clauses of the query", {"sparqlNumConstraints"}),
       number("variables", "variables of the query", {"sparqlNumVariables"})}};
  return kSchema;
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

}  // namespace assay::cfq
