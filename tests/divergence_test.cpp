// Splits by divergence and their measure, as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using SortedJson = nlohmann::json;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class McdSplit : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(
        assay({"generate", "scan", "-q", "-n", "2000", "--seed", "5", "--out", data()}).exit_code,
        0);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string data() { return *scratch_ / "scan"; }
  static std::string file(const std::string& name) { return data() + "/splits/" + name + ".json"; }
  static Words split(const std::string& name, const Words& more = {}) {
    return joined({"split", data(), "-q", "--method", "mcd", "--define", "nodes=5", "--name", name},
                  more);
  }
  static SortedJson measured(const std::string& name) {
    return SortedJson::parse(assay({"measure", data(), "-q", "--split", name, "--json"}).out);
  }

  static ScratchFolder* scratch_;
};

ScratchFolder* McdSplit::scratch_ = nullptr;

TEST_F(McdSplit, HasTheSizesAskedForAndHolds) {
  ASSERT_EQ(assay(split("sized", {"--train", "700", "--dev", "90", "--test", "110"})).exit_code, 0);
  const SortedJson made = SortedJson::parse(read_file(file("sized")));
  std::set<int> rows;
  for (const char* part : {"trainIdxs", "devIdxs", "testIdxs"}) {
    for (const int row : made.at(part)) rows.insert(row);
  }
  EXPECT_EQ(made.at("trainIdxs").size(), 700U);
  EXPECT_EQ(made.at("devIdxs").size(), 90U);
  EXPECT_EQ(made.at("testIdxs").size(), 110U);
  EXPECT_EQ(rows.size(), 900U);
  EXPECT_EQ(made.at("definition").at("most_nodes"), 5);
  const SortedJson figures = measured("sized");
  EXPECT_EQ(figures.at("definition"), made.at("definition"));
  for (const auto& [pair, value] : made.at("measured").at("pairs").items()) {
    EXPECT_EQ(figures.at("pairs").at(pair), value) << pair;
  }
  EXPECT_LE(figures.at("pairs").at("train/dev+test").at("atom_divergence"), 0.02);
  EXPECT_GT(figures.at("pairs").at("train/test").at("compound_divergence"), 0.4);
  EXPECT_LT(figures.at("pairs").at("dev/test").at("compound_divergence"), 0.2);
  EXPECT_TRUE(figures.at("pairs").at("train/test").at("atoms_only_in_second").empty());
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 0);
}

TEST_F(McdSplit, IsTheSameForAnyNumberOfThreads) {
  std::set<std::string> all;
  for (const std::string jobs : {"1", "2", "7"}) {
    ASSERT_EQ(assay(split("jobs", {"--seed", "3", "--force", "--jobs", jobs})).exit_code, 0);
    all.insert(read_file(file("jobs")));
  }
  EXPECT_EQ(all.size(), 1U);
  ASSERT_EQ(assay(split("jobs", {"--seed", "4", "--force"})).exit_code, 0);
  EXPECT_FALSE(all.contains(read_file(file("jobs"))));
}

TEST_F(McdSplit, IsTheSameAfterKillsAndResume) {
  const Words thorough = {"--effort", "thorough", "--train", "300", "--dev", "0", "--test", "60"};
  ASSERT_EQ(assay(split("killed", thorough)).exit_code, 0);
  const std::string whole = read_file(file("killed"));
  fs::remove(file("killed"));
  int kills = 0;
  for (unsigned pause = 20'000; pause < 4'000'000 && kills < 12; pause += 60'000) {
    if (!assay_killed_after(split("killed", thorough), pause)) break;
    ++kills;
  }
  EXPECT_GE(kills, 3);
  ASSERT_EQ(assay(split("killed", thorough)).exit_code, 0);
  EXPECT_EQ(read_file(file("killed")), whole);
  EXPECT_FALSE(fs::exists(data() + "/.assay/search-killed"));
}

TEST_F(McdSplit, ReachesTargets) {
  for (const std::string target : {"0", "0.1", "0.3"}) {
    ASSERT_EQ(assay(split("target", {"--force", "--target-compound-divergence", target})).exit_code,
              0);
    const SortedJson pair = measured("target").at("pairs").at("train/dev+test");
    EXPECT_LE(pair.at("atom_divergence"), 0.02) << target;
    if (target == "0") {
      EXPECT_LT(pair.at("compound_divergence"), 0.05);
    } else {
      EXPECT_NEAR(pair.at("compound_divergence"), std::stod(target), 0.01);
    }
  }
}

