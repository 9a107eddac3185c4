#include "assay/tasks/cfq/published_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/query/query_testing.h"
#include "assay/tasks/cfq/row.h"
#include "assay/tasks/cfq/wording.h"

namespace assay::cfq {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

TEST(PublishedRecord, HasTheTwelveKeysInTheirOrder) {
  const CfqTask task = make_cfq({{"target", "query"}, {"films", "300"}});
  const auto source = task.open(1);
  std::size_t records = 0;
  for (std::uint64_t unit = 0; unit < 40; ++unit) {
    Example row;
    if (!source->unit(unit)->make(0, {}, row)) continue;
    ++records;
    std::string line;
    append_record(row, Target::kQuery, row.rules, task.rules(), line);
    const Json json = Json::parse(line);
    ASSERT_THAT(
        keys_of(json),
        ::testing::ElementsAre("question", "questionWithBrackets", "questionWithMids",
                               "questionPatternModEntities", "sparql", "sparqlPatternModEntities",
                               "sparqlPattern", "expectedResponse", "expectedResponseWithMids",
                               "complexityMeasures", "ruleIds", "ruleTree"));
    ASSERT_THAT(keys_of(json["complexityMeasures"]),
                ::testing::ElementsAre("npAndNestingDepth", "parseTreeLeafCount",
                                       "parseTreeRuleCount", "questionTemplate", "recursionDepth",
                                       "sparqlMaximumChainLength", "sparqlMaximumDegree",
                                       "sparqlNumConstraints", "sparqlNumVariables"));
    EXPECT_EQ(json["ruleTree"]["ruleId"]["stringValue"], "JOIN_BY_LOGICAL_FORM");
    EXPECT_EQ(json["question"], row.input());
    EXPECT_EQ(json["sparql"], row.target());
    const bool is_open = json["sparql"].get<std::string>().starts_with("SELECT DISTINCT");
    EXPECT_EQ(json["expectedResponseWithMids"].get<std::string>().starts_with("m."), is_open);
  }
  EXPECT_GT(records, 20U);
}

// "Did M1 's female actor edit and produce M0" has 0 (item 0 of the published data).
TEST(PublishedRecord, ListsOfVerbsAreNoNounPhrases) {
  const auto nesting = [](const char* question) {
    Example row;
    cfq().derive(question, row);
    return list_nesting(row.rules, cfq().rules());
  };
  EXPECT_EQ(nesting("Did M1 's female actor edit and produce M0"), 0U);
  EXPECT_EQ(nesting("Did M1 's star and editor produce M0"), 1U);
  EXPECT_EQ(nesting("Did a star and editor of M0 and M1 produce M2"), 1U);
}

// The names of a published question and its pattern with M0, M1 ... in the order of the text.
struct BracketedQuestion {
  std::string pattern;
  std::vector<std::string> names;
};

BracketedQuestion bracketed(const std::string& pattern, const std::string& text) {
  BracketedQuestion question;
  std::size_t number = 0;
  for (const std::string_view word : split_words(pattern)) {
    if (!question.pattern.empty()) question.pattern += ' ';
    const bool is_entity = word.size() > 1 && word[0] == 'M' && parse_number(word.substr(1));
    question.pattern += is_entity ? "M" + std::to_string(number++) : std::string(word);
  }
  for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at)) {
    const std::size_t end = text.find(']', at);
    question.names.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return question;
}

TEST(PublishedRecord, WordingAndQueriesHaveThePublishedShape) {
  const auto patterns = published_fields("questionPatternModEntities", kRecords);
  const auto texts = published_fields("questionWithBrackets", kRecords);
  const auto queries = published_fields("sparql", kRecords);
  const auto answers = published_fields("expectedResponse", kRecords);
  if (patterns.empty()) GTEST_SKIP() << "ASSAY_PUBLISHED names no folder with " << kRecords;
  std::size_t same_queries = 0;
  for (std::size_t at = 0; at < patterns.size(); ++at) {
    const BracketedQuestion question = bracketed(patterns[at], texts[at]);
    EXPECT_EQ(question_text(question.pattern, question.names, NameStyle::kBrackets), texts[at]);
    const ParsedQuery parsed = parse_query(queries[at]);
    ASSERT_TRUE(parsed.query) << parsed.problem;
    EXPECT_TRUE(std::ranges::is_sorted(parsed.query->clauses, clause_less));
    same_queries += to_text(canonicalise(*parsed.query)) == queries[at] ? 1 : 0;
    // Yes, No, or one or two names.
    const bool is_closed = parsed.query->kind == QueryKind::kCount;
    EXPECT_EQ(answers[at] == "Yes" || answers[at] == "No", is_closed) << queries[at];
    EXPECT_LE(split_text(answers[at], ';').size(), 2U);
  }
  // The others number variables that look alike in another order.
  EXPECT_GE(same_queries * 1000, patterns.size() * 988);
}

}  // namespace
}  // namespace assay::cfq
