#include "assay/render/subgraph_text.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace assay {
namespace {

// jump is used by left and by the join, as the meaning of a word can be.
class SubgraphText : public testing::Test {
 protected:
  SubgraphText() {
    const RuleId jump = table_.add("U -> jump", RuleKind::kGrammar);
    const RuleId left = table_.add("V -> U left", RuleKind::kGrammar);
    const RuleId both = table_.add("S -> V and V", RuleKind::kGrammar);
    graph_.apply(jump, {});
    graph_.apply(left, {0});
    graph_.apply(jump, {});
    graph_.apply(both, {1, 2});
    graph_.apply(both, {0, 0});
    graph_.apply(both, {3, 4});
  }
  std::string text(std::initializer_list<NodeId> nodes) const {
    return subgraph_text(graph_, {nodes.begin(), nodes.size()}, table_);
  }
  RuleTable table_;
  RuleGraph graph_;
};

TEST_F(SubgraphText, IsARuleWithItsInputs) {
  EXPECT_EQ(text({0}), "U -> jump");
  EXPECT_EQ(text({1}), "V -> U left");
  EXPECT_EQ(text({0, 1}), "V -> U left( U -> jump )");
}

TEST_F(SubgraphText, TellsWhichInputIsLeftOut) {
  EXPECT_EQ(text({1, 3}), "S -> V and V( V -> U left, _ )");
  EXPECT_EQ(text({2, 3}), "S -> V and V( _, U -> jump )");
}

TEST_F(SubgraphText, TellsOnceWhatIsShared) {
  EXPECT_EQ(text({0, 4}), "S -> V and V( #0 U -> jump, #0 )");
  EXPECT_EQ(text({0, 1, 4}), "S -> V and V( #0 U -> jump, #0 ) + V -> U left( #0 )");
}

}  // namespace
}  // namespace assay
