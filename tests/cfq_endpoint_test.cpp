// CFQ about a SPARQL endpoint that the user names, as a user meets it: a server of our own on
// 127.0.0.1 that answers well, badly, late or not at all.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "assay/tasks/cfq/kb/sparql_store_testing.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

constexpr int kFilms = 8;

// Films with their makers, all men.
cfq::SparqlStore eight_films() {
  cfq::Facts facts;
  std::map<std::string, std::string> names = {{"m.05zppz", "Male"}};
  for (int at = 0; at < kFilms; ++at) {
    const auto person = [](int number) { return fmt::format("m.0p{}", number % kFilms); };
    const std::string film = fmt::format("m.0f{}", at);
    names[person(at)] = fmt::format("Person {}", char('A' + at));
    names[film] = fmt::format("Film {}", char('A' + at));
    facts.emplace(person(at), "people.person.gender", "m.05zppz");
    for (const char* type : {"people.person", "film.director", "film.editor", "film.writer"}) {
      facts.emplace(person(at), "a", type);
    }
    facts.emplace(film, "a", "film.film");
    facts.emplace(person(at), "film.director.film", film);
    facts.emplace(film, "film.film.directed_by", person(at));
    facts.emplace(person(at + 1), "film.editor.film", film);
    facts.emplace(film, "film.film.edited_by", person(at + 1));
    facts.emplace(person(at / 2), "film.writer.film", film);
    facts.emplace(film, "film.film.written_by", person(at / 2));
  }
  return {std::move(facts), std::move(names)};
}

class FilmServer {
 public:
  std::string address() const { return server_.address(); }
  // From now on it answers so many requests, then only with status 503.
  void answer_only(unsigned requests) { last_ = server_.requests() + requests; }

 private:
  cfq::SparqlStore store_ = eight_films();
  std::atomic<unsigned> last_ = ~0U;
  WebServer server_{[this](const std::string& request, unsigned number) {
    if (number >= last_) return web_reply(503, "text/plain", "gone for lunch");
    return cfq::sparql_reply(store_.answer(cfq::query_in(request)));
  }};
};

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> rows;
  for (const std::string& line : text_lines(text)) rows.push_back(Json::parse(line));
  return rows;
}

// Words that make a small data set about the endpoint.
std::vector<std::string> making(const std::string& address, const std::string& out,
                                const char* jobs = "2") {
  return {"generate",
          "cfq",
          "-n",
          "90",
          "--set",
          "target=query",
          "--set",
          "kb=" + address,
          "--set",
          "highest_level=13",
          "--rows-per-file",
          "20",
          "--jobs",
          jobs,
          "-q",
          "--out",
          out};
}

TEST(CfqEndpoint, QuestionsAreAnsweredByTheStore) {
  const FilmServer server;
  const Outcome solved = assay({"solve", "cfq", "--kb", server.address()},
                               "Who directed Film C?\nWhat did Person B write\n"
                               "Did Person A edit Film A\nWas [Person A] male\n"
                               "Who wrote Film A and wrote Film H\nWho played Film C\n"
                               "Who directed m.0f3\nWho directed Film Z\n");
  EXPECT_EQ(solved.exit_code, 3);
  const auto rows = json_lines(solved.out);
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0]["answer"], "Person C");
  EXPECT_EQ(rows[1]["answer"], "Film C; Film D");
  EXPECT_EQ(rows[2]["answer"], "No");
  EXPECT_EQ(rows[3]["answer"], "Yes");
  EXPECT_EQ(rows[6]["answer"], "Person D");
  for (const std::size_t unknown : {4U, 5U, 7U}) EXPECT_TRUE(rows[unknown]["answer"].is_null());
  EXPECT_THAT(solved.err, HasSubstr(server.address() + " has no answer to this question"));
  EXPECT_THAT(solved.err, HasSubstr(server.address() + " has no facts of ns:film.actor.film/"));
  EXPECT_THAT(solved.err, HasSubstr("\"Film\", begins neither a word of the questions nor a name"));
}

