// CFQ against the worked examples of the paper, the rules of its queries, and users' own rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/cfq/cfq_task.h"
#include "assay/tasks/cfq/query_preprocessing.h"
#include "assay/tasks/cfq/query_samples.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

CfqTask make_cfq(const std::map<std::string, std::string>& given = {}) {
  return CfqTask(Params(CfqTask::static_info().params, given, "cfq"));
}

const CfqTask& cfq() {
  static const CfqTask kTask = make_cfq();
  return kTask;
}

std::string error_of(const CfqTask& task, const std::string& question) {
  try {
    task.solve(question);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "none";
}

std::string closed(const std::string& clauses) {
  return "SELECT count(*) WHERE {\n" + clauses + "\n}";
}
std::string open(const std::string& clauses) {
  return "SELECT DISTINCT ?x0 WHERE {\n" + clauses + "\n}";
}

const std::string kSpouse =
    " ns:people.person.spouse_s/ns:people.marriage.spouse|"
    "ns:fictional_universe.fictional_character.married_to/"
    "ns:fictional_universe.marriage_of_fictional_characters.spouses ";
const std::string kSibling =
    " ns:people.person.sibling_s/ns:people.sibling_relationship.sibling|"
    "ns:fictional_universe.fictional_character.siblings/"
    "ns:fictional_universe.sibling_relationship_of_fictional_characters.siblings ";
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
  derived.level = bench.tree.node(roots[0]).size + 1;
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
  const auto source = cfq().open(1, {});
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
    // The level counts grammar rules and the join.
    std::size_t counted = 0;
    for (NodeId node = 0; node < row.rules.size(); ++node) {
      const RuleKind kind = cfq().rules().kind(row.rules.rule(node));
      counted += kind == RuleKind::kGrammar || kind == RuleKind::kJoin ? 1 : 0;
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
  const auto source = cfq().open(2, {});
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

// --- answers ---

Example row_of(const std::string& question) {
  Example row;
  shape(row, cfq().schema());
  row.fields[kInputField] = question;
  row.fields[kTargetField] = cfq().solve(question);
  return row;
}

std::map<std::string, double> marks_of(const Verdict& verdict) {
  return {verdict.marks.begin(), verdict.marks.end()};
}

TEST(CfqAnswers, AreRightByMeaning) {
  const Example row = row_of("Which actor did M0 's spouse marry");
  const Verdict same = cfq().judge(row, row.target());
  EXPECT_EQ(same.status, Status::kRight);
  EXPECT_EQ(same.score, 1.0);
  EXPECT_THAT(same.marks, ElementsAre(Pair("strict", 1.0)));

  const std::string filters = "FILTER ( ?x0 != ?x1 ) .\nFILTER ( ?x1 != M0 )";
  ASSERT_EQ(row.target(), open("?x0 a ns:film.actor .\n?x0" + kSpouse + "?x1 .\n?x1" + kSpouse +
                               "M0 .\n" + filters));
  const std::string other_order =
      open("FILTER ( ?x1 != M0 ) .\n?x1" + kSpouse + "M0 .\n?x0" + kSpouse +
           "?x1 .\nFILTER ( ?x0 != ?x1 ) .\n?x0 a ns:film.actor");
  const std::string other_names =
      open("?x0 a ns:film.actor .\n?x0" + kSpouse + "?x7 .\n?x7" + kSpouse +
           "M0 .\nFILTER ( ?x0 != ?x7 ) .\nFILTER ( ?x7 != M0 )");
  const std::string repeated = open("?x0 a ns:film.actor .\n?x0 a ns:film.actor .\n?x0" + kSpouse +
                                    "?x1 .\n?x1" + kSpouse + "M0 .\n" + filters + " .\n" + filters);
  for (const std::string& answer :
       {other_order, other_names, repeated, preprocess_query(row.target())}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kRight) << answer;
    EXPECT_EQ(verdict.score, 1.0);
    EXPECT_EQ(verdict.why, "");
    EXPECT_THAT(verdict.marks, ElementsAre(Pair("strict", 0.0))) << answer;
  }
}

TEST(CfqAnswers, AreWrongByWhatIsWrong) {
  const Example row = row_of("Did M0 marry M1 and direct M2");
  const std::string filter = "FILTER ( M0 != M1 )";
  const std::string directs = "M0 ns:film.director.film M2";
  const std::string marries = "M0" + kSpouse + "M1";
  const std::string dot = " .\n";
  ASSERT_EQ(row.target(), closed(filter + dot + directs + dot + marries));
  const struct {
    std::string answer;
    std::map<std::string, double> marks;
  } cases[] = {
      {closed(filter + dot + "M0 ns:film.editor.film M2" + dot + marries),
       {{"clause_wrong_property", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + "M0 ns:film.director.film M1" + dot + marries),
       {{"clause_wrong_node", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + "M2 ns:film.film.directed_by M0" + dot + marries),
       {{"clause_wrong_both", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + marries), {{"clause_deleted", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + directs + dot + "M0 ns:film.editor.film M2" + dot + marries),
       {{"clause_inserted", 1}, {"any_clause_error", 1}}},
      {closed(directs + dot + marries), {{"filter_deleted", 1}, {"any_filter_error", 1}}},
      {closed(filter + dot + "FILTER ( M0 != M2 )" + dot + directs + dot + marries),
       {{"filter_inserted", 1}, {"any_filter_error", 1}}},
      {closed("FILTER ( M1 != M0 )" + dot + directs + dot + marries),
       {{"filter_wrong", 1}, {"any_filter_error", 1}}},
      {open(filter + dot + directs + dot + marries), {{"other_header", 1}}},
  };
  for (const auto& [answer, marks] : cases) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kWrong) << answer;
    EXPECT_EQ(verdict.score, 0.0);
    EXPECT_NE(verdict.why, "");
    auto expected = marks;
    expected["strict"] = 0.0;
    EXPECT_EQ(marks_of(verdict), expected) << answer << '\n' << verdict.why;
  }
}

TEST(CfqAnswers, MayBeUnreadableOrNone) {
  const Example row = row_of("Did M0 direct M1");
  for (const char* answer : {"yes", "SELECT count(*) WHERE {", "SELECT * WHERE {\nM0 a M1\n}"}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kUnparsable) << answer;
    EXPECT_EQ(verdict.score, 0.0);
    EXPECT_NE(verdict.why, "");
    EXPECT_EQ(marks_of(verdict), (std::map<std::string, double>{{"malformed", 1}, {"strict", 0}}));
  }
  for (const char* answer : {"", " \n\t"}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kNoAnswer);
    EXPECT_EQ(verdict.score, std::nullopt);
    EXPECT_TRUE(verdict.marks.empty());
  }
}

// --- rules of users ---

class CfqDomain : public ::testing::Test {
 protected:
  CfqDomain() : folder_(testing::TempDir() + "assay_cfq_XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~CfqDomain() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string put(const std::string& name, const std::string& text) const {
    std::string path = folder_ + '/' + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
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
  std::string folder_;
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

  const auto source = task.open(1, {});
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

TEST_F(CfqDomain, FilesThatAreNotThereAreNamed) {
  const std::string path = put("verb.rules", kFinancing) + ".missing";
  try {
    make_cfq({{"domain", path}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(path));
  }
}

TEST(CfqTaskParams, LevelsMustMakeSense) {
  EXPECT_THROW(make_cfq({{"lowest_level", "30"}, {"highest_level", "20"}}), Error);
  const CfqTask task = make_cfq({{"lowest_level", "10"}, {"highest_level", "12"}});
  const auto source = task.open(1, {});
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
