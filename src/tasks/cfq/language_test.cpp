// CFQ against the worked examples of the paper and the rules of its queries.
#include "assay/tasks/cfq/language/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

const std::string kParents =
    " ns:people.person.parents|ns:fictional_universe.fictional_character.parents|"
    "ns:organization.organization.parent/ns:organization.organization_relationship.parent ";

// A question with its only derivation.
struct Derived {
  std::size_t level = 0;
  std::string question;
  std::string question_template;
  Query query;
  std::set<std::string> rules;
};

Derived derive(std::string_view question) {
  const Language& language = cfq().language();
  Language::Loan loan(language);
  Workbench& bench = *loan;
  const Words words = language.cut(question);
  EXPECT_TRUE(bench.parser.parse(words.ids)) << question;
  bench.tree.clear();
  const auto roots = bench.parser.derivations(Language::kMostReadings, bench.tree);
  EXPECT_EQ(roots.size(), 1U) << question;
  Derived derived;
  if (roots.size() != 1 || !language.compose(bench, roots[0])) return derived;
  derived.level = bench.tree.node(roots[0]).size;
  language.spell(bench.tree, roots[0], derived.question, derived.question_template);
  derived.query = language.query(bench, words.entities);
  RuleGraph graph;
  language.graph(bench, graph);
  for (NodeId node = 0; node < graph.size(); ++node) {
    derived.rules.emplace(language.rules().name(graph.rule(node)));
  }
  return derived;
}

// --- the paper ---

TEST(CfqPaper, LevelsAreThoseOfTableOneAndOfPublishedItems) {
  const struct {
    std::size_t level;
    const char* question;
  } cases[] = {
      {10, "What did M0 acquire"},
      {12, "Did M0 executive produce M1"},
      {15, "Did M0 's spouse produce M1"},
      {20, "Which costume designer of M0 married M1 's cinematographer"},
      {28, "Did M0 's female actor edit and produce M1"},
      {30, "Who was influenced by and influenced M0 , M1 , M2 , and M3"},
      {40, "Was M0 produced , directed , and written by a film editor that M1 and M2 employed"},
      {50,
       "Were M0 , M1 , M2 , M3 , and M4 executive produced , edited , directed , and written by a "
       "screenwriter 's parent"},
  };
  for (const auto& [level, question] : cases) {
    const Derived derived = derive(question);
    EXPECT_EQ(derived.level, level) << question;
    EXPECT_EQ(derived.question, question);
  }
}

TEST(CfqPaper, AppendixA) {
  const Derived item = derive("Did M0 executive produce M1");
  EXPECT_EQ(to_text(item.query), closed("M0 ns:film.producer.films_executive_produced M1"));
  EXPECT_EQ(item.question_template, "Did [entity] [VP_SIMPLE] [entity]");
  EXPECT_EQ(to_text(anonymise_properties(item.query)), closed("M0 P0 M1"));
  EXPECT_EQ(measure(item.query), (QueryMeasures{2, 1, 1, 0}));
  const std::string property =
      "FreebasePropertyMapping(RolePair(ExecutiveProducer, ExecutiveProducee), "
      "'ns:film.producer.films_executive_produced')";
  for (const std::string& rule :
       {std::string("S=YNQ"), std::string("YNQ=DID_DP_VP_INDIRECT"), std::string("GET_SET_TRUTH"),
        std::string("ENTITY_MID"), property}) {
    EXPECT_TRUE(item.rules.contains(rule)) << rule;
  }
  // As published: with machine ids in the place of names.
  EXPECT_EQ(cfq().solve("Did m.04lhs01 executive produce m.0gx0plf"),
            closed("ns:m.04lhs01 ns:film.producer.films_executive_produced ns:m.0gx0plf"));
}

TEST(CfqPaper, ItemZero) {
  const Derived item = derive("Did M1 's female actor edit and produce M0");
  EXPECT_EQ(to_text(item.query), kItem0);
  EXPECT_EQ(item.question_template,
            "Did [entity] 's [ADJECTIVE_SIMPLE] [ROLE_SIMPLE] [VP_SIMPLE] and [VP_SIMPLE] "
            "[entity]");
  EXPECT_EQ(measure(item.query), (QueryMeasures{2, 4, 4, 1}));
}

