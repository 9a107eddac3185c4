#include "assay/tasks/cfq/wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/kb/brute_force_testing.h"
#include "assay/tasks/cfq/knowledge_base.h"

namespace assay::cfq {
namespace {

using Names = std::vector<std::string>;

TEST(Wording, AttachesCommasAndPossessivesAndKnowsVowels) {
  const Names names = {"Harris", "Deadfall"};
  EXPECT_EQ(question_text("Did M0 's sequel star a actor , a art director , and M1", names,
                          NameStyle::kPlain),
            "Did Harris' sequel star an actor, an art director, and Deadfall");
  EXPECT_EQ(question_text("Was M0 M1 's female star", names, NameStyle::kBrackets),
            "Was [Harris] [Deadfall]'s female star");
  EXPECT_EQ(question_text("Was M0 's child a Italian film 's editor", names, NameStyle::kBrackets),
            "Was [Harris]'s child an Italian film's editor");
}

// "Romeo" is also the beginning of other names, and "Juliet" belongs to two.
const KnowledgeBase& small_knowledge() {
  static const KnowledgeBase kKnowledge(store_with({{"m.1", "film.director.film", "m.2"},
                                                    {"m.3", "film.director.film", "m.4"},
                                                    {"m.5", "film.director.film", "m.6"}},
                                                   {{"m.1", "Romeo"},
                                                    {"m.2", "Romeo and Juliet"},
                                                    {"m.3", "Juliet"},
                                                    {"m.4", "Who Directed, Inc."},
                                                    {"m.5", "Juliet"},
                                                    {"m.6", "and Ann"}}),
                                        "the test");
  return kKnowledge;
}

std::vector<std::string> cuts(const std::string& question) {
  std::vector<std::string> texts;
  for (const NamedQuestion& each :
       cut_question(question, small_knowledge(), cfq().language(), 10)) {
    texts.push_back(each.pattern);
    for (const std::string& key : each.entities) texts.back() += ' ' + key;
  }
  return texts;
}

TEST(Wording, CutsQuestionsIntoWordsAndNames) {
  using ::testing::ElementsAre;
  EXPECT_THAT(cuts("Did Romeo direct Romeo and Juliet?"), ElementsAre("Did M0 direct M1 m.1 m.2"));
  EXPECT_THAT(cuts("Was Romeo an actor that Who Directed, Inc. employed"),
              ElementsAre("Was M0 a actor that M1 employed m.1 m.4"));
  EXPECT_THAT(cuts("Did [Romeo]'s spouse direct m.2 ?"),
              ElementsAre("Did M0 's spouse direct M1 m.1 m.2"));
  EXPECT_THAT(cuts("Who directed Romeo and Juliet's sequel, Romeo, and m.3"),
              ElementsAre("Who directed M0 's sequel , M1 , and M2 m.2 m.1 m.3"));
  // Two readings, longer names first.
  EXPECT_THAT(cuts("Did Romeo and Ann direct m.4"), ElementsAre("Did M0 M1 direct M2 m.1 m.6 m.4"));
}

TEST(Wording, QuestionsWithTwoReadingsAreNotClear) {
  const auto clear = [&](const char* pattern, const std::vector<std::string>& entities) {
    return is_clear({pattern, entities}, small_knowledge(), cfq().language());
  };
  EXPECT_TRUE(clear("Did M0 direct M1", {"m.1", "m.2"}));
  EXPECT_TRUE(clear("Did M0 and M1 direct M2", {"m.1", "m.2", "m.4"}));
  EXPECT_FALSE(clear("Did M0 M1 direct M2", {"m.1", "m.3", "m.4"}));
}

TEST(Wording, WhatIsNoNameIsTold) {
  const auto cut = [](const char* question) {
    return [question] { cut_question(question, small_knowledge(), cfq().language(), 4); };
  };
  EXPECT_THAT(cut("Did Anybody direct Romeo"),
              fails(ErrorKind::kInput, "at word 2, \"Anybody\", begins neither a word"));
  EXPECT_THAT(cut("Did Romeo direct Juliet"),
              fails(ErrorKind::kInput, "2 entities of the test are called \"Juliet\""));
  EXPECT_THAT(cut(" "), fails(ErrorKind::kInput, "empty"));
  EXPECT_THAT(cut("Did [Romeo direct"), fails(ErrorKind::kInput, "at word 2"));
}

}  // namespace
}  // namespace assay::cfq
