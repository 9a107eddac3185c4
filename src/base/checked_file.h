// A file that is read to its end and hashed before anything in it is believed, and mapped then.
//
// Hashing reads with calls, not through the map: what the disk cannot read becomes an Error and no
// signal. What was hashed and what is mapped is the same open file, whatever is put in its place.
// Why mapped at all, and what then happens to a file that is cut off: mapped_memory.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/base/input_file.h"
#include "assay/base/mapped_memory.h"
#include "assay/base/progress.h"

namespace assay {

class CheckedFile {
 public:
  // Nullopt when there is none; one that cannot be opened is an Error(kIo) that names it.
  static std::optional<CheckedFile> open(const Folder& folder, std::string_view name);

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  // The whole file; short ones only.
  std::string read() const { return file_->read_all(); }
  // Of the whole file, by all threads that `control` allows. XXH3 of each block, in order into one:
  // it finds what disks and crashes do, not what an enemy forges.
  std::uint64_t hash(const Control& control) const;

  // From here on the bytes are at hand; the descriptor is closed.
  void map();
  std::string_view bytes() const { return memory_ ? memory_->bytes() : std::string_view(); }

 private:
  explicit CheckedFile(InputFile file)
      : path_(file.path()), size_(file.size()), file_(std::move(file)) {}

  std::string path_;
  std::uint64_t size_;
  std::optional<InputFile> file_;  // until it is mapped
  std::optional<MappedMemory> memory_;
};

}  // namespace assay
