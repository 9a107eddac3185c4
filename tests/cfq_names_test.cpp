// CFQ with entities and answers, as a user meets it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::vector<Json> cfq_rows(const std::string& text) {
  std::vector<Json> rows;
  for (const std::string& line : text_lines(text)) rows.push_back(Json::parse(line));
  return rows;
}

std::string stored_file_of(const std::string& data) {
  return data + "/data/all-00000-of-00001.jsonl";
}

// A data set about the synthetic world, made once.
class CfqNames : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    const Outcome made =
        assay({"generate", "cfq", "-n", "120", "--seed", "3", "--set", "target=query", "--set",
               "films=600", "-q", "--out", data(), "--cache", *scratch_ / "cache"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    // Some patterns have no answer in so small a world.
    EXPECT_GT(Json::parse(read_file(data() + "/manifest.json"))["empty"], 0);
  }
  static void TearDownTestSuite() {
    delete scratch_;
    scratch_ = nullptr;
  }
  static std::string data() { return *scratch_ / "cfq"; }
  static std::string cache() { return *scratch_ / "cache"; }

  static ScratchFolder* scratch_;
};
ScratchFolder* CfqNames::scratch_ = nullptr;

TEST_F(CfqNames, VerifyExecutesEveryQueryAgain) {
  const Outcome verified = assay({"verify", data(), "--cache", cache()});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("facts of 39 of 39 property paths"));

  const ScratchFolder scratch;
  const std::string spoilt = scratch / "cfq";
  std::filesystem::copy(data(), spoilt, std::filesystem::copy_options::recursive);
  // One of each is turned round, so that the file keeps its size; the first one is told.
  const std::string yes = "\"answers\":[\"Yes\"]";
  const std::string no = "\"answers\":[\"No\"]";
  const std::string whole = read_file(stored_file_of(data()));
  for (const bool yes_first : {true, false}) {
    std::string rows = whole;
    const std::size_t first = rows.find(yes_first ? yes : no);
    const std::size_t last = rows.rfind(yes_first ? no : yes);
    ASSERT_LT(first, last);
    rows.replace(last, (yes_first ? no : yes).size(), yes_first ? yes : no);
    rows.replace(first, (yes_first ? yes : no).size(), yes_first ? no : yes);
    write_file(stored_file_of(spoilt), rows);
    const Outcome refused = assay({"verify", spoilt, "--cache", cache()});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(
        refused.out,
        HasSubstr(yes_first ? "the answer is No, but the knowledge base satisfies the query"
                            : "the answer is Yes, but nothing in the knowledge base satisfies"));
  }
}

TEST_F(CfqNames, ExportGivesThePublishedFiles) {
  const ScratchFolder scratch;
  const std::string copy = scratch / "cfq";
  std::filesystem::copy(data(), copy, std::filesystem::copy_options::recursive);
  ASSERT_EQ(assay({"split", copy, "--method", "random", "--train", "40", "--dev", "10", "--test",
                   "10", "--name", "s", "-q"})
                .exit_code,
            0);
  const std::string out = scratch / "out";
  const Outcome exported =
      assay({"export", copy, "--format", "cfq", "--split", "s", "--out", out, "--cache", cache()});
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  const Json records = Json::parse(read_file(out + "/dataset.json"));
  const Json split = Json::parse(read_file(out + "/split.json"));
  ASSERT_GE(records.size(), 60U);
  EXPECT_EQ(split["trainIdxs"].front(), 0);
  EXPECT_EQ(split["testIdxs"].back(), records.size() - 1);
  EXPECT_EQ(split["trainIdxs"].size() + split["devIdxs"].size() + split["testIdxs"].size(),
            records.size());
  EXPECT_EQ(records[0].size(), 12U);
  // The preprocessing is that of the patterns, part by part.
  const auto questions = text_lines(read_file(out + "/dev/dev_encode.txt"));
  EXPECT_EQ(questions.size(), split["devIdxs"].size());
  // Every name in a question is one that no other entity has.
  const std::string unique = read_file(out + "/unique_names.tsv");
  for (const Json& record : records) {
    const std::string text = record["questionWithBrackets"];
    for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at)) {
      const std::size_t end = text.find(']', at);
      const std::string name = text.substr(at + 1, end - at - 1);
      EXPECT_THAT(unique, HasSubstr("\n" + name + "\t"));
      at = end;
    }
  }
  EXPECT_FALSE(read_file(out + "/shared_names.tsv").empty());

  const Outcome answers = assay({"export", data(), "--format", "cfq-answer"});
  ASSERT_EQ(answers.exit_code, 0) << answers.err;
  const auto rows = cfq_rows(read_file(stored_file_of(data())));
  const auto lines = text_lines(answers.out);
  ASSERT_EQ(lines.size(), rows.size());
  EXPECT_EQ(lines[0],
            rows[0]["input"].get<std::string>() + "\t" + rows[0]["answers"][0].get<std::string>());
  const Outcome stream = assay({"export", data(), "--format", "cfq-records"});
  EXPECT_EQ(cfq_rows(stream.out).size(), rows.size());
}

