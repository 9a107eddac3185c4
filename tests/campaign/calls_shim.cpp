// A library to preload: counts calls on files and makes one of them fail, stop or kill the process.
//
// Only files that the job names itself count: relative paths, and whatever is opened below them.
// Fonts, locales and other files of the system do not. A sync that is not made to fail does
// nothing, since SIGKILL loses no page of the system's cache and waiting for disks costs hours.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim_joining.h"

namespace {

using assay::campaign::Call;
using assay::campaign::kShort;
using assay::campaign::ShimLink;

ShimLink* shared = nullptr;
std::array<std::atomic<bool>, 4096> is_ours;  // by descriptor

void join_campaign() __attribute__((constructor));
void join_campaign() { shared = assay::campaign::joined_link(); }

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool ours(int descriptor) {
  return shared != nullptr && descriptor >= 0 &&
         static_cast<std::size_t>(descriptor) < is_ours.size() &&
         is_ours[static_cast<std::size_t>(descriptor)];
}

bool ours(int folder, const char* path) {
  if (shared == nullptr || path == nullptr || path[0] == '/') return false;
  return folder == AT_FDCWD || ours(folder);
}

void mark(int descriptor, bool value) {
  if (descriptor < 0 || static_cast<std::size_t>(descriptor) >= is_ours.size()) return;
  is_ours[static_cast<std::size_t>(descriptor)] = value;
}

std::array<char, 512> path_of(int descriptor) {
  std::array<char, 64> link{};
  std::array<char, 512> path{};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
  ::syscall(SYS_readlinkat, AT_FDCWD, link.data(), path.data(), path.size() - 1);
  return path;
}

void note_path(int folder, const char* path) {
  std::array<char, 512>& noted = shared->counts.hit_path;
  if (folder != AT_FDCWD) noted = path_of(folder);
  if (path == nullptr) return;
  const std::size_t length = std::strlen(noted.data());
  if (length + 2 >= noted.size()) return;
  noted[length] = '/';
  std::strncpy(noted.data() + length + 1, path, noted.size() - length - 2);
}

// Counts a call. Says with what it has to fail: 0 with nothing, else an errno or kShort.
int meet(Call kind, int folder, const char* path) {
  const auto& orders = shared->orders;
  auto& counts = shared->counts;
  const std::uint64_t call = ++counts.calls;
  const std::uint64_t of_kind = ++counts.of_kind[static_cast<std::size_t>(kind)];
  if (call == orders.kill_at) ::kill(::getpid(), SIGKILL);
  if (kind == Call::kRename && of_kind == orders.stop_at_rename) ::kill(::getpid(), SIGSTOP);
  if (kind != orders.fail_kind || of_kind != orders.fail_at) return 0;
  note_path(folder, path);
  counts.was_hit = 1;
  return orders.fail_with;
}

// True when the call must fail; errno is set.
bool fails(Call kind, int folder, const char* path) {
  const int problem = meet(kind, folder, path);
  if (problem <= 0) return false;
  errno = problem;
  return true;
}

void look_for_canary(int descriptor) {
  if (shared == nullptr || shared->orders.canary[0] == '\0' || descriptor < 0) return;
  const std::array<char, 512> path = path_of(descriptor);
  const char* canary = shared->orders.canary.data();
  const std::size_t length = std::strlen(canary);
  // The folder itself may be opened, to see that it is not empty; what lies in it may not.
  if (std::strncmp(path.data(), canary, length) == 0 && path[length] == '/') {
    shared->counts.canary_opened = 1;
  }
}

int open_at(const char* name, int folder, const char* path, int flags, unsigned mode) {
  const bool is_own = ours(folder, path);
  if (is_own && fails(Call::kOpen, folder, path)) return -1;
  const int file = next<int(int, const char*, int, unsigned)>(name)(folder, path, flags, mode);
  mark(file, is_own);
  look_for_canary(file);
  return file;
}

std::FILE* open_stream(const char* name, const char* path, const char* mode) {
  if (ours(AT_FDCWD, path) && fails(Call::kOpen, AT_FDCWD, path)) return nullptr;
  std::FILE* stream = next<std::FILE*(const char*, const char*)>(name)(path, mode);
  if (stream != nullptr) look_for_canary(::fileno(stream));
  return stream;
}

std::size_t half(std::size_t length) { return length > 1 ? length / 2 : length; }

}  // namespace

// NOLINTBEGIN: these are the names and the forms of the C library.
extern "C" {

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  return open_at("openat", folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  return open_at("openat64", folder, path, flags, mode);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  return open_at("openat", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  return open_at("openat64", AT_FDCWD, path, flags, mode);
}

std::FILE* fopen(const char* path, const char* mode) { return open_stream("fopen", path, mode); }
std::FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode);
}

// Copies of a descriptor are on the same file.
int fcntl(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  const int result = next<int(int, int, ...)>("fcntl")(descriptor, command, argument);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) mark(result, ours(descriptor));
  return result;
}

ssize_t read(int file, void* bytes, std::size_t length) {
  if (ours(file)) {
    const int problem = meet(Call::kRead, file, nullptr);
    if (problem == kShort) length = half(length);
    if (problem > 0) {
      errno = problem;
      return -1;
    }
  }
  return next<ssize_t(int, void*, std::size_t)>("read")(file, bytes, length);
}