TEST_F(McdSplit, KeepsThreePartsApart) {
  ASSERT_EQ(assay(split("three", {"--three-way", "--train", "400", "--dev", "100", "--test", "100",
                                  "--max-atom-divergence", "0.05"}))
                .exit_code,
            0);
  const SortedJson pairs = measured("three").at("pairs");
  for (const char* pair : {"train/test", "train/dev", "dev/test"}) {
    EXPECT_GT(pairs.at(pair).at("compound_divergence"), 0.4) << pair;
    EXPECT_LE(pairs.at(pair).at("atom_divergence"), 0.0501) << pair;
  }
}

TEST_F(McdSplit, VerifyNoticesAMovedRow) {
  ASSERT_EQ(assay(split("moved")).exit_code, 0);
  const std::string before = read_file(file("moved"));
  SortedJson changed = SortedJson::parse(before);
  const int row = changed.at("testIdxs")[0];
  changed["testIdxs"].erase(0);
  auto& train = changed["trainIdxs"];
  train.insert(train.begin(), row);
  write_file(file("moved"), changed.dump());
  const Outcome outcome = assay({"verify", data(), "-q"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("but the file says"));
  write_file(file("moved"), before);
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 0);
}

TEST_F(McdSplit, DamagedDefinitionsAndReportsAreNamed) {
  ASSERT_EQ(assay(split("damaged")).exit_code, 0);
  const std::string before = read_file(file("damaged"));
  for (const auto& [key, value, says] :
       {std::tuple{"definition", SortedJson{{"name", "x"}}, "is not one of compounds"},
        std::tuple{"measured", SortedJson{{"pairs", 7}}, "is not a report"}}) {
    SortedJson changed = SortedJson::parse(before);
    changed[key] = value;
    write_file(file("damaged"), changed.dump());
    const Outcome outcome = assay({"verify", data(), "-q"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(says));
  }
  SortedJson huge = SortedJson::parse(before);
  huge["definition"]["most_nodes"] = 99;
  write_file(file("damaged"), huge.dump());
  expect_one_line(assay({"measure", data(), "-q", "--split", "damaged"}), 3, "from 1 to 16 nodes");
  write_file(file("damaged"), before);
}

TEST_F(McdSplit, APictureNeedsTwoParts) {
  write_file(*scratch_ / "one.json", R"({"trainIdxs": [0, 1], "testIdxs": []})");
  expect_one_line(assay({"measure", data(), "-q", "--split", *scratch_ / "one.json", "--svg",
                         *scratch_ / "one.svg"}),
                  2, "compares train with test");
  EXPECT_FALSE(fs::exists(*scratch_ / "one.svg"));
}

TEST_F(McdSplit, SaysWhatIsPossible) {
  const struct {
    Words words;
    const char* says;
  } cases[] = {
      {{"--train", "1990", "--dev", "10", "--test", "10"}, "there are only 2,000"},
      {{"--train", "0", "--dev", "10", "--test", "10"}, "needs a train part"},
      {{"--target-compound-divergence", "0.99"}, "was not reached"},
      {{"--target-compound-divergence", "1.5"}, "a number from 0 to 1"},
      {{"--max-atom-divergence", "-0.1"}, "a number from 0 to 1"},
      {{"--max-atom-divergence", "low"}, "takes a number such as 0.02"},
      {{"--effort", "heroic"}, "it is quick or thorough"},
      {{"--define", "node=3"}, "did you mean \"nodes\""},
      {{"--define", "nodes=0"}, "from 1 to 16 nodes"},
      {{"--define", "order=random"}, "ordered or unordered"},
      {{"--define", "shape=ring"}, "connected or chains"},
      {{"--define", "weights=heavy"}, "telling or even"},
      {{"--define", "least=6"}, "with nodes 5 it goes from 1 to 5"},
      {{"--define", "kept=many"}, "must be a whole number"},
      {{"--define", "nodes"}, "takes key=value"},
  };
  for (const auto& each : cases) expect_one_line(assay(split("none", each.words)), 2, each.says);
  EXPECT_FALSE(fs::exists(file("none")));
}

TEST_F(McdSplit, NeedsRules) {
  const std::string bare = *scratch_ / "bare";
  ASSERT_EQ(
      assay({"generate", "scan", "-q", "-n", "50", "--without", "rules", "--out", bare}).exit_code,
      0);
  expect_one_line(assay({"split", bare, "-q", "--method", "mcd", "--name", "x"}), 3,
                  "stored without rules");
}

TEST_F(McdSplit, MeasureNamesUnknownRowsAndSplits) {
  write_file(*scratch_ / "far.json", R"({"trainIdxs": [0, 1], "testIdxs": [2000]})");
  expect_one_line(assay({"measure", data(), "-q", "--split", *scratch_ / "far.json"}), 3,
                  "testIdxs names row 2000, but the data set has only 2,000 rows");
  expect_one_line(assay({"measure", data(), "-q"}), 2, "name one of its splits with --split");
  expect_one_line(assay({"measure", data(), "-q", "--split", "nosuch"}), 2, "there is no split");
}

// Wherever a split of ours lies, it knows what it is about; three lists of numbers do not.
TEST_F(McdSplit, MeasureByPathIsBoundToTheData) {
  const std::string other = *scratch_ / "other";
  ASSERT_EQ(
      assay({"generate", "scan", "-q", "-n", "2000", "--seed", "3", "--out", other}).exit_code, 0);
  ASSERT_EQ(assay({"split", other, "-q", "--method", "random", "--name", "r"}).exit_code, 0);
  const std::string path = other + "/splits/r.json";
  expect_one_line(assay({"measure", data(), "-q", "--split", path}), 3, "was made for other rows");
  EXPECT_EQ(assay({"measure", other, "-q", "--split", path}).out,
            assay({"measure", other, "-q", "--split", "r"}).out);

  write_file(*scratch_ / "pool.jsonl", read_file(other + "/data/all-00000-of-00001.jsonl"));
  ASSERT_EQ(assay({"split", *scratch_ / "pool.jsonl", "-q", "--method", "random", "--name", "p"})
                .exit_code,
            0);
  const auto measured = [&] {
    return assay(
        {"measure", *scratch_ / "pool.jsonl", "-q", "--split", *scratch_ / "splits/p.json"});
  };
  EXPECT_EQ(measured().exit_code, 0) << measured().err;
  write_file(*scratch_ / "pool.jsonl", read_file(data() + "/data/all-00000-of-00001.jsonl"));
  expect_one_line(measured(), 3, "was made for other rows");
}

TEST_F(McdSplit, MeasureNeedsAnIndexFileForOf) {
  write_file(*scratch_ / "of.txt", "IN: walk OUT: WALK\n");
  for (const std::string split : {"sized", "none.json", "of.txt"}) {
    expect_one_line(
        assay({"measure", data(), "-q", "--split", split, "--of", *scratch_ / "of.txt"}), 2,
        "of indices; \"" + split + "\" is none");
  }
}

TEST_F(McdSplit, StandsInARecipe) {
  write_file(*scratch_ / "r.toml",
             "task = \"scan\"\nrows = 500\n[[split]]\nname = \"hard\"\nmethod = \"mcd\"\n"
             "train = 200\ndev = 0\ntest = 50\nmax_atom_divergence = 0.03\n"
             "[split.define]\nnodes = 3\nshape = \"chains\"\nleast = 2\nweights = \"even\"\n");
  const std::string made = *scratch_ / "recipe";
  ASSERT_EQ(assay({"generate", "-q", "-C", *scratch_ / "r.toml", "--out", made}).exit_code, 0);
  const SortedJson split = SortedJson::parse(read_file(made + "/splits/hard.json"));
  EXPECT_EQ(split.at("trainIdxs").size(), 200U);
  EXPECT_EQ(split.at("definition").at("shape"), "chains");
  EXPECT_EQ(split.at("definition").at("least_nodes"), 2);
  EXPECT_EQ(split.at("definition").at("weights"), "even");
  EXPECT_EQ(assay({"verify", made, "-q"}).exit_code, 0);
}

// Rows of others: no data set, no task.
class ForeignRows : public ::testing::Test {
 protected:
  std::string write(const std::string& text) const {
    write_file(scratch_ / "pool.jsonl", text);
    return scratch_ / "pool.jsonl";
  }
  Outcome split(const std::string& pool, const Words& more = {}) const {
    return assay(joined({"split", pool, "-q", "--method", "mcd", "--train", "20", "--dev", "0",
                         "--test", "10", "--max-atom-divergence", bound_, "--name", "hard"},
                        more));
  }

  ScratchFolder scratch_;
  std::string bound_ = "0.2";
};

TEST_F(ForeignRows, WithRulesAreSplitAndMeasured) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    const std::string leaf = "v" + std::to_string(i % 4);
    const std::string root = "f" + std::to_string(i / 4 % 3);
    const std::string top = "top" + std::to_string(i / 12) + "(1)";
    text += SortedJson{{"id", i}, {"rules", {leaf, root + "(0)", top}}}.dump() + "\n";
  }
  const std::string pool = write(text);
  ASSERT_EQ(split(pool).exit_code, 0);
  const SortedJson made = SortedJson::parse(read_file(scratch_ / "splits/hard.json"));
  EXPECT_EQ(made.at("trainIdxs").size(), 20U);
  const SortedJson figures =
      SortedJson::parse(assay({"measure", pool, "-q", "--split", "hard", "--json"}).out);
  EXPECT_GT(figures.at("pairs").at("train/test").at("compound_divergence"), 0.2);
  EXPECT_TRUE(figures.at("pairs").at("train/test").at("input_pattern_coverage").is_null());
}

