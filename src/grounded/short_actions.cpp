#include "assay/grounded/short_actions.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::grounded {

namespace {

using Actions = std::span<const world::Action>;

// How often the list begins with its first `length` actions.
std::size_t repeats(Actions actions, std::size_t length) {
  std::size_t times = 1;
  while ((times + 1) * length <= actions.size() &&
         std::equal(actions.begin(), actions.begin() + static_cast<std::ptrdiff_t>(length),
                    actions.begin() + static_cast<std::ptrdiff_t>(times * length))) {
    ++times;
  }
  return times;
}

}  // namespace

std::string short_actions(Actions actions) {
  constexpr std::size_t kLongestBlock = 8;  // a cautious step has five actions
  std::string text;
  while (!actions.empty()) {
    std::size_t length = 1;
    std::size_t times = repeats(actions, 1);
    for (std::size_t longer = 2; longer <= kLongestBlock; ++longer) {
      const std::size_t again = repeats(actions, longer);
      if (again < 2 || again * longer <= length * times) continue;
      length = longer;
      times = again;
    }
    if (!text.empty()) text += ", ";
    const std::string block = length == 1 ? std::string(name_of(actions.front()))
                                          : '(' + short_actions(actions.first(length)) + ')';
    text += times == 1 ? block : fmt::format("{} ×{}", block, times);
    actions = actions.subspan(length * times);
  }
  return text;
}

}  // namespace assay::grounded
