#include "assay/http/http_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/http/web_server_testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

HttpLimits short_limits() {
  HttpLimits limits;
  limits.connect_milliseconds = 500;
  limits.milliseconds = 300;
  limits.most_bytes = 1000;
  return limits;
}

HttpOutcome ask(const std::string& address) {
  return HttpClient(short_limits(), {}).post_form(address, {{"query", "a b"}}, "text/plain");
}

TEST(HttpClient, SendsAFormAndTakesTheReply) {
  std::string seen;
  const WebServer server([&](const std::string& request, unsigned) {
    seen = request;
    return web_reply(201, "text/plain; charset=utf-8", "hello");
  });
  HttpClient client(short_limits(), {});
  const HttpOutcome outcome =
      client.post_form(server.address(), {{"b", "?x = \"1\"&"}, {"a", "ä"}}, "text/plain");
  ASSERT_TRUE(outcome.reply) << outcome.problem;
  EXPECT_EQ(outcome.reply->status, 201);
  EXPECT_EQ(outcome.reply->content_type, "text/plain; charset=utf-8");
  EXPECT_EQ(outcome.reply->body, "hello");
  EXPECT_THAT(seen, HasSubstr("POST /sparql HTTP/1.1"));
  EXPECT_THAT(seen, HasSubstr("Accept: text/plain"));
  EXPECT_THAT(seen, HasSubstr("\r\n\r\na=%C3%A4&b=%3Fx%20%3D%20%221%22%26"));
  EXPECT_TRUE(client.post_form(server.address(), {}, "text/plain").reply);  // and again
}

TEST(HttpClient, WhatMayPassIsToldFromWhatWillNot) {
  const HttpOutcome dead = ask(WebServer::dead_address());
  EXPECT_FALSE(dead.reply);
  EXPECT_TRUE(dead.is_passing);
  EXPECT_THAT(dead.problem, HasSubstr("connect"));

  const WebServer slow([](const std::string&, unsigned) { return ServerReply{"HTTP/1.1 ", true}; });
  const HttpOutcome late = ask(slow.address());
  EXPECT_TRUE(late.is_passing);
  EXPECT_THAT(late.problem, HasSubstr("timed out"));

  const WebServer cut([](const std::string&, unsigned) {
    return ServerReply{"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nonly this"};
  });
  const HttpOutcome partial = ask(cut.address());
  EXPECT_FALSE(partial.reply);
  EXPECT_TRUE(partial.is_passing);

  const WebServer silent([](const std::string&, unsigned) { return ServerReply{}; });
  EXPECT_TRUE(ask(silent.address()).is_passing);

  const WebServer endless([](const std::string&, unsigned) {
    return web_reply(200, "text/plain", std::string(5000, 'x'));
  });
  const HttpOutcome long_one = ask(endless.address());
  EXPECT_FALSE(long_one.reply);
  EXPECT_FALSE(long_one.is_passing);
  EXPECT_THAT(long_one.problem, HasSubstr("longer than 1000 bytes"));
}

TEST(HttpClient, GoesNowhereElse) {
  const WebServer other([](const std::string&, unsigned) { return web_reply(200, "a", "b"); });
  const WebServer server([&](const std::string&, unsigned) {
    return ServerReply{"HTTP/1.1 302 X\r\nContent-Length: 0\r\nLocation: " + other.address() +
                       "\r\n\r\n"};
  });
  const HttpOutcome outcome = ask(server.address());
  ASSERT_TRUE(outcome.reply);
  EXPECT_EQ(outcome.reply->status, 302);
  EXPECT_EQ(other.requests(), 0U);
  const HttpOutcome file = ask("file:///etc/hostname");
  EXPECT_FALSE(file.reply);
  EXPECT_FALSE(file.is_passing);
}

TEST(HttpClient, CanBeStopped) {
  const WebServer slow([](const std::string&, unsigned) { return ServerReply{"", true}; });
  const std::atomic<bool> cancel = true;
  Control control;
  control.cancel = &cancel;
  HttpClient client({}, control);
  EXPECT_THROW(client.post_form(slow.address(), {}, "text/plain"), Interrupted);
}

}  // namespace
}  // namespace assay
