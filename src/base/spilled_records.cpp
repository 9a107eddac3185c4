#include "assay/base/spilled_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "assay/base/error.h"
#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kLength = sizeof(std::uint32_t);   // before each record
constexpr std::size_t kWindow = std::size_t{64} << 10U;  // where records are read in their order
constexpr std::size_t kGlance = std::size_t{4} << 10U;   // elsewhere
constexpr std::size_t kWriteBuffer = std::size_t{1} << 20U;  // once records go to the file

std::string temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

// O_TMPFILE where the file system has it, else a name that is gone at once.
Descriptor open_temporary() {
  const std::string folder = temporary_folder();
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.get() >= 0) return file;
  std::string name = folder + "/assay-XXXXXX";
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) {
    fail(ErrorKind::kIo,
         "{}: cannot make a temporary file: {}; TMPDIR names another folder for them",
         printable(folder), std::strerror(errno));
  }
  ::unlink(name.c_str());
  return file;
}

}  // namespace

std::uint64_t SpilledRecords::append(std::string_view record) {
  ASSAY_CHECK(record.size() <= UINT32_MAX);
  const std::uint64_t place = spilled_ + memory_.size();
  const auto length = static_cast<std::uint32_t>(record.size());
  std::array<char, kLength> bytes{};
  std::memcpy(bytes.data(), &length, kLength);
  const std::size_t needed = memory_.size() + kLength + record.size();
  if (needed > memory_.capacity()) {  // never far beyond the limit
    memory_.reserve(std::max(needed, std::min(2 * memory_.capacity(), in_memory_)));
  }
  memory_.append(bytes.data(), kLength);
  memory_ += record;
  if (memory_.size() > in_memory_) spill();
  return place;
}

void SpilledRecords::spill() {
  if (file_.get() < 0) {
    file_ = open_temporary();
    in_memory_ = std::min(in_memory_, kWriteBuffer);
  }
  write_all(file_.get(), memory_, temporary_folder() + "/(temporary)");
  spilled_ += memory_.size();
  if (memory_.capacity() > 2 * kWriteBuffer) memory_ = std::string();
  memory_.clear();
}

std::string_view SpilledRecords::read(std::uint64_t place, Window& window) const {
  std::uint32_t length = 0;
  std::memcpy(&length, at_least(place, kLength, window).data(), kLength);
  return at_least(place, kLength + length, window).substr(kLength, length);
}

std::string_view SpilledRecords::at_least(std::uint64_t place, std::size_t count,
                                          Window& window) const {
  if (place >= spilled_) return std::string_view(memory_).substr(place - spilled_);
  if (place < window.begin || place + count > window.begin + window.bytes.size()) {
    fill(place, count, window);
  }
  return std::string_view(window.bytes).substr(place - window.begin);
}

void SpilledRecords::fill(std::uint64_t place, std::size_t count, Window& window) const {
  const std::uint64_t end = window.begin + window.bytes.size();
  const std::size_t ahead = place >= window.begin && place <= end + kWindow ? kWindow : kGlance;
  window.begin = place;
  window.bytes.resize(std::min<std::uint64_t>(std::max(count, ahead), spilled_ - place));
  std::size_t filled = 0;
  while (filled < window.bytes.size()) {
    const ssize_t got = retry([&] {
      return ::pread(file_.get(), window.bytes.data() + filled, window.bytes.size() - filled,
                     static_cast<off_t>(place + filled));
    });
    if (got < 0) fail_io("read a file below", temporary_folder());
    if (got == 0) {
      fail(ErrorKind::kIo, "{}: a temporary file there is shorter than what was written",
           printable(temporary_folder()));
    }
    filled += static_cast<std::size_t>(got);
  }
}

}  // namespace assay
