// What holds for splits of any task: equal rows, bounds, unused rows, the side that dev comes from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using SortedJson = nlohmann::json;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<std::string> inputs_of(const std::string& folder) {
  std::vector<std::string> inputs;
  std::istringstream rows(assay({"export", folder, "--format", "jsonl", "-q"}).out);
  for (std::string line; std::getline(rows, line);)
    inputs.push_back(SortedJson::parse(line).at("input"));
  return inputs;
}

class Splits : public ::testing::Test {
 protected:
  void generate(const Words& what) const {
    const Outcome outcome = assay(joined({"generate", "-q", "--out", data()}, what));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  Outcome split(const std::string& name, const Words& how) const {
    return assay(joined({"split", data(), "--name", name, "--method"}, how));
  }
  SortedJson file(const std::string& name) const {
    return SortedJson::parse(read_file(data() + "/splits/" + name + ".json"));
  }
  void expect_verified() const {
    const Outcome outcome = assay({"verify", data(), "-q"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  }
  std::string data() const { return scratch_ / "data"; }

  ScratchFolder scratch_;
};

// Low levels of CFQ have few questions: most rows are equal to others.
TEST_F(Splits, AtRandomKeepEqualQuestionsTogether) {
  generate({"cfq", "-n", "3000", "--seed", "612", "--set", "highest_level=14"});
  const Outcome outcome = split("r", {"random", "--train", "60%"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto inputs = inputs_of(data());
  ASSERT_LT(std::set<std::string>(inputs.begin(), inputs.end()).size(), 2700U);
  const SortedJson made = file("r");
  EXPECT_EQ(made.at("format"), 2);
  std::set<std::string> train;
  for (const std::size_t row : made.at("trainIdxs")) train.insert(inputs[row]);
  for (const std::size_t row : made.at("testIdxs")) EXPECT_FALSE(train.contains(inputs[row]));
  EXPECT_LE(made.at("trainIdxs").size(), 1800U);
  EXPECT_GT(made.at("trainIdxs").size(), 1700U);
  EXPECT_EQ(made.at("trainIdxs").size() + made.at("testIdxs").size(), 3000U);
  expect_verified();
}

TEST_F(Splits, OfEveryMethodVerify) {
  const std::map<std::string, Words> tasks = {
      {"cfq", {"cfq", "-n", "800", "--seed", "612", "--set", "highest_level=12"}},
      {"logic", {"logic", "-n", "800", "--seed", "3"}},
      {"cscan", {"cscan", "-n", "400", "--seed", "3"}},
      {"scan", {"scan", "-n", "800"}}};
  const std::map<std::string, Words> methods = {
      {"random", {"random", "--train", "60%", "--dev", "10%"}},
      {"group", {"group", "--train", "60%", "--dev", "10%"}},
      {"length", {"length", "--longest", "5"}},
      {"sized", {"length", "--longest", "5", "--train", "20%", "--dev", "10%", "--test", "10%"}},
      {"by_input",
       {"length", "--by", "input", "--longest", "8", "--dev", "10%", "--dev-from", "train"}},
      {"pattern", {"pattern"}},
      {"tuned_pattern", {"pattern", "--by", "input", "--dev-from", "train"}},
      {"hard", {"mcd", "--max-atom-divergence", "0.3"}},
      {"tuned", {"mcd", "--max-atom-divergence", "0.3", "--dev-from", "train"}},
      {"three", {"mcd", "--three-way", "--max-atom-divergence", "0.6"}},
      {"lead", {"mcd", "--leaders", "--define", "groups=apart", "--max-atom-divergence", "0.3"}}};
  for (const auto& [name, task] : tasks) {
    generate(joined(task, {"--force"}));
    for (const auto& [split_name, how] : methods) {
      const Outcome outcome = split(split_name, how);
      ASSERT_EQ(outcome.exit_code, 0) << name << " " << split_name << ": " << outcome.err;
    }
    ASSERT_EQ(split("followed", {"follow", "--follow", "lead"}).exit_code, 0) << name;
    const Outcome outcome = assay({"verify", data(), "-q"});
    EXPECT_EQ(outcome.exit_code, 0) << name << outcome.out;
    // As data sets of their own, where dev and test must not share rows either.
    for (const char* split_name : {"random", "sized", "by_input", "tuned", "followed"}) {
      const std::string parts = scratch_ / (name + "_" + split_name);
      ASSERT_EQ(assay({"export", data(), "-q", "--split", split_name, "--out", parts}).exit_code,
                0);
      const Outcome exported = assay({"verify", parts, "-q"});
      EXPECT_EQ(exported.exit_code, 0) << name << " " << split_name << exported.out;
    }
  }
}

TEST_F(Splits, ByDivergenceStayBelowTheBoundInEveryPairWithTrain) {
  generate({"scan", "-n", "450"});
  const Outcome outcome = split("hard", {"mcd", "--strict"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  const SortedJson measured = file("hard").at("measured");
  for (const auto& [name, pair] : measured.at("pairs").items()) {
    EXPECT_LE(pair.at("atom_divergence"), 0.02) << name;
    EXPECT_FALSE(pair.contains("above_bound")) << name;
  }
  EXPECT_GT(measured.at("pairs").at("train/test").at("compound_divergence"), 0.75);
}

// One row cannot have the atoms of train.
TEST_F(Splits, ByDivergenceMarkPairsAboveTheBound) {
  generate({"scan", "-n", "450"});
  const Words sizes = {"mcd", "--train", "180", "--dev", "1", "--test", "40"};
  const Outcome lax = split("one", sizes);
  EXPECT_EQ(lax.exit_code, 0) << lax.err;
  std::istringstream lines(lax.out);
  int marked = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_marked = line.ends_with(" (above the bound 0.02)");
    marked += is_marked ? 1 : 0;
    if (line.starts_with("  train/dev ")) {
      EXPECT_TRUE(is_marked) << line;
    }
    if (line.starts_with("  train/test")) {
      EXPECT_FALSE(is_marked) << line;
    }
  }
  EXPECT_GE(marked, 1);
  EXPECT_EQ(split("one", joined(sizes, {"--strict"})).exit_code, 1);
  const Outcome strict = split("two", joined(sizes, {"--strict", "--json"}));
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_EQ(SortedJson::parse(strict.out).at("pairs").at("train/dev").at("above_bound"), true);
  EXPECT_EQ(file("two").at("measured").at("pairs").at("train/dev").at("above_bound"), true);
  expect_verified();

  // A mark that was taken away is missed.
  const std::string path = data() + "/splits/two.json";
  std::string text = read_file(path);
  const std::string mark = ",\"above_bound\":true";
  text.erase(text.find(mark), mark.size());
  write_file(path, text);
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 1);
}

TEST_F(Splits, SayHowManyRowsTheyLeaveOut) {
  generate({"scan", "-n", "450"});
  const Outcome by_default = split("hard", {"mcd"});
  EXPECT_THAT(by_default.out, HasSubstr("unused 226 of 450 (50.2 %); "));
  EXPECT_THAT(by_default.out, HasSubstr("--train 80% --test rest"));
  EXPECT_EQ(file("hard").at("measured").at("unused"), 226);
  const Outcome given = split("third", {"random", "--train", "100", "--test", "50"});
  EXPECT_THAT(given.out, HasSubstr("unused 300 of 450 (66.7 %)\n"));
  const Outcome in_json = split("third", {"random", "--train", "100", "--test", "50", "--json"});
  EXPECT_EQ(SortedJson::parse(in_json.out).at("rows").at("unused"), 300);
  EXPECT_THAT(split("all", {"random"}).out, ::testing::Not(HasSubstr("unused")));
  const std::string path = data() + "/splits/third.json";
  std::string text = read_file(path);
  text.replace(text.find("\"unused\":300"), 12, "\"unused\":3");
  write_file(path, text);
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 1);
}

TEST_F(Splits, TakeDevFromTrain) {
  generate({"scan", "-n", "2000"});
  ASSERT_EQ(split("hard", {"mcd", "--dev-from", "train"}).exit_code, 0);
  const SortedJson hard = file("hard");
  EXPECT_EQ(hard.at("claim").at("dev_from"), "train");
  EXPECT_EQ(hard.at("devIdxs").size(), 100U);
  const SortedJson pairs = hard.at("measured").at("pairs");
  EXPECT_LT(pairs.at("train/dev").at("compound_divergence"), 0.4);  // a hundred rows at random
  EXPECT_GT(pairs.at("train/test").at("compound_divergence"), 0.6);
  EXPECT_GT(pairs.at("dev/test").at("compound_divergence"), 0.6);
  EXPECT_LE(pairs.at("train/test").at("atom_divergence"), 0.02);
  EXPECT_TRUE(pairs.at("train/dev").at("atoms_only_in_second").empty());

  ASSERT_EQ(split("turn", {"holdout", "--holdout", "primitive", "--set", "words=jump", "--dev",
                           "200", "--dev-from", "train", "--repeat-percent", "10"})
                .exit_code,
            0);
  const auto inputs = inputs_of(data());
  const SortedJson turn = file("turn");
  EXPECT_EQ(turn.at("devIdxs").size(), 200U);
  for (const std::size_t row : turn.at("devIdxs")) {
    EXPECT_THAT(inputs[row], ::testing::Not(HasSubstr("jump")));
  }
  ASSERT_EQ(split("turn_apart", {"holdout", "--holdout", "primitive", "--set", "words=jump",
                                 "--dev", "200", "--dev-from", "test"})
                .exit_code,
            0);
  const SortedJson apart = file("turn_apart");
  for (const std::size_t row : apart.at("devIdxs")) {
    EXPECT_THAT(inputs[row], HasSubstr("jump"));
  }
  expect_verified();
  for (const std::string name : {"turn", "turn_apart"}) {
    const std::string parts = scratch_ / name;
    ASSERT_EQ(assay({"export", data(), "-q", "--split", name, "--out", parts}).exit_code, 0);
    const Outcome outcome = assay({"verify", parts, "-q"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  }
  EXPECT_EQ(split("x", {"mcd", "--three-way", "--dev-from", "train"}).exit_code, 2);
  EXPECT_EQ(split("x", {"mcd", "--dev-from", "dev"}).exit_code, 2);

  // A claim that names another side is not what was dealt.
  ASSERT_EQ(
      split("cut", {"length", "--longest", "12", "--dev", "10%", "--dev-from", "train"}).exit_code,
      0);
  const std::string path = data() + "/splits/cut.json";
  std::string text = read_file(path);
  const std::string key = "\"dev_from\":\"train\"";
  text.replace(text.find(key), key.size(), "\"dev_from\":\"test\"");
  write_file(path, text);
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 1);
}

TEST_F(Splits, TakeDevFromTrainInARecipe) {
  write_file(scratch_ / "r.toml",
             "task = \"scan\"\nrows = 500\n[[split]]\nname = \"hard\"\nmethod = \"mcd\"\n"
             "max_atom_divergence = 0.05\ndev_from = \"train\"\n");
  generate({"-C", scratch_ / "r.toml"});
  EXPECT_EQ(file("hard").at("claim").at("dev_from"), "train");
  EXPECT_THAT(read_file(data() + "/recipe.toml"), HasSubstr("dev_from = \"train\""));
  expect_verified();
}

TEST_F(Splits, OfOtherRowsAreRefusedByEveryVerb) {
  generate({"scan", "-n", "300"});
  ASSERT_EQ(split("r", {"random"}).exit_code, 0);
  const std::string text = read_file(data() + "/splits/r.json");
  generate({"scan", "-n", "300", "--seed", "9", "--force"});
  ASSERT_EQ(split("other", {"random"}).exit_code, 0);
  write_file(data() + "/splits/r.json", text);
  for (const Words& verb :
       {Words{"show", data(), "--split", "r"},
        {"export", data(), "--split", "r", "--format", "tsv", "--part", "test"},
        {"score", data(), "-", "--split", "r"},
        {"measure", data(), "--split", "r"},
        {"split", data(), "--method", "follow", "--follow", "r", "--name", "f"}}) {
    const Outcome outcome = assay(joined(verb, {}));
    EXPECT_EQ(outcome.exit_code, 3) << verb[0] << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("splits/r.json: was made for other rows")) << verb[0];
  }
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 1);
}

TEST_F(Splits, ThatLeakAreToldWhenTheyAreImported) {
  generate({"cfq", "-n", "400", "--seed", "612", "--set", "highest_level=12"});
  const auto inputs = inputs_of(data());
  std::string lines;
  for (const std::string& input : inputs) lines += input + "\n";
  write_file(scratch_ / "lines.txt", lines);
  write_file(scratch_ / "leak.json", R"({"trainIdxs": [0, 1, 2], "testIdxs": [0, 1]})");
  const Words import = {
      "split",  data(), "--import", scratch_ / "leak.json", "--of", scratch_ / "lines.txt",
      "--name", "leak"};
  const Outcome outcome = assay(import);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 held-out rows also stand in train"));
  EXPECT_EQ(assay({"verify", data(), "-q"}).exit_code, 1);
}

}  // namespace
}  // namespace assay::testing
