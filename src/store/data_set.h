// Reading a finished data set: in order by many threads, or row by row.
//
// Files are read with calls (base/input_file.h), so memory does not grow with them, and one that
// cannot be read or is cut off meanwhile is an Error that names it. None stays open for the whole
// set, which may have more files than a process may open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/input_file.h"
#include "assay/store/manifest.h"

namespace assay {

// A stretch of one data file.
struct Block {
  std::size_t file = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  std::uint64_t end() const { return offset + length; }
};

struct PartRange {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The folder of a data set. Throws Error(kUsage) for a file, saying what can be done with one.
Folder open_data_folder(const std::string& path);

class DataSet {
 public:
  // Throws Error(kInput) when the folder is no data set or a file is missing or has another size.
  explicit DataSet(const std::string& path);
  // The same with a manifest that is not on disk yet.
  DataSet(const std::string& path, Manifest manifest);

  const Folder& folder() const { return folder_; }
  const Manifest& manifest() const { return manifest_; }
  std::uint64_t rows() const { return manifest_.rows(); }
  std::vector<PartRange> parts() const;  // row numbers, files in manifest order

  // By its number in the manifest. Throws Error(kInput) when it is missing or has another size.
  InputFile open_file(std::size_t file) const;
  // All bytes, in blocks of whole lines.
  std::vector<Block> blocks(std::uint64_t about_bytes = 1U << 20U) const;

  // "data/all-00000-of-00001.jsonl:17", for a line that begins there.
  std::string place_of(std::size_t file, std::uint64_t offset) const;

 private:
  Folder folder_;
  Manifest manifest_;
};

// Reads stretches of the files of a data set; the last file stays open. Not shared by threads.
class DataReader {
 public:
  explicit DataReader(const DataSet& data) : data_(data) {}  // the data set must outlive it

  std::string_view read(const Block& block);  // a view until the next call

 private:
  const DataSet& data_;
  std::optional<InputFile> open_;
  std::size_t file_ = 0;
  std::string bytes_;
};

// Row numbers to lines. Costs eight bytes a row.
class RowIndex {
 public:
  explicit RowIndex(const DataSet& data);  // throws Error(kInput) when the count is not as promised
  // For a row now and then; many are read by RowLines.
  std::string line(std::uint64_t row) const;
  std::string place(std::uint64_t row) const;
  Block block_of(std::uint64_t row) const;  // its line without the newline
  const DataSet& data() const { return data_; }

 private:
  std::size_t file_of(std::uint64_t row) const;

  const DataSet& data_;
  std::vector<std::uint64_t> starts_;      // of each line in its file
  std::vector<std::uint64_t> first_rows_;  // of each file
};

// Lines in any order, fast where rows follow each other. Not shared by threads.
class RowLines {
 public:
  explicit RowLines(const RowIndex& index) : index_(index), reader_(index.data()) {}

  std::string_view line(std::uint64_t row);  // a view until the next call

 private:
  const RowIndex& index_;
  DataReader reader_;
  Block held_;
  std::string_view bytes_;  // of the held stretch
};

// Calls each(line) for the lines of a text, without their newlines.
template <typename Each>
void for_each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    each(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace assay