// g(f(v, w)) and f(g(v), w), which share one chain, f(w).
TEST_F(ForeignRows, AreMeasuredAsTheirSplitWasMade) {
  const std::string pool = write(R"rows({"rules": ["v", "w", "f(0,1)", "g(2)"]}
{"rules": ["v", "w", "g(0)", "f(2,1)"]}
)rows");
  write_file(scratch_ / "index.json", R"({"trainIdxs": [0], "testIdxs": [1]})");
  const Words chains = {"--define", "shape=chains",    "--define", "nodes=3",
                        "--define", "least=2",         "--define", "weights=even",
                        "--define", "order=unordered", "--define", "sample=0"};
  const Words measure = {"measure", pool, "-q", "--json", "--split"};
  const SortedJson by_hand =
      SortedJson::parse(assay(joined(joined(measure, {scratch_ / "index.json"}), chains)).out);
  // f(v) f(w) g(f) g(f(v)) g(f(w)); g(v) f(g) f(w) f(g(v)).
  EXPECT_EQ(by_hand.at("parts").at("train").at("compounds"), 5);
  EXPECT_EQ(by_hand.at("parts").at("test").at("compounds"), 4);
  EXPECT_EQ(by_hand.at("together").at("compounds"), 8);
  EXPECT_EQ(by_hand.at("pairs").at("train/test").at("compounds_only_in_second"), 3);
  EXPECT_NEAR(by_hand.at("pairs").at("train/test").at("compound_divergence"),
              1 - std::pow(0.2, 0.1) * std::pow(0.25, 0.9), 1e-6);

  ASSERT_EQ(assay(joined({"split", pool, "-q", "--method", "mcd", "--train", "1", "--dev", "0",
                          "--test", "1", "--max-atom-divergence", "1", "--name", "two"},
                         chains))
                .exit_code,
            0);
  const SortedJson measured = SortedJson::parse(assay(joined(measure, {"two"})).out);
  EXPECT_EQ(measured.at("definition"), by_hand.at("definition"));
  EXPECT_EQ(measured.at("together"), by_hand.at("together"));
  const Outcome shown = assay({"measure", pool, "-q", "--split", "two"});
  EXPECT_THAT(shown.out, HasSubstr("chains of 2 to 3 nodes, unordered, even weights, 8 kept of 8"));
  EXPECT_THAT(shown.out, HasSubstr("together           2  100.0%      4          8            2"));
}

