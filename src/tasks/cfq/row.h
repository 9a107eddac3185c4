// The columns of CFQ.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/core/example.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/settings.h"

namespace assay::cfq {

// Columns behind input and target.
enum Column : std::size_t {
  kForm = 2,
  kTemplate,
  kQueryPattern,
  kLevel,
  kLeaves,
  kChain,
  kDegree,
  kConstraints,
  kVariables,
  // Only of questions with names.
  kPatternColumn,
  kPatternQueryColumn,
  kNamesColumn,
  kEntitiesColumn,
  kAnswersColumn,
  kAnswerEntitiesColumn,
  kQueryColumn,  // where the target is the answer
};

const Schema& cfq_schema(Target target);

// All columns of a pattern's row, which was reset; takes the pattern's texts.
void write_row(Pattern& pattern, Example& out);

// A pattern with entities and what the knowledge base answers, in words and ids.
struct GroundedTexts {
  std::string question;
  std::string query;
  std::vector<std::string> names;            // of M0, M1 ...
  std::vector<std::string> entities;         // their ids: m.01
  std::vector<std::string> answers;          // Yes, No, or names
  std::vector<std::string> answer_entities;  // ids of names
};

// The same with columns for names and answers.
void write_grounded_row(Pattern& pattern, GroundedTexts texts, Target target, Example& out);

// "Yes", or names with "; " between them.
std::string answer_text(const std::vector<std::string>& answers);

// The query of a row with names, whatever its target is.
const std::string& query_of(const Example& row, Target target);

}  // namespace assay::cfq
