#include "assay/base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <variant>

#include "assay/base/error.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kPackedChunk = 1U << 18U;
constexpr std::size_t kMostAtOnce = 1U << 30U;

// What one call of a library did.
struct Step {
  std::size_t taken = 0;
  std::size_t made = 0;
  bool ends_part = false;
  const char* problem = nullptr;
};

class Gzip {
 public:
  static constexpr std::string_view kMark = "\x1f\x8b";

  Gzip() {
    constexpr int kWindow = 15 + 16;  // the largest window, with gzip's head and sum
    const int state = inflateInit2(&stream_, kWindow);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    ASSAY_CHECK(state == Z_OK);
  }
  ~Gzip() { inflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  Step step(std::string_view from, char* to, std::size_t most) {
    // zlib reads without writing, but does not say so.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
    stream_.avail_in = static_cast<uInt>(from.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(most);
    const int state = inflate(&stream_, Z_NO_FLUSH);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    Step step{from.size() - stream_.avail_in, most - stream_.avail_out, state == Z_STREAM_END};
    if (state != Z_OK && state != Z_STREAM_END) {
      step.problem = stream_.msg != nullptr ? stream_.msg : "zlib cannot go on";
    }
    if (step.ends_part) inflateReset(&stream_);
    return step;
  }

 private:
  z_stream stream_{};
};

class Zstd {
 public:
  static constexpr std::string_view kMark = "\x28\xb5\x2f\xfd";

  Zstd() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~Zstd() { ZSTD_freeDStream(stream_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  Step step(std::string_view from, char* to, std::size_t most) {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to, most, 0};
    const std::size_t state = ZSTD_decompressStream(stream_, &out, &in);
    Step step{in.pos, out.pos, state == 0};
    if (ZSTD_isError(state) != 0) step.problem = ZSTD_getErrorName(state);
    return step;
  }

 private:
  ZSTD_DStream* stream_;
};

}  // namespace

class ByteSource::Unpacker {
 public:
  template <typename Packing>
  explicit Unpacker(std::in_place_type_t<Packing> packing) : packing_(packing) {}

  Step step(std::string_view from, char* to, std::size_t most) {
    const Step done =
        std::visit([&](auto& packing) { return packing.step(from, to, most); }, packing_);
    between_ = done.ends_part;
    is_full_ = done.made == most;
    return done;
  }
  bool between() const { return between_; }  // nothing of a packed part is open
  bool is_full() const { return is_full_; }  // more may come without another byte

 private:
  std::variant<Gzip, Zstd> packing_;
  bool between_ = true;
  bool is_full_ = false;
};

Descriptor open_user_file(const std::string& path) {
  const bool is_standard_input = path == "-";
  Descriptor file(retry([&] {
    return is_standard_input ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }));
  if (file.get() < 0) fail_io("read", is_standard_input ? "standard input" : path);
  if (is_standard_input) return file;
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_io("look at", path);
  const bool is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && !is_null) {
    fail(ErrorKind::kIo, "{}: is neither a plain file nor a pipe", printable(path));
  }
  return file;
}

ByteSource::ByteSource(const std::string& path)
    : file_(open_user_file(path)), name_(path == "-" ? "standard input" : printable(path)) {
  struct stat status {};
  if (::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  // Whoever writes line by line and waits for replies may send less than a mark.
  const auto may_be_packed = [&] {
    return Gzip::kMark.starts_with(raw_) || Zstd::kMark.starts_with(raw_);
  };
  while (may_be_packed()) {
    const std::size_t before = raw_.size();
    take_more();
    if (raw_.size() == before) break;
  }
  recognise_packing();
}

ByteSource::ByteSource(const std::string& name, std::string bytes)
    : name_(printable(name)), raw_(std::move(bytes)), taken_(raw_.size()), size_(raw_.size()) {
  recognise_packing();
}

ByteSource::~ByteSource() = default;

void ByteSource::recognise_packing() {
  if (raw_.starts_with(Gzip::kMark)) {
    unpacker_ = std::make_unique<Unpacker>(std::in_place_type<Gzip>);
  } else if (raw_.starts_with(Zstd::kMark)) {
    unpacker_ = std::make_unique<Unpacker>(std::in_place_type<Zstd>);
  }
}

std::size_t ByteSource::read(char* to, std::size_t most) {
  if (unpacker_) return unpack(to, most);
  if (at_ == raw_.size()) return read_file(to, most);
  const std::size_t count = std::min(most, raw_.size() - at_);
  std::memcpy(to, raw_.data() + at_, count);
  at_ += count;
  return count;
}

std::size_t ByteSource::read_file(char* to, std::size_t most) {
  if (file_.get() < 0) return 0;
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
  for (;;) {
    if (at_ == raw_.size() && (unpacker_->between() || !unpacker_->is_full())) {
      take_more();
      if (raw_.empty() && unpacker_->between()) return 0;
      if (raw_.empty()) {
        fail(ErrorKind::kInput, "{}: the packed file ends in the middle; copy or download it again",
             name_);
      }
    }
    const std::string_view from = std::string_view(raw_).substr(at_, kMostAtOnce);
    const Step done = unpacker_->step(from, to, std::min(most, kMostAtOnce));
    if (done.problem != nullptr) {
      fail(ErrorKind::kInput, "{}: the packed file is damaged ({}); copy or download it again",
           name_, done.problem);
    }
    at_ += done.taken;
    if (done.made > 0) return done.made;
  }
}

}  // namespace assay
