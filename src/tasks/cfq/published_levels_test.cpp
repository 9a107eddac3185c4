// Levels and templates against records of the authors' data set.
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

bool uses(const RuleGraph& graph, std::string_view rule) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    if (cfq().rules().name(graph.rule(node)) == rule) return true;
  }
  return false;
}

// "Which film was directed by M0" can be a noun and a finite verb phrase ("was directed by M0"), or
// a noun, "was" and a passive ("directed by M0"); the first takes one rule more. The authors' data
// have both, for questions that differ only in words. "What was directed by M0" is always the
// second, since the rule of appendix M for the first refuses the bare word.
bool has_two_levels(const RuleGraph& graph) {
  return uses(graph, "WHQ=NPQ_INDIRECT_WAS_PASSIVE") && !uses(graph, "NPQ_INDIRECT=WHAT") &&
         !uses(graph, "VP_INDIRECT=COMPLETED_AND") && !uses(graph, "PASSIVE_VP=COMPLETED_AND");
}

TEST(CfqPublishedRecords, HaveTheirLevelsAndTemplates) {
  const auto questions = published_fields("questionPatternModEntities", kRecords);
  const auto templates = published_fields("questionTemplate", kRecords);
  const auto levels = published_fields("recursionDepth", kRecords);
  if (questions.empty()) GTEST_SKIP() << "ASSAY_PUBLISHED names no folder with " << kRecords;
  ASSERT_EQ(templates.size(), questions.size());
  ASSERT_EQ(levels.size(), questions.size());
  std::size_t equal = 0;
  std::size_t either = 0;
  std::size_t higher = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Pattern pattern;
    RuleGraph graph;
    cfq().language().derive(questions[i], pattern, graph);
    EXPECT_EQ(pattern.question_template, templates[i]);
    const std::size_t published = std::stoul(levels[i]);
    const bool two = has_two_levels(graph);
    either += two ? 1 : 0;
    equal += pattern.level == published ? 1 : 0;
    higher += two && pattern.level + 1 == published ? 1 : 0;
    EXPECT_TRUE(pattern.level == published || (two && pattern.level + 1 == published))
        << questions[i] << ": " << pattern.level << ", published " << published;
  }
  std::cout << equal << " of " << questions.size() << " have the published level; " << either
            << " could have two, and " << higher << " of these have the other\n";
  EXPECT_EQ(equal + higher, questions.size());
  EXPECT_GE(equal * 100, questions.size() * 98);
}

}  // namespace
}  // namespace assay::cfq