TEST_F(CfqNames, SolveAnswersFromTheKnowledgeBase) {
  const auto rows = cfq_rows(read_file(stored_file_of(data())));
  std::string questions;
  for (std::size_t at = 0; at < 20; ++at) questions += rows[at]["input"].get<std::string>() + "?\n";
  const Outcome solved =
      assay({"solve", "cfq", "--kb", "world", "--set", "films=600", "--cache", cache()}, questions);
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  const auto answers = cfq_rows(solved.out);
  ASSERT_EQ(answers.size(), 20U);
  for (std::size_t at = 0; at < 20; ++at) {
    std::string expected;
    for (const auto& name : rows[at]["answers"]) {
      expected += (expected.empty() ? "" : "; ") + name.get<std::string>();
    }
    EXPECT_EQ(answers[at]["answer"], expected) << rows[at]["input"];
  }
  const Outcome unknown =
      assay({"solve", "cfq", "--kb", "world", "--set", "films=600", "--cache", cache()},
            "Who directed Zzz");
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.err, HasSubstr("at word 3, \"Zzz\", begins neither a word of the questions "
                                     "nor a name of the synthetic world"));
}

// A wrong query with the right answers is wrong, and says so in its sub-score.
TEST_F(CfqNames, JudgeAndScoreTellExecutionAccuracy) {
  std::string lines;
  std::string predictions;
  std::size_t wrong = 0;
  for (Json row : cfq_rows(read_file(stored_file_of(data())))) {
    std::string answer = row["target"];
    const std::size_t begin = answer.find("{\n") + 2;
    const std::size_t end = answer.find(" .\n", begin);
    if (end != std::string::npos) {
      answer.erase(begin, end + 3 - begin);
      ++wrong;
    }
    predictions += Json{{"id", row["id"]}, {"answer", answer}}.dump() + "\n";
    row["answer"] = answer;
    row.erase("rules");
    lines += row.dump() + "\n";
  }
  const Outcome judged =
      assay({"judge", "cfq", "--kb", "world", "--set", "films=600", "--cache", cache()}, lines);
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("\"execution\":1"));
  EXPECT_THAT(judged.out, HasSubstr("\"execution\":0"));
  const Outcome scored = assay({"score", data(), "-", "--json", "--cache", cache()}, predictions);
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  const Json score = Json::parse(scored.out);
  EXPECT_EQ(score["wrong"], wrong);
  const double executed = score["marks"]["execution"]["total"];
  EXPECT_GT(executed, score["right"].get<double>());
  EXPECT_LT(executed, score["count"].get<double>());
}

// Twelve films with their makers, as lines of N-Triples.
std::string small_triples() {
  std::string text;
  const auto name = [&](const std::string& key, const std::string& called) {
    text += fmt::format(
        "<http://rdf.freebase.com/ns/{}>\t<http://rdf.freebase.com/ns/"
        "type.object.name>\t\"{}\"@en\t.\n",
        key, called);
  };
  name("m.05zppz", "Male");
  for (int at = 0; at < 12; ++at) {
    text += fmt::format(
        "<http://rdf.freebase.com/ns/m.0p{}>\t<http://rdf.freebase.com/ns/people.person.gender>\t"
        "<http://rdf.freebase.com/ns/m.05zppz>\t.\n",
        at);
    name(fmt::format("m.0p{}", at), fmt::format("Person {}", char('A' + at)));
    name(fmt::format("m.0f{}", at), fmt::format("Film {}", char('A' + at)));
    for (const auto& [relation, person] :
         {std::pair{"film.director.film", at}, std::pair{"film.editor.film", (at + 1) % 12},
          std::pair{"film.writer.film", at / 2}}) {
      text += fmt::format(
          "<http://rdf.freebase.com/ns/m.0p{}>\t<http://rdf.freebase.com/ns/{}>\t"
          "<http://rdf.freebase.com/ns/m.0f{}>\t.\n",
          person, relation, at);
    }
  }
  return text;
}