ssize_t pread(int file, void* bytes, std::size_t length, off_t at) {
  if (ours(file)) {
    const int problem = meet(Call::kRead, file, nullptr);
    if (problem == kShort) length = half(length);
    if (problem > 0) {
      errno = problem;
      return -1;
    }
  }
  return next<ssize_t(int, void*, std::size_t, off_t)>("pread")(file, bytes, length, at);
}
ssize_t pread64(int file, void* bytes, std::size_t length, off_t at) {
  return pread(file, bytes, length, at);
}

ssize_t write(int file, const void* bytes, std::size_t length) {
  if (ours(file)) {
    const int problem = meet(Call::kWrite, file, nullptr);
    if (problem == kShort) length = half(length);
    if (problem > 0) {
      errno = problem;
      return -1;
    }
  }
  return next<ssize_t(int, const void*, std::size_t)>("write")(file, bytes, length);
}

ssize_t pwrite(int file, const void* bytes, std::size_t length, off_t at) {
  if (ours(file)) {
    const int problem = meet(Call::kWrite, file, nullptr);
    if (problem == kShort) length = half(length);
    if (problem > 0) {
      errno = problem;
      return -1;
    }
  }
  return next<ssize_t(int, const void*, std::size_t, off_t)>("pwrite")(file, bytes, length, at);
}
ssize_t pwrite64(int file, const void* bytes, std::size_t length, off_t at) {
  return pwrite(file, bytes, length, at);
}

ssize_t writev(int file, const iovec* pieces, int count) {
  if (ours(file)) {
    const int problem = meet(Call::kWrite, file, nullptr);
    if (problem == kShort && count > 1) count /= 2;
    if (problem > 0) {
      errno = problem;
      return -1;
    }
  }
  return next<ssize_t(int, const iovec*, int)>("writev")(file, pieces, count);
}

int fsync(int file) { return ours(file) && fails(Call::kSync, file, nullptr) ? -1 : 0; }
int fdatasync(int file) { return ours(file) && fails(Call::kSync, file, nullptr) ? -1 : 0; }
int sync_file_range(int file, off64_t, off64_t, unsigned) {
  return ours(file) && fails(Call::kSync, file, nullptr) ? -1 : 0;
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  if (ours(to_folder, to) && fails(Call::kRename, to_folder, to)) return -1;
  return next<int(int, const char*, int, const char*)>("renameat")(from_folder, from, to_folder,
                                                                   to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (ours(to_folder, to) && fails(Call::kRename, to_folder, to)) return -1;
  return next<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from,
                                                                              to_folder, to, flags);
}
int rename(const char* from, const char* to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int close(int file) {
  const bool failing = ours(file) && fails(Call::kClose, file, nullptr);
  const int problem = errno;
  mark(file, false);
  const int result = next<int(int)>("close")(file);
  if (!failing) return result;
  errno = problem;
  return -1;
}

void* mmap(void* address, std::size_t length, int protection, int flags, int file, off_t at) {
  if (ours(file) && fails(Call::kMap, file, nullptr)) return MAP_FAILED;
  return next<void*(void*, std::size_t, int, int, int, off_t)>("mmap")(address, length, protection,
                                                                       flags, file, at);
}
void* mmap64(void* address, std::size_t length, int protection, int flags, int file, off_t at) {
  return mmap(address, length, protection, flags, file, at);
}

int ftruncate(int file, off_t length) noexcept {
  if (ours(file) && fails(Call::kTruncate, file, nullptr)) return -1;
  return next<int(int, off_t)>("ftruncate")(file, length);
}
int ftruncate64(int file, off_t length) noexcept { return ftruncate(file, length); }
int fallocate(int file, int mode, off_t at, off_t length) {
  if (ours(file) && fails(Call::kTruncate, file, nullptr)) return -1;
  return next<int(int, int, off_t, off_t)>("fallocate")(file, mode, at, length);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  if (ours(folder, path) && fails(Call::kMakeFolder, folder, path)) return -1;
  return next<int(int, const char*, mode_t)>("mkdirat")(folder, path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept { return mkdirat(AT_FDCWD, path, mode); }

int fstat(int file, struct stat* status) noexcept {
  if (ours(file) && fails(Call::kStat, file, nullptr)) return -1;
  return next<int(int, struct stat*)>("fstat")(file, status);
}
int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
  if (ours(folder, path) && fails(Call::kStat, folder, path)) return -1;
  return next<int(int, const char*, struct stat*, int)>("fstatat")(folder, path, status, flags);
}
int stat(const char* path, struct stat* status) noexcept {
  return fstatat(AT_FDCWD, path, status, 0);
}
int lstat(const char* path, struct stat* status) noexcept {
  return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int statx(int folder, const char* path, int flags, unsigned mask, struct statx* status) noexcept {
  if (ours(folder, path) && fails(Call::kStat, folder, path)) return -1;
  return next<int(int, const char*, int, unsigned, struct statx*)>("statx")(folder, path, flags,
                                                                            mask, status);
}

int flock(int file, int how) noexcept {
  if (ours(file) && fails(Call::kLock, file, nullptr)) return -1;
  return next<int(int, int)>("flock")(file, how);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  if (ours(folder, path) && fails(Call::kUnlink, folder, path)) return -1;
  return next<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}
int unlink(const char* path) noexcept { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char* path) noexcept { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

dirent* readdir(DIR* stream) {
  const int folder = ::dirfd(stream);
  if (ours(folder) && fails(Call::kList, folder, nullptr)) return nullptr;
  return next<dirent*(DIR*)>("readdir")(stream);
}

}  // extern "C"
// NOLINTEND
