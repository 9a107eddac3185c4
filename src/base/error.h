// Errors: what the user or the machine did is an Error, what we did wrong is a Bug.
//
// Throw an Error only when the caller's next line has nothing sensible to do; otherwise return a
// std::optional. A message names the thing, the place and the remedy on one line.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace assay {

enum class ErrorKind {
  kUsage,        // the command or a recipe asks for something that does not exist
  kInput,        // data that was read is damaged or foreign
  kIo,           // the disk or its rights: full, denied, in use
  kEndpoint,     // a remote service failed
  kUnsupported,  // a sensible wish that this build or task cannot fulfil
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// A broken assumption of our own. Never caught except at the front ends.
class Bug : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Work was stopped on request; everything committed so far is kept.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <typename... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace assay

// Always on: a wrong answer costs more than the test.
#define ASSAY_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::assay::fail_check(#condition, __FILE__, __LINE__))
