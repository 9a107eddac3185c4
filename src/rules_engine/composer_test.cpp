#include "assay/rules_engine/composer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/rules_engine/feature_parser.h"

namespace assay::rules {
namespace {

using Names = std::multiset<std::string>;

// One use of a rule.
struct Application {
  RuleClass kind = RuleClass::kGrammar;
  std::uint32_t rule = 0;
  std::vector<std::uint32_t> inputs;
};

// The graph of what was composed last; returns those that no other uses.
std::vector<std::uint32_t> read_graph(const Composer& composer, std::vector<Application>& out) {
  ApplicationGraph graph;
  composer.graph(graph);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const auto inputs = graph.inputs(i);
    out.push_back({graph.kind(i), graph.rule(i), {inputs.begin(), inputs.end()}});
  }
  return {graph.ends().begin(), graph.ends().end()};
}

// Rules with all that is made from them.
class Workbench {
 public:
  explicit Workbench(std::span<const RuleSource> sources)
      : base_(read_rules(sources)),
        grammar_(base_.rules(), {}),
        parser_(grammar_),
        composer_(base_) {}

  // Composes the only derivation of a text.
  Composed compose(const std::string& text) {
    std::vector<WordId> words;
    for (const auto word : split_words(text)) {
      words.push_back(grammar_.find_word(word).value_or(kNothing));
    }
    EXPECT_TRUE(parser_.parse(words)) << text;
    DerivationTree trees;
    const auto roots = parser_.derivations(2, trees);
    EXPECT_EQ(roots.size(), 1U) << text;
    composer_.clear();
    return apply(trees, roots.at(0));
  }

  std::string form(const std::string& text) {
    std::string out;
    const Composed made = compose(text);
    composer_.forms().append_text(out, made.form,
                                  [](std::uint32_t number) { return fmt::format("?{}", number); });
    return out;
  }

