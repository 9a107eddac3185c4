#include "assay/tasks/curi/interpreter/interpreter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {
namespace {

Looks scene_of(std::string_view words) {
  const LooksText read = read_looks(words);
  EXPECT_EQ(read.problem, "") << words;
  return read.looks;
}

bool holds_of(std::string_view sentence, std::string_view scene) {
  return holds(sentence, scene_of(scene));
}

std::string problem_of(std::string_view text, const Looks& scene) {
  try {
    holds(text, scene);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "";
}

// Of a scene with one thing, with two, and with none: the text is to blame, not the scene.
std::string problem_of(std::string_view text) {
  std::string one = problem_of(text, scene_of("large red metal cube at (3, 4)"));
  EXPECT_EQ(problem_of(text, scene_of("large red metal cube at (3, 4); "
                                      "small gray rubber sphere at (6, 5)")),
            one);
  EXPECT_EQ(problem_of(text, {}), one);
  return one;
}

constexpr std::string_view kRedCube = "large red metal cube at (3, 4)";

TEST(Interpreter, KnowsTheValuesOfAThing) {
  for (const std::string_view value :
       {"x color? red =", "x shape? cube =", "x material? metal =", "x size? 0.7 =",
        "x size? large =", "x locationX? 3 =", "x locationY? 4 =", "red x color? =",
        "x color? blue = not", "x size? 0.35 >", "x size? small >", "4 x locationX? >",
        "x locationY? x locationX? >", "x locationX? 2 >"}) {
    EXPECT_TRUE(holds_of(std::string(value) + " lambda S. exists=", kRedCube)) << value;
    EXPECT_FALSE(holds_of(std::string(value) + " not lambda S. exists=", kRedCube)) << value;
  }
}

TEST(Interpreter, IsStrictAboutGreater) {
  EXPECT_FALSE(holds_of("x locationX? 3 > lambda S. exists=", kRedCube));
  EXPECT_FALSE(holds_of("3 x locationX? > lambda S. exists=", kRedCube));
  EXPECT_FALSE(holds_of("x size? 0.7 > lambda S. exists=", kRedCube));
  EXPECT_FALSE(holds_of("0.35 x size? > lambda S. exists=", kRedCube));
  EXPECT_TRUE(holds_of("0.7 x size? > lambda S. exists=", "small red metal cube at (3, 4)"));
}

TEST(Interpreter, ComparesAllNumbersAlike) {
  // A count with a count, a column with a row, a column with a number.
  const std::string_view scene =
      "large red metal cube at (2, 2); small red rubber sphere at (2, 8)";
  EXPECT_TRUE(holds_of("S color? red count= 2 = lambda S.", scene));
  EXPECT_TRUE(holds_of("x locationX? x locationY? = lambda S. exists=", scene));
  EXPECT_FALSE(holds_of("x locationX? x locationY? = lambda S. for-all=", scene));
  EXPECT_TRUE(holds_of("S locationX? x locationY? exists= lambda S. exists=", scene));
  EXPECT_TRUE(holds_of("S color? red count= x locationX? = lambda S. for-all=", scene));
  EXPECT_FALSE(holds_of("8 x locationY? > lambda S. for-all=", scene));
  // Words of two kinds are never equal, but may be compared.
  EXPECT_FALSE(holds_of("x color? x shape? = lambda S. exists=", scene));
}

TEST(Interpreter, TakesBinZeroAsANumber) {
  EXPECT_TRUE(holds_of("1 x locationX? > lambda S. exists=", "large red metal cube at (0, 4)"));
  EXPECT_FALSE(holds_of("x locationX? 1 = lambda S. exists=", "large red metal cube at (0, 4)"));
}

TEST(Interpreter, JoinsTruthValues) {
  const std::string yes = "x color? red = ";
  const std::string no = "x color? blue = ";
  const auto says = [](const std::string& body) {
    return holds_of(body + "lambda S. exists=", kRedCube);
  };
  EXPECT_TRUE(says(yes + yes + "and "));
  EXPECT_FALSE(says(yes + no + "and "));
  EXPECT_FALSE(says(no + yes + "and "));
  EXPECT_FALSE(says(no + no + "and "));
  EXPECT_TRUE(says(yes + yes + "or "));
  EXPECT_TRUE(says(yes + no + "or "));
  EXPECT_TRUE(says(no + yes + "or "));
  EXPECT_FALSE(says(no + no + "or "));
  EXPECT_TRUE(says(no + "not " + yes + yes + "and and "));
  EXPECT_TRUE(says(yes + "not not "));
}

TEST(Interpreter, AsksAboutSets) {
  const std::string_view scene =
      "large red metal cube at (1, 2); small red rubber sphere at (3, 4); "
      "small blue rubber sphere at (5, 6)";
  EXPECT_TRUE(holds_of("S color? red exists= lambda S.", scene));
  EXPECT_TRUE(holds_of("S color? red any lambda S.", scene));
  EXPECT_FALSE(holds_of("S color? red for-all= lambda S.", scene));
  EXPECT_FALSE(holds_of("S color? red all lambda S.", scene));
  EXPECT_FALSE(holds_of("S color? green exists= lambda S.", scene));
  EXPECT_TRUE(holds_of("S color? red count= 2 = lambda S.", scene));
  EXPECT_TRUE(holds_of("S size? 0.35 count= 2 = lambda S.", scene));
  EXPECT_TRUE(holds_of("S size? small count= S size? large count= > lambda S.", scene));
  EXPECT_TRUE(holds_of("S shape? x shape? count= 2 = lambda S. exists=", scene));
  EXPECT_FALSE(holds_of("S shape? x shape? count= 2 = lambda S. for-all=", scene));
  EXPECT_TRUE(holds_of("non-x-S color? red for-all= lambda S. exists=", scene));
  EXPECT_TRUE(holds_of("non-x-S material? rubber all lambda S. exists=", scene));
  EXPECT_FALSE(holds_of("non-x-S material? metal all lambda S. exists=", scene));
}

// Two things that look alike are still two.
TEST(Interpreter, LeavesOutXByItsPlace) {
  const std::string_view twins = "large red metal cube at (1, 2); large red metal cube at (1, 2)";
  EXPECT_TRUE(holds_of("non-x-S color? red exists= lambda S. for-all=", twins));
  EXPECT_TRUE(holds_of("non-x-S color? red count= 1 = lambda S. for-all=", twins));
}

TEST(Interpreter, SaysNothingOfNothing) {
  // One thing: there are no others.
  EXPECT_FALSE(holds_of("non-x-S color? red for-all= lambda S. exists=", kRedCube));
  EXPECT_FALSE(holds_of("non-x-S color? red exists= lambda S. exists=", kRedCube));
  EXPECT_TRUE(holds_of("non-x-S color? red for-all= not lambda S. for-all=", kRedCube));
  EXPECT_TRUE(holds_of("1 non-x-S color? red count= > lambda S. for-all=", kRedCube));
  EXPECT_FALSE(holds_of("non-x-S color? red count= 1 = lambda S. exists=", kRedCube));
  // No thing at all.
  const Looks none;
  EXPECT_FALSE(holds("S color? red for-all= lambda S.", none));
  EXPECT_FALSE(holds("S color? red exists= lambda S.", none));
  EXPECT_TRUE(holds("S color? red exists= not lambda S.", none));
  EXPECT_FALSE(holds("S color? red exists= not lambda S. exists=", none));
  EXPECT_FALSE(holds("x color? red = lambda S. exists=", none));
  EXPECT_FALSE(holds("x color? red = lambda S. for-all=", none));
}

TEST(Interpreter, QuantifiesOverX) {
  const std::string_view scene =
      "large red metal cube at (1, 2); small blue rubber sphere at (3, 4)";
  EXPECT_TRUE(holds_of("x color? red = lambda S. exists=", scene));
  EXPECT_TRUE(holds_of("x color? red = lambda S. any", scene));
  EXPECT_FALSE(holds_of("x color? red = lambda S. for-all=", scene));
  EXPECT_FALSE(holds_of("x color? red = lambda S. all", scene));
  EXPECT_TRUE(holds_of("x color? green = not lambda S. for-all=", scene));
  // Where there is no x both say the same, and so does none.
  for (const std::string_view quantifier : {"", " exists=", " for-all="}) {
    const std::string end = " lambda S." + std::string(quantifier);
    EXPECT_TRUE(holds_of("S color? red count= 1 =" + end, scene));
    EXPECT_FALSE(holds_of("S color? red count= 2 =" + end, scene));
  }
}

struct Claim {
  std::string_view sentence;
  bool is_true = false;
};

void expect_claims(std::string_view scene, std::initializer_list<Claim> claims) {
  for (const auto& [sentence, is_true] : claims) {
    EXPECT_EQ(holds_of(sentence, scene), is_true) << sentence << " of " << scene;
  }
}

TEST(InterpreterOnThePaper, Figure6AllPurple) {
  const std::string_view concept_words =
      "8 x locationX? > purple x color? = and lambda S. for-all=";
  expect_claims("large purple metal cube at (3, 4); small purple rubber sphere at (6, 5)",
                {{concept_words, true},
                 {"purple x color? = lambda S. for-all=", true},
                 {"x color? purple = lambda S. for-all=", true},
                 {"S color? purple for-all= lambda S.", true},
                 {"metal x material? = S color? purple for-all= and lambda S. exists=", true},
                 {"x color? purple = S material? metal exists= and lambda S. for-all=", true},
                 {"non-x-S color? purple exists= non-x-S color? purple for-all= and lambda S. "
                  "exists=",
                  true}});
  expect_claims("large purple metal cube at (3, 4); small purple rubber sphere at (8, 5)",
                {{concept_words, false}, {"S color? purple for-all= lambda S.", true}});
  // One red thing: a hard negative.
  expect_claims("large purple rubber cube at (3, 4); small red rubber sphere at (6, 5)",
                {{concept_words, false},
                 {"S color? purple for-all= lambda S.", false},
                 {"purple x color? = sphere x shape? = or lambda S. for-all=", true},
                 {"x shape? cube = S color? purple for-all= or lambda S. for-all=", false},
                 {"purple x color? = x shape? cube = or lambda S. for-all=", false},
                 {"non-x-S color? purple exists= non-x-S color? purple for-all= and lambda S. "
                  "exists=",
                  true}});
}

TEST(InterpreterOnThePaper, Figure7TheOthersInRowSeven) {
  const std::string_view concept_words =
      "non-x-S locationY? 7 for-all= non-x-S color? red exists= and lambda S. exists=";
  expect_claims(
      "small red rubber cube at (1, 7); small blue rubber cube at (2, 7); "
      "large gray metal sphere at (5, 3)",
      {{concept_words, true},
       {"S locationY? 7 exists= lambda S.", true},
       {"x locationY? 6 > lambda S. exists=", true},
       {"non-x-S locationY? 7 exists= lambda S. exists=", true},
       {"non-x-S locationY? 7 for-all= lambda S. exists=", true},
       {"x locationY? 7 = lambda S. exists=", true},
       {"non-x-S color? red for-all= 8 x locationX? > and lambda S. exists=", false},
       {"8 x locationY? > x locationY? 5 > and lambda S. exists=", true}});
  expect_claims(
      "small red rubber cube at (1, 4); large gray metal sphere at (7, 3)",
      {{concept_words, false},
       {"non-x-S color? red for-all= 8 x locationX? > and lambda S. exists=", true},
       {"non-x-S color? red for-all= 7 x locationX? > and lambda S. exists=", false},
       {"non-x-S color? red for-all= non-x-S size? 0.35 exists= and lambda S. exists=", true},
       {"S shape? sphere for-all= non-x-S color? red for-all= or lambda S. exists=", true}});
}

TEST(InterpreterOnThePaper, Figure8AllSpheres) {
  const std::string_view concept_words =
      "8 x locationX? > x shape? sphere = and lambda S. for-all=";
  expect_claims("small red rubber sphere at (1, 7); large blue metal sphere at (2, 7)",
                {{concept_words, true},
                 {"S shape? sphere all lambda S.", true},
                 {"sphere x shape? = x shape? sphere = and lambda S. for-all=", true}});
  expect_claims("small green rubber cube at (3, 7); large blue metal sphere at (3, 7)",
                {{concept_words, false},
                 {"sphere x shape? = x color? green = or lambda S. for-all=", true},
                 {"purple x color? = sphere x shape? = or lambda S. for-all=", false},
                 {"S shape? sphere for-all= 3 x locationX? = or lambda S. for-all=", true}});
}

TEST(InterpreterOnThePaper, Figure9TheOthersInRowSix) {
  const std::string_view concept_words =
      "non-x-S locationY? 6 for-all= non-x-S size? 0.7 exists= and lambda S. exists=";
  expect_claims(
      "large red metal cube at (2, 6); large blue metal cube at (4, 6); "
      "small gray rubber sphere at (5, 2)",
      {{concept_words, true},
       {"non-x-S locationY? 6 count= non-x-S size? 0.35 count= > lambda S. exists=", true},
       {"S locationY? 6 count= S shape? x shape? count= = lambda S. for-all=", false},
       {"S size? 0.7 exists= S locationY? 6 exists= and lambda S.", true},
       {"S locationY? 6 exists= x locationY? x locationX? > and lambda S. exists=", true},
       {"x locationY? 6 = S shape? sphere exists= and lambda S. exists=", true},
       {"S locationY? 6 count= S locationY? x locationY? count= = lambda S. exists=", true},
       {"non-x-S locationY? 6 count= S locationY? 2 count= > lambda S. exists=", true}});
  expect_claims("large red metal cube at (2, 6); small blue metal cube at (4, 6)",
                {{concept_words, true},
                 {"S locationY? 6 count= S shape? x shape? count= = lambda S. for-all=", true},
                 {"x locationY? 5 > x size? 0.35 > and lambda S. exists=", true},
                 {"x locationY? 5 > x size? 0.35 > and lambda S. for-all=", false}});
  expect_claims("small red metal cube at (2, 6); small blue metal cube at (4, 6)",
                {{concept_words, false}});
}

TEST(InterpreterOnThePaper, Figure10TheOthersOfCyanRubber) {
  const std::string_view concept_words =
      "non-x-S material? rubber for-all= non-x-S color? cyan for-all= and lambda S. exists=";
  expect_claims(
      "large cyan rubber cube at (2, 3); small cyan rubber sphere at (4, 6); "
      "small red metal cube at (5, 5)",
      {{concept_words, true},
       {"non-x-S material? rubber exists= non-x-S color? cyan for-all= and lambda S. exists=",
        true},
       {"S color? cyan count= S material? metal count= > lambda S.", true},
       {"non-x-S color? cyan for-all= S locationY? 3 exists= and lambda S. exists=", true},
       {"non-x-S color? cyan for-all= lambda S. exists=", true},
       {"non-x-S color? cyan for-all= S size? 0.7 exists= and lambda S. exists=", true}});
  expect_claims(
      "large cyan rubber cube at (2, 3); small cyan metal sphere at (4, 6); "
      "small red metal cube at (5, 5)",
      {{concept_words, false},
       {"non-x-S material? rubber exists= non-x-S color? cyan for-all= and lambda S. exists=",
        true},
       {"S color? cyan count= S material? metal count= > lambda S.", false}});
}

TEST(InterpreterOnThePaper, Figure11TheOthersInRowFive) {
  const std::string_view concept_words =
      "non-x-S locationY? 5 for-all= x locationY? x locationX? > and lambda S. exists=";
  expect_claims("large cyan rubber cube at (2, 3); small cyan rubber sphere at (7, 5)",
                {{concept_words, true},
                 {"x locationY? x locationX? > 8 x locationY? > and lambda S. for-all=", false}});
  expect_claims(
      "large cyan rubber cube at (4, 3); small brown rubber sphere at (7, 5)",
      {{concept_words, false},
       {"S locationX? 1 for-all= x locationY? x locationX? > or lambda S. for-all=", false},
       {"x locationY? x locationX? > x color? brown = or lambda S. for-all=", false}});
  expect_claims("large purple rubber cube at (4, 3); small brown rubber sphere at (3, 5)",
                {{concept_words, false},
                 {"purple x color? = x locationY? x locationX? > or lambda S. for-all=", true}});
}

TEST(InterpreterOnThePaper, AppendixB) {
  // True too often to be kept.
  expect_claims(
      "large gray rubber cube at (4, 5); small brown rubber sphere at (3, 4)",
      {{"x locationX? x locationY? = S color? brown any or lambda S. exists=", true},
       {"S locationY? x locationX? exists= S color? brown any and lambda S. exists=", true},
       {"S color? gray all S color? brown all or lambda S. exists=", false}});
  // Of a high weight.
  expect_claims(
      "large cyan rubber cube at (6, 5); small cyan rubber sphere at (7, 5); "
      "small blue metal sphere at (8, 7)",
      {{"2 non-x-S color? cyan count= = lambda S. exists=", true},
       {"x locationY? 6 > lambda S. exists=", true},
       {"S color? brown count= 3 = lambda S.", false},
       {"S locationX? 3 count= 2 > lambda S.", false},
       {"S locationY? 6 exists= lambda S.", false},
       {"1 S locationY? 7 count= = lambda S.", true},
       {"3 S locationY? 3 count= = lambda S.", false},
       {"S locationX? 2 for-all= lambda S.", false},
       {"non-x-S locationY? 5 for-all= lambda S. exists=", true},
       {"2 S color? blue count= = lambda S.", false},
       {"6 x locationX? > not lambda S. for-all=", true}});
}

// Against the same thoughts in C++.
TEST(Interpreter, AgreesWithPredicatesOnMadeScenes) {
  SceneSettings settings;
  settings.key = stream_key(3, "curi");
  const SceneMaker maker(settings);
  std::array<int, 3> truths{};
  for (std::uint64_t index = 0; index < 3'000; ++index) {
    const Looks scene = maker.looks(index);
    const auto is_red = [](const Look& look) { return look[Property::kColor] == 1; };
    const bool any_red = std::any_of(scene.begin(), scene.end(), is_red);
    ASSERT_EQ(holds("x color? red = lambda S. exists=", scene), any_red);
    bool found = false;  // a thing beside which all are large
    for (const Look& x : scene) {
      found = found || std::all_of(scene.begin(), scene.end(), [&](const Look& other) {
                return &other == &x || other[Property::kSize] == 1;
              });
    }
    ASSERT_EQ(holds("non-x-S size? large all lambda S. exists=", scene), found);
    const bool low = std::all_of(scene.begin(), scene.end(), [](const Look& look) {
      return look[Property::kLocationY] > 3 || look[Property::kMaterial] == 0;
    });
    ASSERT_EQ(holds("x locationY? 3 > x material? rubber = or lambda S. for-all=", scene), low);
    truths[0] += any_red ? 1 : 0;
    truths[1] += found ? 1 : 0;
    truths[2] += low ? 1 : 0;
  }
  for (const int truth : truths) {
    EXPECT_GT(truth, 300);
    EXPECT_LT(truth, 2'700);
  }
}

TEST(Interpreter, NamesTheWordThatIsWrong) {
  EXPECT_EQ(problem_of(""), "after word 0 there is no \"lambda S.\"");
  EXPECT_EQ(problem_of("x color? red ="), "after word 4 there is no \"lambda S.\"");
  EXPECT_EQ(problem_of("x color? red = lambda"), "word 6, \"\": \"S.\" belongs here");
  EXPECT_EQ(problem_of("x color? red = lambda S exists="), "word 6, \"S\": \"S.\" belongs here");
  EXPECT_EQ(problem_of("x color? red = lambda S. often="),
            "word 7, \"often=\": a quantifier or nothing belongs here");
  EXPECT_EQ(problem_of("x color? red = lambda S. exists= exists="),
            "word 8, \"exists=\": nothing belongs after the quantifier");
  EXPECT_EQ(problem_of("x color? red = lambda S."),
            "word 1, \"x\": there is no x without a quantifier at the end");
  EXPECT_EQ(problem_of("non-x-S color? red exists= lambda S."),
            "word 1, \"non-x-S\": there is no x without a quantifier at the end");
  const auto body_problem = [](const std::string& body) {
    return problem_of(body + " lambda S. exists=");
  };
  EXPECT_EQ(body_problem("x colour? red ="),
            "word 2, \"colour?\": this is no word of the language");
  EXPECT_EQ(body_problem("x \x1b[31m ="), "word 2, \"\\x1b[31m\": this is no word of the language");
  EXPECT_EQ(body_problem("x locationX? 9 ="), "word 3, \"9\": this is no word of the language");
  EXPECT_EQ(body_problem("x locationX? 0 ="), "word 3, \"0\": this is no word of the language");
  EXPECT_EQ(body_problem("x locationX? 11 ="), "word 3, \"11\": this is no word of the language");
  EXPECT_EQ(body_problem("color? red ="), "word 1, \"color?\": too little stands before it");
  EXPECT_EQ(body_problem("red ="), "word 2, \"=\": too little stands before it");
  EXPECT_EQ(body_problem("red color?"), "word 2, \"color?\": it is asked of things");
  EXPECT_EQ(body_problem("x color? color?"), "word 3, \"color?\": it is asked of things");
  EXPECT_EQ(body_problem("x color? 3 ="), "word 4, \"=\": a word is never a number");
  EXPECT_EQ(body_problem("x size? 3 ="), "word 4, \"=\": a size is never a number");
  EXPECT_EQ(body_problem("x size? red ="), "word 4, \"=\": a size is never a word");
  EXPECT_EQ(body_problem("x color? red >"), "word 4, \">\": a word is not larger than another");
  EXPECT_EQ(body_problem("x x ="), "word 3, \"=\": things are not compared");
  EXPECT_EQ(body_problem("x color? red = x color? red = ="),
            "word 9, \"=\": truth values are not compared");
  EXPECT_EQ(body_problem("S color? red ="), "word 4, \"=\": it compares single values, not a list");
  EXPECT_EQ(body_problem("red S color? ="), "word 4, \"=\": it compares single values, not a list");
  EXPECT_EQ(body_problem("x color? red exists="),
            "word 4, \"exists=\": it needs a list and a value");
  EXPECT_EQ(body_problem("S color? S color? exists="),
            "word 5, \"exists=\": it looks for one value, not for a list");
  EXPECT_EQ(body_problem("non-x-S color? 3 count= 1 ="),
            "word 4, \"count=\": a word is never a number");
  EXPECT_EQ(body_problem("S x exists="), "word 3, \"exists=\": things are not compared");
  EXPECT_EQ(body_problem("x color? not"), "word 3, \"not\": it needs truth values");
  EXPECT_EQ(body_problem("red x color? red = and"), "word 6, \"and\": it needs truth values");
  EXPECT_EQ(body_problem("x color? red = 3 or"), "word 6, \"or\": it needs truth values");
  EXPECT_EQ(body_problem("x color?"),
            "word 3, \"lambda\": what stands before it is no truth value");
  EXPECT_EQ(body_problem("x color? red = red"), "word 6, \"lambda\": 2 values left before it");
  EXPECT_EQ(body_problem(""), "word 1, \"lambda\": 0 values left before it");
}

}  // namespace
}  // namespace assay::curi
