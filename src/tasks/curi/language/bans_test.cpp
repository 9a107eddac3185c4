#include "assay/tasks/curi/language/bans.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/curi/language/drawn_concepts_testing.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {
namespace {

Concept concept_of(std::string_view text) {
  const std::optional<Concept> words = parse_postfix(text, Spelling::kPublished);
  EXPECT_TRUE(words.has_value()) << text;
  return words.value_or(Concept{});
}

TEST(Bans, ApplyByWhatASentenceSays) {
  const std::map<std::string, Ban> published{
      {"non-x-S color? red exists= lambda S. for-all=", Ban::kForAllOthers},
      {"non-x-S color? red exists= lambda S. exists=", Ban::kNone},
      {"x color? red = non-x-S size? 0.7 count= 2 > or lambda S. for-all=", Ban::kForAllOthers},
      {"x color? x color? = lambda S. exists=", Ban::kSelfComparison},
      {"x size? x size? > not lambda S. for-all=", Ban::kSelfComparison},
      {"x locationX? x locationY? = lambda S. exists=", Ban::kNone},
      {"S color? red exists= x shape? x shape? = and lambda S. exists=", Ban::kSelfComparison},
      {"S color? x color? for-all= lambda S. exists=", Ban::kOwnProperty},
      {"S size? x size? exists= lambda S. for-all=", Ban::kOwnProperty},
      {"non-x-S color? x color? exists= lambda S. exists=", Ban::kOwnProperty},
      {"S locationX? x locationY? exists= lambda S. exists=", Ban::kNone},
      {"S color? x color? count= 2 = lambda S. exists=", Ban::kNone},
      {"x color? brown = x color? brown = and lambda S. exists=", Ban::kNone},
      {"S color? red exists= lambda S.", Ban::kNone},
      // the first that applies
      {"S color? x color? exists= x size? x size? = and lambda S. exists=", Ban::kSelfComparison},
      {"non-x-S color? x color? exists= lambda S. for-all=", Ban::kForAllOthers},
  };
  for (const auto& [text, ban] : published) {
    EXPECT_EQ(name_of(ban_of(concept_of(text), Bans::kPublished)), name_of(ban)) << text;
    const bool differs = text == "non-x-S color? x color? exists= lambda S. exists=";
    EXPECT_EQ(ban_of(concept_of(text), Bans::kPaper), differs ? Ban::kNone : ban) << text;
  }
}

// The same by searching the text.
TEST(Bans, AreThoseOfAPlainSearchInTheText) {
  const std::vector<std::string> functions{"color?", "shape?",     "material?",
                                           "size?",  "locationX?", "locationY?"};
  const auto plain = [&](const std::string& text, Bans bans) {
    const auto has = [&](const std::string& part) {
      return (" " + text).find(part) != std::string::npos;
    };
    if (text.ends_with(" for-all=") && has(" non-x-S ")) return Ban::kForAllOthers;
    const auto has_pair = [&](std::string_view first, std::string_view op) {
      return std::ranges::any_of(functions, [&](const std::string& f) {
        return has(fmt::format(" {} {} x {} {} ", first, f, f, op));
      });
    };
    if (has_pair("x", "=") || has_pair("x", ">")) return Ban::kSelfComparison;
    if (has_pair("S", "for-all=") || has_pair("S", "exists=")) return Ban::kOwnProperty;
    const bool tests_others = has_pair("non-x-S", "for-all=") || has_pair("non-x-S", "exists=");
    if (bans == Bans::kPublished && tests_others) return Ban::kOwnProperty;
    return Ban::kNone;
  };
  for (const std::uint32_t depth : {5U, 6U}) {
    for (const Concept& words : drawn_concepts(depth, 20'000)) {
      const std::string text = postfix_text(words, Spelling::kPublished);
      for (const Bans bans : {Bans::kPublished, Bans::kPaper}) {
        ASSERT_EQ(ban_of(words, bans), plain(text, bans)) << text;
      }
    }
  }
}

TEST(Bans, QuantifierGoesWhereNothingSpeaksOfX) {
  const auto shortened = [](std::string_view text) {
    return postfix_text(without_quantifier(concept_of(text)), Spelling::kPublished);
  };
  EXPECT_EQ(shortened("S color? red exists= lambda S. for-all="), "S color? red exists= lambda S.");
  EXPECT_EQ(shortened("S color? red exists= lambda S."), "S color? red exists= lambda S.");
  for (const std::string_view text : {"S color? x color? count= 2 = lambda S. exists=",
                                      "non-x-S color? red exists= lambda S. exists="}) {
    EXPECT_TRUE(speaks_of_x(concept_of(text)));
    EXPECT_EQ(shortened(text), text);
  }
}

// Worked out by hand from the weights at depth 5; shares of draws, not of distinct sentences.
TEST(Bans, TakeTheirShareOfDraws) {
  constexpr double kDraws = 200'000;
  std::map<Ban, double> counts;
  for (const Concept& words : drawn_concepts(5, static_cast<std::uint64_t>(kDraws))) {
    ++counts[ban_of(words, Bans::kPublished)];
  }
  // Bodies: one clause (also under "not"), two, or a comparison of numbers.
  const double one = 20 / 24.625;
  const double two = 3.5 / 24.625;
  const double numbers = 1.125 / 24.625;
  // Of one clause: it has non-x-S; it compares x with itself; it compares a set with x.
  const double others = 10.0 / 19 / 2;
  const double with_itself = (7.875 + 1.125 / 2) / 19 / 3;  // places: the same axis in half
  const double with_x = (8 + 2.0 / 2) / 19 / 2;
  // Clauses all have one chance each, `a`, less that all have the lower chance `b`.
  const auto at_least_one = [&](double a, double b) {
    return one * (a - b) + two * (a * a - b * b);
  };
  // One pair of numbers in three counts twice.
  const double numbers_without_others = 1.0 / 3 / 4 + 2.0 / 3 / 2;
  const double left = 1 - others;  // under for-all
  const std::map<Ban, double> shares{
      {Ban::kForAllOthers, (at_least_one(1, left) + numbers * (1 - numbers_without_others)) / 2},
      {Ban::kSelfComparison,
       (at_least_one(1, 1 - with_itself) + at_least_one(left, left - with_itself)) / 2},
      {Ban::kOwnProperty, (at_least_one(1 - with_itself, 1 - with_itself - with_x) +
                           at_least_one(left - with_itself, left - with_itself - with_x / 2)) /
                              2},
  };
  for (const auto& [ban, share] : shares) {
    EXPECT_NEAR(counts[ban], kDraws * share, 4 * std::sqrt(kDraws * share)) << name_of(ban);
  }
}

}  // namespace
}  // namespace assay::curi
