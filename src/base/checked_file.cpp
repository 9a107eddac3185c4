#include "assay/base/checked_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/base/parallel.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kBlock = 256U << 10U;  // what is read is still near when it is hashed

[[noreturn]] void fail_to(std::string_view doing, const std::string& path) {
  fail(ErrorKind::kIo, "{}: cannot {}: {}", printable(path), doing, std::strerror(errno));
}

}  // namespace

std::optional<CheckedFile> CheckedFile::open(const Folder& folder, std::string_view name) {
  ASSAY_CHECK(is_safe_path(name) && name.find('/') == std::string_view::npos);
  std::string path = folder.path_of(name);
  // Without O_NONBLOCK a planted pipe would make us wait for its other end.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    fail_to("read", path);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_to("look at", path);
  if (!S_ISREG(status.st_mode)) fail(ErrorKind::kIo, "{}: is not a plain file", printable(path));
  const auto size = static_cast<std::size_t>(status.st_size);
  return CheckedFile(std::move(file), std::move(path), size);
}

CheckedFile::CheckedFile(CheckedFile&& other) noexcept
    : file_(std::move(other.file_)),
      path_(std::move(other.path_)),
      size_(other.size_),
      data_(std::exchange(other.data_, nullptr)) {}

CheckedFile::~CheckedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

std::string_view CheckedFile::read_at(std::uint64_t offset, std::span<char> into) const {
  std::size_t filled = 0;
  while (filled < into.size()) {
    const ssize_t length = ::pread(file_.get(), into.data() + filled, into.size() - filled,
                                   static_cast<off_t>(offset + filled));
    if (length == 0) break;
    if (length > 0) {
      filled += static_cast<std::size_t>(length);
    } else if (errno != EINTR) {
      fail_to("read", path_);
    }
  }
  return {into.data(), filled};
}

std::string CheckedFile::read() const {
  std::string bytes(size_, '\0');
  bytes.resize(read_at(0, bytes).size());
  return bytes;
}

std::uint64_t CheckedFile::hash(const Control& control) const {
  struct Block {
    std::vector<char> bytes;
    std::uint64_t hash = 0;
  };
  const std::uint64_t blocks = (size_ + kBlock - 1) / kBlock;
  std::uint64_t whole = size_;
  ordered_parallel<Block>(
      0, blocks, control,
      [&](std::uint64_t index, Block& block) {
        block.bytes.resize(std::min(kBlock, size_));
        block.hash = hash64(read_at(index * kBlock, block.bytes));
      },
      [&](std::uint64_t index, Block& block) {
        whole = mix(whole, block.hash);
        control.report({.what = "check prepared files",
                        .done = index + 1,
                        .total = blocks,
                        .bytes = std::min<std::uint64_t>(size_, (index + 1) * kBlock)});
      });
  return whole;
}

void CheckedFile::map() {
  ASSAY_CHECK(data_ == nullptr);
  if (size_ > 0) {
    void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file_.get(), 0);
    if (memory == MAP_FAILED) fail_to("map", path_);
    data_ = static_cast<const char*>(memory);
  }
  file_ = Descriptor();
}

}  // namespace assay
