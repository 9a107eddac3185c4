#include "assay/tasks/cscan/consistency/member_sets.h"

#include <limits>

#include "assay/base/error.h"

namespace assay::cscan {

namespace {

constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;  // neighbours get bits far apart

std::uint64_t bit_of(Member member) { return 1ULL << ((member * kSpread) >> 58U); }

}  // namespace

MemberSet SetPool::add(std::span<const Member> members) {
  ASSAY_CHECK(members_.size() <= std::numeric_limits<std::uint32_t>::max());
  MemberSet set{static_cast<std::uint32_t>(members_.size()),
                static_cast<std::uint32_t>(members.size()), 0};
  for (const Member member : members) set.bits |= bit_of(member);
  members_.insert(members_.end(), members.begin(), members.end());
  return set;
}

PartIndex::PartIndex(const SetPool& pool, std::span<const MemberSet> sets, std::size_t members)
    : pool_(pool), by_member_(members) {
  std::vector<std::uint32_t> uses(members);
  for (const MemberSet& set : sets) {
    for (const Member member : pool_[set]) ++uses[member];
  }
  for (const MemberSet& set : sets) {
    const auto rarest =
        std::ranges::min_element(pool_[set], [&](Member a, Member b) { return uses[a] < uses[b]; });
    by_member_[*rarest].push_back(set);
  }
  for (auto& list : by_member_) {
    std::ranges::stable_sort(list, {}, [](const MemberSet& set) { return set.size; });
  }
}

bool PartIndex::any_strictly_within(const MemberSet& whole) const {
  for (const Member member : pool_[whole]) {
    for (const MemberSet& set : by_member_[member]) {
      if (set.size >= whole.size) break;
      if (pool_.includes(whole, set)) return true;
    }
  }
  return false;
}

}  // namespace assay::cscan
