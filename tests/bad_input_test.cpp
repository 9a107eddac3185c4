// Bad input gets one clear line, the right exit code, and nothing is lost or written elsewhere.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;

TEST(BadInput, WordsThatNobodyKnows) {
  const struct {
    std::vector<std::string> words;
    const char* says;
  } cases[] = {
      {{"genrate"}, "there is no verb \"genrate\"; did you mean \"generate\""},
      {{"generate", "scam"}, "there is no task \"scam\"; did you mean \"scan\""},
      {{"describe", "sacn"}, "did you mean \"scan\""},
      {{"generate", "scan", "--set", "conjunction=2"}, "did you mean \"conjunctions\""},
      {{"generate", "scan", "--set", "conjunctions=8"}, "not a whole number from 1 to 7"},
      {{"generate", "scan", "--set", "conjunctions"}, "--set takes key=value"},
      {{"generate", "scan", "--difficulty", "10"}, "difficulty=10 is not a whole number from 0"},
      {{"show", "curi", "--difficulty", "hard"}, "difficulty=hard is not a whole number from 0"},
      {{"generate", "scan", "--ouut", "x"}, "unknown option \"--ouut\"; did you mean \"--out\""},
      {{"generate", "scan", "-n", "many"},
       "takes a whole number such as 500, 10k or 1e6, not \"many\""},
      {{"generate", "scan", "-n", "20911"}, "scan has only 20,910"},
      {{"generate", "scan", "--shard", "3/3"}, "--shard 3/3 is not I/N"},
      {{"generate", "scan", "--shard", "1"}, "--shard 1 is not I/N"},
      {{"generate", "scan", "--without", "ids"}, "only \"rules\" can be left out"},
      {{"generate", "scan", "--fresh", "--seed", "1"}, "--seed cannot be given as well"},
      {{"generate"}, "name a task or a recipe"},
      {{"generate", "scan", "--jobs", "0"}, "--jobs must be at least 1"},
      {{"generate", "scan", "--progress", "loud"}, "--progress loud is not known"},
      {{"explain", "scan"}, "say which --unit"},
      {{"explain", "scan", "--unit", "20910"}, "scan has units 0 to 20909"},
      {{"explain", "scan", "--unit", "3", "--item", "1"}, "a unit has items 0 to 0"},
      {{"merge", "a", "b"}, "say where with --out"},
      {{"describe"}, "TASK"},
      {{"show", "scn"}, "no task and no folder \"scn\"; did you mean \"scan\""},
  };
  for (const auto& each : cases) expect_one_line(assay(each.words), 2, each.says);
}

TEST(BadInput, Recipes) {
  const ScratchFolder scratch;
  const struct {
    const char* text;
    const char* says;
  } cases[] = {
      {"task = \"scan\"\nseed = -1\n", "r.toml:2:8: \"seed\" must be a whole number"},
      {"task = \"scan\"\n\nrowz = 3\n", "r.toml:3:1: unknown key \"rowz\"; did you mean \"rows\""},
      {"task = \"scan\"\n[params]\nconjunctoins = 2\n", "did you mean \"conjunctions\""},
      {"task = \n", "r.toml:1:"},
      {"seed = 1\n", "\"task\" is missing"},
      {"task = \"scan\"\n[[split]]\nname = \"my_test\"\nmethod = \"random\"\n", "r.toml:2:"},
      {"task = \"scan\"\n[[split]]\nname = \"a\"\nmethod = \"randm\"\n", "did you mean \"random\""},
      {"task = \"scan\"\n[[split]]\nname = \"a\"\nmethod = \"holdout\"\nholdout = \"primitve\"\n",
       "did you mean \"primitive\""},
      {"task = \"scan\"\n[[part]]\nname = \"a\"\n", "a part needs a \"share\""},
  };
  int number = 0;
  for (const auto& each : cases) {
    write_file(scratch / "r.toml", each.text);
    const std::string out = scratch / ("out" + std::to_string(number++));
    expect_one_line(assay({"generate", "-q", "-C", scratch / "r.toml", "--out", out}), 2,
                    each.says);
    EXPECT_FALSE(fs::exists(out + "/manifest.json"));
  }
  expect_one_line(assay({"generate", "-C", scratch / "none.toml"}), 4, "none.toml: cannot read");
}