TEST(CfqEndpoint, DataAboutItIsMadeVerifiedAndJudged) {
  const FilmServer server;
  const ScratchFolder scratch;
  const std::string data = scratch / "two";
  const Outcome made = assay(making(server.address(), data));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(assay(making(server.address(), scratch / "one", "1")).exit_code, 0);
  EXPECT_EQ(contents_of(data), contents_of(scratch / "one"));
  const Outcome verified = assay({"verify", data});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("it answers the recorded query of every row"));

  const std::string rows = assay({"export", data, "--format", "jsonl"}).out;
  const auto lines = json_lines(rows);
  ASSERT_GT(lines.size(), 10U);
  std::string judged;
  std::size_t no = 0;
  for (Json row : lines) {
    no += row["answers"] == Json{"No"} ? 1 : 0;
    row["answer"] = row["target"];
    judged += row.dump() + "\n";
  }
  EXPECT_GT(no, 2U);
  // Another query with the same result: Film C was directed by Person C, who edited Film B.
  Json other = lines.front();
  other["target"] = "SELECT DISTINCT ?x0 WHERE {\n?x0 ns:film.director.film ns:m.0f2\n}";
  other["answers"] = {"Person C"};
  other["answer_entities"] = {"m.0p2"};
  other["answer"] = "SELECT DISTINCT ?x0 WHERE {\n?x0 ns:film.editor.film ns:m.0f1\n}";
  judged += other.dump() + "\n";
  const Outcome verdicts =
      assay({"judge", "cfq", "--kb", server.address(), "--set", "highest_level=13"}, judged);
  EXPECT_EQ(verdicts.exit_code, 0) << verdicts.err;
  const auto said = json_lines(verdicts.out);
  ASSERT_EQ(said.size(), lines.size() + 1);
  for (std::size_t at = 0; at < lines.size(); ++at) EXPECT_EQ(said[at]["status"], "right");
  EXPECT_EQ(said.back()["status"], "wrong");
  EXPECT_EQ(said.back()["marks"]["execution"], 1);

  // A row that says the opposite.
  const std::string file = data + "/data/all-00000-of-00005.jsonl";
  std::string text = read_file(file);
  const std::size_t yes = text.find(R"("answers":["Yes"])");
  const std::size_t answer_no = text.find(R"("answers":["No"])");
  ASSERT_NE(yes, std::string::npos);
  ASSERT_NE(answer_no, std::string::npos);
  text.replace(std::max(yes, answer_no), yes > answer_no ? 17 : 16,
               yes > answer_no ? R"("answers":["No"])" : R"("answers":["Yes"])");
  text.replace(std::min(yes, answer_no), yes < answer_no ? 17 : 16,
               yes < answer_no ? R"("answers":["No"])" : R"("answers":["Yes"])");
  write_file(file, text);
  const Outcome refused = assay({"verify", data});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out,
              HasSubstr(yes < answer_no ? "the answer is No, but the knowledge base satisfies"
                                        : "the answer is Yes, but nothing in the knowledge base"));
}

// What was written stays, and the same command goes on from there.
TEST(CfqEndpoint, AnEndpointThatDiesLosesNothing) {
  FilmServer server;
  const ScratchFolder scratch;
  ASSERT_EQ(assay(making(server.address(), scratch / "whole")).exit_code, 0);
  server.answer_only(90);
  const auto words = making(server.address(), scratch / "resumed", "1");
  expect_one_line(assay(words), 5, "no answer after 3 attempts: status 503; is it running");
  EXPECT_FALSE(read_file(scratch / "resumed/data/all-00000-of-00005.jsonl").empty());
  server.answer_only(1'000'000);
  const Outcome resumed = assay(words);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(contents_of(scratch / "whole"), contents_of(scratch / "resumed"));
}

TEST(CfqEndpoint, DeadSlowAndLyingOnesAreOneLine) {
  const ScratchFolder scratch;
  const auto show = [](const std::string& address) {
    return assay({"show", "cfq", "-n", "1", "--set", "target=query", "--set", "kb=" + address,
                  "--set", "endpoint_seconds=1"});
  };
  expect_one_line(show(WebServer::dead_address()), 5, "is it running and reachable?");
  const WebServer slow([](const std::string&, unsigned) { return ServerReply{"", true}; });
  expect_one_line(show(slow.address()), 5, "no answer after 3 attempts: ");
  const WebServer page(
      [](const std::string&, unsigned) { return web_reply(200, "text/html", "<html>"); });
  expect_one_line(show(page.address()), 5, "is it a SPARQL endpoint?");
  const WebServer liar([](const std::string&, unsigned) {
    return cfq::sparql_reply(cfq::sparql_json("\"other\"", ""));
  });
  expect_one_line(show(liar.address()), 5, "asked for name, it answers with other");
  const WebServer empty([](const std::string&, unsigned) {
    return cfq::sparql_reply(cfq::sparql_json("\"name\"", ""));
  });
  expect_one_line(show(empty.address()), 3, "no entity has an English name");
  expect_one_line(show("https://me:secret@127.0.0.1/sparql"), 2, "put it into ~/.netrc");
}

}  // namespace
}  // namespace assay::testing
