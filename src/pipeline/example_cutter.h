// The examples of a published file, cut out one by one.
//
//   {"grid_size": 6, "examples": {"train": [{...}, {...}], "test": [...]}, "nouns": ...}
//
// or one example a line. Files have many gigabytes, so nothing is parsed here: a scanner that knows
// strings, escapes and brackets finds where a value ends, in a window that slides along.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "assay/core/published_check.h"

namespace assay {

struct CutExample {
  std::string_view text;     // until the next call
  std::string_view set;      // "train"; empty without a document
  std::uint64_t index = 0;   // in its set, from 0
  std::uint64_t offset = 0;  // of its first byte
};

class ExampleCutter {
 public:
  // Writes up to `most` bytes; how many, 0 at the end.
  using Read = std::function<std::size_t(char* to, std::size_t most)>;

  explicit ExampleCutter(Read read, std::size_t chunk = std::size_t{1} << 20U);

  // Reads up to the first example. This and what follows throws Error(kInput) with the place of
  // what is no such file.
  void open();
  // False when there is none left.
  bool next(CutExample& out);

  // What the document has around its examples, as far as it is read.
  const DocumentValues& values() const { return values_; }

 private:
  enum class Place { kStart, kLines, kSets, kSet, kEnd };

  bool fill();
  // The next byte that is no blank; 0 at the end.
  char peek();
  void expect(char wanted);
  std::string_view value();
  std::string_view key();
  std::size_t end_of_string(std::size_t at);
  std::size_t end_of_brackets(std::size_t at);
  std::size_t end_of_word(std::size_t at);
  std::size_t more_behind(std::size_t at);
  void read_members(bool examples_may_come);
  bool open_set();
  [[noreturn]] void refuse(std::string_view what) const;

  Read read_;
  std::size_t chunk_;
  std::string window_;
  std::size_t at_ = 0;       // the next byte
  std::size_t kept_ = 0;     // what stands from here on must stay
  bool holding_ = false;     // the first object is kept whole: it may be an example
  std::uint64_t begin_ = 0;  // of the window, in the file
  Place place_ = Place::kStart;
  bool first_ = true;     // of its list
  bool pending_ = false;  // the first line was read by open()
  std::string set_;
  std::uint64_t index_ = 0;
  DocumentValues values_;
};

}  // namespace assay
