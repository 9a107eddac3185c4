// The bytes of a file of the user's choice, first to last, in flat memory.
//
// A file packed by gzip or zstd is recognised by its first bytes and unpacked on the way. "-" is
// standard input. Errors name the file: kIo when it cannot be read, kInput when what is packed is
// damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "assay/base/files.h"

namespace assay {

// A plain file or a pipe, "-" standard input. Devices have no end and folders no bytes: both are
// Error(kIo), but for /dev/null.
Descriptor open_user_file(const std::string& path);

class ByteSource {
 public:
  explicit ByteSource(const std::string& path);
  // Bytes that are there already, as if a file of that name held them.
  ByteSource(const std::string& name, std::string bytes);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // Writes up to `most` bytes; how many, 0 at the end.
  std::size_t read(char* to, std::size_t most);

  // Safe to print.
  const std::string& name() const { return name_; }
  // Of the file itself, packed or not. The size is 0 where nobody knows it, as of a pipe.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t size() const { return size_; }

 private:
  class Unpacker;

  void recognise_packing();
  std::size_t read_file(char* to, std::size_t most);
  std::size_t unpack(char* to, std::size_t most);
  void take_more();

  Descriptor file_;
  std::string name_;
  std::string raw_;  // read, but not yet handed on
  std::size_t at_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t size_ = 0;
  std::unique_ptr<Unpacker> unpacker_;
};

}  // namespace assay
