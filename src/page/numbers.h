// Numbers on a page: each has a key, so that a page can be made again and compared, and its value
// in a form that programs read.
//
//   <data value="0.732400" data-key="split/mcd1/train/test/compound divergence">0.7324</data>
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/page/html.h"

namespace assay::page {

// 20,910.
Html count(const std::string& key, std::uint64_t number);
// With so many decimals; its value has six.
Html decimal(const std::string& key, double number, int decimals);
// 0.501 as 50.1 %; "-" where there is none.
Html percent(const std::string& key, const std::optional<double>& share);
// Four decimals, or "< 0.0001".
Html probability(const std::string& key, double number);
// [91.0, 94.9] in percent, two numbers.
Html percent_range(const std::string& key, double low, double high);
// A word that is recomputed as well, such as a hash.
Html word(const std::string& key, const std::string& value);

// A drawing under its caption; what it shows is recomputed, too. Scrolls inside itself where there
// is no room.
Html figure(const std::string& key, const Html& content, const Html& caption);

// What a page and the one that is made in its place say under a key.
struct Difference {
  std::string key;
  std::string on_page;   // empty: it lacks the key
  std::string computed;  // empty: only the page has it
};

struct Comparison {
  std::uint64_t keys = 0;  // of the computed page
  std::vector<Difference> differences;
  // The first line that differs apart from these, counted from 1.
  std::optional<std::uint64_t> other_line;
};

// By keys, then line by line. Neither text needs to be a page of ours.
Comparison compare_pages(std::string_view page, std::string_view computed);

}  // namespace assay::page
