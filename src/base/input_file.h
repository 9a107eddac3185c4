// A plain file that is read in stretches, with calls and not through a map.
//
// What the disk cannot read, and a file that somebody cuts off meanwhile, is an Error that names
// it; in mapped memory it would be a signal that ends the process. Memory is what the caller asks
// for, however long the file is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/files.h"

namespace assay {

class InputFile {
 public:
  InputFile(const Folder& folder, std::string_view name);
  // One outside any data set, named by the user; may be a link.
  explicit InputFile(const std::string& path);
  // Nullopt when there is none.
  static std::optional<InputFile> find(const Folder& folder, std::string_view name);

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }  // when it was opened
  int descriptor() const { return file_.get(); }

  // Fills all of `into`, which must lie within the size. Shared by threads.
  void read(std::uint64_t offset, std::span<char> into) const;
  std::string read_all() const;
  // All of it in stretches, first to last.
  void read_through(const std::function<void(std::string_view)>& take) const;

 private:
  InputFile(Descriptor file, std::string path);

  Descriptor file_;
  std::string path_;
  std::uint64_t size_ = 0;
};

// Of the whole file.
std::string sha256_hex(const InputFile& file);

}  // namespace assay
