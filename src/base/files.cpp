#include "assay/base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr mode_t kFileMode = 0666;
constexpr mode_t kFolderMode = 0777;

template <typename Call>
auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

[[noreturn]] void fail_io(std::string_view doing, const std::string& path) {
  const int problem = errno;
  if (problem == ELOOP || (problem == ENOTDIR && doing == "enter")) {
    fail(ErrorKind::kIo, "{}: is a symbolic link or not a folder; assay does not follow links",
         printable(path));
  }
  const char* remedy = "";
  if (problem == ENOSPC || problem == EDQUOT) remedy = "; make room and run the same command again";
  if (problem == EACCES || problem == EPERM || problem == EROFS) {
    remedy = "; check the rights or choose another folder";
  }
  fail(ErrorKind::kIo, "{}: cannot {}: {}{}", printable(path), doing, std::strerror(problem),
       remedy);
}

void sync_or_fail(int descriptor, const std::string& path) {
  if (retry([&] { return ::fsync(descriptor); }) != 0) fail_io("sync", path);
}

std::string temporary_name_for(std::string_view name) { return fmt::format(".{}.part", name); }

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

int Descriptor::release() {
  const int number = number_;
  number_ = -1;
  return number;
}

bool is_safe_path(std::string_view name) {
  if (name.empty() || name.find('\0') != std::string_view::npos) return false;
  const auto steps = split_text(name, '/');
  return std::none_of(steps.begin(), steps.end(), [](std::string_view step) {
    return step.empty() || step == "." || step == "..";
  });
}

namespace {

// "link/" would follow a link that "link" names.
std::string without_last_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Folder Folder::open(const std::string& given_path) {
  const std::string path = without_last_slashes(given_path);
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor descriptor(retry([&] { return ::open(path.c_str(), flags); }));
  if (descriptor.get() < 0) {
    if (errno == ENOENT) fail(ErrorKind::kIo, "{}: there is no such folder", printable(path));
    fail_io("enter", path);
  }
  return {std::move(descriptor), path};
}

Folder Folder::create(const std::string& given_path) {
  const std::string path = without_last_slashes(given_path);
  if (path.empty()) fail(ErrorKind::kUsage, "the name of a folder is empty");
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    std::error_code problem;
    if (!parent.empty()) std::filesystem::create_directories(parent, problem);
    if (::mkdir(path.c_str(), kFolderMode) != 0 && errno != EEXIST) fail_io("make", path);
  }
  return open(path);
}

std::string Folder::path_of(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

Descriptor Folder::parent_of(std::string_view name, std::string& last) const {
  if (!is_safe_path(name)) {
    fail(ErrorKind::kInput, "{}: the name \"{}\" would lead outside the folder", printable(path_),
         printable(name));
  }
  const auto steps = split_text(name, '/');
  Descriptor at(retry([&] { return ::fcntl(descriptor_.get(), F_DUPFD_CLOEXEC, 0); }));
  if (at.get() < 0) fail_io("open", path_);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const std::string step(steps[i]);
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    Descriptor next(retry([&] { return ::openat(at.get(), step.c_str(), flags); }));
    if (next.get() < 0) fail_io("enter", path_of(name));
    at = std::move(next);
  }
  last = std::string(steps.back());
  return at;
}

Descriptor Folder::open_file(std::string_view name, int flags) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  Descriptor file(retry([&] {
    // Without O_NONBLOCK a planted pipe would make us wait for its other end.
    return ::openat(parent.get(), last.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                    kFileMode);
  }));
  if (file.get() < 0) fail_io((flags & O_ACCMODE) == O_RDONLY ? "read" : "write", path_of(name));
  return file;
}