class BadFolder : public ::testing::Test {
 protected:
  void make(const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"generate",        "scan", "-n",    "300",          "-q",
                                      "--rows-per-file", "100",  "--out", scratch_ / name};
    words.insert(words.end(), more.begin(), more.end());
    ASSERT_EQ(assay(words).exit_code, 0);
  }
  ScratchFolder scratch_;
};

TEST_F(BadFolder, AnotherDataSetIsNotOverwritten) {
  make("a");
  const std::string before = contents_of(scratch_ / "a");
  expect_one_line(assay({"generate", "scan", "-n", "301", "--out", scratch_ / "a"}), 2,
                  "holds another data set of task scan");
  EXPECT_EQ(contents_of(scratch_ / "a"), before);
  write_file(scratch_ / "a/notes.txt", "mine");
  EXPECT_EQ(
      assay({"generate", "scan", "-n", "301", "-q", "--force", "--out", scratch_ / "a"}).exit_code,
      0);
  EXPECT_EQ(read_file(scratch_ / "a/notes.txt"), "mine");
  EXPECT_EQ(assay({"verify", scratch_ / "a"}).exit_code, 0);
}

TEST_F(BadFolder, AFolderWithOtherThingsIsLeftAlone) {
  fs::create_directory(scratch_ / "b");
  write_file(scratch_ / "b/thesis.txt", "years of work");
  for (const bool force : {false, true}) {
    std::vector<std::string> words = {"generate", "scan", "-n", "5", "--out", scratch_ / "b"};
    if (force) words.emplace_back("--force");
    expect_one_line(assay(words), 2, "is not empty and holds no data set");
  }
  EXPECT_EQ(contents_of(scratch_ / "b"), "thesis.txt\nyears of work\n");
}

TEST_F(BadFolder, InUseByAnotherProcess) {
  make("a");
  const int lock = ::open((scratch_ / "a/.assay/lock").c_str(), O_RDWR);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  ASSERT_EQ(::ftruncate(lock, 0), 0);
  ASSERT_EQ(::write(lock, "node7:4242", 10), 10);
  expect_one_line(assay({"generate", "scan", "-n", "300", "--out", scratch_ / "a"}), 4,
                  "in use by node7:4242 (host:process)");
  expect_one_line(assay({"split", scratch_ / "a", "--method", "random", "--name", "x"}), 4,
                  "in use by node7:4242 (host:process)");
  ::close(lock);
}

TEST_F(BadFolder, PlacesThatCannotBeWritten) {
  expect_one_line(assay({"generate", "scan", "--out", "/dev/null/x"}), 4, "/dev/null/x");
  expect_one_line(assay({"generate", "scan", "--out", "/proc/assay"}), 4,
                  "/proc/assay: cannot make");
  expect_one_line(assay({"verify", scratch_ / "nowhere"}), 4, "there is no such folder");
  fs::create_directory(scratch_ / "empty");
  expect_one_line(assay({"verify", scratch_ / "empty"}), 3, "is not a data set of assay");
}

TEST_F(BadFolder, SymbolicLinksAreNotFollowed) {
  fs::create_directory(scratch_ / "elsewhere");
  fs::create_directory_symlink(scratch_ / "elsewhere", scratch_ / "link");
  expect_one_line(assay({"generate", "scan", "-n", "5", "--out", scratch_ / "link"}), 4,
                  "does not follow links");
  make("a");
  fs::remove_all(scratch_ / "a/splits");
  fs::create_directory_symlink(scratch_ / "elsewhere", scratch_ / "a/splits");
  expect_one_line(assay({"split", scratch_ / "a", "--method", "random", "--name", "x"}), 4,
                  "does not follow links");
  EXPECT_TRUE(fs::is_empty(scratch_ / "elsewhere"));
}

