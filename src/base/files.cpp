#include "assay/base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/input_file.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr mode_t kFileMode = 0666;
constexpr mode_t kFolderMode = 0777;

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
  if (retry([&] { return ::lstat(path.c_str(), &status); }) != 0) {
    if (!found_nothing()) fail_io("look at", path);
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    std::error_code problem;
    if (!parent.empty()) std::filesystem::create_directories(parent, problem);
    errno = problem.value();
    if (problem) fail_io("make", path);
    if (retry([&] { return ::mkdir(path.c_str(), kFolderMode); }) != 0 && errno != EEXIST) {
      fail_io("make", path);
    }
  }
  return open(path);
}

std::string Folder::path_of(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

Descriptor Folder::find_parent(std::string_view name, std::string& last) const {
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
    if (next.get() < 0 && !found_nothing()) fail_io("enter", path_of(name));
    if (next.get() < 0) return Descriptor();
    at = std::move(next);
  }
  last = std::string(steps.back());
  return at;
}

Descriptor Folder::parent_of(std::string_view name, std::string& last) const {
  Descriptor parent = find_parent(name, last);
  if (parent.get() < 0) fail_io("enter", path_of(name));
  return parent;
}

namespace {

int open_at(const Descriptor& parent, const std::string& name, int flags) {
  return retry([&] {
    // Without O_NONBLOCK a planted pipe would make us wait for its other end.
    return ::openat(parent.get(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                    kFileMode);
  });
}

}  // namespace

Descriptor Folder::open_file(std::string_view name, int flags) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  Descriptor file(open_at(parent, last, flags));
  if (file.get() < 0) fail_io((flags & O_ACCMODE) == O_RDONLY ? "read" : "write", path_of(name));
  return file;
}

std::optional<Descriptor> Folder::find_file(std::string_view name) const {
  std::string last;
  const Descriptor parent = find_parent(name, last);
  if (parent.get() < 0) return std::nullopt;
  Descriptor file(open_at(parent, last, O_RDONLY));
  if (file.get() >= 0) return file;
  if (!found_nothing()) fail_io("read", path_of(name));
  return std::nullopt;
}

unsigned Folder::mode_of(std::string_view name) const {
  std::string last;
  const Descriptor parent = find_parent(name, last);
  if (parent.get() < 0) return 0;
  struct stat status {};
  const int problem =
      retry([&] { return ::fstatat(parent.get(), last.c_str(), &status, AT_SYMLINK_NOFOLLOW); });
  if (problem == 0) return status.st_mode;
  if (!found_nothing()) fail_io("look at", path_of(name));
  return 0;
}

bool Folder::exists(std::string_view name) const { return mode_of(name) != 0; }

bool Folder::is_folder(std::string_view name) const { return S_ISDIR(mode_of(name)); }

std::uint64_t Folder::size_of(std::string_view name) const { return InputFile(*this, name).size(); }

namespace {

struct CloseFolder {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

std::vector<std::string> names_in(Descriptor folder, const std::string& path) {
  const std::unique_ptr<DIR, CloseFolder> stream(::fdopendir(folder.get()));
  if (!stream) fail_io("list", path);
  folder.release();
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) fail_io("list", path);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::vector<std::string> Folder::list(std::string_view subfolder) const {
  if (!subfolder.empty()) {
    if (!is_folder(subfolder)) return {};
    return names_in(open_file(subfolder, O_RDONLY | O_DIRECTORY), path_of(subfolder));
  }
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  Descriptor here(retry([&] { return ::openat(descriptor_.get(), ".", flags); }));
  if (here.get() < 0) fail_io("list", path_);
  return names_in(std::move(here), path_);
}

void Folder::make_folder(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  if (retry([&] { return ::mkdirat(parent.get(), last.c_str(), kFolderMode); }) == 0) {
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
  const InputFile file(*this, name);
  if (file.size() > most_bytes) {
    fail(ErrorKind::kInput, "{}: is larger than {} bytes, the most that is read of such a file",
         printable(path_of(name)), with_commas(most_bytes));
  }
  return file.read_all();
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

void Folder::rename(std::string_view from, std::string_view to) const {
  std::string old_name;
  std::string new_name;
  const Descriptor parent = parent_of(from, old_name);
  const Descriptor target = parent_of(to, new_name);
  if (retry([&] {
        return ::renameat(parent.get(), old_name.c_str(), target.get(), new_name.c_str());
      }) != 0) {
    fail_io("rename", path_of(from));
  }
  sync_or_fail(target.get(), path_of(to));
}

void Folder::remove(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  if (retry([&] { return ::unlinkat(parent.get(), last.c_str(), 0); }) != 0 && errno != ENOENT) {
    fail_io("remove", path_of(name));
  }
}

void Folder::remove_folder(std::string_view name) const {
  std::string last;
  const Descriptor parent = parent_of(name, last);
  const int problem = retry([&] { return ::unlinkat(parent.get(), last.c_str(), AT_REMOVEDIR); });
  if (problem != 0 && errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST) {
    fail_io("remove", path_of(name));
  }
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
  if (retry([&] {
        return ::renameat(parent_.get(), temporary_name_.c_str(), parent_.get(),
                          final_name_.c_str());
      }) != 0) {
    fail_io("rename", shown_path_);
  }
  committed_ = true;
  sync_or_fail(parent_.get(), shown_path_);
}

PathKind kind_of_path(const std::string& path) {
  struct stat status {};
  if (retry([&] { return ::stat(path.c_str(), &status); }) != 0) {
    if (!found_nothing()) fail_io("look at", path);
    return PathKind::kNothing;
  }
  if (S_ISREG(status.st_mode)) return PathKind::kFile;
  return S_ISDIR(status.st_mode) ? PathKind::kFolder : PathKind::kOther;
}

namespace {

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
  const std::string name = path == "-" ? "standard input" : path;
  const Descriptor file = open_user_file(path);
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
