#include "assay/grounded/deed_derivations.h"

#include <gtest/gtest.h>

#include <array>

namespace assay::grounded {
namespace {

using world::Manner;
using world::Verb;

TEST(DeedDerivations, TellWhereTheTargetLiesAndWhatIsDone) {
  RuleTable table;
  const RuleId found = table.add("[circle]", RuleKind::kMeaning);
  const DeedDerivations deeds(table, std::array{Manner::kSpinning},
                              std::array{Verb::kPull, Verb::kPush});
  const auto text_of = [&](int size, Verb verb, Manner manner) {
    RuleGraph graph;
    const world::Thing circle{
        world::Shape::kCircle, world::Colour::kRed, static_cast<std::uint8_t>(size), {4, 1}};
    const NodeId root = deeds.write(graph.apply(found, {}), circle, {2, 3}, verb, manner, graph);
    EXPECT_EQ(root, graph.root());
    std::string text;
    for (NodeId node = 0; node < graph.size(); ++node) text += table.name(graph.rule(node));
    return text;
  };
  EXPECT_EQ(text_of(1, Verb::kWalk, Manner::kPlainly), "[circle][to the sw][go]");
  EXPECT_EQ(text_of(2, Verb::kPush, Manner::kSpinning),
            "[circle][to the sw][go while spinning][push a light thing]");
  EXPECT_EQ(text_of(3, Verb::kPull, Manner::kPlainly),
            "[circle][to the sw][go][pull a heavy thing]");
}

}  // namespace
}  // namespace assay::grounded
