#include "assay/base/line_source.h"

#include <algorithm>
#include <cstring>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18U;
constexpr std::size_t kBeginning = std::size_t{1} << 16U;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineSource::LineSource(ByteSource& source, const UserFileLimits& limits, LongLines long_lines)
    : source_(source), limits_(limits), long_lines_(long_lines) {}

// Takes more bytes behind those that are held; false at the end of the file.
bool LineSource::fill() {
  if (begin_ > 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (bytes_.size() - end_ < kChunk) bytes_.resize(std::max(2 * end_, end_ + kChunk));
  const std::size_t got = source_.read(bytes_.data() + end_, bytes_.size() - end_);
  end_ += got;
  taken_ += got;
  if (taken_ > limits_.most_bytes) {
    fail(ErrorKind::kInput, "{}: is larger than {} bytes, the most that is read of such a file",
         source_.name(), with_commas(limits_.most_bytes));
  }
  if (!is_begun_) pass_over_mark();
  return got > 0;
}

void LineSource::pass_over_mark() {
  is_begun_ = true;
  const auto may_be_one = [&] {
    return held().size() < kByteOrderMark.size() && kByteOrderMark.starts_with(held());
  };
  while (may_be_one() && fill()) continue;  // a pipe may give it in pieces
  if (held().starts_with(kByteOrderMark)) begin_ += kByteOrderMark.size();
}

std::string_view LineSource::beginning() {
  while (held().size() <= limits_.most_line_bytes) {
    const bool has_line = held().find('\n') != std::string_view::npos;
    if (has_line && held().size() >= kBeginning) break;
    if (!fill()) break;
  }
  return held();
}

bool LineSource::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const std::size_t length = held().find('\n', searched);
    const bool is_whole = length != std::string_view::npos;
    if (std::min(length, held().size()) > limits_.most_line_bytes) {
      fail(ErrorKind::kInput, "{}:{}: the line is longer than {} bytes, the most that is read",
           source_.name(), number_ + 1, with_commas(limits_.most_line_bytes));
    }
    searched = held().size();
    if (!is_whole && fill()) continue;
    if (!is_whole && held().empty()) return false;
    line = held().substr(0, length);
    begin_ += line.size() + (is_whole ? 1 : 0);
    is_cut_ = !is_whole;
    ++number_;
    return true;
  }
}

bool LineSource::next_lines(std::string& lines) {
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = held().substr(searched).rfind('\n');
    const bool has_line = end != std::string_view::npos;
    if (!has_line && held().size() > limits_.most_line_bytes) {
      if (long_lines_ == LongLines::kCut) {
        give_beginning(lines);
        return true;
      }
      fail(ErrorKind::kInput, "{}:{}: the line is longer than {} bytes, the most that is read",
           source_.name(), number_ + lines_ahead_ + 1, with_commas(limits_.most_line_bytes));
    }
    const std::size_t before = searched;
    searched = held().size();
    if (!has_line && fill()) continue;
    if (!has_line && held().empty()) return false;
    lines = held().substr(0, has_line ? before + end + 1 : std::string_view::npos);
    begin_ += lines.size();
    number_ += lines_ahead_ + 1;
    lines_ahead_ = static_cast<std::uint64_t>(std::ranges::count(lines, '\n')) -
                   (lines.back() == '\n' ? 1 : 0);
    return true;
  }
}

void LineSource::give_beginning(std::string& line) {
  line = held().substr(0, limits_.most_line_bytes + 1);
  line += '\n';
  number_ += lines_ahead_ + 1;
  lines_ahead_ = 0;
  std::size_t end = held().find('\n');
  while (end == std::string_view::npos) {
    begin_ = end_;
    if (!fill()) return;
    end = held().find('\n');
  }
  begin_ += end + 1;
}

std::string LineSource::rest(std::uint64_t most) {
  while (fill()) {
    if (held().size() > most) {
      fail(ErrorKind::kInput, "{}: is larger than {} bytes, the most that is read of one document",
           source_.name(), with_commas(most));
    }
  }
  std::string all(held());
  begin_ = end_;
  return all;
}

}  // namespace assay