  // Head and statements, or "unresolved".
  std::vector<std::string> resolve(const std::string& text, std::string_view function) {
    const Composed made = compose(text);
    if (!composer_.resolve(base_.function(function), made.form)) return {"unresolved"};
    std::vector<std::string> all;
    for (std::size_t i = 0; i <= composer_.statement_count(); ++i) {
      std::string& line = all.emplace_back();
      for (const StatementPiece& piece : composer_.statement(i)) {
        line += piece.text;
        if (piece.string == 0xFFFF'FFFF) continue;
        line += fmt::format("{}{}", composer_.is_entity(piece.string) ? 'M' : '?', piece.string);
      }
    }
    return all;
  }

  std::string name(const Application& application) const {
    const RuleSet& rules = base_.rules();
    switch (application.kind) {
      case RuleClass::kGrammar:
        return rules.grammar[application.rule].name;
      case RuleClass::kInference:
        return rules.inference[application.rule].name;
      case RuleClass::kResolution:
        return rules.resolution[application.rule].name;
      case RuleClass::kKnowledge:
        break;
    }
    return to_text(rules.knowledge[application.rule]);
  }

  Composer& composer() { return composer_; }

 private:
  Composed apply(const DerivationTree& trees, std::uint32_t id) {
    std::vector<Composed> parts;
    for (const auto part : trees.constituents(id)) parts.push_back(apply(trees, part));
    return composer_.apply(trees.node(id).rule, parts);
  }

  RuleBase base_;
  FeatureGrammar grammar_;
  FeatureParser parser_;
  Composer composer_;
};

Workbench& cfq() {
  static const std::unique_ptr<Workbench> kBench = [] {
    std::vector<RuleSource> sources;
    for (const std::string name : {"grammar", "lexicon", "inference", "resolution"}) {
      const std::string file = name + ".rules";
      sources.push_back(
          {file, read_user_file(std::string(ASSAY_RULES) + "/" + file, {kMostRulesBytes})});
    }
    return std::make_unique<Workbench>(sources);
  }();
  return *kBench;
}

std::unique_ptr<Workbench> workbench(const std::string& text) {
  const RuleSource source{"r", text};
  return std::make_unique<Workbench>(std::span(&source, 1));
}

// --- the example of appendix M -----------------------------------------------------------------

TEST(ComposerCfq, DerivesTheExampleOfThePaper) {
  EXPECT_EQ(cfq().form("who directed [entity]"),
            "Person ⊓ ∃RolePair(FilmDirector, DirectedFilm).Entity('?0')");
  EXPECT_EQ(cfq().resolve("who directed [entity]", "get_specializations"),
            (std::vector<std::string>{"SELECT DISTINCT ?1 WHERE { ", "?1 a ns:people.person",
                                      "?1 ns:film.director.film M0"}));
  std::vector<Application> graph;
  read_graph(cfq().composer(), graph);
  std::map<RuleClass, std::set<std::string>> names;
  Names grammar;
  for (const Application& one : graph) {
    names[one.kind].insert(cfq().name(one));
    if (one.kind == RuleClass::kGrammar) grammar.insert(cfq().name(one));
  }
  EXPECT_EQ(grammar.size(), 10U);  // none twice
  EXPECT_EQ(names[RuleClass::kGrammar],
            (std::set<std::string>{"S=WHQ", "WHQ=NPQ_INDIRECT_VP_INDIRECT", "NPQ_INDIRECT=WHO",
                                   "VP_INDIRECT=VP_INDIRECT_DP", "VP_INDIRECT=ACTIVE_VP",
                                   "ACTIVE_VP=VP_SIMPLE", "VP_SIMPLE=VP", "VP=DIRECTED",
                                   "DP=ENTITY", "ENTITY=[ENTITY]"}));
  EXPECT_EQ(names[RuleClass::kInference],
            (std::set<std::string>{"BOUND_ROLES_WITH_PREDICATE_OBJECT",
                                   "BOUND_ROLES_WITH_PREDICATE_SUBJECT", "IGNORE_BOUND_ROLE_PAIRS",
                                   "IGNORE_DEPENDENCY_DROPPING", "PREDICATE_UNREIFICATION"}));
  EXPECT_EQ(names[RuleClass::kResolution],
            (std::set<std::string>{"CONJUNCTION_WITHOUT_ENTITY", "ENTITY_MID",
                                   "GET_SPECIALIZATIONS", "GET_VAR_CONJUNCTION", "GET_VAR_RELATION",
                                   "GET_VAR_TYPE", "PROPERTY_MAPPING",
                                   "RELATION_MAPPING_WITHOUT_EXCLUSION", "RELATION_TO_ENTITY",
                                   "SHARED_VAR", "SPECIALIZATION_OF_TYPE", "TYPE_MAPPING"}));
  const std::string object = "RolePair(ObjectHaver, Object)";
  const std::string subject = "RolePair(SubjectHaver, Subject)";
  const std::string undergoer = "RolePair(Predicate, Undergoer)";
  const std::string agent = "RolePair(Predicate, Agent)";
  const std::string relation = "RolePair(FilmDirector, DirectedFilm)";
  const auto bound = [](const std::string& what, const std::string& from, const std::string& to) {
    return fmt::format("BoundRolePairs({}, {}, {})", what, from, to);
  };
  const auto verb = [](const std::string& from, const std::string& to) {
    return fmt::format("PredicateWithBoundRolePairs({}, {})", from, to);
  };
  EXPECT_EQ(names[RuleClass::kKnowledge],
            (std::set<std::string>{
                bound("DirectingAFilm", agent, "RolePair(Predicate, FilmDirector)"),
                bound("DirectingAFilm", undergoer, "RolePair(Predicate, DirectedFilm)"),
                bound(verb(object, undergoer), object, undergoer),
                bound(verb(subject, agent), subject, agent),
                fmt::format("FreebasePropertyMapping({}, 'ns:film.director.film')", relation),
                "FreebaseTypeMapping(Person, 'ns:people.person')",
                fmt::format("NonExclusiveRolePair({})", relation),
                "Role(DirectedFilm, DirectingAFilm)", "Role(FilmDirector, DirectingAFilm)"}));
}

// What an application needs directly, by name.
Names inputs_of(const std::vector<Application>& graph, const std::string& name) {
  Names inputs;
  for (const Application& one : graph) {
    if (cfq().name(one) != name) continue;
    for (const auto input : one.inputs) inputs.insert(cfq().name(graph[input]));
  }
  return inputs;
}

TEST(ComposerCfq, DependsOnWhatItsRulesLookAt) {
  cfq().resolve("who directed [entity]", "get_specializations");
  std::vector<Application> graph;
  read_graph(cfq().composer(), graph);
  EXPECT_EQ(inputs_of(graph, "WHQ=NPQ_INDIRECT_VP_INDIRECT"),
            (Names{"NPQ_INDIRECT=WHO", "VP_INDIRECT=VP_INDIRECT_DP"}));
  EXPECT_EQ(inputs_of(graph, "VP=DIRECTED"), Names{});
  // The two DropDependency stand in one rule; what is inside does not matter.
  EXPECT_EQ(inputs_of(graph, "IGNORE_DEPENDENCY_DROPPING"),
            (Names{"WHQ=NPQ_INDIRECT_VP_INDIRECT", "WHQ=NPQ_INDIRECT_VP_INDIRECT"}));
  // Roles of both sides, each by its own knowledge.
  EXPECT_EQ(inputs_of(graph, "PREDICATE_UNREIFICATION"),
            (Names{"IGNORE_BOUND_ROLE_PAIRS", "BOUND_ROLES_WITH_PREDICATE_SUBJECT",
                   "Role(DirectedFilm, DirectingAFilm)", "Role(FilmDirector, DirectingAFilm)"}));
  EXPECT_EQ(inputs_of(graph, "RELATION_TO_ENTITY"),
            (Names{"ENTITY_MID", "RELATION_MAPPING_WITHOUT_EXCLUSION"}));
  EXPECT_EQ(inputs_of(graph, "GET_SPECIALIZATIONS"),
            (Names{"CONJUNCTION_WITHOUT_ENTITY", "GET_VAR_CONJUNCTION"}));
}

// L.1, for one text.
void check_graph(const std::string& text, std::string_view function, const std::string& last) {
  ASSERT_NE(cfq().resolve(text, function).front(), "unresolved") << text;
  std::vector<Application> graph;
  const std::vector<std::uint32_t> ends = read_graph(cfq().composer(), graph);
  std::vector<std::set<std::uint32_t>> above(graph.size());  // all that each depends on
  std::set<std::uint32_t> used;
  std::set<std::string> facts;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const Application& one = graph[i];
    for (const auto input : one.inputs) {
      ASSERT_LT(input, i) << text;  // so there is no circle
      used.insert(input);
      above[i].insert(above[input].begin(), above[input].end());
    }
    for (const auto input : one.inputs) {
      EXPECT_EQ(above[i].count(input), 0U) << text << ": a longer path leads from "
                                           << cfq().name(graph[input]) << " to " << cfq().name(one);
      EXPECT_EQ(std::count(one.inputs.begin(), one.inputs.end(), input), 1);
    }
    above[i].insert(one.inputs.begin(), one.inputs.end());
    if (one.kind == RuleClass::kKnowledge) {
      EXPECT_TRUE(one.inputs.empty());
      EXPECT_TRUE(facts.insert(cfq().name(one)).second) << "known twice: " << cfq().name(one);
    }
  }
  // Everything is needed: knowledge by something, resolution by the first call.
  std::vector<std::uint32_t> unused;
  std::vector<std::string> last_grammar;
  std::vector<std::string> last_resolution;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (used.count(i) != 0) continue;
    unused.push_back(i);
    EXPECT_NE(graph[i].kind, RuleClass::kKnowledge) << text << ": " << cfq().name(graph[i]);
    if (graph[i].kind == RuleClass::kGrammar) last_grammar.push_back(cfq().name(graph[i]));
    if (graph[i].kind == RuleClass::kResolution) last_resolution.push_back(cfq().name(graph[i]));
  }
  EXPECT_EQ(unused, ends) << text;
  ASSERT_EQ(last_grammar.size(), 1U) << text;
  EXPECT_TRUE(last_grammar[0].starts_with("S=")) << last_grammar[0];
  EXPECT_EQ(last_resolution, std::vector<std::string>{last}) << text;
}

