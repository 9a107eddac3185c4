// CFQ with rules of users: new words, and mistakes in their files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/tasks/cfq/cfq_task.h"
#include "assay/tasks/cfq/cfq_testing.h"

namespace assay::cfq {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class CfqDomain : public ::testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text) const {
    return folder_.put(name, text);
  }

  static std::string error_of_rules(const std::string& files) {
    try {
      make_cfq({{"domain", files}});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
    return "none";
  }

 private:
  ScratchFolder folder_;
};

constexpr const char* kFinancing = R"(# Investors finance films.
%grammar

VP_SIMPLE=VP/FinancingAFilm:
  VP_SIMPLE(agent_type:human|organization, undergoer_type:movie)[_head]/_head
  → VP(concept_id:FinancingAFilm)/_head
VP=FINANCED:
  VP(concept_id:FinancingAFilm, form:past)/FinancingAFilm → 'financed'
VP=FINANCE:
  VP(concept_id:FinancingAFilm, form:infinitive)/FinancingAFilm → 'finance'
VP=FINANCED/past_participle:
  VP(concept_id:FinancingAFilm, form:past_participle)/FinancingAFilm → 'financed'

%knowledge

→ BoundRolePairs(FinancingAFilm, RolePair(Predicate, Agent), RolePair(Predicate, Investor))
→ BoundRolePairs(FinancingAFilm, RolePair(Predicate, Undergoer), RolePair(Predicate, FinancedFilm))
→ Role(Investor, FinancingAFilm)
→ Role(FinancedFilm, FinancingAFilm)
→ FreebasePropertyMapping(RolePair(Investor, FinancedFilm), 'ns:film.investor.film')
→ NonExclusiveRolePair(RolePair(Investor, FinancedFilm))
→ FreebasePropertyMapping(RolePair(FinancedFilm, Investor), 'ns:film.film.financed_by')
→ NonExclusiveRolePair(RolePair(FinancedFilm, Investor))
)";

constexpr const char* kInvestor = R"(%grammar
NP_SIMPLE=NP/Investor:
  NP_SIMPLE(type:human|organization)[_head]/_head → NP(concept_id:Investor)/_head
NP=INVESTOR:
  NP(concept_id:Investor)/Investor → 'investor'
%knowledge
→ FreebaseTypeMapping(Investor, 'ns:film.investor')
)";

TEST_F(CfqDomain, NewWordsAreReadAndUsed) {
  const std::string files = put("verb.rules", kFinancing) + ',' + put("noun.rules", kInvestor);
  const CfqTask task = make_cfq({{"domain", files}});
  EXPECT_EQ(task.solve("Did M0 direct and finance M1"),
            closed("M0 ns:film.director.film M1 .\nM0 ns:film.investor.film M1"));
  EXPECT_EQ(task.solve("Was M0 financed by a investor"),
            closed("?x0 a ns:film.investor .\nM0 ns:film.film.financed_by ?x0"));
  // The rules that were there know what the new ones say: an investor is who finances.
  EXPECT_EQ(task.solve("What investor financed M0"), open("?x0 ns:film.investor.film M0"));
  EXPECT_THAT(error_of(cfq(), "Did M0 direct and finance M1"), HasSubstr("\"finance\""));

  const auto source = task.open(1);
  std::size_t with_new_words = 0;
  Example row;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {.rules = false}, row));
    with_new_words += row.input().find("financ") != std::string::npos ||
                              row.input().find("investor") != std::string::npos
                          ? 1
                          : 0;
    EXPECT_EQ(task.solve(row.input()), row.target());
  }
  EXPECT_GT(with_new_words, 10U);
}

// The independent compiler does not know the new words: it is not asked, and nobody says it was.
TEST_F(CfqDomain, HasNoIndependentCheck) {
  EXPECT_EQ(cfq().info().witness, Witness::kCompiler);
  const CfqTask task = make_cfq({{"domain", put("verb.rules", kFinancing)}});
  EXPECT_EQ(task.info().witness, Witness::kSameRules);
  Example row;
  task.derive("Did M0 direct and finance M1", row);
  EXPECT_EQ(task.defect(row), "");
  EXPECT_EQ(cfq().defect(row), "the independent compiler cannot read the question");
}

TEST_F(CfqDomain, MistakesAreNamedWithTheirPlace) {
  const std::string open_bracket = put("open.rules",
                                       "%grammar\n"
                                       "NP=INVESTOR:\n"
                                       "  NP(concept_id:Investor/Investor -> 'investor'\n");
  EXPECT_THAT(error_of_rules(open_bracket), StartsWith(open_bracket + ":3:"));
  const std::string no_such = put("no_such.rules",
                                  "%grammar\n\n"
                                  "NP=INVESTOR:\n"
                                  "  NP(concept_id:Investor)/_nothing -> 'investor'\n");
  EXPECT_THAT(error_of_rules(no_such), StartsWith(no_such + ":4:27: "));
  const std::string section = put("section.rules", "%grammer\n");
  EXPECT_THAT(error_of_rules(section), StartsWith(section + ":1:1: "));
  // The mistake is found behind a file that is right.
  EXPECT_THAT(error_of_rules(put("verb.rules", kFinancing) + ',' + section),
              StartsWith(section + ":1:1: "));
}

TEST_F(CfqDomain, RulesThatClashWithTheLanguageAreNamedWithTheirPlace) {
  const std::string twice = put("twice.rules",
                                "%knowledge\n→ Role(Founder, Singing)\n"
                                "→ Role(FilmDirector, DirectingAFilm)\n");
  EXPECT_EQ(error_of_rules(twice),
            twice + ":3:3: there is \"Role(FilmDirector, DirectingAFilm)\" already");
  const std::string unnamed = put("unnamed.rules",
                                  "%grammar\nENTITY=PARIS:\n"
                                  "  ENTITY(number:singular)/Entity(new_var(V1)) → 'Paris'\n");
  EXPECT_EQ(error_of_rules(unnamed),
            unnamed +
                ":2:1: expected one '[entity]' on the right for each Entity(new_var(...)) on "
                "the left");
}

TEST_F(CfqDomain, AListMayBeAWordAndAPhraseMayHaveTwoEntities) {
  const CfqTask task = make_cfq({{"domain", put("list.rules", R"(%grammar
COMPLETED_AND=BOTH:
  COMPLETED_AND(of:dp)/And(Entity(new_var(V1)), Entity(new_var(V2))) → 'both [entity] [entity]'
COMPLETED_AND=FRANCE:
  COMPLETED_AND(of:dp)/French → 'France'
)")}});
  EXPECT_EQ(task.solve("Who directed both M3 M1"),
            open("?x0 a ns:people.person .\n?x0 ns:film.director.film M1 .\n"
                 "?x0 ns:film.director.film M3"));
  const auto source = task.open(1);
  Example row;
  for (std::uint64_t unit = 0; unit < 500; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {.rules = true}, row));
    EXPECT_EQ(task.solve(row.input()), row.target());
  }
}

TEST_F(CfqDomain, FilesThatAreNotThereAreNamed) {
  const std::string path = put("verb.rules", kFinancing) + ".missing";
  try {
    make_cfq({{"domain", path}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(path));
  }
}

}  // namespace
}  // namespace assay::cfq