unsigned Folder::mode_of(std::string_view name) const {
  try {
    std::string last;
    const Descriptor parent = parent_of(name, last);
    struct stat status {};
    const bool there = ::fstatat(parent.get(), last.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return there ? status.st_mode : 0;
  } catch (const Error&) {
    return 0;
  }
}

bool Folder::exists(std::string_view name) const { return mode_of(name) != 0; }

bool Folder::is_folder(std::string_view name) const { return S_ISDIR(mode_of(name)); }

std::uint64_t Folder::size_of(std::string_view name) const {
  const Descriptor file = open_file(name, O_RDONLY);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_io("look at", path_of(name));
  return static_cast<std::uint64_t>(status.st_size);
}

std::vector<std::string> Folder::list(std::string_view subfolder) const {
  std::vector<std::string> names;
  Descriptor descriptor;
  if (subfolder.empty()) {
    descriptor = Descriptor(::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  } else {
    if (!is_folder(subfolder)) return names;
    descriptor = open_file(subfolder, O_RDONLY | O_DIRECTORY);
  }
  DIR* stream = ::fdopendir(descriptor.get());
  if (stream == nullptr) fail_io("list", path_of(subfolder));
  descriptor.release();
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

void Folder::make_folder(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  if (::mkdirat(parent.get(), last.c_str(), kFolderMode) == 0) {
    sync_or_fail(parent.get(), path_);
    return;
  }
  if (errno != EEXIST) fail_io("make", path_of(name));
  if (!is_folder(name)) {
    errno = ENOTDIR;
    fail_io("enter", path_of(name));
  }
}

std::string Folder::read(std::string_view name, std::uint64_t most_bytes) const {
  const MappedFile file(*this, name);
  if (file.bytes().size() > most_bytes) {
    fail(ErrorKind::kInput, "{}: is larger than {} bytes, the most that is read of such a file",
         printable(path_of(name)), with_commas(most_bytes));
  }
  return std::string(file.bytes());
}

void Folder::write(std::string_view name, std::string_view bytes) const {
  NewFile file(*this, name);
  file.write(bytes);
  file.commit();
}

void Folder::append(std::string_view name, std::string_view bytes) const {
  const bool is_new = !exists(name);
  const Descriptor file = open_file(name, O_WRONLY | O_APPEND | O_CREAT);
  write_all(file.get(), bytes, path_of(name));
  sync_or_fail(file.get(), path_of(name));
  if (!is_new) return;
  std::string last;
  sync_or_fail(parent_of(name, last).get(), path_of(name));
}

void Folder::remove(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  if (::unlinkat(parent.get(), last.c_str(), 0) != 0 && errno != ENOENT) {
    fail_io("remove", path_of(name));
  }
}

void Folder::remove_folder(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  ::unlinkat(parent.get(), last.c_str(), AT_REMOVEDIR);
}

NewFile::NewFile(const Folder& folder, std::string_view name) : shown_path_(folder.path_of(name)) {
  parent_ = folder.parent_of(name, final_name_);
  temporary_name_ = temporary_name_for(final_name_);
  // A part left by a killed run, or a planted link, is replaced rather than written through.
  ::unlinkat(parent_.get(), temporary_name_.c_str(), 0);
  file_ = Descriptor(retry([&] {
    return ::openat(parent_.get(), temporary_name_.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode);
  }));
  if (file_.get() < 0) fail_io("write", shown_path_);
}

NewFile::~NewFile() {
  if (!committed_) ::unlinkat(parent_.get(), temporary_name_.c_str(), 0);
}

void NewFile::write(std::string_view bytes) {
  write_all(file_.get(), bytes, shown_path_);
  size_ += bytes.size();
  // Hand full stretches to the disk early, so that the last sync does not wait for all of them.
  constexpr std::uint64_t kStretch = 16U << 20U;
  if (size_ - handed_on_ >= kStretch) {
    ::sync_file_range(file_.get(), static_cast<off64_t>(handed_on_),
                      static_cast<off64_t>(size_ - handed_on_), SYNC_FILE_RANGE_WRITE);
    handed_on_ = size_;
  }
}

void NewFile::commit() {
  sync_or_fail(file_.get(), shown_path_);
  if (::renameat(parent_.get(), temporary_name_.c_str(), parent_.get(), final_name_.c_str()) != 0) {
    fail_io("rename", shown_path_);
  }
  committed_ = true;
  sync_or_fail(parent_.get(), shown_path_);
}

MappedFile::MappedFile(const Folder& folder, std::string_view name) {
  map(folder.open_file(name, O_RDONLY), folder.path_of(name));
}

MappedFile::MappedFile(const std::string& path) {
  // Without O_NONBLOCK a pipe would wait for its writer before it is refused.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail_io("read", path);
  map(file, path);
}

void MappedFile::map(const Descriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_io("look at", path);
  if (!S_ISREG(status.st_mode)) {
    fail(ErrorKind::kIo, "{}: is not a plain file", printable(path));
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (memory == MAP_FAILED) fail_io("map", path);
  ::madvise(memory, size_, MADV_SEQUENTIAL);
  data_ = static_cast<const char*>(memory);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

void forget(std::string_view mapped) {
  // Whole pages only: what lies beside them may be in use.
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped.data());
  const std::uintptr_t before = (page - begin % page) % page;
  if (mapped.size() < before + page) return;
  const std::uintptr_t length = (mapped.size() - before) / page * page;
  ::madvise(const_cast<char*>(mapped.data()) + before, length, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

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
  FolderLock lock(folder.open_file(name, O_RDWR | O_CREAT));
  const int file = lock.file_.get();
  if (retry([&] { return ::flock(file, LOCK_EX | LOCK_NB); }) != 0) {
    if (errno != EWOULDBLOCK) fail_io("lock", folder.path_of(name));
    std::array<char, 320> text{};
    const ssize_t length = ::pread(file, text.data(), text.size() - 1, 0);
    holder = length > 0 ? text.data() : "?";
    return std::nullopt;
  }
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  const std::string own = fmt::format("{}:{}", host.data(), ::getpid());
  if (::ftruncate(file, 0) != 0) fail_io("write", folder.path_of(name));
  write_all(file, own, folder.path_of(name));
  return lock;
}

namespace {

// Devices have no end, but for /dev/null, and folders no bytes.
void check_kind(int file, const std::string& path) {
  struct stat status {};
  if (::fstat(file, &status) != 0) fail_io("look at", path);
  const bool is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && !is_null) {
    fail(ErrorKind::kIo, "{}: is neither a plain file nor a pipe", printable(path));
  }
}

// Counts bytes and lines as they come, so that what is too long is refused before it is all read.
class LimitWatch {
 public:
  LimitWatch(const std::string& name, const UserFileLimits& limits)
      : name_(name), limits_(limits) {}

  void see(std::string_view chunk) {
    bytes_ += chunk.size();
    if (bytes_ > limits_.most_bytes) {
      fail(ErrorKind::kInput, "{}: is larger than {} bytes, the most that is read of such a file",
           printable(name_), with_commas(limits_.most_bytes));
    }
    if (limits_.most_line_bytes == UINT64_MAX) return;
    for (;;) {
      const std::size_t end = std::min(chunk.find('\n'), chunk.size());
      line_bytes_ += end;
      if (line_bytes_ > limits_.most_line_bytes) {
        fail(ErrorKind::kInput, "{}:{}: the line is longer than {} bytes, the most that is read",
             printable(name_), line_, with_commas(limits_.most_line_bytes));
      }
      if (end == chunk.size()) return;
      ++line_;
      line_bytes_ = 0;
      chunk.remove_prefix(end + 1);
    }
  }

 private:
  const std::string& name_;
  UserFileLimits limits_;
  std::uint64_t bytes_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t line_bytes_ = 0;
};

}  // namespace

std::string read_user_file(const std::string& path, const UserFileLimits& limits) {
  const bool is_standard_input = path == "-";
  const std::string name = is_standard_input ? "standard input" : path;
  const Descriptor file(is_standard_input ? ::dup(STDIN_FILENO)
                                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail_io("read", name);
  if (!is_standard_input) check_kind(file.get(), path);
  LimitWatch watch(name, limits);
  std::string bytes;
  std::string chunk(1U << 20U, '\0');
  for (;;) {
    const ssize_t length = retry([&] { return ::read(file.get(), chunk.data(), chunk.size()); });
    if (length < 0) fail_io("read", name);
    if (length == 0) return bytes;
    const auto read = std::string_view(chunk).substr(0, static_cast<std::size_t>(length));
    watch.see(read);
    bytes += read;
  }
}

void write_all(int descriptor, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = retry([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) fail_io("write", name);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace assay
