// Each verb as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

class Verbs : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "scan", "-q", "--out", folder()}).exit_code, 0);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string folder() { return *scratch_ / "scan"; }
  static ScratchFolder* scratch_;
};

ScratchFolder* Verbs::scratch_ = nullptr;

TEST_F(Verbs, EveryHelpShowsAnExampleFirst) {
  for (const std::string verb :
       {"list", "describe", "generate", "select", "split", "verify", "show", "explain", "render",
        "prompt", "solve", "baseline", "score", "export", "merge"}) {
    const Outcome outcome = assay({verb, "--help"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
    const std::size_t examples = outcome.out.find("Examples:");
    ASSERT_NE(examples, std::string::npos) << verb;
    EXPECT_LT(examples, outcome.out.find("Usage:")) << verb;
    EXPECT_THAT(outcome.out, HasSubstr(" " + verb + " ")) << verb;
  }
}

TEST_F(Verbs, HelpManualAndCompletionTellTheSame) {
  EXPECT_EQ(assay({"help", "split"}).out, assay({"split", "--help"}).out);
  expect_one_line(assay({"help", "spilt"}), 2, "did you mean \"split\"?");
  EXPECT_THAT(assay({"manual"}).out, HasSubstr("assay\\-generate"));
  EXPECT_THAT(assay({"manual", "split"}).out, HasSubstr("\\-\\-method"));
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string script = assay({"completion", shell}).out;
    for (const char* word : {"generate", "method", "reascan"})
      EXPECT_THAT(script, HasSubstr(word)) << shell;
  }
  expect_one_line(assay({"completion", "tcsh"}), 2, "there are: bash, zsh, fish");
}

TEST_F(Verbs, LargeNumbersMayBeWrittenShort) {
  EXPECT_EQ(assay({"generate", "scan", "-n", "1k", "-q"}).out,
            assay({"generate", "scan", "-n", "1000", "-q"}).out);
  expect_one_line(assay({"generate", "scan", "-n", "1.5"}), 2, "10k or 1e6");
}

TEST_F(Verbs, VersionNamesVersionCommitCompilerAndRandomNumbers) {
  EXPECT_EQ(assay({"-V"}).out, assay({"--version"}).out);
  const Outcome outcome = assay({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* word : {"assay 0.", "commit ", "compiler ", "random philox4x32-10/1"}) {
    EXPECT_THAT(outcome.out, HasSubstr(word));
  }
}

TEST_F(Verbs, ListAndDescribeSpeakJson) {
  const Json list = Json::parse(assay({"list", "--json"}).out);
  EXPECT_EQ(list[0]["name"], "scan");
  const Json scan = Json::parse(assay({"describe", "scan", "--json"}).out);
  EXPECT_EQ(scan["units"], 20910);
  EXPECT_EQ(scan["rules"].size(), 39U);  // 18 grammar, 20 meaning, JOIN
  EXPECT_EQ(scan["compounds"]["most_nodes"], 9);
  EXPECT_EQ(scan["compounds"]["kept"], 40000);
  EXPECT_EQ(scan["metrics"], Json::array());
  EXPECT_EQ(scan["abilities"], Json({"reader", "instructor"}));
  const Json deep =
      Json::parse(assay({"describe", "scan", "--set", "conjunctions=7", "--json"}).out);
  EXPECT_EQ(deep["units"].get<std::uint64_t>(), 1507111810676411790U);
}

TEST_F(Verbs, LevelsOfDifficultyStandForParameters) {
  const std::string named = assay({"generate", "scan", "-n", "9", "--set", "conjunctions=3"}).out;
  EXPECT_EQ(assay({"generate", "scan", "-n", "9", "--difficulty", "3"}).out, named);
  EXPECT_EQ(assay({"generate", "scan", "-n", "9", "--difficulty", "9", "--set", "conjunctions=3",
                   "--set", "least_modifiers=0"})
                .out,
            named);
  EXPECT_EQ(assay({"show", "scan", "-n", "9", "--difficulty", "3", "--json"}).out, named);
  const std::string recipe = *scratch_ / "levels.toml";
  write_file(recipe, "task = \"scan\"\nrows = 9\n[params]\ndifficulty = 3\n");
  EXPECT_EQ(assay({"generate", "-C", recipe}).out, named);
  // Flags win over the file, levels among them too.
  EXPECT_THAT(assay({"generate", "-C", recipe, "--difficulty", "2", "--show-config"}).out,
              HasSubstr("params.conjunctions = 2  # flag"));
  const std::string made = *scratch_ / "made";
  EXPECT_EQ(assay({"generate", "-C", recipe, "--out", made, "-q"}).exit_code, 0);
  const Json manifest = Json::parse(read_file(made + "/manifest.json"));
  EXPECT_EQ(manifest["recipe"]["params"]["conjunctions"], "3");
  EXPECT_FALSE(manifest["recipe"]["params"].contains("difficulty"));
  EXPECT_THAT(assay({"describe", "scan"}).out, HasSubstr("Levels of difficulty (--difficulty):\n"
                                                         "  0  conjunctions=1 most_modifiers=1\n"));
  EXPECT_EQ(Json::parse(assay({"describe", "scan", "--json"}).out)["difficulty"][3],
            Json({{"conjunctions", "3"}}));
}

TEST_F(Verbs, DescribeSaysWhatATaskCanDoAndWithWhichVerb) {
  EXPECT_THAT(
      assay({"describe", "scan"}).out,
      HasSubstr("\nAbilities: reader (assay explain scan --input), instructor (assay prompt)\n"));
  EXPECT_THAT(
      assay({"describe", "cscan"}).out,
      HasSubstr("\nAbilities: reader (assay explain cscan --input), instructor (assay prompt),\n"
                "  auditor (assay verify), metrics (assay score --metric), shortcuts (assay\n"
                "  baseline)\n"));
  const Json cscan = Json::parse(assay({"describe", "cscan", "--json"}).out);
  EXPECT_EQ(cscan["abilities"], Json({"reader", "instructor", "auditor", "metrics", "shortcuts"}));
}

TEST_F(Verbs, DescribeSaysWhatIsEmptyAndWhatIsKnown) {
  const std::vector<std::string> plain{"describe", "gscan", "--set", "grammar=normal"};
  EXPECT_THAT(assay(plain).out,
              HasSubstr("cautiously; --shots moves some into training\n"
                        "    empty with these parameters: grammar=normal has no such command\n"));
  EXPECT_THAT(assay({"describe", "gscan"}).out, Not(HasSubstr("empty with these parameters")));
  const Json cscan = Json::parse(assay({"describe", "cscan", "--json"}).out);
  EXPECT_EQ(cscan["parameters"][0]["known"], Json({"b", "scan", "x"}));
  EXPECT_EQ(cscan["holdouts"][0]["vacant"], "held_out is 0, so every context trains");
  EXPECT_EQ(cscan["one_answer"], true);
  const Json reascan = Json::parse(assay({"describe", "reascan", "--json"}).out);
  EXPECT_EQ(reascan["formats"][0]["departs"], Json({"distractors"}));
  EXPECT_EQ(reascan["one_answer"], false);
}

TEST_F(Verbs, ExplainReadsACommandOfOnesOwn) {
  const Outcome outcome = assay({"explain", "scan", "--input", "jump twice"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("input   jump twice\ntarget  I_JUMP I_JUMP\n"))
      << "a text of one's own has no id: " << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("[x twice]"));
  EXPECT_THAT(outcome.out, HasSubstr("7 rule applications, 7 different rules (atoms)\n"));
  const Outcome wrong = assay({"explain", "scan", "--input", "jump twice twice"});
  EXPECT_EQ(wrong.exit_code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("\"jump twice twice\" is no command: word 3 is \"twice\""));
}

TEST_F(Verbs, ExplainReadsWellInEightyColumns) {
  const Outcome outcome = assay({"explain", "scan", "--unit", "3"});
  EXPECT_EQ(outcome.out,
            "scan:" + stamp_of("scan") +
                ":0:3:0\n"
                "input   walk opposite left twice and jump opposite left twice\n"
                "target  I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK\n"
                "        I_TURN_LEFT I_TURN_LEFT I_JUMP I_TURN_LEFT I_TURN_LEFT I_JUMP\n"
                "\n"
                "JOIN                              join\n"
                "├─ C -> S and S                   grammar\n"
                "│  ├─ S -> V twice\n"
                "│  │  └─ V -> D[1] opposite D[2]\n"
                "│  │     └─ D -> U left\n"
                "│  │        └─ U -> walk\n"
                "│  └─ S -> V twice\n"
                "│     └─ V -> D[1] opposite D[2]\n"
                "│        └─ D -> U left\n"
                "│           └─ U -> jump\n"
                "└─ [x1 and x2]                    meaning\n"
                "   ├─ [x twice]\n"
                "   │  └─ [u opposite left]\n"
                "   │     └─ [walk]\n"
                "   └─ [x twice]\n"
                "      └─ [u opposite left]\n"
                "         └─ [jump]\n"
                "\n"
                "17 rule applications, 12 different rules (atoms)\n"
                "\n"
                "How the target follows:\n"
                "walk opposite left twice: I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT\n"
                "  I_TURN_LEFT I_WALK\n"
                "jump opposite left twice: I_TURN_LEFT I_TURN_LEFT I_JUMP I_TURN_LEFT\n"
                "  I_TURN_LEFT I_JUMP\n");
  EXPECT_EQ(assay({"explain", folder(), "scan:0:3:0"}).out, outcome.out);
  EXPECT_THAT(assay({"explain", "scan", "--unit", "3", "--svg", "-"}).out, HasSubstr("<svg"));
}

TEST_F(Verbs, ShowAsksWithoutTelling) {
  const Outcome told = assay({"show", "scan", "-n", "1"});
  const Outcome asked = assay({"show", "scan", "-n", "1", "--question"});
  EXPECT_EQ(asked.out, told.out.substr(0, told.out.find("target")));
  const Outcome world = assay({"show", "gscan", "-n", "1", "--question"});
  EXPECT_THAT(world.out, Not(HasSubstr("target")));
  EXPECT_LT(world.out.size(), assay({"show", "gscan", "-n", "1"}).out.size());
  const Outcome json = assay({"show", "scan", "-n", "1", "--question", "--json"});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_THAT(json.err, HasSubstr("--question goes without it"));
}

TEST_F(Verbs, SolveAndScoreCloseTheCircle) {
  const std::string rows = assay({"export", folder(), "--format", "jsonl"}).out;
  const Outcome answers = assay({"solve", "scan", "-"}, rows);
  ASSERT_EQ(answers.exit_code, 0);
  const Outcome scored = assay({"score", folder(), "-", "--json"}, answers.out);
  const Json score = Json::parse(scored.out);
  EXPECT_EQ(scored.err, "");
  EXPECT_EQ(score["count"], 20910);
  EXPECT_EQ(score["right"], 20910);
  EXPECT_EQ(score["accuracy"], 1.0);
}

TEST_F(Verbs, SolveTakesRowsPublishedNamesAndPlainText) {
  const Outcome outcome = assay({"solve", "scan", "-"},
                                "jump twice\n"
                                "{\"id\": \"a\", \"input\": \"walk\"}\n"
                                "{\"commands\": \"turn left\", \"actions\": \"hidden\"}\n"
                                "fly away\n");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.out,
            "{\"id\":\"1\",\"answer\":\"I_JUMP I_JUMP\"}\n"
            "{\"id\":\"a\",\"answer\":\"I_WALK\"}\n"
            "{\"id\":\"3\",\"answer\":\"I_TURN_LEFT\"}\n"
            "{\"id\":\"4\",\"answer\":null}\n");
  EXPECT_THAT(outcome.err, HasSubstr("standard input:4: word 1 of the command is \"fly\""));
}

TEST_F(Verbs, ScoreKeepsFourOutcomesApartAndNamesStrays) {
  const std::string scan = "scan:" + stamp_of("scan");
  const auto line = [&](const std::string& address, const Json& answer) {
    return Json{{"id", scan + address}, {"answer", answer}}.dump() + '\n';
  };
  const Outcome outcome = assay({"score", folder(), "-", "--json"},
                                line(":0:20900:0", "I_JUMP") + line(":0:20900:0", "I_RUN") +
                                    line(":0:20901:0", "jump") + line(":0:20902:0", nullptr) +
                                    line(":0:20903:0", "  ") + line(":1:0:0", "I_JUMP"));
  const Json score = Json::parse(outcome.out);
  EXPECT_EQ(score["count"], 20910);
  EXPECT_EQ(score["right"].get<int>() + score["wrong"].get<int>(), 1);
  EXPECT_EQ(score["unparsable"], 1);
  EXPECT_EQ(score["no_answer"], 20908);
  EXPECT_EQ(score["missing"], 20906);
  EXPECT_EQ(score["duplicate"], 1);
  EXPECT_EQ(score["duplicate_ids"], Json({scan + ":0:20900:0"}));
  EXPECT_EQ(score["unknown"], 1);
  EXPECT_EQ(score["unknown_ids"], Json({scan + ":1:0:0"}));
  EXPECT_EQ(score["paired_by"], "id");
  const Json none = Json::parse(assay({"score", folder(), "/dev/null", "--json"}).out);
  EXPECT_TRUE(none["accuracy"].is_null());
}

TEST_F(Verbs, ScoreBreaksFiguresDownByColumns) {
  const std::string rows = assay({"export", folder(), "--format", "jsonl"}).out;
  // Every third row is right, every third wrong, every third not answered.
  std::string answers;
  std::map<std::int64_t, std::array<int, 3>> expected;  // by number of words, in tens
  std::size_t number = 0;
  for (const std::string& line : text_lines(rows)) {
    const Json row = Json::parse(line);
    const std::string target = row["target"];
    const auto words = std::count(target.begin(), target.end(), ' ') + 1;
    ++expected[words / 10 * 10].at(number % 3);
    if (number % 3 == 0) answers += Json{{"id", row["id"]}, {"answer", target}}.dump() + '\n';
    if (number % 3 == 1) {
      answers += Json{{"id", row["id"]}, {"answer", target + " I_JUMP"}}.dump() + '\n';
    }
    ++number;
  }
  const Outcome outcome =
      assay({"score", folder(), "-", "--by", "output_length/10,input_length", "--json"}, answers);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json by = Json::parse(outcome.out)["by"];
  EXPECT_EQ(by["input_length"].size(), 9U);  // commands of one to nine words
  const Json& groups = by["output_length/10"];
  ASSERT_EQ(groups.size(), expected.size());
  std::size_t at = 0;
  for (const auto& [edge, counts] : expected) {
    const Json& group = groups[at++];
    EXPECT_EQ(group["value"], edge);
    EXPECT_EQ(group["count"], counts[0] + counts[1] + counts[2]);
    EXPECT_EQ(group["right"], counts[0]);
    EXPECT_EQ(group["wrong"], counts[1]);
    EXPECT_EQ(group["unparsable"], 0);
    EXPECT_EQ(group["no_answer"], counts[2]);
    EXPECT_EQ(group["strict"], counts[0]);
    EXPECT_EQ(group["marks"]["first_wrong_step"]["answers"], counts[1]);
  }
}

TEST_F(Verbs, ScoreWithoutBreakdownsAndMetricsSpeaksOfNeither) {
  const Json score = Json::parse(assay({"score", folder(), "/dev/null", "--json"}).out);
  EXPECT_FALSE(score.contains("by"));
  EXPECT_FALSE(score.contains("metrics"));
}

TEST_F(Verbs, RowsWithoutRulesAreTheSameRows) {
  const auto with = text_lines(assay({"generate", "scan", "-n", "50", "--seed", "2"}).out);
  const auto without =
      text_lines(assay({"generate", "scan", "-n", "50", "--seed", "2", "--without", "rules"}).out);
  ASSERT_EQ(with.size(), 50U);
  ASSERT_EQ(without.size(), 50U);
  for (std::size_t i = 0; i < with.size(); ++i) {
    Json row = Json::parse(with[i]);
    row.erase("rules");
    EXPECT_EQ(row.dump(), without[i]);
  }
}

TEST_F(Verbs, FreshSeedsDifferAndAreRecorded) {
  const ScratchFolder scratch;
  for (const std::string name : {"a", "b"}) {
    ASSERT_EQ(assay({"generate", "scan", "-n", "100", "--fresh", "-q", "--out", scratch / name})
                  .exit_code,
              0);
  }
  const auto seed_of = [&](const std::string& name) {
    return Json::parse(read_file(scratch / (name + "/manifest.json")))["recipe"]["seed"]
        .get<std::uint64_t>();
  };
  EXPECT_NE(seed_of("a"), seed_of("b"));
  const Outcome again =
      assay({"generate", "-q", "-C", scratch / "a/recipe.toml", "--out", scratch / "again"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(contents_of(scratch / "a"), contents_of(scratch / "again"));
}

TEST_F(Verbs, JsonIsOneDocumentAndNothingElse) {
  const ScratchFolder scratch;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"list", "--json"},
        {"describe", "scan", "--json"},
        {"generate", "scan", "-n", "20", "--out", scratch / "j", "--json"},
        {"split", scratch / "j", "--method", "random", "--name", "r", "--json"},
        {"verify", scratch / "j", "--json"},
        {"explain", "scan", "--unit", "3", "--json"},
        {"score", scratch / "j", "/dev/null", "--json"}}) {
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, 0) << words[0];
    EXPECT_EQ(outcome.err, "") << words[0];
    EXPECT_FALSE(Json::parse(outcome.out, nullptr, false).is_discarded()) << words[0];
  }
}

TEST_F(Verbs, MinimumAccuracyDecidesTheExitCode) {
  EXPECT_EQ(assay({"score", folder(), "/dev/null", "--min-accuracy", "0.5"}).exit_code, 1);
  EXPECT_EQ(assay({"score", folder(), "/dev/null", "--min-accuracy", "0"}).exit_code, 0);
  EXPECT_EQ(assay({"score", folder(), "/dev/null", "--min-accuracy", "2"}).exit_code, 2);
}

}  // namespace
}  // namespace assay::testing
