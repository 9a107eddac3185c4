#include "assay/tasks/cfq/kb/sparql_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error_testing.h"
#include "assay/http/web_server_testing.h"

namespace assay::cfq {
namespace {

constexpr const char* kType = "application/sparql-results+json";
constexpr const char* kTwoRows =
    R"({"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"uri","value":"http://a"}},{}]}})";

EndpointLimits hasty() {
  EndpointLimits limits;
  limits.http.milliseconds = 200;
  limits.http.connect_milliseconds = 200;
  limits.pause_milliseconds = 1;
  return limits;
}

SparqlTable ask_endpoint(const std::string& address) {
  return SparqlEndpoint(address, hasty(), {}).select("SELECT ?x {}", {"x"}, 2);
}

// What an endpoint that always says this is told.
auto refusal(const std::string& text) { return fails(ErrorKind::kEndpoint, text); }

TEST(SparqlEndpoint, GivesTheTableThatItAskedFor) {
  const WebServer server([](const std::string& request, unsigned) {
    EXPECT_THAT(request, ::testing::HasSubstr("query=SELECT%20%3Fx%20%7B%7D"));
    EXPECT_THAT(request, ::testing::HasSubstr("Accept: application/sparql-results+json"));
    return web_reply(200, std::string(kType) + ";charset=utf-8", kTwoRows);
  });
  const SparqlTable table = ask_endpoint(server.address());
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][0].kind, SparqlValue::Kind::kIri);
  EXPECT_EQ(table.rows[0][0].text, "http://a");
  EXPECT_EQ(table.rows[1][0].kind, SparqlValue::Kind::kAbsent);
}

TEST(SparqlEndpoint, AsksAgainWhatMayPass) {
  const WebServer server([](const std::string&, unsigned number) {
    if (number == 0) return web_reply(503, "text/plain", "busy");
    if (number == 1) return ServerReply{"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"};
    return web_reply(200, kType, kTwoRows);
  });
  EXPECT_EQ(ask_endpoint(server.address()).rows.size(), 2U);
  EXPECT_EQ(server.requests(), 3U);
}

TEST(SparqlEndpoint, DeadSlowAndOverloadedOnesAreGivenUp) {
  EXPECT_THAT([] { ask_endpoint(WebServer::dead_address()); },
              refusal("no answer after 3 attempts"));
  const WebServer slow([](const std::string&, unsigned) { return ServerReply{"", true}; });
  EXPECT_THAT([&] { ask_endpoint(slow.address()); }, refusal("timed out"));
  EXPECT_EQ(slow.requests(), 3U);
  const WebServer busy(
      [](const std::string&, unsigned) { return web_reply(503, "text/plain", "busy"); });
  EXPECT_THAT([&] { ask_endpoint(busy.address()); }, refusal("status 503; is it running"));
  EXPECT_EQ(busy.requests(), 3U);
}

TEST(SparqlEndpoint, LiarsAreFoundOut) {
  const auto expect = [](const std::string& type, const std::string& body,
                         const std::string& says) {
    const WebServer server(
        [&](const std::string&, unsigned) { return web_reply(200, type, body); });
    EXPECT_THAT([&] { ask_endpoint(server.address()); }, refusal(says)) << body;
    EXPECT_EQ(server.requests(), 1U) << body;
  };
  expect("text/html", "<html>", "answers with \"text/html\"");
  expect(kType, "<html>", "no table of SPARQL");
  expect(kType, "", "no table of SPARQL");
  expect(kType, std::string(kTwoRows).substr(0, 60), "no table of SPARQL");
  expect(kType, R"({"head":{"vars":["x"]}})", "no table of SPARQL");
  expect(kType, R"({"head":{"vars":["y"]},"results":{"bindings":[]}})", "asked for x");
  expect(kType, R"({"head":{"vars":["x"]},"results":{"bindings":[{},{},{}]}})", "at most 2 rows");
  expect(kType, R"({"head":{"vars":["x"]},"results":{"bindings":[{"x":{"value":"a"}}]}})",
         "no table of SPARQL");
  expect(kType, R"({"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"?","value":""}}]}})",
         "no table of SPARQL");
  expect(kType, R"({"head":{"vars":["x"]},"results":{"bindings":7}})", "no table of SPARQL");
  expect(kType, R"({"head":{"vars":["x"]},"results":{"bindings":[7]}})", "no table of SPARQL");
}

TEST(SparqlEndpoint, RefusalsAreRepeatedOnceAndShort) {
  const WebServer server([](const std::string&, unsigned) {
    return web_reply(400, "text/plain", "syntax\x1b[31m error" + std::string(9000, '!'));
  });
  EXPECT_THAT([&] { ask_endpoint(server.address()); },
              refusal("refuses a query with status 400: syntax\\x1b[31m error"));
  EXPECT_EQ(server.requests(), 1U);
}

TEST(SparqlEndpoint, AddressesAreChecked) {
  EXPECT_THAT([] { ask_endpoint("localhost:8890"); }, fails(ErrorKind::kUsage, "is no endpoint"));
  const SparqlEndpoint endpoint("http://me:secret@localhost/sparql", {}, {});
  EXPECT_EQ(endpoint.address(), "http://localhost/sparql");
}

}  // namespace
}  // namespace assay::cfq