TEST(ComposerCfq, DrawsMinimalGraphs) {
  for (const char* text :
       {"who directed [entity]", "what did [entity] and [entity] produce",
        "which film director that [entity] influenced married a screenwriter",
        "who was a film editor that [entity] employed",
        "which male film director edited , directed , and wrote [entity]",
        "what was written by a film producer whose spouse directed [entity]",
        "who married a person that [entity] influenced and [entity] 's child employed"}) {
    check_graph(text, "get_specializations", "GET_SPECIALIZATIONS");
  }
  for (const char* text :
       {"did [entity] direct and edit [entity]", "was [entity] directed by [entity] and [entity]",
        "was [entity] 's editor [entity]", "did a male film director 's sibling marry [entity]",
        "was a film distributed by [entity] , produced by [entity] , and edited by [entity]"}) {
    check_graph(text, "get_set_truth", "GET_SET_TRUTH");
  }
}

TEST(ComposerCfq, StatesWhatIsSaid) {
  EXPECT_EQ(cfq().resolve("did [entity] marry and influence [entity]", "get_set_truth").size(), 4U);
  EXPECT_EQ(cfq().resolve("did [entity] direct and edit [entity]", "get_set_truth"),
            (std::vector<std::string>{"SELECT count(*) WHERE { ", "M0 ns:film.director.film M1",
                                      "M0 ns:film.editor.film M1"}));
}

