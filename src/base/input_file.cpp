#include "assay/base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::uint64_t kStretch = 256U << 10U;  // what is read is still near when it is used

Descriptor open_users(const std::string& path) {
  // Without O_NONBLOCK a pipe would wait for its writer before it is refused.
  Descriptor file(retry([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }));
  if (file.get() < 0) fail_io("read", path);
  return file;
}

}  // namespace

InputFile::InputFile(Descriptor file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {
  struct stat status {};
  if (retry([&] { return ::fstat(file_.get(), &status); }) != 0) fail_io("look at", path_);
  if (!S_ISREG(status.st_mode)) {
    fail(ErrorKind::kIo, "{}: is not a plain file", printable(path_));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::InputFile(const Folder& folder, std::string_view name)
    : InputFile(folder.open_file(name, O_RDONLY), folder.path_of(name)) {}

InputFile::InputFile(const std::string& path) : InputFile(open_users(path), path) {}

std::optional<InputFile> InputFile::find(const Folder& folder, std::string_view name) {
  auto file = folder.find_file(name);
  if (!file) return std::nullopt;
  return InputFile(std::move(*file), folder.path_of(name));
}

void InputFile::read(std::uint64_t offset, std::span<char> into) const {
  ASSAY_CHECK(offset <= size_ && into.size() <= size_ - offset);
  while (!into.empty()) {
    const ssize_t length = retry(
        [&] { return ::pread(file_.get(), into.data(), into.size(), static_cast<off_t>(offset)); });
    if (length < 0) fail_io("read", path_);
    if (length == 0) {
      fail(ErrorKind::kIo, "{}: became shorter while it was read", printable(path_));
    }
    offset += static_cast<std::uint64_t>(length);
    into = into.subspan(static_cast<std::size_t>(length));
  }
}

std::string InputFile::read_all() const {
  std::string bytes(size_, '\0');
  read(0, bytes);
  return bytes;
}

void InputFile::read_through(const std::function<void(std::string_view)>& take) const {
  std::string bytes(std::min(size_, kStretch), '\0');
  for (std::uint64_t offset = 0; offset < size_; offset += bytes.size()) {
    bytes.resize(std::min(size_ - offset, kStretch));
    read(offset, bytes);
    take(bytes);
  }
}

std::string sha256_hex(const InputFile& file) {
  Sha256 hash;
  file.read_through([&](std::string_view bytes) { hash.update(bytes); });
  return hash.hex();
}

}  // namespace assay