TEST_F(BadFolder, HostileManifestsReachNothing) {
  make("a");
  write_file(scratch_ / "secret", "do not read");
  const std::string path = scratch_ / "a/manifest.json";
  const auto good = nlohmann::ordered_json::parse(read_file(path));
  for (const std::string hostile : {"../secret", "data/../../secret", "/etc/passwd", "data/./x",
                                    "data//x", "secret", "data/"}) {
    auto bad = good;
    bad["files"][0]["path"] = hostile;
    write_file(path, bad.dump());
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"verify", scratch_ / "a"},
          std::vector<std::string>{"export", scratch_ / "a", "--format", "jsonl"}}) {
      const Outcome outcome = assay(words);
      expect_one_line(outcome, 3, "does not lie in data/");
      EXPECT_EQ(outcome.out.find("do not read"), std::string::npos);
    }
  }
  auto part = good;
  part["parts"][0]["name"] = "../x";
  write_file(path, part.dump());
  expect_one_line(assay({"verify", scratch_ / "a"}), 3, "cannot name a part");
}

TEST_F(BadFolder, ADataFileThatIsALinkIsRefused) {
  make("a");
  const std::string file = scratch_ / "a/data/all-00000-of-00003.jsonl";
  fs::rename(file, scratch_ / "moved");
  fs::create_symlink(scratch_ / "moved", file);
  EXPECT_EQ(assay({"export", scratch_ / "a", "--format", "jsonl"}).exit_code, 4);
}

TEST_F(BadFolder, ShardsThatDoNotFit) {
  for (const std::string index : {"0", "1", "2"}) make("s" + index, {"--shard", index + "/3"});
  make("whole");
  make("foreign", {"--shard", "1/3", "--seed", "9"});
  const auto merge = [&](const std::vector<std::string>& shards) {
    std::vector<std::string> words = {"merge", "--out", scratch_ / "m"};
    for (const std::string& shard : shards) words.push_back(scratch_ / shard);
    return assay(words);
  };
  expect_one_line(merge({"s0", "s2"}), 3, "shard 1/3 is missing");
  expect_one_line(merge({"s0", "s1", "s1", "s2"}), 3, "shard 1/3 is given twice");
  expect_one_line(merge({"s0", "foreign", "s2"}), 3, "is a shard of another data set");
  expect_one_line(merge({"whole"}), 3, "is a whole data set, not a shard");
  EXPECT_FALSE(fs::exists(scratch_ / "m/manifest.json"));

  const std::string file = scratch_ / "s1/data/all-00000-of-00001.jsonl";
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] ^= 1;
  write_file(file, bytes);
  expect_one_line(merge({"s0", "s1", "s2"}), 3,
                  "s1/data/all-00000-of-00001.jsonl: the bytes are not");
  EXPECT_FALSE(fs::exists(scratch_ / "m/manifest.json"));
}

