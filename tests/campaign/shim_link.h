// What the campaign and the preloaded libraries tell each other: orders one way, counts the other.
//
// It is a small file that both map. What a library wrote is still there after SIGKILL, and nothing
// of it goes through the calls that are made to fail.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace assay::campaign {

inline constexpr const char* kLinkVariable = "ASSAY_CAMPAIGN_LINK";  // the path of that file

// Calls of one kind are counted together.
enum class Call : std::uint32_t {
  kOpen,
  kRead,
  kWrite,
  kSync,
  kRename,
  kClose,
  kMap,
  kTruncate,
  kMakeFolder,
  kStat,
  kLock,
  kUnlink,
  kList,
};
inline constexpr std::array<const char*, 13> kCallNames = {
    "open",     "read",  "write", "sync", "rename", "close", "map",
    "truncate", "mkdir", "stat",  "lock", "unlink", "list"};

inline constexpr std::int32_t kShort = -1;  // as an error: half of the bytes, no failure

struct Orders {
  std::uint64_t kill_at = 0;         // SIGKILL right before this call, counted from 1; 0: never
  std::uint64_t stop_at_rename = 0;  // SIGSTOP right before this rename
  std::uint64_t fail_at = 0;         // this call of the kind below fails
  Call fail_kind = Call::kOpen;
  std::int32_t fail_with = 0;         // errno, or kShort
  std::uint64_t fail_allocation = 0;  // this allocation since main() gives no memory
  std::uint32_t and_all_after = 0;    // nor does any later one
  std::array<char, 512> canary = {};  // opening anything below this folder is reported
};

struct Counts {
  std::atomic<std::uint64_t> calls;
  std::array<std::atomic<std::uint64_t>, kCallNames.size()> of_kind;
  std::atomic<std::uint64_t> allocations;
  std::atomic<std::int64_t> live_bytes;
  std::atomic<std::int64_t> peak_bytes;
  std::atomic<std::uint32_t> was_hit;  // the order to fail was carried out
  std::array<char, 512> hit_path;      // by a call on this file, where it is known
  std::atomic<std::uint32_t> canary_opened;
};

struct ShimLink {
  Orders orders;
  Counts counts;
};

}  // namespace assay::campaign
