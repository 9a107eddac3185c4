// Reading a finished data set: in order by many threads, or row by row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/files.h"
#include "assay/store/manifest.h"

namespace assay {

// Some whole lines of one data file.
struct Block {
  std::size_t file = 0;
  std::size_t offset = 0;
  std::string_view bytes;
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

  std::string_view bytes_of(std::size_t file) const { return files_[file].bytes(); }
  std::vector<Block> blocks(std::size_t about_bytes = 1U << 20U) const;

  // "data/all-00000-of-00001.jsonl:17", for a line that lies in one of the files.
  std::string place_of(std::size_t file, const char* line) const;

 private:
  Folder folder_;
  Manifest manifest_;
  std::vector<MappedFile> files_;
};

// Row numbers to lines. Costs eight bytes a row.
class RowIndex {
 public:
  explicit RowIndex(const DataSet& data);  // throws Error(kInput) when the count is not as promised
  std::string_view line(std::uint64_t row) const;
  std::string place(std::uint64_t row) const;
  const DataSet& data() const { return data_; }
  // Lines that were read, from one row to another of the same file: see forget() of files.
  void forget(std::uint64_t first, std::uint64_t last) const;

 private:
  const DataSet& data_;
  std::vector<const char*> starts_;
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
