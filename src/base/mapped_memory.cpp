#include "assay/base/mapped_memory.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

#include "assay/base/system_call.h"
#include "assay/base/text.h"

namespace assay {

namespace {

// `begin` is set last and cleared first, so that whoever sees it sees the others.
struct Region {
  std::atomic<std::uintptr_t> begin = 0;  // 0: free
  std::size_t size = 0;
  std::string path;
};

std::array<Region, 64> regions;
std::mutex regions_mutex;

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

void note_region(const char* begin, std::size_t size, std::string path) {
  const std::lock_guard lock(regions_mutex);
  for (Region& region : regions) {
    if (region.begin != 0) continue;
    region.size = size;
    region.path = std::move(path);
    region.begin = number_of(begin);
    return;
  }
}

void forget_region(const char* begin) {
  const std::lock_guard lock(regions_mutex);
  for (Region& region : regions) {
    if (region.begin == number_of(begin)) region.begin = 0;
  }
}

}  // namespace

MappedMemory::MappedMemory(const InputFile& file) : size_(file.size()) {
  if (size_ == 0) return;
  void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (memory == MAP_FAILED) fail_io("map", file.path());
  data_ = static_cast<const char*>(memory);
  note_region(data_, size_, printable(file.path()));
}

MappedMemory::MappedMemory(MappedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedMemory::~MappedMemory() {
  if (data_ == nullptr) return;
  forget_region(data_);
  ::munmap(const_cast<char*>(data_), size_);
}

const char* mapped_file_at(const void* address) {
  for (const Region& region : regions) {
    const std::uintptr_t begin = region.begin;
    if (begin != 0 && number_of(address) - begin < region.size) return region.path.c_str();
  }
  return nullptr;
}

}  // namespace assay
