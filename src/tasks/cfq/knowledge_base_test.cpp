#include "assay/tasks/cfq/knowledge_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/tasks/cfq/kb/brute_force_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;

const KnowledgeBase& nine() {
  static const KnowledgeBase kKnowledge(
      store_with(
          {{"m.2", "r.a", "m.9"}, {"m.1", "r.a", "m.9"}, {"m.4", "r.a", "m.3"}},
          {{"m.1", "One"}, {"m.2", "Two"}, {"m.3", "Same"}, {"m.4", "Same"}, {"m.9", "Nine"}}),
      "the test");
  return kKnowledge;
}

Query query_of(const char* text) { return *parse_query(text).query; }

TEST(KnowledgeBase, SaysWhatTheStoreSaysByKeys) {
  EXPECT_THAT(nine().answer(query_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a ns:m.9 }")).keys,
              ElementsAre("m.1", "m.2"));
  EXPECT_TRUE(nine().answer(query_of("SELECT count(*) WHERE { ?x0 ns:r.a ?x1 }")).is_yes);
  EXPECT_FALSE(nine().answer(query_of("SELECT count(*) WHERE { ns:m.9 ns:r.a ?x1 }")).is_yes);
  EXPECT_THAT(nine().names_of({"m.2", "m.7"}), ElementsAre("Two", ""));
  EXPECT_TRUE(nine().have_own_names({"m.1", "m.9"}));
  EXPECT_FALSE(nine().have_own_names({"m.1", "m.3"}));
  EXPECT_FALSE(nine().have_own_names({"m.7"}));
  EXPECT_EQ(nine().owners_of("Same").count, 2U);
  EXPECT_EQ(nine().owners_of("Nine").key, "m.9");
  EXPECT_EQ(nine().owners_of("Nobody").count, 0U);
  EXPECT_TRUE(nine().has_entity("m.9"));
  EXPECT_FALSE(nine().has_entity("m.7"));
  EXPECT_TRUE(nine().has_facts_of("ns:r.a"));
  EXPECT_FALSE(nine().has_facts_of("ns:r.b"));
}

TEST(KnowledgeBase, GroundsByKeys) {
  const KnownGrounding grounding = nine().ground(
      query_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a M0 }"), stream_key(1, "x"), {});
  ASSERT_EQ(grounding.fillings.size(), 1U);
  EXPECT_EQ(grounding.fillings[0].placeholder, "M0");
  EXPECT_EQ(grounding.fillings[0].key, "m.9");
  EXPECT_THAT(grounding.answers, ElementsAre("m.1", "m.2"));
}

}  // namespace
}  // namespace assay::cfq
