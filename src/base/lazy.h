// A value that is made when it is first asked for, once, by whichever thread asks first.
//
// For what an immutable object needs only sometimes: its users stay const, and threads share one
// value. Others that ask meanwhile wait. When making it throws, nothing is kept and the next who
// asks tries again. The value must not ask for itself while it is made.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace assay {

template <typename T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> make) : make_(std::move(make)) {}
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;

  // After the first time, one load.
  const T& get() const {
    const T* made = made_.load(std::memory_order_acquire);
    return made != nullptr ? *made : make_once();
  }
  const T& operator*() const { return get(); }
  const T* operator->() const { return &get(); }

 private:
  const T& make_once() const {
    const std::lock_guard lock(mutex_);
    if (!value_) {
      value_.reset(new T(make_()));
      made_.store(value_.get(), std::memory_order_release);
    }
    return *value_;
  }

  std::function<T()> make_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const T> value_;
  mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace assay