// --- small rules -------------------------------------------------------------------------------

constexpr const char* kSmall =
    "%grammar\n"
    "S:\n  S/_x → N/_x\n"
    "BOTH:\n  S/_x ⊓ _y → N/_x 'and' N/_y\n"
    "TOP:\n  S/_x ⊓ ⊤ → 'all' N/_x\n"
    "A:\n  N/A → 'a'\n"
    "B:\n  N/B → 'b'\n"
    "DROP:\n  N/Drop(A) → 'drop'\n"
    "DEEP:\n  N/F(Drop(Drop(B))) → 'deep'\n"
    "OLD:\n  N/Old → 'old'\n"
    "THING:\n  N/Entity(new_var(V)) → 'it'\n"
    "%inference\n"
    "DROPS:\n  Drop($X) → $X\n"
    "OLDS:\n  Old → New\n"
    "%resolution\n"
    "TELL:\n  tell($X) → 'q ' name($X, new_var($V)) ' { ' say($X, $V) '}'\n"
    "BOTH_NAMES:\n  name($X ⊓ $Y, $V) → $V\n"
    "NAME_THING:\n  name(Entity($X), $V) → $X\n"
    "NAME:\n  Is($X, $F):\n  name($X, $V) → $V\n"
    "SAY_BOTH:\n  say($X ⊓ $Y, $V) → say($X, $V) ' . ' say($Y, $V)\n"
    "SAY:\n  Is($X, $F):\n  say($X, $V) → $V ' is ' $F\n"
    "SAY_THING:\n  say(Entity($X), $V) → $V ' was ' $X\n"
    "%knowledge\n"
    "→ Is(A, 'an a')\n"
    "→ Is(B, \"a b's\")\n";

TEST(Composer, InfersInsideAndInConstants) {
  const auto small = workbench(kSmall);
  EXPECT_EQ(small->form("a"), "A");
  EXPECT_EQ(small->form("drop"), "A");
  EXPECT_EQ(small->form("deep"), "F(B)");
  EXPECT_EQ(small->form("old"), "New");
  EXPECT_EQ(small->form("drop and deep"), "A ⊓ F(B)");
  EXPECT_EQ(small->form("all a"), "A");
}

TEST(Composer, Resolves) {
  const auto small = workbench(kSmall);
  EXPECT_EQ(small->resolve("a and b", "tell"),
            (std::vector<std::string>{"q ?0 { ", "?0 is an a", "?0 is a b's"}));
  EXPECT_EQ(small->resolve("a and a", "tell"), (std::vector<std::string>{"q ?0 { ", "?0 is an a"}));
  EXPECT_EQ(small->resolve("it and a", "tell"),
            (std::vector<std::string>{"q ?1 { ", "?1 was M0", "?1 is an a"}));
  EXPECT_EQ(small->resolve("deep", "tell"), std::vector<std::string>{"unresolved"});
  EXPECT_EQ(small->resolve("a and deep", "tell"), std::vector<std::string>{"unresolved"});
}

