#include "assay/tasks/gscan/judge.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/tasks/gscan/derivation.h"
#include "assay/tasks/gscan/published_json.h"
#include "assay/tasks/gscan/release.h"

namespace assay::gscan {
namespace {

using world::Manner;
using world::Shape;
using world::Verb;

Errand errand(Verb verb, Manner manner, int size = 1) {
  Errand made;
  made.world.agent = {0, 0};
  made.world.things = {
      {Shape::kCircle, world::Colour::kRed, static_cast<std::uint8_t>(size), {1, 2}},
      {Shape::kSquare, world::Colour::kBlue, 2, {4, 2}}};
  made.verb = verb;
  made.manner = manner;
  return made;
}

std::string reference(const Errand& errand) {
  std::vector<world::Action> actions;
  plan(errand.world, errand.target, errand.verb, errand.manner, actions);
  std::string text;
  append_actions(text, actions);
  return text;
}

Verdict judged(const Errand& errand, std::string_view answer) {
  return judge(errand, reference(errand), answer);
}

double mark(const Verdict& verdict, std::string_view name) {
  for (const auto& [known, value] : verdict.marks) {
    if (known == name) return value;
  }
  return -1;
}

TEST(GscanJudge, AnotherWayIsRightWhenItLeadsToTheSameWorld) {
  const Errand walk = errand(Verb::kWalk, Manner::kPlainly);
  const Verdict other = judged(walk, "turn right,walk,turn left,walk,walk");
  EXPECT_EQ(other.status, Status::kRight);
  EXPECT_EQ(mark(other, "strict"), 0);
  EXPECT_EQ(mark(judged(walk, reference(walk)), "strict"), 1);
  // Pushing goes the way the agent faces, so here it is another world.
  const Errand push = errand(Verb::kPush, Manner::kPlainly);
  EXPECT_EQ(reference(push), "walk,walk,turn right,walk,push,push");
  const Verdict east = judged(push, "turn right,walk,turn left,walk,walk,push,push,push");
  EXPECT_EQ(east.why, "it ends at row 1, column 5, not at row 3, column 2");
  EXPECT_EQ(mark(east, "reached"), 0);
  EXPECT_EQ(mark(east, "first_wrong_step"), 1);
}

TEST(GscanJudge, MannersMustBeKept) {
  for (const Manner manner : {Manner::kSpinning, Manner::kCautiously, Manner::kHesitantly}) {
    const Errand careful = errand(Verb::kWalk, manner);
    EXPECT_EQ(judged(careful, reference(careful)).status, Status::kRight);
    const Verdict plain = judged(careful, "walk,walk,turn right,walk");
    EXPECT_EQ(plain.status, Status::kWrong);
    EXPECT_EQ(mark(plain, "reached"), 1);
    EXPECT_EQ(plain.why, "it is not done " + std::string(name_of(manner)));
  }
  const Errand zigzag = errand(Verb::kWalk, Manner::kZigzagging);
  EXPECT_EQ(judged(zigzag, "turn right,walk,turn left,walk,walk").status, Status::kRight);
  EXPECT_EQ(judged(zigzag, "walk,walk,turn right,walk").why, "it is not done while zigzagging");
  const Errand plain = errand(Verb::kWalk, Manner::kPlainly);
  EXPECT_EQ(judged(plain, "walk,stay,walk,turn right,walk").why, "it does more than it is told");
}

TEST(GscanJudge, NamesWhatIsImpossible) {
  const Errand push = errand(Verb::kPush, Manner::kPlainly, 3);
  EXPECT_EQ(judged(push, "walk,push").why, "action 2, push, is impossible");
  EXPECT_EQ(mark(judged(push, "walk,push"), "first_wrong_step"), 2);
  EXPECT_EQ(judged(push, "walk,walk,turn right,walk,push,push").why,
            "it ends at row 2, column 2, not at row 3, column 2");
  EXPECT_EQ(judged(push, "walk,hop").status, Status::kUnparsable);
  EXPECT_EQ(judged(push, " ").status, Status::kNoAnswer);
}

TEST(GscanJudge, ACellAnswersWhatIsMeant) {
  const Errand push = errand(Verb::kPush, Manner::kPlainly);
  EXPECT_EQ(judged(push, "row 1, column 2").status, Status::kRight);
  const Verdict other = judged(push, "row 4, column 2");
  EXPECT_EQ(other.status, Status::kWrong);
  EXPECT_EQ(mark(other, "referent"), 0);
}

// Every plan keeps its manner, and hardly another's.
TEST(GscanJudge, PlansKeepTheirManners) {
  Settings settings;
  settings.samples = 1;
  const Release release(settings, 9);
  std::vector<world::Action> actions;
  Errand made;
  for (std::uint64_t unit = 0; unit < release.units(); ++unit) {
    const Command& command = release.command(unit);
    made.verb = command.verb;
    for (std::uint32_t item = 0; item < release.items(); item += 5) {
      release.make(unit, item, made.world);
      plan(made.world, 0, command.verb, command.manner, actions);
      for (const Manner manner : {Manner::kPlainly, Manner::kSpinning, Manner::kCautiously,
                                  Manner::kHesitantly, Manner::kZigzagging}) {
        made.manner = manner;
        const bool kept = keeps_manner(made, actions);
        ASSERT_TRUE(kept || manner != command.manner);
        const bool alike = manner == Manner::kPlainly || manner == Manner::kZigzagging;
        const bool alike_too =
            command.manner == Manner::kPlainly || command.manner == Manner::kZigzagging;
        ASSERT_FALSE(kept && alike != alike_too);
      }
    }
  }
}

TEST(GscanPublished, DerivationsAreWrittenAsTheAuthorsDo) {
  const Command command{
      Verb::kWalk, Manner::kSpinning, {world::Colour::kRed, SizeWord::kSmall, Shape::kCircle}};
  EXPECT_EQ(derivation_text(command),
            "NP -> NN,NP -> JJ NP,NP -> JJ NP,DP -> 'a' NP,VP -> VV_intrans 'to' DP,VP -> VP "
            "RB,ROOT -> VP;T:walk,NT:VV_intransitive -> walk,T:to,T:a,T:red,NT:JJ -> small:JJ -> "
            "red,T:small,T:circle,NT:NN -> circle,T:while spinning,NT:RB -> while spinning");
}

TEST(GscanPublished, ExamplesHaveTheFieldsOfTheAuthors) {
  const Errand push = errand(Verb::kPush, Manner::kSpinning, 4);
  std::string text;
  append_published(text,
                   {Verb::kPush, Manner::kSpinning, {std::nullopt, SizeWord::kBig, Shape::kCircle}},
                   push.world, "walk");
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