TEST_F(ForeignRows, WithListsAreSplitAndMeasured) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    const std::string a = "a" + std::to_string(i % 4);
    const std::string b = "b" + std::to_string(i / 4 % 3);
    text += SortedJson{{"atoms", {a, b}},
                       {"compounds", {a + b}},
                       {"input", a + std::to_string(i)},
                       {"target", b}}
                .dump() +
            "\n";
  }
  const std::string pool = write(text);
  ASSERT_EQ(split(pool).exit_code, 0);
  const SortedJson figures =
      SortedJson::parse(assay({"measure", pool, "-q", "--split", "hard", "--json"}).out);
  // Twelve compounds: the two parts need not share one.
  EXPECT_EQ(figures.at("pairs").at("train/test").at("compound_divergence"), 1);
  EXPECT_TRUE(figures.at("pairs").at("train/test").at("input_pattern_coverage").is_number());
}

TEST_F(ForeignRows, AreCountedByNoOtherFile) {
  const std::string pool = write("{\"rules\": [\"a\", \"b(0)\"]}\n");
  write_file(scratch_ / "index.json", R"({"trainIdxs": [0], "testIdxs": []})");
  expect_one_line(
      assay({"measure", pool, "-q", "--split", scratch_ / "index.json", "--of", "of.txt"}), 2,
      "--of is for data sets");
}

