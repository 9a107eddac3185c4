#include "assay/tasks/cscan/consistency/assertion_table.h"

#include <bit>
#include <compare>
#include <iterator>
#include <numeric>

namespace assay::cscan {

namespace {

std::strong_ordering compare_trees(const Tree& a, const Tree& b) {
  if (const auto order = a.top <=> b.top; order != 0) return order;
  return std::lexicographical_compare_three_way(a.parts.begin(), a.parts.end(), b.parts.begin(),
                                                b.parts.end());
}

// The order of predictions never matters, only what they say.
std::strong_ordering compare(const Assertion& a, const Assertion& b) {
  if (const auto order = compare_trees(a.rule.left, b.rule.left); order != 0) return order;
  if (const auto order = a.rule.right <=> b.rule.right; order != 0) return order;
  if (const auto order = a.form <=> b.form; order != 0) return order;
  return a.qualifier <=> b.qualifier;
}

UsedVariables variables_in(const Output& output) {
  UsedVariables used = 0;
  for (const char byte : output) {
    if (is_variable(byte)) used |= UsedVariables{1} << variable_number(byte);
  }
  return used;
}

}  // namespace

ValueId Values::number(const Output& output) {
  const auto [at, is_new] = numbers_.try_emplace(output, static_cast<ValueId>(texts_.size()));
  if (is_new) texts_.push_back(&at->first);
  return at->second;
}

AssertionTable::AssertionTable(const PhraseTable& phrases, std::span<const Assertion> assertions)
    : phrases_(phrases),
      by_root_(phrases.space().productions.size()),
      variable_(values_.number(Output(1, variable_byte(0)))) {
  std::vector<std::uint32_t> order(assertions.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return compare(assertions[a], assertions[b]) < 0;
  });
  for (const std::uint32_t number : order) {
    const Assertion& assertion = assertions[number];
    if (!entries_.empty() && *entries_.back().assertion == assertion) {
      ++repeated_;
      continue;
    }
    const auto member = static_cast<Member>(entries_.size());
    if (sides_.empty() || sides_.back().tree != assertion.rule.left) {
      sides_.push_back({assertion.rule.left, member, member});
    }
    sides_.back().last = member + 1;
    entries_.push_back({&assertion, number, static_cast<std::uint32_t>(sides_.size() - 1),
                        values_.number(assertion.rule.right), variables_in(assertion.rule.right)});
  }
  for (const LeftSide& side : sides_) by_root_[phrases_.root(side.tree)].push_back(side);
}

bool AssertionTable::join(std::span<const Member> a, std::span<const Member> b,
                          std::vector<Member>& out) const {
  out.clear();
  std::ranges::set_union(a, b, std::back_inserter(out));
  for (std::size_t at = 1; at < out.size(); ++at) {
    if (entries_[out[at]].side == entries_[out[at - 1]].side) return false;
  }
  return true;
}

std::optional<ValueId> AssertionTable::value_over(const Parts& parts, Member rule,
                                                  Budget::Side& budget) {
  const UsedVariables used = entries_[rule].used;
  const auto part_of = [&](char variable) -> const Part& {
    const auto before = used & ((UsedVariables{1} << variable_number(variable)) - 1);
    return parts[static_cast<std::size_t>(std::popcount(before))];
  };
  std::size_t length = 0;
  for (const char byte : right(rule)) {
    length += is_variable(byte) ? values_[part_of(byte).value].size() : 1;
  }
  if (!budget.take_value(length)) return std::nullopt;
  text_.clear();
  for (const char byte : right(rule)) {
    if (is_variable(byte)) {
      append_shifted(text_, values_[part_of(byte).value], part_of(byte).shift);
    } else {
      text_ += byte;
    }
  }
  return values_.number(text_);
}

}  // namespace assay::cscan
