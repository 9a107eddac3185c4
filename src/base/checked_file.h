// A file that is read to its end and hashed before anything in it is believed, and mapped then.
//
// Hashing reads with calls, not through the map: what the disk cannot read becomes an Error and no
// signal. What was hashed and what is mapped is the same open file, whatever is put in its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/files.h"
#include "assay/base/progress.h"

namespace assay {

class CheckedFile {
 public:
  // Nullopt when there is none; one that cannot be opened is an Error(kIo) that names it.
  static std::optional<CheckedFile> open(const Folder& folder, std::string_view name);
  ~CheckedFile();
  CheckedFile(CheckedFile&& other) noexcept;
  CheckedFile& operator=(CheckedFile&&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  // The whole file; short ones only.
  std::string read() const;
  // Of the whole file, by all threads that `control` allows. XXH3 of each block, in order into one:
  // it finds what disks and crashes do, not what an enemy forges.
  std::uint64_t hash(const Control& control) const;

  // From here on the bytes are at hand; the descriptor is closed.
  void map();
  std::string_view bytes() const { return {data_, data_ == nullptr ? 0 : size_}; }

 private:
  CheckedFile(Descriptor file, std::string path, std::size_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}
  // Less than asked for only at the end of the file.
  std::string_view read_at(std::uint64_t offset, std::span<char> into) const;

  Descriptor file_;
  std::string path_;
  std::size_t size_;
  const char* data_ = nullptr;
};

}  // namespace assay
