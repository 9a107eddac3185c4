#include "assay/store/data_set.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

Folder open_data_folder(const std::string& path) {
  if (std::filesystem::is_regular_file(std::filesystem::symlink_status(path))) {
    fail(ErrorKind::kUsage,
         "{}: is a file, not the folder of a data set; a file of JSON lines can be split (assay "
         "split FILE --method mcd) and measured (assay measure FILE --split NAME)",
         printable(path));
  }
  return Folder::open(path);
}

DataSet::DataSet(const std::string& path) : DataSet(path, read_manifest(open_data_folder(path))) {}

DataSet::DataSet(const std::string& path, Manifest manifest)
    : folder_(Folder::open(path)), manifest_(std::move(manifest)) {
  for (const FileEntry& file : manifest_.files) {
    if (!folder_.exists(file.path)) {
      fail(ErrorKind::kInput, "{}: is missing", printable(folder_.path_of(file.path)));
    }
    files_.emplace_back(folder_, file.path);
    const std::uint64_t size = files_.back().bytes().size();
    if (size != file.bytes) {
      fail(ErrorKind::kInput, "{}: has {} bytes, but the manifest says {}; the file is damaged",
           printable(folder_.path_of(file.path)), with_commas(size), with_commas(file.bytes));
    }
  }
  for (const PartEntry& part : manifest_.parts) {
    std::uint64_t rows = 0;
    for (const FileEntry& file : manifest_.files) {
      if (file.part == part.name) rows += file.rows;
    }
    if (rows != part.rows) {
      fail(ErrorKind::kInput, "{}: part {} is said to have {} rows, but its files have {}",
           printable(folder_.path_of(kManifestName)), part.name, part.rows, rows);
    }
  }
}

std::vector<PartRange> DataSet::parts() const {
  std::vector<PartRange> ranges;
  std::uint64_t row = 0;
  for (const PartEntry& part : manifest_.parts) {
    ranges.push_back({part.name, row, row + part.rows});
    row += part.rows;
  }
  return ranges;
}

std::vector<Block> DataSet::blocks(std::size_t about_bytes) const {
  std::vector<Block> blocks;
  for (std::size_t file = 0; file < files_.size(); ++file) {
    std::string_view rest = files_[file].bytes();
    std::size_t offset = 0;
    while (!rest.empty()) {
      std::size_t length = rest.size();
      if (length > about_bytes) {
        const std::size_t newline = rest.find('\n', about_bytes);
        if (newline != std::string_view::npos) length = newline + 1;
      }
      blocks.push_back({file, offset, rest.substr(0, length)});
      forget(blocks.back().bytes);  // a look at its end can bring in all of it
      rest.remove_prefix(length);
      offset += length;
    }
  }
  return blocks;
}

std::string DataSet::place_of(std::size_t file, const char* line) const {
  const std::string_view bytes = files_[file].bytes();
  const auto number = std::count(bytes.data(), line, '\n') + 1;
  return fmt::format("{}:{}", printable(folder_.path_of(manifest_.files[file].path)), number);
}

RowIndex::RowIndex(const DataSet& data) : data_(data) {
  starts_.reserve(data.rows());
  const std::vector<Block> blocks = data.blocks();
  auto block = blocks.begin();
  for (std::size_t file = 0; file < data.manifest().files.size(); ++file) {
    const std::size_t before = starts_.size();
    for (; block != blocks.end() && block->file == file; ++block) {
      for_each_line(block->bytes, [&](std::string_view line) { starts_.push_back(line.data()); });
      assay::forget(block->bytes);
    }
    const std::uint64_t found = starts_.size() - before;
    const FileEntry& entry = data.manifest().files[file];
    if (found > 0 && data.bytes_of(file).back() != '\n') {
      fail(ErrorKind::kInput, "{}: does not end in a newline; the file is damaged",
           printable(data.folder().path_of(entry.path)));
    }
    if (found != entry.rows) {
      fail(ErrorKind::kInput, "{}: has {} rows, but the manifest says {}; the file is damaged",
           printable(data.folder().path_of(entry.path)), found, entry.rows);
    }
  }
}

std::string_view RowIndex::line(std::uint64_t row) const {
  const char* begin = starts_[row];
  const char* end = begin;
  while (*end != '\n') ++end;  // every file of a data set ends in a newline
  return {begin, static_cast<std::size_t>(end - begin)};
}

void RowIndex::forget(std::uint64_t first, std::uint64_t last) const {
  if (first > last) return;
  std::uint64_t end = 0;
  for (const FileEntry& file : data_.manifest().files) {
    end += file.rows;
    if (first >= end) continue;
    if (last < end) {
      const std::string_view tail = line(last);
      const char* begin = starts_[first];
      assay::forget({begin, static_cast<std::size_t>(tail.data() + tail.size() - begin)});
    }
    return;
  }
}

std::string RowIndex::place(std::uint64_t row) const {
  std::uint64_t before = 0;
  for (std::size_t file = 0; file < data_.manifest().files.size(); ++file) {
    const std::uint64_t rows = data_.manifest().files[file].rows;
    if (row < before + rows) return data_.place_of(file, starts_[row]);
    before += rows;
  }
  return fmt::format("row {}", row);
}

}  // namespace assay
