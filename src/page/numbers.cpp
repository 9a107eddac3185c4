#include "assay/page/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "assay/base/text.h"

namespace assay::page {

namespace {

constexpr std::string_view kKeyAttribute = " data-key=\"";

Html keyed(const std::string& key, std::string value, std::string_view shown) {
  return element("data", {{"value", std::move(value)}, {"data-key", key}}, text(shown));
}

std::string six_decimals(double number) {
  const std::string written = fmt::format("{:.6f}", number);
  return written == "-0.000000" ? "0.000000" : written;
}

// An element with a key, from the first letter of its tag to the last of its end.
struct Keyed {
  std::string_view key;
  std::string_view opening;  // <data value="..." data-key="...">
  std::string_view content;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The next one from `at` on; what only looks like one is passed over.
std::optional<Keyed> next_keyed(std::string_view page, std::size_t at) {
  while ((at = page.find(kKeyAttribute, at)) != std::string_view::npos) {
    const std::size_t key = at + kKeyAttribute.size();
    const std::size_t key_end = page.find('"', key);
    const std::size_t begin = page.rfind('<', at);
    const std::size_t opening_end = page.find('>', key);
    at = key;
    if (key_end == std::string_view::npos || begin == std::string_view::npos ||
        opening_end == std::string_view::npos) {
      continue;
    }
    const std::string_view tag =
        page.substr(begin + 1, page.find_first_of(" >", begin) - begin - 1);
    const std::size_t content_end = page.find(fmt::format("</{}>", tag), opening_end);
    if (tag.empty() || content_end == std::string_view::npos) continue;
    return Keyed{page.substr(key, key_end - key), page.substr(begin, opening_end + 1 - begin),
                 page.substr(opening_end + 1, content_end - opening_end - 1), begin,
                 content_end + tag.size() + 3};
  }
  return std::nullopt;
}

// Elements with keys, and the page without them.
struct Taken {
  std::map<std::string, Keyed, std::less<>> elements;
  std::string rest;
  std::vector<std::pair<std::size_t, std::size_t>>
      places;  // of stretches: in the rest, in the page
};

Taken take_keyed(std::string_view page) {
  Taken taken;
  std::size_t copied = 0;
  const auto copy_to = [&](std::size_t end) {
    taken.places.emplace_back(taken.rest.size(), copied);
    taken.rest += page.substr(copied, end - copied);
  };
  while (const auto found = next_keyed(page, copied)) {
    std::string key(found->key);
    for (int again = 2; !taken.elements.emplace(key, *found).second; ++again) {
      key = fmt::format("{} ({})", found->key, again);
    }
    copy_to(found->begin);
    copied = found->end;
  }
  copy_to(page.size());
  return taken;
}

bool is_drawing(const Keyed& element) { return element.opening.starts_with("<div"); }

std::string said_by(const Keyed& element, bool same_content) {
  if (is_drawing(element)) return "another drawing";
  if (!same_content) return std::string(element.content);
  constexpr std::string_view kValue = " value=\"";
  const std::size_t begin = element.opening.find(kValue);
  if (begin == std::string_view::npos) return std::string(element.opening);
  const std::string_view value = element.opening.substr(begin + kValue.size());
  return fmt::format("value {}", value.substr(0, value.find('"')));
}

// The line of the page where what has no key differs first.
std::optional<std::uint64_t> first_other_line(std::string_view page, const Taken& on_page,
                                              const Taken& wanted) {
  const auto [a, b] = std::ranges::mismatch(on_page.rest, wanted.rest);
  if (a == on_page.rest.end() && b == wanted.rest.end()) return std::nullopt;
  const auto at = static_cast<std::size_t>(a - on_page.rest.begin());
  const auto behind =
      std::ranges::upper_bound(on_page.places, at, {}, &std::pair<std::size_t, std::size_t>::first);
  const auto& [in_rest, in_page] = *std::prev(behind);
  const std::string_view before = page.substr(0, in_page + (at - in_rest));
  return static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
}

}  // namespace

Html count(const std::string& key, std::uint64_t number) {
  return keyed(key, fmt::format("{}", number), with_commas(number));
}

Html decimal(const std::string& key, double number, int decimals) {
  return keyed(key, six_decimals(number), fmt::format("{:.{}f}", number, decimals));
}

Html percent(const std::string& key, const std::optional<double>& share) {
  if (!share) return keyed(key, "", "-");
  return keyed(key, six_decimals(*share), fmt::format("{:.1f}\u00a0%", *share * 100));
}

Html probability(const std::string& key, double number) {
  constexpr double kLeastShown = 0.0001;
  if (number >= kLeastShown) return decimal(key, number, 4);
  return keyed(key, fmt::format("{:.3e}", number), "< 0.0001");
}

Html percent_range(const std::string& key, double low, double high) {
  const auto bound = [](const std::string& of, double share) {
    return keyed(of, six_decimals(share), fmt::format("{:.1f}", share * 100));
  };
  return text("[") + bound(key + "/low", low) + text(", ") + bound(key + "/high", high) + text("]");
}

Html word(const std::string& key, const std::string& value) { return keyed(key, value, value); }

Html figure(const std::string& key, const Html& content, const Html& caption) {
  const Html scrolled =
      element("div", {{"class", "wide"}, {"tabindex", "0"}, {"data-key", key}}, content);
  return element("figure", scrolled + element("figcaption", caption));
}

Comparison compare_pages(std::string_view page, std::string_view computed) {
  const Taken on_page = take_keyed(page);
  const Taken wanted = take_keyed(computed);
  Comparison found;
  found.keys = wanted.elements.size();
  for (const auto& [key, element] : wanted.elements) {
    const auto there = on_page.elements.find(key);
    if (there == on_page.elements.end()) {
      found.differences.push_back({key, "", said_by(element, false)});
      continue;
    }
    const bool same_content = there->second.content == element.content;
    if (same_content && there->second.opening == element.opening) continue;
    found.differences.push_back(
        {key, said_by(there->second, same_content), said_by(element, same_content)});
  }
  for (const auto& [key, element] : on_page.elements) {
    if (!wanted.elements.contains(key)) {
      found.differences.push_back({key, said_by(element, false), ""});
    }
  }
  found.other_line = first_other_line(page, on_page, wanted);
  return found;
}

}  // namespace assay::page
