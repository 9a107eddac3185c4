// Arrays of numbers as bytes of a file, and back.
#pragma once

#include <span>
#include <string_view>

#include "assay/base/error.h"

namespace assay::cfq {

// The bytes must be aligned for T, as those of prepared files are.
template <typename T>
std::span<const T> as_array(std::string_view bytes) {
  ASSAY_CHECK(bytes.size() % sizeof(T) == 0);
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <typename T>
std::string_view as_bytes(std::span<const T> array) {
  return {reinterpret_cast<const char*>(array.data()), array.size_bytes()};
}

}  // namespace assay::cfq
