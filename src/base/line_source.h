// The lines of a file of the user's choice, one after the other, in flat memory.
//
// A byte order mark, with which some programs begin UTF-8, is passed over.
//
// Errors name the file and the line: Error(kInput) when a line or all of them are longer than the
// limits say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/byte_source.h"
#include "assay/base/files.h"

namespace assay {

class LineSource {
 public:
  // What next_lines() does with a line that is longer than the limit.
  enum class LongLines : std::uint8_t {
    kRefused,  // an error
    kCut,      // it gives the line's beginning alone, a byte more than the limit
  };

  // The source must outlive it.
  LineSource(ByteSource& source, const UserFileLimits& limits,
             LongLines long_lines = LongLines::kRefused);

  // What the file begins with: at least its first line, as far as a line may go. Before the first
  // next(); takes nothing away.
  std::string_view beginning();

  // The next line without its newline, a view until the next call; false at the end.
  bool next(std::string_view& line);
  // Some whole lines with their newlines, the last line of a file perhaps without: those that are
  // at hand, so whoever sends a line and waits for a reply gets one. False at the end. number() is
  // that of the first of them.
  bool next_lines(std::string& lines);
  // Of the line that next() gave, from 1.
  std::uint64_t number() const { return number_; }
  // That line was the last one and has no newline: a file that was cut off ends so.
  bool is_cut() const { return is_cut_; }

  // All that is left, up to `most` bytes.
  std::string rest(std::uint64_t most);

  const ByteSource& source() const { return source_; }

 private:
  bool fill();
  void pass_over_mark();
  void give_beginning(std::string& line);
  std::string_view held() const { return std::string_view(bytes_).substr(begin_, end_ - begin_); }

  ByteSource& source_;
  UserFileLimits limits_;
  LongLines long_lines_;
  std::string bytes_;  // what is held lies in [begin_, end_)
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t lines_ahead_ = 0;  // given by next_lines behind number_
  bool is_cut_ = false;
  bool is_begun_ = false;
};

}  // namespace assay
