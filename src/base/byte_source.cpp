#include "assay/base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "assay/base/error.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kPackedChunk = 1U << 18U;
constexpr std::string_view kGzipMark = "\x1f\x8b";
constexpr int kGzipWindow = 15 + 16;  // the largest window, with gzip's head and sum

}  // namespace

struct ByteSource::Unpacker {
  Unpacker() {
    const int state = inflateInit2(&stream, kGzipWindow);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    ASSAY_CHECK(state == Z_OK);
  }
  ~Unpacker() { inflateEnd(&stream); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  z_stream stream{};
  bool between = true;  // nothing of a packed part is open
};

ByteSource::ByteSource(const std::string& path)
    : file_(retry([&] {
        return path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      })),
      name_(path == "-" ? "standard input" : printable(path)) {
  if (file_.get() < 0) fail(ErrorKind::kIo, "{}: cannot read: {}", name_, std::strerror(errno));
  struct stat status {};
  if (::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  while (raw_.size() < kGzipMark.size()) {
    const std::size_t before = raw_.size();
    take_more();
    if (raw_.size() == before) break;
  }
  if (raw_.starts_with(kGzipMark)) unpacker_ = std::make_unique<Unpacker>();
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(char* to, std::size_t most) {
  if (unpacker_) return unpack(to, most);
  if (at_ == raw_.size()) return read_file(to, most);
  const std::size_t count = std::min(most, raw_.size() - at_);
  std::memcpy(to, raw_.data() + at_, count);
  at_ += count;
  return count;
}

std::size_t ByteSource::read_file(char* to, std::size_t most) {
  const ssize_t count = retry([&] { return ::read(file_.get(), to, most); });
  if (count < 0) fail(ErrorKind::kIo, "{}: cannot read: {}", name_, std::strerror(errno));
  taken_ += static_cast<std::uint64_t>(count);
  return static_cast<std::size_t>(count);
}

void ByteSource::take_more() {
  raw_.erase(0, at_);
  at_ = 0;
  const std::size_t before = raw_.size();
  raw_.resize(before + kPackedChunk);
  raw_.resize(before + read_file(raw_.data() + before, kPackedChunk));
}

// Packed parts may follow each other, as after `cat a.gz b.gz`.
std::size_t ByteSource::unpack(char* to, std::size_t most) {
  z_stream& stream = unpacker_->stream;
  std::size_t count = 0;
  while (count == 0) {
    if (at_ == raw_.size()) {
      take_more();
      if (raw_.empty() && unpacker_->between) return 0;
      if (raw_.empty()) {
        fail(ErrorKind::kInput, "{}: the packed file ends in the middle; copy or download it again",
             name_);
      }
    }
    stream.next_in = reinterpret_cast<Bytef*>(raw_.data() + at_);
    stream.avail_in = static_cast<uInt>(raw_.size() - at_);
    stream.next_out = reinterpret_cast<Bytef*>(to);
    stream.avail_out = static_cast<uInt>(std::min<std::size_t>(most, 1U << 30U));
    const uInt room = stream.avail_out;
    const int state = inflate(&stream, Z_NO_FLUSH);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK && state != Z_STREAM_END) {
      fail(ErrorKind::kInput, "{}: the packed file is damaged ({}); copy or download it again",
           name_, stream.msg != nullptr ? stream.msg : "zlib cannot go on");
    }
    at_ = raw_.size() - stream.avail_in;
    count = room - stream.avail_out;
    unpacker_->between = state == Z_STREAM_END;
    if (state == Z_STREAM_END) inflateReset(&stream);
  }
  return count;
}

}  // namespace assay
