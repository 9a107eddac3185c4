#include "assay/grounded/errand.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::grounded {
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

TEST(Errands, AnotherWayIsRightWhenItLeadsToTheSameWorld) {
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

TEST(Errands, MannersMustBeKept) {
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
  // Also behind something that is pulled on the way, but too heavy to move at once.
  Errand over = errand(Verb::kWalk, Manner::kZigzagging);
  over.world.things[1] = {Shape::kSquare, world::Colour::kBlue, 4, {0, 1}};
  EXPECT_EQ(judged(over, "walk,pull,walk,turn right,walk").why, "it is not done while zigzagging");
  const Errand plain = errand(Verb::kWalk, Manner::kPlainly);
  EXPECT_EQ(judged(plain, "walk,stay,walk,turn right,walk").why, "it does more than it is told");
}

TEST(Errands, NamesWhatIsImpossible) {
  const Errand push = errand(Verb::kPush, Manner::kPlainly, 3);
  EXPECT_EQ(judged(push, "walk,push").why, "action 2, push, is impossible");
  EXPECT_EQ(mark(judged(push, "walk,push"), "first_wrong_step"), 2);
  EXPECT_EQ(judged(push, "walk,walk,turn right,walk,push,push").why,
            "it ends at row 2, column 2, not at row 3, column 2");
  EXPECT_EQ(judged(push, "walk,hop").status, Status::kUnparsable);
  EXPECT_EQ(judged(push, " ").status, Status::kNoAnswer);
}

TEST(Errands, ACellIsNoWayThere) {
  const Errand push = errand(Verb::kPush, Manner::kPlainly);
  const Verdict target = judged(push, "row 1, column 2");
  EXPECT_EQ(target.status, Status::kWrong);
  EXPECT_EQ(mark(target, "referent"), 1);
  EXPECT_EQ(target.why, "it names the target's cell; actions are asked for");
  const Verdict other = judged(push, "row 4, column 2");
  EXPECT_EQ(other.status, Status::kWrong);
  EXPECT_EQ(mark(other, "referent"), 0);
}

TEST(Errands, AListOfActionsIsRead) {
  const Errand walk = errand(Verb::kWalk, Manner::kPlainly);
  EXPECT_EQ(judged(walk, R"(["turn right", "walk","turn left","walk","walk"])").status,
            Status::kRight);
  for (const char* answer :
       {"[]", "[walk]", R"(["walk"]])", R"(["walk",])", R"(["walk" "walk"])"}) {
    EXPECT_EQ(judged(walk, answer).status, Status::kUnparsable) << answer;
  }
}

TEST(Errands, TellWhichDistractorAnAnswerEndsOn) {
  Errand push = errand(Verb::kPush, Manner::kPlainly);
  push.roles = {ThingRole::kMentioned, ThingRole::kIsomorphism};
  for (const char* answer : {"row 4, column 2", "walk,walk,turn right,walk,walk,walk,walk"}) {
    const Verdict there = judged(push, answer);
    EXPECT_EQ(mark(there, "ended_on_isomorphism"), 1) << answer;
    EXPECT_EQ(mark(there, "ended_on_relation"), 0);
  }
  EXPECT_EQ(mark(judged(push, "walk"), "ended_on_isomorphism"), -1);
  EXPECT_EQ(mark(judged(push, reference(push)), "ended_on_isomorphism"), -1);
}

}  // namespace
}  // namespace assay::grounded
