// A list of a few things, kept in place: for what is made and thrown away by the million.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "assay/base/error.h"

namespace assay {

template <typename T, std::size_t kMost>
class InlineVector {
 public:
  InlineVector() = default;
  InlineVector(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + size_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + size_; }
  T& operator[](std::size_t at) { return values_[at]; }
  const T& operator[](std::size_t at) const { return values_[at]; }
  T& front() { return values_[0]; }
  const T& front() const { return values_[0]; }
  T& back() { return values_[size_ - 1]; }
  const T& back() const { return values_[size_ - 1]; }

  void clear() { size_ = 0; }
  T& push_back(T value) {
    ASSAY_CHECK(size_ < kMost);
    return values_[size_++] = std::move(value);
  }
  void pop_back() { --size_; }
  void remove_at(std::size_t at) {
    std::move(begin() + at + 1, end(), begin() + at);
    --size_;
  }

  friend bool operator==(const InlineVector& a, const InlineVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<T, kMost> values_{};
  std::size_t size_ = 0;
};

}  // namespace assay
