// A file as memory, read only, and which file an address lies in.
//
// Where the disk cannot read a mapped file, or somebody cuts it off, no call fails: the instruction
// that touches the memory gets the signal SIGBUS. So only that is mapped which has to be: prepared
// state of gigabytes, of which a run needs a few places in any order. Everything else is read with
// calls (input_file.h). Signals belong to the program, not to a library; a program that handles
// this one asks here which file it was.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/base/input_file.h"

namespace assay {

class MappedMemory {
 public:
  explicit MappedMemory(const InputFile& file);
  ~MappedMemory();
  MappedMemory(MappedMemory&& other) noexcept;
  MappedMemory& operator=(MappedMemory&&) = delete;

  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

// The path, safe to print, of the file that is mapped there; null when none is. For handlers of
// signals: takes no lock and no memory. Knows the first 64 files that are mapped at a time.
const char* mapped_file_at(const void* address);

}  // namespace assay
