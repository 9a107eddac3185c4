#include "assay/http/http_client.h"

#include <fmt/format.h>

#include <array>

#include "assay/base/error.h"
#include "assay/http/curl_library.h"

namespace assay {

struct HttpClient::State {
  State(const HttpLimits& given, const Control& control_given)
      : curl(curl_library()), limits(given), control(control_given), handle(curl.easy_init()) {
    if (handle == nullptr) fail(ErrorKind::kUnsupported, "libcurl gives no connection");
  }
  ~State() { curl.easy_cleanup(handle); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  template <typename Value>
  void set(CURLoption option, Value value) const {
    const CURLcode code = curl.easy_setopt(handle, option, value);
    if (code != CURLE_OK) {
      fail(ErrorKind::kUnsupported, "libcurl does not know an option: {}",
           curl.easy_strerror(code));
    }
  }

  const CurlLibrary& curl;
  HttpLimits limits;
  Control control;
  CURL* handle;
  std::string body;
  bool is_too_large = false;
};

namespace {

// What libcurl's callbacks need; they may not throw.
struct Reception {
  std::string* body;
  std::uint64_t most_bytes;
  bool* is_too_large;
  const Control* control;
};

std::size_t take_bytes(char* bytes, std::size_t size, std::size_t count, void* to) {
  const auto& reception = *static_cast<Reception*>(to);
  if (reception.body->size() + size * count > reception.most_bytes) {
    *reception.is_too_large = true;
    return 0;
  }
  try {
    reception.body->append(bytes, size * count);
  } catch (...) {
    return 0;
  }
  return size * count;
}

int stop_when_cancelled(void* to, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Reception*>(to)->control->cancelled() ? 1 : 0;
}

// Whether another attempt can end otherwise.
bool is_passing(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return true;
    default:
      return false;
  }
}

}  // namespace

HttpClient::HttpClient(const HttpLimits& limits, const Control& control)
    : state_(std::make_unique<State>(limits, control)) {}

HttpClient::~HttpClient() = default;

std::string form_encoded(const std::string& text) {
  std::string out;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    const bool is_plain = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                          (code >= 'a' && code <= 'z') || code == '-' || code == '_' ||
                          code == '.' || code == '~';
    is_plain ? out += byte : out += fmt::format("%{:02X}", code);
  }
  return out;
}

HttpOutcome HttpClient::post_form(const std::string& url,
                                  const std::map<std::string, std::string>& form,
                                  const std::string& accepted_type) {
  State& state = *state_;
  std::string sent;
  for (const auto& [name, value] : form) {
    sent += fmt::format("{}{}={}", sent.empty() ? "" : "&", name, form_encoded(value));
  }
  state.body.clear();
  state.is_too_large = false;
  Reception reception{&state.body, state.limits.most_bytes, &state.is_too_large, &state.control};
  std::array<char, CURL_ERROR_SIZE> problem{};
  const std::string accept = "Accept: " + accepted_type;
  const std::unique_ptr<curl_slist, decltype(state.curl.slist_free_all)> headers(
      state.curl.slist_append(nullptr, accept.c_str()), state.curl.slist_free_all);
  state.set(CURLOPT_URL, url.c_str());
  state.set(CURLOPT_PROTOCOLS_STR, "http,https");
  state.set(CURLOPT_FOLLOWLOCATION, 0L);
  state.set(CURLOPT_NOSIGNAL, 1L);
  state.set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  state.set(CURLOPT_USERAGENT, "assay");
  state.set(CURLOPT_HTTPHEADER, headers.get());
  state.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(sent.size()));
  state.set(CURLOPT_POSTFIELDS, sent.c_str());
  state.set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(state.limits.connect_milliseconds));
  state.set(CURLOPT_TIMEOUT_MS, static_cast<long>(state.limits.milliseconds));
  state.set(CURLOPT_WRITEFUNCTION, take_bytes);
  state.set(CURLOPT_WRITEDATA, &reception);
  state.set(CURLOPT_XFERINFOFUNCTION, stop_when_cancelled);
  state.set(CURLOPT_XFERINFODATA, &reception);
  state.set(CURLOPT_NOPROGRESS, 0L);
  state.set(CURLOPT_ERRORBUFFER, problem.data());
  const CURLcode code = state.curl.easy_perform(state.handle);
  state.curl.easy_setopt(state.handle, CURLOPT_ERRORBUFFER, nullptr);
  if (state.control.cancelled()) throw Interrupted("stopped on request");
  if (state.is_too_large) {
    return {{}, fmt::format("the answer is longer than {} bytes", state.limits.most_bytes), false};
  }
  if (code != CURLE_OK) {
    const std::string words = problem[0] != '\0' ? problem.data() : state.curl.easy_strerror(code);
    return {{}, words, is_passing(code), code == CURLE_OPERATION_TIMEDOUT};
  }
  HttpReply reply;
  state.curl.easy_getinfo(state.handle, CURLINFO_RESPONSE_CODE, &reply.status);
  const char* type = nullptr;
  state.curl.easy_getinfo(state.handle, CURLINFO_CONTENT_TYPE, &type);
  if (type != nullptr) reply.content_type = type;
  reply.body = std::move(state.body);
  return {std::move(reply), "", false};
}

}  // namespace assay
