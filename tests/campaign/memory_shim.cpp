// A library to preload: counts allocations and their bytes, and makes one or all later ones fail.
//
// Counting begins at main(): what libraries need before it is nothing that a program can answer
// for. `operator new` is here as well, since it asks malloc().
#include <dlfcn.h>
#include <malloc.h>

#include <atomic>
#include <cerrno>

#include "shim_joining.h"

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
// The C library's own, under the names by which it keeps them for libraries like this one.
void* __libc_malloc(std::size_t length);
void* __libc_calloc(std::size_t count, std::size_t length);
void* __libc_realloc(void* memory, std::size_t length);
void* __libc_memalign(std::size_t alignment, std::size_t length);
void __libc_free(void* memory);
}
// NOLINTEND(readability-identifier-naming)

namespace {

using assay::campaign::ShimLink;

std::atomic<ShimLink*> shared = nullptr;  // null before main()

bool fails() {
  ShimLink* link = shared;
  if (link == nullptr) return false;
  const std::uint64_t number = ++link->counts.allocations;
  const std::uint64_t at = link->orders.fail_allocation;
  if (at == 0 || number < at || (number > at && link->orders.and_all_after == 0)) return false;
  link->counts.was_hit = 1;
  errno = ENOMEM;
  return true;
}

void add_bytes(void* memory, std::int64_t sign) {
  ShimLink* link = shared;
  if (link == nullptr || memory == nullptr) return;
  const auto bytes = static_cast<std::int64_t>(::malloc_usable_size(memory)) * sign;
  const std::int64_t live = link->counts.live_bytes += bytes;
  std::int64_t peak = link->counts.peak_bytes;
  while (live > peak && !link->counts.peak_bytes.compare_exchange_weak(peak, live)) {
  }
}

void* counted(void* memory) {
  add_bytes(memory, 1);
  return memory;
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int joined_main(int count, char** words, char** environment) {
  shared = assay::campaign::joined_link();
  return real_main(count, words, environment);
}

}  // namespace

// NOLINTBEGIN: these are the names and the forms of the C library.
extern "C" {

void* malloc(std::size_t length) { return fails() ? nullptr : counted(__libc_malloc(length)); }

void* calloc(std::size_t count, std::size_t length) {
  return fails() ? nullptr : counted(__libc_calloc(count, length));
}

void* realloc(void* memory, std::size_t length) {
  if (fails()) return nullptr;
  add_bytes(memory, -1);
  void* moved = __libc_realloc(memory, length);
  add_bytes(moved == nullptr && length != 0 ? memory : moved, 1);
  return moved;
}

void* memalign(std::size_t alignment, std::size_t length) {
  return fails() ? nullptr : counted(__libc_memalign(alignment, length));
}

void* aligned_alloc(std::size_t alignment, std::size_t length) {
  return memalign(alignment, length);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t length) {
  void* made = memalign(alignment, length);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}

void free(void* memory) {
  add_bytes(memory, -1);
  __libc_free(memory);
}

int __libc_start_main(Main program, int count, char** words, void (*begin)(), void (*end)(),
                      void (*linker_end)(), void* stack_end) {
  real_main = program;
  using Start = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* start = reinterpret_cast<Start*>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(joined_main, count, words, begin, end, linker_end, stack_end);
}

}  // extern "C"
// NOLINTEND
