// One target as a program of libFuzzer's; the build says which. Names and types are libFuzzer's.
#include <cstddef>
#include <cstdint>

#include "fuzz_targets.h"

// The first byte chooses, so what takes long to make is made here, before any input is timed.
extern "C" int LLVMFuzzerInitialize(int*, char***) {  // NOLINT(readability-identifier-naming)
  for (char letter = 'a'; letter <= 'z'; ++letter) assay::fuzz::ASSAY_FUZZ_TARGET({&letter, 1});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(  // NOLINT(readability-identifier-naming)
    const std::uint8_t* data, std::size_t size) {
  assay::fuzz::ASSAY_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
