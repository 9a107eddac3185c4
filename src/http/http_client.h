// Asking a web server that the user has named. Nothing else in assay opens a socket.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "assay/base/progress.h"

namespace assay {

struct HttpLimits {
  std::uint64_t connect_milliseconds = 10'000;
  std::uint64_t milliseconds = 60'000;  // of a whole request
  std::uint64_t most_bytes = 256ULL << 20U;
};

struct HttpReply {
  long status = 0;           // 200
  std::string content_type;  // as the server writes it; may be empty
  std::string body;
};

// A reply, or what went wrong on the way.
struct HttpOutcome {
  std::optional<HttpReply> reply;
  std::string problem;      // "Couldn't connect to server"
  bool is_passing = false;  // another attempt may succeed
  bool is_slow = false;     // its time was over
};

// Keeps its connection from request to request. Not shared by threads.
class HttpClient {
 public:
  // Throws Error(kUnsupported) where there is no libcurl.
  HttpClient(const HttpLimits& limits, const Control& control);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Sends a form. Only http:// and https://, and no server sends it elsewhere; a user's name and
  // password for it may stand in ~/.netrc. Throws Interrupted when `control` is cancelled.
  HttpOutcome post_form(const std::string& url, const std::map<std::string, std::string>& form,
                        const std::string& accepted_type);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A value as it stands in a form: a%20b.
std::string form_encoded(const std::string& text);

}  // namespace assay
