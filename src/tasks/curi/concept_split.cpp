#include "assay/tasks/curi/concept_split.h"

#include <algorithm>
#include <span>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {

namespace {

// Words as the paper lists them. A number stands for itself whether it counts or names a place.
struct Pair {
  std::string_view first;
  std::string_view second;
};

constexpr std::array<Pair, 8> kNewCounts{{{"3", "red"},
                                          {"3", "brown"},
                                          {"3", "yellow"},
                                          {"1", "yellow"},
                                          {"2", "blue"},
                                          {"2", "cyan"},
                                          {"3", "green"},
                                          {"1", "cyan"}}};
constexpr std::array<Pair, 20> kNewPlaces{
    {{"7", "gray"},   {"1", "red"},   {"3", "purple"}, {"1", "blue"},   {"8", "cyan"},
     {"5", "yellow"}, {"5", "green"}, {"3", "yellow"}, {"7", "purple"}, {"2", "blue"},
     {"3", "cyan"},   {"3", "blue"},  {"8", "yellow"}, {"3", "brown"},  {"1", "yellow"},
     {"6", "blue"},   {"2", "cyan"},  {"4", "brown"},  {"7", "green"},  {"5", "cyan"}}};
constexpr std::array<Pair, 5> kNewMaterials{{{"green", "metal"},
                                             {"purple", "rubber"},
                                             {"cyan", "rubber"},
                                             {"red", "metal"},
                                             {"green", "rubber"}}};
constexpr std::array<Pair, 5> kNewConnectives{
    {{"green", "or"}, {"purple", "and"}, {"cyan", "and"}, {"red", "or"}, {"green", "and"}}};

constexpr std::array<std::string_view, 5> kOldColors{"gray", "red", "blue", "green", "brown"};
constexpr std::array<std::string_view, 3> kNewColors{"purple", "cyan", "yellow"};
constexpr std::array<std::string_view, 2> kOldShapes{"cube", "sphere"};
constexpr std::array<std::string_view, 1> kNewShapes{"cylinder"};
constexpr std::array<std::string_view, 1> kOldMaterials{"rubber"};
constexpr std::array<std::string_view, 1> kNewMaterialsAlone{"metal"};
constexpr std::array<std::string_view, 1> kOldSizes{"large"};
constexpr std::array<std::string_view, 1> kNewSizes{"small"};

constexpr std::uint32_t kShort = 10;  // tokens

bool means(Token token, std::string_view word) {
  const auto is_one_of = [&](Token first, auto& words) {
    return is_among(token, first, static_cast<std::uint8_t>(words.size())) &&
           words[static_cast<std::size_t>(token) - static_cast<std::size_t>(first)] == word;
  };
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '8') {
    const auto number = static_cast<std::uint8_t>(word[0] - '0');
    return token == offset(Token::kPlace, number) || token == offset(Token::kNumber, number);
  }
  return is_one_of(Token::kColor, kColorWords) || is_one_of(Token::kShape, kShapeWords) ||
         is_one_of(Token::kMaterial, kMaterialWords) || is_one_of(Token::kSize, kSizeWords) ||
         (token == Token::kAnd && word == "and") || (token == Token::kOr && word == "or");
}

bool has(const Concept& words, std::string_view word) {
  const auto all = words.all();
  return std::any_of(all.begin(), all.end(), [&](Token token) { return means(token, word); });
}

bool has_one_of(const Concept& words, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return has(words, word); });
}

bool has_pair(const Concept& words, std::span<const Pair> pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return has(words, pair.first) && has(words, pair.second);
  });
}

bool counts(const Concept& words) {
  const auto all = words.all();
  return std::find(all.begin(), all.end(), Token::kCount) != all.end();
}

bool tells_places(const Concept& words) {
  const auto all = words.all();
  const Token first = offset(Token::kColorOf, static_cast<std::uint8_t>(Property::kLocationX));
  return std::any_of(all.begin(), all.end(),
                     [&](Token token) { return is_among(token, first, 2); });
}

Place new_if(bool is_new) { return is_new ? Place::kTest : Place::kTrain; }

// The paper puts every concept with a new word into the test; the release leaves those out that
// have old ones, too.
Place binding(Edition edition, const Concept& words, std::span<const std::string_view> old_words,
              std::span<const std::string_view> new_words) {
  if (!has_one_of(words, new_words)) return Place::kTrain;
  const bool mixed = has_one_of(words, old_words);
  return mixed && edition == Edition::kPublished ? Place::kUnused : Place::kTest;
}

// The paper's text takes up to ten symbols for training; its appendix and the release fewer.
bool is_long(Edition edition, const Concept& words) {
  const std::uint32_t length = length_of(words);
  return edition == Edition::kPublished ? length >= kShort : length > kShort;
}

Place by_meaning(std::uint64_t meaning, std::uint64_t seed) {
  Stream stream(stream_key(seed, "curi"), {Purpose::kSplit, meaning, 0, 0});
  const std::uint64_t percent = stream.below(100);
  return percent < 80 ? Place::kTrain : percent < 85 ? Place::kDev : Place::kTest;
}

}  // namespace

std::optional<SplitRule> split_named(std::string_view name) {
  for (const NamedSplit& split : kSplits) {
    if (split.name == name) return split.rule;
  }
  return std::nullopt;
}

Place place_of(SplitRule rule, Edition edition, const Concept& words, std::uint64_t meaning,
               std::uint64_t seed) {
  switch (rule) {
    case SplitRule::kInstanceIid:
      return Place::kAny;
    case SplitRule::kConceptIid:
      return by_meaning(meaning, seed);
    case SplitRule::kCounting:
      return new_if(counts(words) && has_pair(words, kNewCounts));
    case SplitRule::kExtrinsic:
      return new_if(tells_places(words) && has_pair(words, kNewPlaces));
    case SplitRule::kIntrinsic:
      return new_if(has_pair(words, kNewMaterials));
    case SplitRule::kBoolean:
      return new_if(has_pair(words, kNewConnectives));
    case SplitRule::kBindingColor:
      return binding(edition, words, kOldColors, kNewColors);
    case SplitRule::kBindingShape:
      return binding(edition, words, kOldShapes, kNewShapes);
    case SplitRule::kComplexity:
      return new_if(is_long(edition, words));
    case SplitRule::kBindingMaterial:
      return binding(edition, words, kOldMaterials, kNewMaterialsAlone);
    case SplitRule::kBindingSize:
      return binding(edition, words, kOldSizes, kNewSizes);
    case SplitRule::kComplexityReversed:
      return new_if(!is_long(edition, words));
  }
  ASSAY_CHECK(false);
  return Place::kUnused;
}

}  // namespace assay::curi
