// The independent compiler of CFQ on worked examples, and what it says of queries that are wrong.
#include "assay/tasks/cfq/compiler/compiler.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::cfq::compiler {
namespace {

constexpr std::string_view kQuestion = "Did M1 's female actor edit and produce M0";
constexpr std::string_view kHead = "SELECT count(*) WHERE {\n";
constexpr std::string_view kPlayed = "?x0 ns:film.actor.film/ns:film.performance.character M1";
constexpr std::string_view kEdited = "?x0 ns:film.editor.film M0";
constexpr std::string_view kProduced =
    "?x0 ns:film.producer.film|ns:film.production_company.films M0";
constexpr std::string_view kFemale = "?x0 ns:people.person.gender ns:m.02zsn";

std::string query_of(std::initializer_list<std::string_view> clauses,
                     std::string_view head = kHead) {
  std::string text(head);
  for (const auto clause : clauses) {
    if (text.size() > head.size()) text += " .\n";
    text += clause;
  }
  return text + "\n}";
}

TEST(CfqCompiler, ReadsTheFirstPublishedQuestion) {
  const Readings readings = compile(kQuestion);
  ASSERT_EQ(readings.sound.size(), 1U);
  EXPECT_EQ(to_text(readings.sound[0]), query_of({kFemale, kPlayed, kEdited, kProduced}));
  EXPECT_TRUE(readings.odd.empty());
}

TEST(CfqCompiler, HasNoMeaningForOtherTexts) {
  for (const char* text : {"", " ", "Did", "Who flew to M0", "Did M0 direct", "Was M0 M1",
                           "Did M0 direct M1 ?", "who directed M0", "Did M direct M1"}) {
    EXPECT_TRUE(compile(text).best().empty()) << text;
  }
}

TEST(CfqCompiler, KeepsWhatIsOddApart) {
  const Readings readings = compile("Did a film marry M0");
  EXPECT_TRUE(readings.sound.empty());
  EXPECT_EQ(readings.best().size(), 1U);
}

TEST(CfqObjection, IsEmptyForTheQueryUpToNamesAndOrder) {
  EXPECT_EQ(objection(kQuestion, query_of({kPlayed, kEdited, kProduced, kFemale})), "");
  EXPECT_EQ(objection(kQuestion, query_of({kFemale, kProduced, kEdited, kPlayed})), "");
  std::string renamed = query_of({kPlayed, kEdited, kProduced, kFemale});
  for (std::size_t at = 0; (at = renamed.find("?x0", at)) != std::string::npos;) {
    renamed.replace(at, 3, "?x7");
  }
  EXPECT_EQ(objection(kQuestion, renamed), "");
}

TEST(CfqObjection, NamesWhatDiffers) {
  const struct {
    std::string query;
    std::string says;
  } cases[] = {
      {query_of({kPlayed, "?x0 ns:film.director.film M0", kProduced, kFemale}),
       "by the independent compiler, \"? ns:film.editor.film M0\" is missing, \"? "
       "ns:film.director.film M0\" is unexpected"},
      {query_of({kPlayed, kProduced, kFemale}),
       "by the independent compiler, \"? ns:film.editor.film M0\" is missing"},
      {query_of({kPlayed, kEdited, kEdited, kProduced, kFemale}),
       "by the independent compiler, \"? ns:film.editor.film M0\" is unexpected"},
      {query_of({kPlayed, "?x0 ns:film.editor.film M1", kProduced, kFemale}),
       "by the independent compiler, \"? ns:film.editor.film M0\" is missing, \"? "
       "ns:film.editor.film M1\" is unexpected"},
      {query_of({kPlayed, "?x1 ns:film.editor.film M0", kProduced, kFemale}),
       "by the independent compiler, the clauses connect other variables"},
      {query_of({kPlayed, kEdited, kProduced, kFemale}, "SELECT DISTINCT ?x0 WHERE {\n"),
       "by the independent compiler, SELECT count(*) is missing"},
  };
  for (const auto& each : cases) EXPECT_EQ(objection(kQuestion, each.query), each.says);
}

TEST(CfqObjection, IsMadeToWhatCannotBeRead) {
  const std::string query = query_of({kEdited});
  EXPECT_EQ(objection("Did M0 finance M1", query),
            "the independent compiler cannot read the question");
  for (const std::string& text :
       {std::string(), query.substr(1), query + "\n", query_of({"M0 M1"}), query_of({}),
        query_of({"M0 != M1"}), query_of({"FILTER ( M0 ns:p M1 )"}),
        query_of({"FILTER ( M0 != M1"}), query_of({"M0  M1"}), query_of({"M0 ns:p M1 ."})}) {
    EXPECT_EQ(objection("Did M0 edit M1", text), "the query is not in the published form") << text;
  }
}

TEST(CfqObjection, IsMadeToQuestionsWithTwoReadings) {
  // Who married M1: the one who is asked for, or the actor?
  constexpr std::string_view kTwo = "Who married a actor that influenced M0 and married M1";
  const Readings readings = compile(kTwo);
  ASSERT_EQ(readings.best().size(), 2U);
  for (const Meaning& meaning : readings.best()) {
    EXPECT_EQ(objection(kTwo, to_text(meaning)),
              "the independent compiler reads the question in 2 ways");
  }
}

TEST(CfqObjection, IsMadeToWhatIsTooLongOrTooAmbiguous) {
  const std::string query = query_of({kEdited});
  std::string tall = "Did M0 direct a film";
  for (int i = 0; i < 50; ++i) tall += " that directed a film";
  std::string wide = "Did M0 direct a film";
  for (int i = 0; i < 15; ++i) wide += " that directed a film";
  EXPECT_EQ(compile(wide).best().size(), 1U);
  for (int i = 0; i < 15; ++i) wide += " and directed M1";
  for (const std::string& question : {tall, wide}) {
    EXPECT_EQ(objection(question, query),
              "the question is too long or too ambiguous to be compiled");
  }
}

Meaning meaning(std::initializer_list<std::string_view> clauses) {
  static std::vector<std::string> texts;  // meanings refer to them
  texts.reserve(100);
  return read_query(texts.emplace_back(query_of(clauses))).value();
}

TEST(CfqMeaning, IsTheSameUpToNamesAndOrder) {
  // A ring of three and its mirror image look alike from every variable, and differ in direction.
  const Meaning ring = meaning({"?x0 ns:p ?x1", "?x1 ns:p ?x2", "?x2 ns:p ?x0"});
  EXPECT_TRUE(same(ring, meaning({"?x5 ns:p ?x3", "?x3 ns:p ?x4", "?x4 ns:p ?x5"})));
  EXPECT_TRUE(same(ring, meaning({"?x1 ns:p ?x0", "?x0 ns:p ?x2", "?x2 ns:p ?x1"})));
  EXPECT_FALSE(same(ring, meaning({"?x0 ns:p ?x1", "?x1 ns:p ?x2", "?x0 ns:p ?x2"})));
  EXPECT_FALSE(same(ring, meaning({"?x0 ns:p ?x1", "?x1 ns:p ?x2", "?x2 ns:q ?x0"})));
  // Two rings of three and one of six look alike a few clauses far.
  const Meaning two = meaning({"?x0 ns:p ?x1", "?x1 ns:p ?x2", "?x2 ns:p ?x0", "?x3 ns:p ?x4",
                               "?x4 ns:p ?x5", "?x5 ns:p ?x3"});
  const Meaning one = meaning({"?x0 ns:p ?x1", "?x1 ns:p ?x2", "?x2 ns:p ?x3", "?x3 ns:p ?x4",
                               "?x4 ns:p ?x5", "?x5 ns:p ?x0"});
  EXPECT_FALSE(same(two, one));
  EXPECT_TRUE(same(two, two));
}

TEST(CfqMeaning, CountsRepetitions) {
  const Meaning twice = meaning({"M0 ns:p M1", "M0 ns:p M1", "M0 ns:p M2"});
  EXPECT_FALSE(same(twice, meaning({"M0 ns:p M1", "M0 ns:p M2", "M0 ns:p M2"})));
  EXPECT_TRUE(same(twice, meaning({"M0 ns:p M2", "M0 ns:p M1", "M0 ns:p M1"})));
  EXPECT_FALSE(same(meaning({"?x0 ns:p M1", "?x0 ns:p M1", "?x1 ns:p M1"}),
                    meaning({"?x0 ns:p M1", "?x1 ns:p M1"})));
}

}  // namespace
}  // namespace assay::cfq::compiler
