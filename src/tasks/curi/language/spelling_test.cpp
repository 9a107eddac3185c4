#include "assay/tasks/curi/language/spelling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/drawn_concepts_testing.h"
#include "assay/tasks/curi/language/text_grammar_testing.h"
#include "assay/tasks/curi/language/tree.h"

namespace assay::curi {
namespace {

constexpr Spelling kPublished = Spelling::kPublished;
constexpr Spelling kSound = Spelling::kSound;

Concept parsed(std::string_view text, Spelling spelling = kPublished) {
  const std::optional<Concept> words = parse_postfix(text, spelling);
  EXPECT_TRUE(words.has_value()) << text;
  return words.value_or(Concept{});
}

TEST(Spelling, BothWaysAreReadAndWritten) {
  const std::string published =
      "non-x-S size? 0.35 for-all= S color? cyan count= 3 > and lambda S. exists=";
  const std::string sound =
      "non-x-S size? small all S color? cyan count= 3 > and lambda S. exists=";
  const Concept words = parsed(published);
  EXPECT_EQ(words, parsed(sound, kSound));
  EXPECT_EQ(postfix_text(words, kPublished), published);
  EXPECT_EQ(postfix_text(words, kSound), sound);
  EXPECT_FALSE(parse_postfix(published, kSound));
  EXPECT_FALSE(parse_postfix(sound, kPublished));
  EXPECT_EQ(length_of(words), 14U);
}

TEST(Spelling, ADigitIsWhatItIsComparedWith) {
  EXPECT_EQ(parsed("3 x locationX? > lambda S. exists=").tokens[0], offset(Token::kPlace, 3));
  EXPECT_EQ(parsed("3 S locationX? 3 count= = lambda S.").tokens[0], offset(Token::kNumber, 3));
  EXPECT_EQ(parsed("3 S locationX? 3 count= = lambda S.").tokens[3], offset(Token::kPlace, 3));
  EXPECT_FALSE(parse_postfix("4 S locationX? 3 count= = lambda S.", kPublished));
  EXPECT_FALSE(parse_postfix("x color? 3 = lambda S. exists=", kPublished));
  EXPECT_FALSE(parse_postfix("9 x locationX? = lambda S. exists=", kPublished));
  EXPECT_FALSE(parse_postfix("0 x locationX? = lambda S. exists=", kPublished));
}

TEST(Spelling, WhatIsNoSentenceIsNotRead) {
  for (const std::string_view text : {
           "",
           " ",
           "lambda S.",
           "lambda S. exists=",
           " lambda S. exists=",
           "x color? red = lambda S.",  // x of nothing
           "non-x-S color? red exists= lambda S.",
           "x color? red = lambda S. exists= ",  // blanks
           " x color? red = lambda S. exists=",
           "x  color? red = lambda S. exists=",
           "x color? red = lambda S.  exists=",
           "x color? red =lambda S. exists=",
           "x color? red = lambda S. exists= exists=",
           "x color? red = exists=",
           "x color? red = lambda S. lambda S. exists=",
           "x color? red > lambda S. exists=",  // colours have no order
           "x color? cube = lambda S. exists=",
           "x color? x shape? = lambda S. exists=",
           "S color? red = lambda S. exists=",
           "x color? red exists= lambda S. exists=",
           "red blue = lambda S. exists=",
           "1 2 = lambda S. exists=",  // two constants
           "x color? red = and lambda S. exists=",
           "red lambda S.",
           "S color? lambda S.",
           "S color? red count= lambda S.",
           "x lambda S. exists=",
           "x color? red = x shape? cube = lambda S. exists=",
           "x S color? red exists= lambda S. exists=",
           "S color? S color? exists= lambda S.",
           "S color? red for-all= lambda S. count=",
           "S color? red exists= lambda S. not",
       }) {
    EXPECT_FALSE(parse_postfix(text, kPublished)) << text;
  }
  EXPECT_FALSE(
      parse_postfix(std::string_view("x\0color? red = lambda S. exists=", 31), kPublished));
}

TEST(Spelling, ReadsNoMoreThanFits) {
  const auto nested = [](std::size_t nots) {
    std::string text = "S color? red exists=";
    for (std::size_t i = 0; i < nots; ++i) text += " not";
    return text + " lambda S.";
  };
  EXPECT_EQ(parsed(nested(kMostTokens - 6) + " for-all=").count, kMostTokens);
  EXPECT_EQ(parsed(nested(kMostTokens - 5)).count, kMostTokens);
  EXPECT_FALSE(parse_postfix(nested(kMostTokens - 5) + " for-all=", kPublished));
  EXPECT_FALSE(parse_postfix(nested(kMostTokens - 4), kPublished));
  EXPECT_FALSE(parse_postfix(nested(10'000), kPublished));
}

TEST(Spelling, WhatIsDrawnIsReadBack) {
  for (const std::uint32_t depth : {5U, 6U}) {
    for (const Concept& drawn : drawn_concepts(depth, 100'000)) {
      for (const Spelling spelling : {kPublished, kSound}) {
        const std::string text = postfix_text(drawn, spelling);
        const std::optional<Concept> read = parse_postfix(text, spelling);
        ASSERT_TRUE(read && *read == drawn) << text;
        ASSERT_EQ(length_of(drawn), split_at_blanks(text).size()) << text;
      }
      const Concept shorter = without_quantifier(drawn);
      ASSERT_EQ(parse_postfix(postfix_text(shorter, kSound), kSound), shorter);
    }
  }
}

// Sentences with words dropped, repeated, changed and swapped: the witness says which still are
// sentences.
TEST(Spelling, ReadsExactlyWhatTheWitnessMakes) {
  const WitnessGrammar grammar;
  Words vocabulary;
  const std::vector<Concept> drawn = drawn_concepts(5, 12'000);
  for (std::size_t i = 0; i < 500; ++i) {
    for (const std::string& word : split_at_blanks(postfix_text(drawn[i], kPublished))) {
      vocabulary.push_back(word);
    }
  }
  std::array<int, 2> seen{};
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    Stream stream(stream_key(3, "curi spoilt sentences"), {.unit = i});
    Words words = split_at_blanks(postfix_text(drawn[i], kPublished));
    const std::uint64_t changes = stream.below(3);
    for (std::uint64_t change = 0; change < changes; ++change) {
      const std::size_t at = stream.below(words.size());
      const std::size_t from = stream.below(vocabulary.size());
      switch (stream.below(8)) {
        case 0:
          words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), words[at]);
          break;
        case 2:
          std::swap(words[at], words[at / 2]);
          break;
        default:
          words[at] = vocabulary[from];
      }
    }
    const std::string text = joined(words);
    const std::optional<Concept> read = parse_postfix(text, kPublished);
    // The witness always has a quantifier.
    const bool is_short = words.back() == "S.";
    if (is_short) words.push_back("exists=");
    const bool names_x = std::ranges::count(words, "x") + std::ranges::count(words, "non-x-S") > 0;
    const bool is_sentence = grammar.log_probability(words).has_value() && !(is_short && names_x);
    ASSERT_EQ(read.has_value(), is_sentence) << text;
    if (read) {
      ASSERT_EQ(postfix_text(*read, kPublished), text);
    }
    ++seen[is_sentence ? 1 : 0];
  }
  EXPECT_GT(seen[0], 4'000);
  EXPECT_GT(seen[1], 4'000);
}

TEST(Spelling, AnyBytesCanBeGiven) {
  for (std::uint64_t unit = 0; unit < 20'000; ++unit) {
    Stream stream(stream_key(4, "curi bytes"), {.unit = unit});
    std::string text(stream.below(40), ' ');
    for (char& byte : text) byte = static_cast<char>(stream.below(256));
    if (unit % 2 == 0) text += " lambda S.";
    EXPECT_FALSE(parse_postfix(text, unit % 4 < 2 ? kPublished : kSound));
  }
}

TEST(Spelling, PrefixAsInTheFigures) {
  const std::vector<std::pair<std::string, std::string>> figures{
      {"non-x-S color? cyan for-all= rubber x material? = and lambda S. exists=",
       "exists x in S and(all(color?(S_{-x}), cyan), =(rubber, material?(x)))"},
      {"8 x locationX? > purple x color? = and lambda S. for-all=",
       "for-all x in S and(>(8, locationX?(x)), =(purple, color?(x)))"},
      {"S color? purple for-all= lambda S.", "all(color?(S), purple)"},
      {"non-x-S locationY? 6 for-all= non-x-S size? 0.7 exists= and lambda S. exists=",
       "exists x in S and(all(locationY?(S_{-x}), 6), any(size?(S_{-x}), 0.7))"},
      {"S locationY? 6 count= S shape? x shape? count= = lambda S. for-all=",
       "for-all x in S =(count=(locationY?(S), 6), count=(shape?(S), shape?(x)))"},
      {"S color? brown count= 3 = lambda S.", "=(count=(color?(S), brown), 3)"},
      {"6 x locationX? > not lambda S. for-all=", "for-all x in S not(>(6, locationX?(x)))"},
  };
  for (const auto& [postfix, prefix] : figures) {
    EXPECT_EQ(prefix_text(parsed(postfix), kPublished), prefix);
  }
  EXPECT_EQ(prefix_text(parsed("S size? 0.35 exists= lambda S."), kSound), "any(size?(S), small)");
}

TEST(Gloss, SaysWhatAConceptMeans) {
  const std::vector<std::pair<std::string, std::string>> meanings{
      {"x color? red = non-x-S shape? cube for-all= and lambda S. exists=",
       "some thing is red, and all other things are cubes"},
      {"non-x-S color? cyan for-all= rubber x material? = and lambda S. exists=",
       "some thing is rubber, and all other things are cyan"},
      {"x color? red = lambda S. exists=", "some thing is red"},
      {"cube x shape? = lambda S. for-all=", "every thing is a cube"},
      {"x size? 0.35 = not lambda S. exists=", "some thing is not small"},
      {"6 x locationX? > not lambda S. for-all=", "no thing's column is less than 6"},
      {"x locationY? 6 > lambda S. exists=", "some thing's row is greater than 6"},
      {"x locationY? 6 = lambda S. exists=", "some thing is in row 6"},
      {"x locationX? x locationY? > lambda S. exists=",
       "some thing's column is greater than its row"},
      {"x size? 0.35 > lambda S. exists=", "some thing is larger than small"},
      {"S color? purple for-all= lambda S.", "all things are purple"},
      {"S locationY? 6 exists= lambda S. for-all=", "at least one thing is in row 6"},
      {"S material? metal exists= not lambda S.", "no thing is metal"},
      {"S shape? sphere for-all= not lambda S.", "not all things are spheres"},
      {"2 non-x-S color? cyan count= = lambda S. exists=",
       "for some thing: exactly 2 other things are cyan"},
      {"1 S shape? cube count= > lambda S.", "fewer than 1 thing is a cube"},
      {"S locationX? 3 count= 2 > not lambda S.", "not more than 2 things are in column 3"},
      {"S color? cyan count= S material? metal count= > lambda S.",
       "there are more cyan things than metal things"},
      {"S shape? x shape? count= non-x-S locationY? 6 count= = lambda S. exists=",
       "for some thing X: there are as many things with X's shape as other things in row 6"},
      {"non-x-S color? red exists= S size? x size? exists= and lambda S. exists=",
       "for some thing X: at least one other thing is red, and at least one thing has X's size"},
      {"x color? purple = sphere x shape? = or lambda S. for-all=",
       "for every thing X: X is purple, or X is a sphere"},
      {"S locationX? x locationY? exists= lambda S. exists=",
       "for some thing X: at least one thing has a column equal to X's row"},
      {"x color? red = x shape? cube = S size? 0.7 exists= or and lambda S. exists=",
       "for some thing X: X is red, and (X is a cube, or at least one thing is large)"},
      {"x color? red = S size? 0.7 exists= and not lambda S. exists=",
       "for some thing X: not (X is red, and at least one thing is large)"},
  };
  for (const auto& [postfix, english] : meanings)
    EXPECT_EQ(english_gloss(parsed(postfix)), english);
}

// A plain evaluation, to tell meanings apart.
class Meaning {
 public:
  Meaning(const Tree& tree, const Looks& looks) : tree_(tree), looks_(looks) {}

  bool holds() const {
    const auto body = static_cast<std::uint8_t>(tree_.nodes.size() - 1);
    bool any = false;
    bool all = true;
    for (std::size_t x = 0; x < looks_.count; ++x) {
      const bool value = number(body, x) != 0;
      any = any || value;
      all = all && value;
    }
    return tree_.quantifier == Quantifier::kForAll ? all : any;
  }

 private:
  int number(std::uint8_t at, std::size_t x) const {
    const Node& node = tree_.nodes[at];
    switch (node.kind) {
      case NodeKind::kAnd:
        return number(node.left, x) & number(node.right, x);
      case NodeKind::kOr:
        return number(node.left, x) | number(node.right, x);
      case NodeKind::kNot:
        return 1 - number(node.left, x);
      case NodeKind::kEqual:
        return number(node.left, x) == number(node.right, x) ? 1 : 0;
      case NodeKind::kGreater:
        return number(node.left, x) > number(node.right, x) ? 1 : 0;
      case NodeKind::kConstant:
        return node.value;
      case NodeKind::kOfX:
        return looks_.things[x][node.property];
      default:
        break;
    }
    const Node& set = tree_.nodes[node.left];
    int equal = 0;
    int all = 0;
    for (std::size_t thing = 0; thing < looks_.count; ++thing) {
      if (set.others && thing == x) continue;
      ++all;
      equal += looks_.things[thing][set.property] == number(node.right, x) ? 1 : 0;
    }
    if (node.kind == NodeKind::kCount) return equal;
    return node.kind == NodeKind::kAll ? (equal == all ? 1 : 0) : (equal > 0 ? 1 : 0);
  }

  const Tree& tree_;
  const Looks& looks_;
};

// Half of the scenes have few different values, so that "all" is true at times.
std::vector<Looks> random_scenes(std::size_t count) {
  std::vector<Looks> scenes;
  for (std::size_t unit = 0; unit < count; ++unit) {
    Stream stream(stream_key(5, "curi scenes of the gloss test"), {.unit = unit});
    Looks looks;
    looks.count = static_cast<std::uint8_t>(2 + stream.below(4));
    for (std::size_t property = 0; property < kProperties; ++property) {
      const std::uint64_t first = stream.below(kValuesOf[property]);
      const bool is_even = stream.below(2) == 0;
      for (std::size_t thing = 0; thing < looks.count; ++thing) {
        const std::uint64_t value = stream.below(kValuesOf[property]);
        const bool is_alone = stream.below(4) == 0;
        looks.things[thing].values[property] =
            static_cast<std::uint8_t>(is_even && !is_alone ? first : value);
      }
    }
    scenes.push_back(looks);
  }
  return scenes;
}

std::vector<bool> truths(const Concept& words, const std::vector<Looks>& scenes) {
  const Tree tree = tree_of(words);
  std::vector<bool> values;
  for (const Looks& looks : scenes) values.push_back(Meaning(tree, looks).holds());
  return values;
}

TEST(Gloss, TheSameWordsMeanTheSame) {
  const std::vector<Looks> scenes = random_scenes(500);
  std::size_t shared = 0;
  for (const std::uint32_t depth : {5U, 6U}) {
    std::map<std::string, std::map<std::string, Concept>> by_gloss;
    for (const Concept& words : drawn_concepts(depth, 100'000)) {
      by_gloss[english_gloss(words)].emplace(postfix_text(words, kPublished), words);
    }
    EXPECT_GT(by_gloss.size(), 5'000U);
    for (const auto& [gloss, concepts] : by_gloss) {
      if (concepts.size() == 1) continue;
      const auto& [first_text, first_words] = *concepts.begin();
      const std::vector<bool> first = truths(first_words, scenes);
      for (const auto& [text, words] : concepts) {
        if (text == first_text) continue;
        ++shared;
        ASSERT_EQ(truths(words, scenes), first) << gloss << ": " << first_text << "; " << text;
      }
    }
  }
  EXPECT_GT(shared, 1'000U);
}

}  // namespace
}  // namespace assay::curi
