#include "assay/pipeline/word_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "assay/base/random.h"

namespace assay {
namespace {

std::size_t nearest(const std::vector<std::string>& texts, const std::string& text) {
  WordIndex index;
  for (const std::string& each : texts) index.add(each);
  index.seal();
  return index.nearest(text);
}

TEST(WordIndex, FindsTheTextThatSharesMost) {
  const std::vector<std::string> texts{"walk left", "walk left twice", "jump twice and walk left"};
  EXPECT_EQ(nearest(texts, "walk left"), 0);
  EXPECT_EQ(nearest(texts, "twice walk left"), 1);
  EXPECT_EQ(nearest(texts, "jump twice"), 2);
  EXPECT_EQ(nearest(texts, "walk left jump twice and"), 2);
}

TEST(WordIndex, TakesTheFirstOfEquals) {
  EXPECT_EQ(nearest({"a b", "b a", "a b"}, "b a"), 0);
  EXPECT_EQ(nearest({"a", "b", "c"}, "d"), 0);
  EXPECT_EQ(nearest({"", "a"}, ""), 0);
}

TEST(WordIndex, CountsRepeatsAndPassesOverPunctuation) {
  EXPECT_EQ(nearest({"red red", "red"}, "red"), 1);
  EXPECT_EQ(nearest({"red", "red red"}, "(red, red)"), 1);
  EXPECT_EQ(nearest({"a_b", "a b"}, "a;b"), 1);
  EXPECT_EQ(nearest({"x", "gr\xc3\xbcn"}, "gr\xc3\xbcn."), 1);
}

TEST(WordIndex, ReadsNoMoreThanTheFirstWordsOfALongText) {
  std::string many;
  for (int i = 0; i < 70'000; ++i) many += "w ";
  EXPECT_EQ(nearest({"v", many}, many + "v"), 1);
}

// By the definition, without any index.
double similarity(const std::string& a, const std::string& b) {
  const auto bag = [](const std::string& text) {
    std::istringstream words(text);
    std::multiset<std::string> found;
    for (std::string word; words >> word;) found.insert(word);
    return found;
  };
  const auto one = bag(a);
  const auto two = bag(b);
  std::vector<std::string> both;
  std::ranges::set_intersection(one, two, std::back_inserter(both));
  const double all = static_cast<double>(one.size() + two.size() - both.size());
  return all == 0 ? 0 : static_cast<double>(both.size()) / all;
}

TEST(WordIndex, AgreesWithTheDefinition) {
  Stream chance(stream_key(3, "words"), {});
  const auto draw_text = [&] {
    std::string text = chance.below(10) == 0 ? "grid " : "the the grid ";  // nearly everywhere
    const std::uint64_t length = chance.below(12);
    for (std::uint64_t i = 0; i < length; ++i) {
      const std::uint64_t upper = chance.below(40) + 1;
      const std::uint64_t word = chance.below(upper);  // low numbers are in most texts
      text += "w" + std::to_string(word) + " ";
    }
    return text;
  };
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::string> texts;
    const std::uint64_t count = chance.below(60) + 1;
    for (std::uint64_t i = 0; i < count; ++i) texts.push_back(draw_text());
    const std::string asked = draw_text();
    std::size_t best = 0;
    for (std::size_t i = 1; i < texts.size(); ++i) {
      if (similarity(asked, texts[i]) > similarity(asked, texts[best])) best = i;
    }
    ASSERT_EQ(nearest(texts, asked), best) << asked;
  }
}

}  // namespace
}  // namespace assay