TEST_F(ForeignRows, OfOneGroupStayTogether) {
  for (const bool listed : {false, true}) {
    std::string text;
    for (int i = 0; i < 120; ++i) {
      const std::string a = "a" + std::to_string(i / 2 % 4);
      const std::string b = "b" + std::to_string(i / 8 % 3);
      SortedJson row = {{"group", "g" + std::to_string(i / 2)}, {"input", std::to_string(i)}};
      row["target"] = "t";
      if (listed) {
        row["atoms"] = {a, b};
        row["compounds"] = {a + b};
      } else {
        row["rules"] = {a, b + "(0)"};
      }
      text += row.dump() + "\n";
    }
    ASSERT_EQ(split(write(text), {"--force"}).exit_code, 0);
    const SortedJson made = SortedJson::parse(read_file(scratch_ / "splits/hard.json"));
    EXPECT_EQ(made.at("trainIdxs").size(), 40U);  // 20 groups of two
    for (std::size_t i = 0; i < 40; i += 2) {
      EXPECT_EQ(made.at("trainIdxs")[i].get<int>() + 1, made.at("trainIdxs")[i + 1].get<int>());
    }
  }
}

TEST_F(ForeignRows, ThatAreWrongAreNamed) {
  const struct {
    const char* text;
    const char* says;
  } cases[] = {
      {"", "has no rows"},
      {"[1]\n", "pool.jsonl:1: is not a JSON object"},
      {"{\"rules\": [\"a\"]}\nnonsense\n", "pool.jsonl:2: is not a JSON object"},
      {"{\"input\": \"a\"}\n", "pool.jsonl:1: has neither \"rules\" nor"},
      {"{\"atoms\": [\"a\"]}\n", "pool.jsonl:1: has neither"},
      {"{\"rules\": [1]}\n", "pool.jsonl:1: \"rules\" is not a list of texts"},
      {"{\"rules\": [\"f(0)\"]}\n", "pool.jsonl:1: \"rules\" is not a list of nodes"},
      {"{\"rules\": [\"a\"]}\n{\"atoms\": [], \"compounds\": []}\n",
       "pool.jsonl:2: has no \"rules\""},
  };
  for (const auto& each : cases) expect_one_line(split(write(each.text)), 3, each.says);
  const std::string one = write("{\"rules\": [\"a\"]}\n");
  expect_one_line(
      assay({"split", one, "-q", "--method", "holdout", "--holdout", "x", "--name", "x"}), 2,
      "\"holdout\" needs a data set");
  expect_one_line(
      assay({"split", one, "-q", "--method", "length", "--longest", "2", "--name", "x"}), 3,
      "pool.jsonl:1: has no \"input\" and \"target\"");
}

