// For tests only: the task with its own rules, and pieces of the queries it makes.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "assay/base/error.h"
#include "assay/tasks/cfq/cfq_task.h"

namespace assay::cfq {

inline CfqTask make_cfq(const std::map<std::string, std::string>& given = {}) {
  return CfqTask(Params(CfqTask::static_info().params, given, "cfq"));
}

inline const CfqTask& cfq() {
  static const CfqTask kTask = make_cfq();
  return kTask;
}

// What solving the question says when it is refused.
inline std::string error_of(const CfqTask& task, const std::string& question) {
  try {
    task.solve(question);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "none";
}

// Queries of yes-no questions and of others, from their clauses.
inline std::string closed(const std::string& clauses) {
  return "SELECT count(*) WHERE {\n" + clauses + "\n}";
}
inline std::string open(const std::string& clauses) {
  return "SELECT DISTINCT ?x0 WHERE {\n" + clauses + "\n}";
}

inline const std::string kSpouse =
    " ns:people.person.spouse_s/ns:people.marriage.spouse|"
    "ns:fictional_universe.fictional_character.married_to/"
    "ns:fictional_universe.marriage_of_fictional_characters.spouses ";
inline const std::string kSibling =
    " ns:people.person.sibling_s/ns:people.sibling_relationship.sibling|"
    "ns:fictional_universe.fictional_character.siblings/"
    "ns:fictional_universe.sibling_relationship_of_fictional_characters.siblings ";

}  // namespace assay::cfq
