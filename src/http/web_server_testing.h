// For tests: a web server on 127.0.0.1 that does what a test says, well or badly.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "assay/base/error.h"

namespace assay {

// Bytes that go to the client; whether the connection stays open, silent, for as long as the
// server.
struct ServerReply {
  std::string bytes;
  bool hangs = false;
};

// A whole reply.
inline ServerReply web_reply(int status, const std::string& type, const std::string& body) {
  return {"HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Type: " + type +
          "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" +
          body};
}

class WebServer {
 public:
  // `reply` gets the whole request, head and body, and its number from 0.
  using Reply = std::function<ServerReply(const std::string& request, unsigned number)>;

  explicit WebServer(Reply reply) : reply_(std::move(reply)) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ASSAY_CHECK(listener_ >= 0);
    ASSAY_CHECK(bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    ASSAY_CHECK(listen(listener_, 16) == 0);
    ASSAY_CHECK(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
  }
  ~WebServer() {
    thread_.request_stop();
    thread_.join();
    for (const int each : hanging_) close(each);
    close(listener_);
  }
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/sparql"; }
  unsigned requests() const { return requests_; }

  // An address where nobody listens.
  static std::string dead_address() {
    const WebServer gone([](const std::string&, unsigned) { return ServerReply{}; });
    return gone.address();
  }

 private:
  void serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pollfd waiting{listener_, POLLIN, 0};
      if (poll(&waiting, 1, 20) <= 0) continue;
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) continue;
      const ServerReply reply = reply_(receive(client), requests_++);
      const char* bytes = reply.bytes.data();
      for (std::size_t left = reply.bytes.size(); left > 0;) {
        const ssize_t sent = send(client, bytes, left, MSG_NOSIGNAL);
        if (sent <= 0) break;
        bytes += sent;
        left -= static_cast<std::size_t>(sent);
      }
      reply.hangs ? hanging_.push_back(client) : static_cast<void>(close(client));
    }
  }

  static std::string receive(int client) {
    std::string request;
    char buffer[4096];
    for (;;) {
      const std::size_t head = request.find("\r\n\r\n");
      const std::size_t length = request.find("Content-Length: ");
      if (head != std::string::npos) {
        const std::size_t body =
            length == std::string::npos ? 0 : std::stoul(request.substr(length + 16));
        if (request.size() >= head + 4 + body) return request;
      }
      const ssize_t got = recv(client, buffer, sizeof(buffer), 0);
      if (got <= 0) return request;
      request.append(buffer, static_cast<std::size_t>(got));
    }
  }

  Reply reply_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<unsigned> requests_ = 0;
  std::vector<int> hanging_;
  std::jthread thread_;
};

}  // namespace assay