// Equal rows are one example: by their texts, or else by their rules or lists.
TEST_F(ForeignRows, ThatAreEqualCountOnce) {
  bound_ = "1";
  std::string texts;
  std::string rules;
  for (int i = 0; i < 90; ++i) {
    const std::string leaf = "v" + std::to_string(i % 3);
    const std::string root = "f" + std::to_string(i / 3 % 15) + "(0)";
    rules += SortedJson{{"id", i}, {"rules", {leaf, root}}}.dump() + "\n";
    texts +=
        SortedJson{{"rules", {leaf, root}}, {"input", leaf + root}, {"target", "t"}}.dump() + "\n";
  }
  for (const std::string& text : {rules, texts}) {
    const std::string pool = write(text);
    const Outcome outcome = split(pool, {"--force", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const SortedJson made = SortedJson::parse(read_file(scratch_ / "splits/hard.json"));
    EXPECT_EQ(made.at("trainIdxs").size(), 40U);
    const auto train = made.at("trainIdxs").get<std::set<int>>();
    for (const int row : train) EXPECT_TRUE(train.contains((row + 45) % 90)) << row;
    EXPECT_THAT(outcome.out, HasSubstr("sizes count equal rows once: 30 different rows"));
    expect_one_line(assay({"split", pool, "-q", "--method", "mcd", "--train", "40", "--test", "10",
                           "--dev", "0", "--name", "large"}),
                    2, "the parts want 50 different rows, but there are only 45");
  }
}

TEST_F(ForeignRows, AreBoundToTheirSplit) {
  bound_ = "1";
  std::vector<std::string> lines;
  for (int i = 0; i < 60; ++i) {
    lines.push_back(SortedJson{
        {"rules", {"v" + std::to_string(i % 6), "f" + std::to_string(i / 6) + "(0)"}},
        {"input", std::to_string(i)},
        {"target", "t"}}.dump());
  }
  const auto text = [&] {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  };
  const std::string pool = write(text());
  ASSERT_EQ(split(pool).exit_code, 0);
  const Words measure = {"measure", pool, "-q", "--split", "hard"};
  EXPECT_EQ(assay(measure).exit_code, 0);
  EXPECT_EQ(SortedJson::parse(read_file(scratch_ / "splits/hard.json")).at("file"), "pool.jsonl");

  const std::string first = lines[0];
  lines[0] = SortedJson{{"rules", {"v0", "f1(0)"}}, {"input", "new"}, {"target", "t"}}.dump();
  write(text());
  expect_one_line(assay(measure), 3,
                  "splits/hard.json: was made for other rows, with content hash");
  lines[0] = lines[1];
  lines[1] = first;
  write(text());
  expect_one_line(assay(measure), 3, "the rows of pool.jsonl in another order");
  lines[1] = lines[0];
  lines[0] = first;
  write(text());
  EXPECT_EQ(assay(measure).exit_code, 0);

  // Another pool in the same folder.
  const std::string other = scratch_ / "other.jsonl";
  write_file(
      other,
      text() + SortedJson{{"rules", {"v0"}}, {"input", "60"}, {"target", "t"}}.dump() + "\n");
  expect_one_line(split(other), 2,
                  "splits/hard.json: is a split of pool.jsonl; choose another --name");
  expect_one_line(assay({"measure", other, "-q", "--split", "hard"}), 3,
                  "was made for another file, pool.jsonl");
}

TEST_F(ForeignRows, AreDealtByTheMethodsThatNeedNoTask) {
  std::string text;
  for (std::size_t i = 0; i < 100; ++i) {
    const std::string input = "say" + std::string(i % 50 / 10 + 1, 'x') + std::to_string(i % 50);
    std::string target = "a";
    for (std::size_t j = 0; j < i % 50 / 10; ++j) target += " a";
    text += SortedJson{{"input", input}, {"target", target}}.dump() + "\n";
  }
  const std::string pool = write(text);
  for (const Words& how : {Words{"random", "--dev", "10%"},
                           {"length", "--longest", "3"},
                           {"group"},
                           {"pattern", "--by", "input"}}) {
    const Outcome outcome =
        assay(joined({"split", pool, "--force", "--name", "s", "--method"}, how));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const SortedJson made = SortedJson::parse(read_file(scratch_ / "splits/s.json"));
    const auto train = made.at("trainIdxs").get<std::set<int>>();
    EXPECT_FALSE(train.empty());
    EXPECT_FALSE(made.at("testIdxs").empty());
    for (const int row : made.at("testIdxs")) EXPECT_FALSE(train.contains((row + 50) % 100));
    if (how[0] == "length") {
      EXPECT_EQ(train.size(), 60U);
    }
  }
}

TEST_F(ForeignRows, AreFilesToVerbsThatNeedADataSet) {
  const std::string pool = write("{\"rules\": [\"a\"]}\n");
  for (const Words& verb :
       {Words{"export", pool, "--format", "tsv"}, {"verify", pool}, {"score", pool, "-"}}) {
    expect_one_line(assay(joined(verb, {"-q"})), 2, "is a file, not the folder of a data set");
  }
}

}  // namespace
}  // namespace assay::testing
