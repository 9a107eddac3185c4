// Small sets of assertions, kept in a pool, and which of them contain others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::cscan {

// The number of an assertion.
using Member = std::uint32_t;

struct MemberSet {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  std::uint64_t bits = 0;  // one for each member, shared by many; tells most sets apart at once
};

class SetPool {
 public:
  // Of members in ascending order.
  MemberSet add(std::span<const Member> members);
  std::span<const Member> operator[](const MemberSet& set) const {
    return std::span(members_).subspan(set.begin, set.size);
  }
  bool includes(const MemberSet& whole, const MemberSet& part) const {
    return (part.bits & ~whole.bits) == 0 && part.size <= whole.size &&
           std::ranges::includes((*this)[whole], (*this)[part]);
  }
  // Smaller sets first, then by their members.
  bool is_before(const MemberSet& a, const MemberSet& b) const {
    if (a.size != b.size) return a.size < b.size;
    return std::ranges::lexicographical_compare((*this)[a], (*this)[b]);
  }
  bool equal(const MemberSet& a, const MemberSet& b) const {
    return a.bits == b.bits && std::ranges::equal((*this)[a], (*this)[b]);
  }

 private:
  std::vector<Member> members_;
};

// Finds the sets that are part of a given one. A set is kept under the member that fewest of them
// have, so that few are looked at.
class PartIndex {
 public:
  // `members` is more than any member.
  PartIndex(const SetPool& pool, std::span<const MemberSet> sets, std::size_t members);

  bool any_strictly_within(const MemberSet& whole) const;

 private:
  const SetPool& pool_;
  std::vector<std::vector<MemberSet>> by_member_;  // of each, smaller sets first
};

}  // namespace assay::cscan
