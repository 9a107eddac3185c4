#include "assay/tasks/gscan/published_json.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/tasks/gscan/release/derivation.h"

namespace assay::gscan {
namespace {

using world::Manner;
using world::Shape;
using world::Verb;

TEST(GscanPublished, DerivationsAreWrittenAsTheAuthorsDo) {
  const Command command{
      Verb::kWalk, Manner::kSpinning, {world::Colour::kRed, SizeWord::kSmall, Shape::kCircle}};
  EXPECT_EQ(derivation_text(command),
            "NP -> NN,NP -> JJ NP,NP -> JJ NP,DP -> 'a' NP,VP -> VV_intrans 'to' DP,VP -> VP "
            "RB,ROOT -> VP;T:walk,NT:VV_intransitive -> walk,T:to,T:a,T:red,NT:JJ -> small:JJ -> "
            "red,T:small,T:circle,NT:NN -> circle,T:while spinning,NT:RB -> while spinning");
}

TEST(GscanPublished, ExamplesHaveTheFieldsOfTheAuthors) {
  world::World world;
  world.things = {{Shape::kCircle, world::Colour::kRed, 4, {1, 2}}};
  std::string text;
  append_published(text,
                   {Verb::kPush, Manner::kSpinning, {std::nullopt, SizeWord::kBig, Shape::kCircle}},
                   world, "walk");
  for (const char* part :
       {"\n            {\n                \"command\": \"push,a,big,circle,while spinning\",\n",
        "\"vector\": \"00010011000\"", "\"distance_to_target\": \"3\"",
        "\"direction_to_target\": \"se\"", "\"referred_target\": \"big  circle\"\n            }",
        "\"carrying_object\": null\n                },\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  }
}

}  // namespace
}  // namespace assay::gscan
