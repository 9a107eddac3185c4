#include "assay/base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "assay/base/error.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

// Who has just taken the lock signs it at once.
constexpr std::chrono::milliseconds kPause{5};
constexpr int kMostPauses = 100;

std::string own_host() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) return "?";
  return host.data();
}

std::string signature_in(int file, const std::string& path) {
  std::array<char, 320> text{};
  const ssize_t length = retry([&] { return ::pread(file, text.data(), text.size() - 1, 0); });
  if (length < 0) fail_io("read", path);
  return text.data();
}

void sign(int file, const std::string& path) {
  if (retry([&] { return ::ftruncate(file, 0); }) != 0) fail_io("write", path);
  write_all(file, fmt::format("{}:{}", own_host(), ::getpid()), path);
}

// Not signed yet, or still by one that is gone: whoever holds the lock now is about to sign.
bool is_outdated(std::string_view signature) {
  const std::size_t colon = signature.rfind(':');
  if (colon == std::string_view::npos) return true;
  const auto process = parse_number(signature.substr(colon + 1));
  if (!process || signature.substr(0, colon) != own_host()) return false;
  return ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
}

}  // namespace

FolderLock::FolderLock(const Folder& folder, std::string_view name) {
  std::string holder;
  std::optional<FolderLock> taken = try_take(folder, name, holder);
  if (!taken) {
    fail(ErrorKind::kIo, "{}: in use by {} (host:process); wait for it or choose another folder",
         printable(folder.path()), printable(holder));
  }
  file_ = std::move(taken->file_);
}

std::optional<FolderLock> FolderLock::try_take(const Folder& folder, std::string_view name,
                                               std::string& holder) {
  const std::string path = folder.path_of(name);
  FolderLock lock(folder.open_file(name, O_RDWR | O_CREAT));
  const int file = lock.file_.get();
  for (int pauses = 0; retry([&] { return ::flock(file, LOCK_EX | LOCK_NB); }) != 0; ++pauses) {
    if (errno != EWOULDBLOCK) fail_io("lock", path);
    holder = signature_in(file, path);
    if (!is_outdated(holder)) return std::nullopt;
    if (pauses == kMostPauses) {
      if (holder.empty()) holder = "an unnamed process";
      return std::nullopt;
    }
    std::this_thread::sleep_for(kPause);
  }
  sign(file, path);
  return lock;
}

}  // namespace assay