TEST(CfqPaper, RowsHaveTheirMeasures) {
  const auto source = cfq().open(1);
  Example row;
  for (std::uint64_t unit = 0; unit < 50; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {}, row));
    const auto column = [&](std::string_view name) {
      const auto& fields = cfq().schema().fields;
      const auto at = std::find_if(fields.begin(), fields.end(),
                                   [&](const Field& field) { return field.name == name; });
      return row.fields.at(static_cast<std::size_t>(at - fields.begin()));
    };
    const auto number = [&](std::string_view name) {
      return static_cast<std::size_t>(std::get<std::int64_t>(column(name)));
    };
    const Query query = read(row.target());
    EXPECT_EQ(cfq().solve(row.input()), row.target());
    EXPECT_EQ(measure(query), (QueryMeasures{number("chain"), number("degree"),
                                             number("constraints"), number("variables")}));
    EXPECT_EQ(number("leaves"), 1 + static_cast<std::size_t>(
                                        std::count(row.input().begin(), row.input().end(), ' ')));
    // The level counts grammar rules.
    std::size_t counted = 0;
    for (NodeId node = 0; node < row.rules.size(); ++node) {
      counted += cfq().rules().kind(row.rules.rule(node)) == RuleKind::kGrammar ? 1 : 0;
    }
    EXPECT_EQ(number("level"), counted) << row.input();
  }
}

// --- rules of queries ---

TEST(CfqQueries, TypesThatARoleImpliesAreLeftOut) {
  const struct {
    const char* question;
    const char* type;
    bool said;
  } cases[] = {
      // Only when the thing is the head of the clause, its subject in the query.
      {"Did a film director direct M0", "director", false},
      {"Which film director directed M0", "director", false},
      {"Who was a film director that M0 was directed by", "director", false},
      {"Did M0 marry a film director that directed M1", "director", false},
      {"Was M0 directed by a film director", "director", true},
      {"What did a film director direct", "director", true},
      {"Which film was directed by a film director", "director", true},
      {"Was M0 's director a film director", "director", false},
      {"Was a film director M0 's director", "director", false},
      {"Did a film director edit M0", "director", true},
      {"Did a actor play M0", "actor", false},
      {"Was M0 's actor a actor", "actor", false},
      {"Did M0 star a actor", "actor", true},
      {"Was M0 's star a actor", "actor", true},
      {"Was M0 's cinematographer a cinematographer", "cinematographer", false},
      {"Was M0 's art director a art director", "film_art_director", false},
      {"Was M0 's costume designer a costume designer", "film_costumer_designer", false},
      {"Was M0 's art director a costume designer", "film_costumer_designer", true},
      // By the noun and not by the verb.
      {"Was M0 's editor a film editor", "editor", false},
      {"Did a film editor edit M0", "editor", true},
      {"Was M0 's producer a film producer", "producer", false},
      {"Did a film producer produce M0", "producer", true},
      {"Was M0 's distributor a film distributor", "film_distributor", false},
      {"Did a film distributor distribute M0", "film_distributor", true},
      // Never.
      {"Was M0 's writer a screenwriter", "writer", true},
      {"Did a screenwriter write M0", "writer", true},
      {"Was M0 's executive producer a film producer", "producer", true},
      {"Did a film producer executive produce M0", "producer", true},
  };
  for (const auto& [question, type, said] : cases) {
    const std::string clause = std::string(" a ns:film.") + type;
    const std::string query = cfq().solve(question);
    EXPECT_EQ(query.find(clause) != std::string::npos, said) << question << '\n' << query;
  }
  EXPECT_EQ(cfq().solve("Was M0 directed by a film director"),
            closed("?x0 a ns:film.director .\nM0 ns:film.film.directed_by ?x0"));
  EXPECT_EQ(cfq().solve("Who directed M0"),
            open("?x0 a ns:people.person .\n?x0 ns:film.director.film M0"));
  EXPECT_EQ(cfq().solve("Was M0 's employer a company"),
            closed("?x0 a ns:business.employer .\n?x0 ns:business.employer.employees/"
                   "ns:business.employment_tenure.person M0"));
}