TEST(CfqKnowledgeFiles, ImportedFactsAnswerQuestionsAndMakeData) {
  const ScratchFolder scratch;
  const std::string kb = scratch.put("small.nt", small_triples());
  const std::string cache = scratch / "cache";
  const Outcome solved = assay({"solve", "cfq", "--kb", kb, "--cache", cache},
                               "Who directed Film C?\nWhat did Person B write\n"
                               "Did Person A edit Film A\nWho played Film C\n"
                               "Who wrote Film A and wrote Film L\n");
  EXPECT_EQ(solved.exit_code, 3);
  const auto rows = cfq_rows(solved.out);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0]["answer"], "Person C");
  EXPECT_EQ(rows[1]["answer"], "Film C; Film D");
  EXPECT_EQ(rows[2]["answer"], "No");
  EXPECT_TRUE(rows[3]["answer"].is_null());
  EXPECT_TRUE(rows[4]["answer"].is_null());
  EXPECT_THAT(solved.err, HasSubstr("small.nt has no answer to this question"));
  EXPECT_THAT(solved.err, HasSubstr("small.nt has no facts of "
                                    "ns:film.actor.film/ns:film.performance.character"));

  const std::vector<std::string> make = {"generate", "cfq",
                                         "-n",       "200",
                                         "--set",    "target=answer",
                                         "--set",    "kb=" + kb,
                                         "--set",    "highest_level=16",
                                         "-q",       "--cache",
                                         cache,      "--out"};
  auto words = make;
  words.push_back(scratch / "one");
  ASSERT_EQ(assay(words).exit_code, 0);
  const Outcome verified = assay({"verify", scratch / "one", "--cache", cache});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  // The same facts in another file, packed, without a cache: the same rows with the same ids.
  ASSERT_EQ(std::system(
                ("gzip -kn '" + kb + "' && gzip -dc '" + kb + ".gz' | cmp - '" + kb + "'").c_str()),
            0);
  words = make;
  words[7] = "kb=" + kb + ".gz";
  words[12] = "none";
  words.push_back(scratch / "two");
  ASSERT_EQ(assay(words).exit_code, 0);
  EXPECT_EQ(read_file(stored_file_of(scratch / "one")), read_file(stored_file_of(scratch / "two")));
  EXPECT_GT(text_lines(read_file(stored_file_of(scratch / "one"))).size(), 3U);
}

TEST(CfqKnowledgeFiles, WhatCannotBeReadIsOneLine) {
  const ScratchFolder scratch;
  const auto show = [&](const std::string& kb) {
    return assay({"show", "cfq", "-n", "1", "--set", "target=query", "--set", "kb=" + kb, "--cache",
                  "none"});
  };
  const std::string good = small_triples();
  expect_one_line(
      show(scratch.put("bad.nt", good + "m.1 is a film\n")), 3,
      fmt::format("bad.nt:{}: no N-Triples: ", std::count(good.begin(), good.end(), '\n') + 1));
  const std::string plain = scratch.put("cut.nt", good);
  ASSERT_EQ(std::system(("gzip '" + plain + "'").c_str()), 0);
  std::string packed = read_file(plain + ".gz");
  write_file(plain + ".gz", packed.substr(0, packed.size() / 2));
  expect_one_line(show(plain + ".gz"), 3, "cut.nt.gz");
  expect_one_line(show(scratch / "missing.nt"), 4, "missing.nt");
  expect_one_line(show(scratch.path()), 3, "there is no train.txt");
  expect_one_line(show(scratch.put("other.nt", "<http://a/b>\t<http://a/c>\t<http://a/d>\t.\n")), 3,
                  "none of the 59 relations that CFQ asks about is there");
  const std::string nameless =
      "<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/film.director.film>\t"
      "<http://rdf.freebase.com/ns/m.2>\t.\n";
  expect_one_line(show(scratch.put("nameless.nt", nameless)), 3, "no entity has an English name");
}

}  // namespace
}  // namespace assay::testing
