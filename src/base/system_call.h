// Calls of the operating system: made again when a signal cut in, and an Error(kIo) that names the
// file when they fail.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

namespace assay {

// The result of a call that returns -1 and sets errno.
template <typename Call>
auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

// Whether the call that set errno found nothing there. Everything else means that nobody could
// look: to take that for "nothing" would overwrite what is there, or leave it out of a verdict.
inline bool found_nothing() { return errno == ENOENT || errno == ENOTDIR; }

// Throws what errno says: "PATH: cannot DOING: REASON", with the remedy where there is one.
[[noreturn]] void fail_io(std::string_view doing, const std::string& path);

}  // namespace assay