TEST(CfqQueries, SpousesAndSiblingsAreOthers) {
  EXPECT_EQ(cfq().solve("Did M0 marry M1"), closed("FILTER ( M0 != M1 ) .\nM0" + kSpouse + "M1"));
  EXPECT_EQ(cfq().solve("Who did M0 marry"),
            open("?x0 a ns:people.person .\n?x0" + kSpouse + "M0 .\nFILTER ( ?x0 != M0 )"));
  EXPECT_EQ(cfq().solve("Who was a film director 's spouse and sibling"),
            open("?x0 a ns:people.person .\n?x0" + kSibling + "?x1 .\n?x0" + kSpouse +
                 "?x1 .\n?x1 a ns:film.director .\nFILTER ( ?x0 != ?x1 ) .\n"
                 "FILTER ( ?x0 != ?x1 )"));
  EXPECT_THAT(cfq().solve("Did M0 influence M1 's parent"), Not(HasSubstr("FILTER")));
}

TEST(CfqQueries, HaveOneFilterForEachSpouseOrSiblingAndNoMore) {
  const auto source = cfq().open(2);
  std::size_t filters = 0;
  Example row;
  for (std::uint64_t unit = 0; unit < 500; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {.rules = false}, row));
    std::multiset<std::string> expected;
    std::multiset<std::string> found;
    for (const Clause& clause : read(row.target()).clauses) {
      const std::string pair = clause.subject + " != " + clause.object;
      const std::string property = ' ' + clause.predicate + ' ';
      if (clause.kind == ClauseKind::kFilter) found.insert(pair);
      if (property == kSpouse || property == kSibling) expected.insert(pair);
    }
    EXPECT_EQ(found, expected) << row.input();
    filters += found.size();
  }
  EXPECT_GT(filters, 50U);
}

TEST(CfqQueries, ListsOfEntitiesAreDistributed) {
  EXPECT_EQ(cfq().solve("Did M0 and M1 direct and edit M2 and M3"),
            closed("M0 ns:film.director.film M2 .\nM0 ns:film.director.film M3 .\n"
                   "M0 ns:film.editor.film M2 .\nM0 ns:film.editor.film M3 .\n"
                   "M1 ns:film.director.film M2 .\nM1 ns:film.director.film M3 .\n"
                   "M1 ns:film.editor.film M2 .\nM1 ns:film.editor.film M3"));
  EXPECT_EQ(cfq().solve("Were M0 and M1 French"),
            closed("M0 ns:people.person.nationality ns:m.0f8l9c .\n"
                   "M1 ns:people.person.nationality ns:m.0f8l9c"));
  // One thing that is not an entity stays one.
  EXPECT_EQ(cfq().solve("Were M0 and M1 directed and edited by a person"),
            closed("?x0 a ns:people.person .\nM0 ns:film.film.directed_by ?x0 .\n"
                   "M0 ns:film.film.edited_by ?x0 .\nM1 ns:film.film.directed_by ?x0 .\n"
                   "M1 ns:film.film.edited_by ?x0"));
  // Lists in lists: three verbs, then one more with an object of its own.
  EXPECT_EQ(cfq().solve("Did M0 direct , edit , and write M1 and produce M2"),
            closed("M0 ns:film.director.film M1 .\nM0 ns:film.editor.film M1 .\n"
                   "M0 ns:film.producer.film|ns:film.production_company.films M2 .\n"
                   "M0 ns:film.writer.film M1"));
}

TEST(CfqQueries, AnEntityWinsOverAVariable) {
  const std::string producer = closed("M0 a ns:film.producer");
  EXPECT_EQ(cfq().solve("Was a film producer M0"), producer);
  EXPECT_EQ(cfq().solve("Was M0 a film producer"), producer);
  const std::string child = closed(
      "M0 ns:people.person.nationality ns:m.0b90_r .\n"
      "M0 ns:people.person.nationality ns:m.0f8l9c .\nM0" +
      kParents + "M3");
  EXPECT_EQ(cfq().solve("Was M3 's French Mexican child M0"), child);
  EXPECT_EQ(cfq().solve("Was M0 M3 's Mexican French child"), child);
  EXPECT_THAT(error_of(cfq(), "Was M0 M1"), HasSubstr("no query"));
}

// --- questions ---

TEST(CfqQuestions, MayBeWrittenAsPeopleDo) {
  const std::string query = cfq().solve("Did M0 's spouse direct , edit , and write M1");
  EXPECT_EQ(cfq().solve("Did M0's spouse direct, edit, and write M1?"), query);
  EXPECT_EQ(cfq().solve("  did M0's spouse\tdirect, edit, and write M1 ?"), query);
}

