#include "assay/capi/guard.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::capi {

namespace {

// Fixed, so that failing needs no memory.
constexpr std::size_t kMostMessage = 2000;
// Aligned like any section: mold 1.10 lets the part of a program that is made read-only begin at an
// unaligned thread-local, and where a page ends between that and the next section, the program
// cannot be loaded.
alignas(64) thread_local char message_of_thread[kMostMessage + 1] = "";

void keep_message(std::string_view message) {
  const std::size_t size = message.substr(0, kMostMessage).copy(message_of_thread, kMostMessage);
  message_of_thread[size] = '\0';
}

assay_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return ASSAY_USAGE;
    case ErrorKind::kInput:
      return ASSAY_INPUT;
    case ErrorKind::kIo:
      return ASSAY_IO;
    case ErrorKind::kEndpoint:
      return ASSAY_ENDPOINT;
    case ErrorKind::kUnsupported:
      return ASSAY_UNSUPPORTED;
  }
  return ASSAY_BUG;
}

assay_status status_of(const std::exception_ptr& thrown, std::string& message) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& problem) {
    message = escaped(problem.what());
    return status_of(problem.kind());
  } catch (const Interrupted& problem) {
    message = problem.what();
    return ASSAY_INTERRUPTED;
  } catch (const std::bad_alloc&) {
    return ASSAY_MEMORY;
  } catch (const std::system_error& problem) {  // of the standard library
    message = escaped(problem.what());
    return ASSAY_IO;
  } catch (const std::exception& problem) {
    message = fmt::format("this is our mistake, please report it: {}", escaped(problem.what()));
    return ASSAY_BUG;
  } catch (...) {
    message = "this is our mistake, please report it: something unknown was thrown";
    return ASSAY_BUG;
  }
}

}  // namespace

assay_status status_of_current(std::string& message) noexcept {
  try {
    return status_of(std::current_exception(), message);
  } catch (...) {  // no memory for the message
    return ASSAY_MEMORY;
  }
}

void forget_message() noexcept { message_of_thread[0] = '\0'; }

assay_status keep_current() noexcept {
  std::string message;
  const assay_status status = status_of_current(message);
  keep_message(status == ASSAY_MEMORY ? "out of memory" : std::string_view(message));
  return status;
}

const char* last_message() noexcept { return message_of_thread; }

void check_given(const void* pointer, std::string_view what) {
  if (pointer == nullptr) fail(ErrorKind::kUsage, "{} is a null pointer", what);
}

void hand_over(std::string_view bytes, assay_text* out) {
  auto* copy = static_cast<char*>(std::malloc(bytes.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, bytes.data(), bytes.size());
  copy[bytes.size()] = '\0';
  *out = {copy, bytes.size()};
}

}  // namespace assay::capi
