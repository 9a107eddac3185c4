// For tests only: whether a document is XML, as far as our own documents use it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "assay/render/columns.h"

namespace assay {

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++count;
  return count;
}

// Tags in order, as "<g", "</g" or "<g/"; fails the test on a stray "<" or "&".
inline std::vector<std::string> tags_of(std::string_view xml) {
  std::vector<std::string> tags;
  std::size_t at = 0;
  while ((at = xml.find_first_of("<&", at)) != std::string_view::npos) {
    const std::size_t end = xml.find(xml[at] == '&' ? ';' : '>', at);
    EXPECT_NE(end, std::string_view::npos);
    if (end == std::string_view::npos) break;
    const std::string_view inside = xml.substr(at, end - at);
    if (xml[at] == '&') {
      const std::vector<std::string_view> known = {"&lt", "&gt", "&amp", "&quot"};
      EXPECT_NE(std::find(known.begin(), known.end(), inside), known.end()) << inside;
    } else {
      EXPECT_EQ(inside.find('<', 1), std::string_view::npos) << inside;
      EXPECT_EQ(count_of(inside, "\"") % 2, 0U) << inside;
      std::string tag(inside.substr(0, inside.find_first_of(" \n")));
      if (inside.back() == '/') tag += '/';
      tags.push_back(tag);
    }
    at = end;
  }
  return tags;
}

inline void expect_well_formed(std::string_view xml) {
  std::vector<std::string> open;
  for (const std::string& tag : tags_of(xml)) {
    if (tag.back() == '/') continue;
    if (tag[1] != '/') {
      open.push_back(tag.substr(1));
      continue;
    }
    ASSERT_FALSE(open.empty());
    ASSERT_EQ(open.back(), tag.substr(2));
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
  const auto replaced = [](std::string_view text) { return count_of(text, "\uFFFD"); };
  EXPECT_EQ(replaced(clean_text(xml)), replaced(xml)) << "not valid UTF-8";
}

}  // namespace assay
