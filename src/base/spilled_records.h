// Records that are written once and read again in any order, in flat memory.
//
// Up to a limit they are kept in memory; beyond it, all go to a temporary file without a name,
// which the system removes when the program ends, however it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/files.h"

namespace assay {

class SpilledRecords {
 public:
  static constexpr std::size_t kInMemory = std::size_t{64} << 20U;

  explicit SpilledRecords(std::size_t in_memory = kInMemory) : in_memory_(in_memory) {}

  // Where the record is kept. Not after the first read, and by one thread.
  std::uint64_t append(std::string_view record);

  // What a reader has at hand: neighbouring records cost one call together.
  struct Window {
    std::uint64_t begin = 0;
    std::string bytes;
  };
  // Valid until the window is used again. Threads have a window each.
  std::string_view read(std::uint64_t place, Window& window) const;

 private:
  void spill();
  std::string_view at_least(std::uint64_t place, std::size_t count, Window& window) const;
  void fill(std::uint64_t place, std::size_t count, Window& window) const;

  std::size_t in_memory_;
  std::string memory_;  // what is not in the file
  Descriptor file_;
  std::uint64_t spilled_ = 0;
};

}  // namespace assay
