// Time since it was made, of the wall and of this process.
#pragma once

#include <chrono>
#include <ctime>

namespace assay::learners {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double cpu_seconds() const { return cpu_now() - cpu_start_; }

 private:
  static double cpu_now() {
    struct timespec now {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = cpu_now();
};

}  // namespace assay::learners