TEST_F(BadFolder, SplitsThatCannotBeMade) {
  make("a");
  const struct {
    std::vector<std::string> words;
    int exit_code;
    const char* says;
  } cases[] = {
      {{"--method", "random", "--name", "my_test"}, 2, "cannot be named \"my_test\""},
      {{"--method", "random", "--name", "../x"}, 2, "cannot name a split"},
      {{"--method", "random", "--train", "301", "--name", "x"}, 2, "there are only 300"},
      {{"--method", "random", "--train", "rest", "--name", "x"}, 2, "only one part can be given"},
      {{"--method", "random", "--train", "ten", "--name", "x"}, 2, "\"ten\" is not a size"},
      {{"--method", "rndom", "--name", "x"}, 2, "did you mean \"random\""},
      {{"--method", "length", "--name", "x"}, 2, "needs --longest"},
      {{"--method", "length", "--longest", "5", "--by", "depth", "--name", "x"}, 2, "\"depth\""},
      {{"--method", "holdout", "--name", "x"}, 2, "needs --holdout"},
      {{"--method", "random", "--longest", "5", "--name", "x"}, 2, "does not take --longest"},
      {{"--method", "holdout", "--holdout", "template", "--set", "template=up", "--name", "x"},
       2,
       "\"up\" is not a template"},
      {{"--method", "holdout", "--holdout", "primitive", "--shots", "999", "--name", "x"},
       2,
       "rows may move into training"},
      {{"--import", "none.json", "--name", "x"}, 2, "needs --of"},
  };
  for (const auto& each : cases) {
    std::vector<std::string> words = {"split", scratch_ / "a"};
    words.insert(words.end(), each.words.begin(), each.words.end());
    expect_one_line(assay(words), each.exit_code, each.says);
  }
  EXPECT_FALSE(fs::exists(scratch_ / "a/splits/x.json"));
}

TEST_F(BadFolder, ImportsThatDoNotFit) {
  make("a");
  write_file(scratch_ / "of.txt", "IN: fly OUT: I_FLY\n");
  write_file(scratch_ / "i.json", "{\"trainIdxs\": [0], \"testIdxs\": [7]}");
  const std::vector<std::string> words = {
      "split", scratch_ / "a",      "--import", scratch_ / "i.json",
      "--of",  scratch_ / "of.txt", "--name",   "x"};
  expect_one_line(assay(words), 3, "of.txt:1: \"fly\" is not an input of the data set");
  write_file(scratch_ / "i.json", "{\"trainIdxs\": [\"a\"], \"testIdxs\": []}");
  write_file(scratch_ / "of.txt", "");
  expect_one_line(assay(words), 3, "\"trainIdxs\" is not a list of row numbers");
}

TEST_F(BadFolder, PredictionsThatCannotBeRead) {
  make("a");
  for (const auto& [text, says] :
       {std::pair{"{\"id\": \"x\", \"answer\": \"y\"}\nnonsense\n",
                  "p.jsonl:2: is not a prediction"},
        std::pair{"{\"answer\": \"y\"}\n", "p.jsonl:1: the key \"id\" is missing"},
        std::pair{"{\"id\": \"y\"}\n", "p.jsonl:1: the key \"answer\" is missing"}}) {
    write_file(scratch_ / "p.jsonl", text);
    expect_one_line(assay({"score", scratch_ / "a", scratch_ / "p.jsonl"}), 3, says);
  }
}

TEST_F(BadFolder, ScoresThatCannotBeGiven) {
  make("a");
  const struct {
    std::vector<std::string> words;
    const char* says;
  } cases[] = {
      {{"--by", "inputlength"}, "task scan has no column \"inputlength\"; did you mean \"input_l"},
      {{"--by", "target,"}, "task scan has no column \"\""},
      {{"--by", "input_length/0"}, "the width of buckets is a number such as 5 or 0.5, not \"0\""},
      {{"--by", "target/5"}, "only numbers have buckets, and column target is text"},
      {{"--metric", "consistency"}, "task scan has no metrics"},
      {{"--metric-set", "cap=5"}, "no metric that was asked for has a parameter \"cap\""},
      {{"--metric-set", "cap"}, "--metric-set takes key=value"},
      {{"--list-to", "-"}, "--list-to takes the name of a file, not -"},
      {{"--list-to", scratch_ / "list"}, "--list-to needs exactly one --metric"},
  };
  for (const auto& each : cases) {
    std::vector<std::string> words = {"score", scratch_ / "a", "/dev/null"};
    words.insert(words.end(), each.words.begin(), each.words.end());
    expect_one_line(assay(words), 2, each.says);
  }
  EXPECT_FALSE(fs::exists(scratch_ / "list"));
}

}  // namespace
}  // namespace assay::testing
