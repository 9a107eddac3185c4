#include "assay/tasks/cfq/kb/knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/tasks/cfq/kb/brute_force_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;

TEST(StoreKnowledge, SaysWhatTheStoreSaysByKeys) {
  const TripleStore store = store_with({{"m.2", "r.a", "m.9"}, {"m.1", "r.a", "m.9"}},
                                       {{"m.1", "One"}, {"m.2", "Two"}, {"m.9", "Nine"}});
  const PropertyPaths paths(store);
  StoreKnowledge knowledge(paths);
  EXPECT_THAT(
      knowledge.answer(*parse_query("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a ns:m.9 }").query).keys,
      ElementsAre("m.1", "m.2"));
  EXPECT_EQ(knowledge.answer(*parse_query("SELECT count(*) WHERE { ?x0 ns:r.a ?x1 }").query).count,
            2U);
  EXPECT_EQ(knowledge.name("m.2"), "Two");
  EXPECT_EQ(knowledge.name("m.7"), "");
  const KnownGrounding grounding = knowledge.ground(
      *parse_query("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a M0 }").query, stream_key(1, "x"), {});
  ASSERT_EQ(grounding.fillings.size(), 1U);
  EXPECT_EQ(grounding.fillings[0].key, "m.9");
  EXPECT_EQ(grounding.fillings[0].name, "Nine");
  EXPECT_THAT(grounding.answers, ElementsAre("m.1", "m.2"));
}

}  // namespace
}  // namespace assay::cfq