TEST(CfqQuestions, AllReadingsAreGiven) {
  const std::string question = "Was M0 influenced by a actor influenced by M1 and employed by M2";
  const std::string influenced = " ns:influence.influence_node.influenced_by ";
  const std::string employed =
      " ns:people.person.employment_history/ns:business.employment_tenure.company M2";
  const std::string actor = "?x0 a ns:film.actor .\n?x0" + influenced + "M1 .\n";
  const auto readings = cfq().readings(question);
  EXPECT_THAT(readings, UnorderedElementsAre(
                            closed(actor + "M0" + influenced + "?x0 .\nM0" + employed),
                            closed(actor + "?x0" + employed + " .\nM0" + influenced + "?x0")));
  ASSERT_FALSE(readings.empty());
  EXPECT_EQ(cfq().solve(question), readings.front());
  EXPECT_THAT(cfq().readings("Did M0 direct M1"), ElementsAre(cfq().solve("Did M0 direct M1")));
  // Types tell readings apart: a film is not influenced.
  EXPECT_EQ(
      cfq().readings("Was M0 directed by a actor influenced by M1 and influenced by M2").size(),
      1U);
}

// As in 11 of 12 published questions of this form.
TEST(CfqQuestions, AClauseWithoutItsObjectTakesAllItCan) {
  const std::string question =
      "Was M0 written by a film editor that M1 was edited by and produced by and directed by M2";
  EXPECT_EQ(cfq().readings(question).size(), 2U);
  EXPECT_EQ(cfq().solve(question),
            closed("?x0 a ns:film.editor .\n?x0 ns:film.editor.film M1 .\n"
                   "?x0 ns:film.producer.film|ns:film.production_company.films M1 .\n"
                   "M0 ns:film.film.directed_by M2 .\nM0 ns:film.film.written_by ?x0"));
}

// Appendix M: WHQ=NPQ_INDIRECT_VP_INDIRECT wants is_what:_none_. Such a question is read all the
// same, but never made.
TEST(CfqQuestions, TheBareWordWhatStandsBeforeNoFiniteVerb) {
  Language::Loan loan(cfq().language());
  const auto is_made = [&](std::string_view question) {
    return (*loan).parser.parse(cfq().language().cut(question).ids);
  };
  EXPECT_FALSE(is_made("What directed M0"));
  EXPECT_TRUE(is_made("What film starred M0"));
  EXPECT_TRUE(is_made("What was directed by M0"));
  EXPECT_EQ(cfq().solve("What directed M0"), open("?x0 ns:film.director.film M0"));
}

TEST(CfqQuestions, ForeignOnesAreRefusedWithTheWord) {
  EXPECT_THAT(error_of(cfq(), "Did M0 fly M1"),
              StartsWith("no reading goes on at word 3, \"fly\""));
  EXPECT_THAT(error_of(cfq(), "What did M0 direct by"), HasSubstr("at word 5, \"by\""));
  EXPECT_THAT(error_of(cfq(), "Hello"), HasSubstr("at word 1, \"Hello\""));
  EXPECT_THAT(error_of(cfq(), "Hello"), HasSubstr("did"));  // what could stand there
  EXPECT_THAT(error_of(cfq(), "Did M0 direct"), StartsWith("the question is not complete"));
  EXPECT_EQ(error_of(cfq(), ""), "the question is empty");
  EXPECT_EQ(error_of(cfq(), " \n"), "the question is empty");
  std::string question = "Did M0 direct M0";
  while (static_cast<std::size_t>(std::count(question.begin(), question.end(), ' ')) <
         Language::kMostWords) {
    question += " , M1";
  }
  EXPECT_EQ(error_of(cfq(), question), "the question has 202 words; at most 200 are read");
}

// --- levels ---

TEST(CfqTaskParams, LevelsMustMakeSense) {
  EXPECT_THROW(make_cfq({{"lowest_level", "30"}, {"highest_level", "20"}}), Error);
  const CfqTask task = make_cfq({{"lowest_level", "10"}, {"highest_level", "12"}});
  const auto source = task.open(1);
  std::set<std::size_t> levels;
  Example row;
  for (std::uint64_t unit = 0; unit < 30; ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {.rules = false}, row));
    levels.insert(derive(row.input()).level);
  }
  EXPECT_GE(*levels.begin(), 10U);
  EXPECT_LE(*levels.rbegin(), 12U);
}

}  // namespace
}  // namespace assay::cfq
