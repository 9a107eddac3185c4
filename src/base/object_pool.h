// Objects that are costly to make and used by one thread at a time: lent, given back, lent again.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace assay {

// Threads may share it. A thread gets the tool back that it had last, whose memory is still near.
template <typename Tool>
class ObjectPool {
 public:
  explicit ObjectPool(std::function<std::unique_ptr<Tool>()> make) : make_(std::move(make)) {}

  // Lends a tool to a scope.
  class Loan {
   public:
    explicit Loan(const ObjectPool& owner) : owner_(owner), tool_(owner.take()) {}
    ~Loan() { owner_.give_back(std::move(tool_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Tool& operator*() { return *tool_; }
    Tool* operator->() { return tool_.get(); }

   private:
    const ObjectPool& owner_;
    std::unique_ptr<Tool> tool_;
  };

 private:
  struct Free {
    std::unique_ptr<Tool> tool;
    std::thread::id last_user;
  };

  std::unique_ptr<Tool> take() const {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        const auto own = std::find_if(free_.begin(), free_.end(), [](const Free& free) {
          return free.last_user == std::this_thread::get_id();
        });
        if (own != free_.end()) std::swap(*own, free_.back());
        auto tool = std::move(free_.back().tool);
        free_.pop_back();
        return tool;
      }
      free_.reserve(++made_);  // so that giving back needs no memory
    }
    return make_();
  }
  void give_back(std::unique_ptr<Tool> tool) const {
    const std::lock_guard lock(mutex_);
    free_.push_back({std::move(tool), std::this_thread::get_id()});
  }

  std::function<std::unique_ptr<Tool>()> make_;
  mutable std::mutex mutex_;
  mutable std::vector<Free> free_;
  mutable std::size_t made_ = 0;  // or tried to
};

}  // namespace assay
