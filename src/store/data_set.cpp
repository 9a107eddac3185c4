#include "assay/store/data_set.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

Folder open_data_folder(const std::string& path) {
  if (kind_of_path(path) == PathKind::kFile) {
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
  for (std::size_t file = 0; file < manifest_.files.size(); ++file) open_file(file);
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

InputFile DataSet::open_file(std::size_t file) const {
  const FileEntry& entry = manifest_.files[file];
  auto found = InputFile::find(folder_, entry.path);
  if (!found) {
    fail(ErrorKind::kInput, "{}: is missing", printable(folder_.path_of(entry.path)));
  }
  if (found->size() != entry.bytes) {
    fail(ErrorKind::kInput, "{}: has {} bytes, but the manifest says {}; the file is damaged",
         printable(found->path()), with_commas(found->size()), with_commas(entry.bytes));
  }
  return std::move(*found);
}

namespace {

// Behind the first newline from there on; the end of the file where there is none.
std::uint64_t end_of_line(const InputFile& file, std::uint64_t offset) {
  constexpr std::uint64_t kStretch = 1U << 14U;
  std::string bytes;
  while (offset < file.size()) {
    bytes.resize(std::min(kStretch, file.size() - offset));
    file.read(offset, bytes);
    const std::size_t newline = bytes.find('\n');
    if (newline != std::string::npos) return offset + newline + 1;
    offset += bytes.size();
  }
  return file.size();
}

}  // namespace

std::vector<Block> DataSet::blocks(std::uint64_t about_bytes) const {
  std::vector<Block> blocks;
  for (std::size_t number = 0; number < manifest_.files.size(); ++number) {
    const InputFile file = open_file(number);
    std::uint64_t offset = 0;
    while (offset < file.size()) {
      const bool is_last = file.size() - offset <= about_bytes;
      const std::uint64_t end = is_last ? file.size() : end_of_line(file, offset + about_bytes);
      blocks.push_back({number, offset, end - offset});
      offset = end;
    }
  }
  return blocks;
}

std::string DataSet::place_of(std::size_t file, std::uint64_t offset) const {
  std::int64_t lines = 1;
  std::uint64_t before = 0;
  open_file(file).read_through([&](std::string_view bytes) {
    const std::uint64_t count = std::min<std::uint64_t>(bytes.size(), offset - before);
    lines += std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count), '\n');
    before += count;
  });
  return fmt::format("{}:{}", printable(folder_.path_of(manifest_.files[file].path)), lines);
}

std::string_view DataReader::read(const Block& block) {
  if (!open_ || file_ != block.file) {
    open_.reset();
    open_.emplace(data_.open_file(block.file));
    file_ = block.file;
  }
  if (bytes_.size() < block.length) bytes_.resize(block.length);
  open_->read(block.offset, {bytes_.data(), block.length});
  return {bytes_.data(), block.length};
}

RowIndex::RowIndex(const DataSet& data) : data_(data) {
  starts_.reserve(data.rows());
  DataReader reader(data);
  const std::vector<Block> blocks = data.blocks();
  auto block = blocks.begin();
  for (std::size_t file = 0; file < data.manifest().files.size(); ++file) {
    first_rows_.push_back(starts_.size());
    bool is_ended = true;
    for (; block != blocks.end() && block->file == file; ++block) {
      const std::string_view bytes = reader.read(*block);
      for_each_line(bytes, [&](std::string_view line) {
        starts_.push_back(block->offset + static_cast<std::uint64_t>(line.data() - bytes.data()));
      });
      is_ended = bytes.ends_with('\n');
    }
    const std::uint64_t found = starts_.size() - first_rows_.back();
    const FileEntry& entry = data.manifest().files[file];
    if (!is_ended) {
      fail(ErrorKind::kInput, "{}: does not end in a newline; the file is damaged",
           printable(data.folder().path_of(entry.path)));
    }
    if (found != entry.rows) {
      fail(ErrorKind::kInput, "{}: has {} rows, but the manifest says {}; the file is damaged",
           printable(data.folder().path_of(entry.path)), found, entry.rows);
    }
  }
}

std::size_t RowIndex::file_of(std::uint64_t row) const {
  ASSAY_CHECK(row < starts_.size());
  const auto after = std::upper_bound(first_rows_.begin(), first_rows_.end(), row);
  return static_cast<std::size_t>(after - first_rows_.begin()) - 1;
}

Block RowIndex::block_of(std::uint64_t row) const {
  const std::size_t file = file_of(row);
  const FileEntry& entry = data_.manifest().files[file];
  const bool is_last = row + 1 == first_rows_[file] + entry.rows;
  const std::uint64_t end = is_last ? entry.bytes : starts_[row + 1];
  return {file, starts_[row], end - 1 - starts_[row]};
}

std::string RowIndex::line(std::uint64_t row) const {
  return std::string(DataReader(data_).read(block_of(row)));
}

std::string RowIndex::place(std::uint64_t row) const {
  return data_.place_of(file_of(row), starts_[row]);
}

std::string_view RowLines::line(std::uint64_t row) {
  constexpr std::uint64_t kAhead = 1U << 16U;
  const Block wanted = index_.block_of(row);
  const bool is_same_file = wanted.file == held_.file;
  if (!is_same_file || wanted.offset < held_.offset || wanted.end() > held_.end()) {
    const bool goes_on =
        is_same_file && wanted.offset >= held_.offset && wanted.offset <= held_.end() + kAhead;
    const std::uint64_t rest = index_.data().manifest().files[wanted.file].bytes - wanted.offset;
    held_ = wanted;
    if (goes_on) held_.length = std::max(wanted.length, std::min(kAhead, rest));
    bytes_ = reader_.read(held_);
  }
  return bytes_.substr(wanted.offset - held_.offset, wanted.length);
}

}  // namespace assay
