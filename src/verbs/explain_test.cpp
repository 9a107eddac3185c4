#include "assay/verbs/explain.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error.h"

namespace assay::verbs {
namespace {

TEST(ExplainDocument, IsTheRowAndItsAtoms) {
  EXPECT_EQ(
      to_json(explain({.what = "scan", .unit = 20909})).dump(),
      R"row({"id":"scan:d6d5f814:0:20909:0","input":"jump","target":"I_JUMP","rules":[)row"
      R"row("U -> jump","V -> U(0)","S -> V(1)","C -> S(2)","[jump]","JOIN(3,4)"],"atoms":6})row");
}

TEST(Explain, NeedsOneThingToExplain) {
  EXPECT_THROW(explain({.what = "scan"}), Error);
  EXPECT_THROW(explain({.what = "cfq", .input = "Who directed M0", .unit = 3}), Error);
  EXPECT_FALSE(explain({.what = "cfq", .input = "Who directed M0"}).has_id);
}

TEST(ExplanationSvg, HasAShortInputAsItsTitle) {
  const std::string asked = "Who directed M0";
  const std::string svg = explanation_svg(explain({.what = "cfq", .input = asked}));
  EXPECT_NE(svg.find("<title>" + asked + "</title>"), std::string::npos);
  EXPECT_NE(svg.find(">DirectingAFilm)</text>"), std::string::npos);  // not broken
  const std::string world = explanation_svg(explain({.what = "gscan", .unit = 0}));
  EXPECT_NE(world.find("<title>gscan:"), std::string::npos);
  EXPECT_NE(world.find(">input</text>"), std::string::npos);
}

}  // namespace
}  // namespace assay::verbs
