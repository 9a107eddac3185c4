#include "progress_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/base/text.h"

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kSilence{1.0};
constexpr Seconds kRedraw{0.1};
constexpr Seconds kPlainPause{30.0};

enum class ProgressStyle { kBar, kPlain, kJson };

std::string short_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::lround(seconds));
  if (whole < 60) return fmt::format("{}s", whole);
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
}

std::string short_bytes(std::uint64_t bytes) {
  constexpr double kMega = 1e6;
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / kMega);
}

class Display {
 public:
  explicit Display(ProgressStyle style) : style_(style) {}
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;
  ~Display() {
    if (drawn_ && style_ == ProgressStyle::kBar) std::fputs("\r\033[K", stderr);
  }

  // Work within work may report from two threads.
  void show(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    if (progress.what.empty()) {
      say(progress);
      return;
    }
    const auto now = Clock::now();
    if (progress.what != what_ || progress.done < last_done_) {
      what_ = progress.what;
      start_ = last_ = now;
      first_done_ = progress.done;
      shown_ = false;
    }
    last_done_ = progress.done;
    const Seconds elapsed = now - start_;
    const bool last = progress.done == progress.total;
    if (elapsed < kSilence || (last && !shown_)) return;
    const Seconds pause = style_ == ProgressStyle::kBar ? kRedraw : kPlainPause;
    if (shown_ && !last && now - last_ < pause) return;
    last_ = now;
    shown_ = drawn_ = true;
    print(progress, elapsed.count(), last);
  }

 private:
  // A note by itself is shown at once and stays; a bar goes on below it.
  void say(const Progress& progress) const {
    if (style_ == ProgressStyle::kJson) {
      print_json(progress, 0);
      return;
    }
    if (drawn_ && style_ == ProgressStyle::kBar) std::fputs("\r\033[K", stderr);
    fmt::print(stderr, "assay: {}\n", escaped(progress.note));
  }

  static void print_json(const Progress& progress, double rate) {
    std::string what;
    append_json_string(what, progress.what);
    std::string note;
    append_json_string(note, progress.note);
    fmt::print(stderr,
               "{{\"what\":{},\"done\":{},\"total\":{},\"bytes\":{},\"rate\":{:.1f},"
               "\"note\":{}}}\n",
               what, progress.done, progress.total, progress.bytes, rate, note);
  }

  void print(const Progress& progress, double elapsed, bool last) const {
    const double rate = static_cast<double>(progress.done - first_done_) / elapsed;
    const double left = rate > 0 ? static_cast<double>(progress.total - progress.done) / rate : 0;
    if (style_ == ProgressStyle::kJson) {
      print_json(progress, rate);
      return;
    }
    const bool endless = progress.total == 0;  // or nobody knows the end, as of a pipe
    const double share =
        static_cast<double>(progress.done) / static_cast<double>(endless ? 1 : progress.total);
    std::string line = progress.what + "  ";
    if (!endless) line += fmt::format("{:3.0f}%  ", share * 100);
    line += with_commas(progress.done);
    if (!endless) line += " of " + with_commas(progress.total);
    if (rate >= 1) line += fmt::format("  {}/s", with_commas(static_cast<std::uint64_t>(rate)));
    if (progress.bytes > 0) line += "  " + short_bytes(progress.bytes);
    if (!progress.note.empty()) line += "  " + progress.note;
    if (!endless && (last || rate > 0)) {
      line += last ? "  in " + short_time(elapsed) : "  " + short_time(left) + " left";
    }
    if (style_ == ProgressStyle::kBar) {
      fmt::print(stderr, "\r\033[K{}", escaped(line.substr(0, 100)));
      std::fflush(stderr);
    } else {
      fmt::print(stderr, "assay: {}\n", escaped(line));
    }
  }

  std::mutex mutex_;
  ProgressStyle style_;
  std::string what_;
  Clock::time_point start_;
  Clock::time_point last_;
  std::uint64_t first_done_ = 0;
  std::uint64_t last_done_ = 0;
  bool shown_ = false;
  bool drawn_ = false;
};

}  // namespace

ProgressCallback progress_display(const std::string& how) {
  if (how == "none") return {};
  ProgressStyle style = ProgressStyle::kPlain;
  if (how == "bar" || (how == "auto" && ::isatty(STDERR_FILENO) != 0)) {
    style = ProgressStyle::kBar;
  } else if (how == "json") {
    style = ProgressStyle::kJson;
  } else if (how != "auto" && how != "plain") {
    const std::vector<std::string> known = {"auto", "bar", "plain", "json", "none"};
    fail(ErrorKind::kUsage, "--progress {} is not known{}", printable(how),
         did_you_mean(how, known));
  }
  return [display = std::make_shared<Display>(style)](const Progress& progress) {
    display->show(progress);
  };
}

}  // namespace assay