// What was tried in vain is not in the graph.
TEST(Composer, LeavesOutWhatDidNotHelp) {
  const auto made = workbench(
      "%grammar\nS:\n  S/A → 'a'\n"
      "%resolution\n"
      "FIRST:\n  tell($X) → found($X) missing($X)\n"
      "SECOND:\n  tell($X) → other($X)\n"
      "FOUND:\n  found($X) → 'found'\n"
      "MISSING:\n  missing(B) → 'missing'\n"
      "OTHER:\n  Is($X, $F):\n  other($X) → $F\n"
      "%knowledge\n→ Is(A, 'an a')\n→ Is(B, 'a b')\n");
  EXPECT_EQ(made->resolve("a", "tell"), std::vector<std::string>{"an a"});
  std::vector<Application> graph;
  const std::vector<std::uint32_t> ends = read_graph(made->composer(), graph);
  std::vector<std::string> names;
  for (const Application& one : graph) names.push_back(made->name(one));
  EXPECT_EQ(names, (std::vector<std::string>{"S", "Is(A, 'an a')", "OTHER", "SECOND"}));
  EXPECT_EQ(ends, (std::vector<std::uint32_t>{0, 3}));
}

std::string compose_error(const std::string& rules, const std::string& text) {
  try {
    const auto made = workbench(rules);
    return fmt::format("{}", fmt::join(made->resolve(text, "tell"), " | "));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
}

TEST(Composer, EndsRulesWithoutEnd) {
  const std::string tell = "%resolution\nT:\n  tell($X) → 'x'\n";
  const std::string a = "%grammar\nS:\n  S/A(new_var(V)) → 'a'\nU:\n  S/A(B) ⊓ C → 'b'\n";
  EXPECT_EQ(compose_error(a + "%inference\nL:\n  A($X) → A(A($X))\n" + tell, "a"),
            "the rules do not come to an end: L is applied again and again");
  EXPECT_EQ(compose_error(a + "%inference\nL:\n  A($X) → A($X)\n" + tell, "a"),
            "the rules do not come to an end: L is applied again and again");
  EXPECT_EQ(compose_error(a + "%inference\nL:\n  A($X) → D($X)\nM:\n  D($X) → A($X)\n" + tell, "a"),
            "the rules do not come to an end: L is applied again and again");
  EXPECT_EQ(compose_error(a + "%inference\nL:\n  C ⊓ $X → $X ⊓ C\n" + tell, "b"),
            "the rules do not come to an end: more than 5000 applications for one text");
  EXPECT_EQ(compose_error(a + "%inference\nL:\n  C ⊓ $X → $X ⊓ C ⊓ D\n" + tell, "b"),
            "the rules do not come to an end: more than 5000 applications for one text");
  // Calls: ever larger ones are an error; one that needs itself has no answer.
  EXPECT_EQ(
      compose_error(a + "%resolution\nT:\n  tell($X) → f(D($X))\nF:\n  f($X) → tell($X)\n", "a"),
      "the rules do not come to an end: tell is called again and again");
  EXPECT_EQ(compose_error(a + "%resolution\nT:\n  tell($X) → f($X)\nF:\n  f($X) → tell($X)\n", "a"),
            "unresolved");
  EXPECT_EQ(compose_error(a + tell, "a"), "x");
}

TEST(RuleBase, NamesMistakes) {
  const std::string grammar = "%grammar\nS:\n  S/A → 'a'\n";
  EXPECT_EQ(compose_error(grammar + "%inference\nI:\n  Roles($X, $Y):\n  A($X) → B\n" +
                              "%knowledge\n→ Role(A, B)\n",
                          "a"),
            "r:6:3: no knowledge says anything about Roles($X, $Y); did you mean \"Role\"?");
  EXPECT_EQ(compose_error(grammar + "%resolution\nT:\n  Tell($X) → 'a'\n", "a"),
            "r:6:3: expected a function, written with a small letter, such as def2sparql($X, $V)");
  EXPECT_EQ(compose_error(grammar + "%resolution\nT:\n  tell($X) → tells($X)\n", "a"),
            "r:6:14: no rule resolves tells; did you mean \"tell\"?");
  EXPECT_EQ(compose_error(grammar + "%resolution\nT:\n  other($X) → 'a'\n", "a"),
            "r: no resolution rule resolves tell");
  EXPECT_EQ(compose_error("%grammar\nS:\n  S/f(A) → 'a'\n", "a"),
            "r:3:5: no rule resolves f; there are: new_var");
}

}  // namespace
}  // namespace assay::rules
