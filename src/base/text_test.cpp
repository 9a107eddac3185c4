#include "assay/base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "assay/base/random.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::Lt;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using namespace std::string_view_literals;

TEST(SplitText, CutsAtEverySeparator) {
  EXPECT_THAT(split_text("", ','), ElementsAre(""));
  EXPECT_THAT(split_text("a", ','), ElementsAre("a"));
  EXPECT_THAT(split_text("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(split_text(",a,,b,", ','), ElementsAre("", "a", "", "b", ""));
}

TEST(SplitWords, CutsAtRunsOfBlanks) {
  EXPECT_THAT(split_words(""), IsEmpty());
  EXPECT_THAT(split_words(" \t\r\n"), IsEmpty());
  EXPECT_THAT(split_words("walk"), ElementsAre("walk"));
  EXPECT_THAT(split_words("  walk \t left\r\n"), ElementsAre("walk", "left"));
  EXPECT_THAT(split_words("größer 日本"), ElementsAre("größer", "日本"));
}

TEST(CountWords, CountsWhatSplitWordsGives) {
  struct Case {
    std::string_view text;
    std::size_t words;
  };
  const Case cases[] = {
      {"", 0},
      {" ", 0},
      {"a", 1},
      {" a", 1},
      {"a ", 1},
      {"walk and jump left twice", 5},
      {"               a", 1},   // a word that begins at byte 15,
      {"                a", 1},  // and at 16
      {"aaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaa", 2},
      {"日本 größer", 2},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(count_words(c.text), c.words) << c.text;
    EXPECT_EQ(split_words(c.text).size(), c.words) << c.text;
  }
}

TEST(CountWords, EqualsSplitWordsOnAnyText) {
  const auto pieces = rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", " ", "\t", "\n", "\r", "é", "日", "🙂"));
  EXPECT_TRUE(rc::check("letters and blanks", [&] {
    std::string text;
    for (const std::string& piece : *pieces) text += piece;
    RC_ASSERT(count_words(text) == split_words(text).size());
  }));
}

// Sums are kept in bytes for a while: texts that would overflow them.
TEST(CountWords, DoesNotLoseCountInLongTexts) {
  for (const std::size_t words : {2039U, 2040U, 2041U, 4080U, 4081U, 100'000U}) {
    for (const std::string_view word : {"a ", " a", "日\n"}) {
      std::string text;
      for (std::size_t i = 0; i < words; ++i) text += word;
      EXPECT_EQ(count_words(text), words);
    }
  }
  Stream stream(stream_key(1, "words"), {});
  for (int round = 0; round < 20; ++round) {
    std::string text;
    const std::uint64_t letters = stream.below(8000);
    for (std::uint64_t i = 0; i < letters; ++i) text += "ab \t\n"[stream.below(5)];
    EXPECT_EQ(count_words(text), split_words(text).size());
  }
}

TEST(ParseNumber, TakesWholeNumbersOnly) {
  EXPECT_EQ(parse_number("0"), 0U);
  EXPECT_EQ(parse_number("20910"), 20910U);
  EXPECT_EQ(parse_number("18446744073709551615"), ~0ULL);
  for (const std::string_view text :
       {""sv, " "sv, "-1"sv, "+1"sv, " 1"sv, "1 "sv, "1.0"sv, "1e3"sv, "0x10"sv, "1,000"sv,
        "18446744073709551616"sv, "1\0"sv, "١"sv}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

TEST(WithCommas, GroupsByThree) {
  struct Case {
    std::uint64_t number;
    std::string_view text;
  };
  for (const Case& c : {Case{0, "0"}, Case{999, "999"}, Case{1000, "1,000"}, Case{20'910, "20,910"},
                        Case{999'999, "999,999"}, Case{1'000'000, "1,000,000"},
                        Case{~0ULL, "18,446,744,073,709,551,615"}}) {
    EXPECT_EQ(with_commas(c.number), c.text);
  }
}

TEST(NearestNames, PutsTheNearestFirstAndLeavesOutTheFar) {
  const std::vector<std::string> names = {"max_length", "min_length", "seed", "edition", "rows"};
  EXPECT_THAT(nearest_names("max_lenght", names), ElementsAre("max_length", "min_length"));
  EXPECT_THAT(nearest_names("sed", names), ElementsAre("seed"));
  EXPECT_THAT(nearest_names("rows", names), ElementsAre("rows"));
  EXPECT_THAT(nearest_names("conjunctions", names), IsEmpty());
  EXPECT_THAT(nearest_names("x", {}), IsEmpty());
}

TEST(NearestNames, GivesAtMostSoManyAndTiesByName) {
  const std::vector<std::string> names = {"scan4", "scan3", "scan2", "scan1"};
  EXPECT_THAT(nearest_names("scan", names), ElementsAre("scan1", "scan2", "scan3"));
  EXPECT_THAT(nearest_names("scan", names, 1), ElementsAre("scan1"));
  EXPECT_THAT(nearest_names("scan3", names, 2), ElementsAre("scan3", "scan1"));
}

TEST(NearestNames, SeesInsertedMissingAndWrongLetters) {
  const std::vector<std::string> names = {"holdout"};
  for (const std::string_view typo : {"holdot", "hholdout", "holdoub", "oldout", "holdouts"}) {
    EXPECT_THAT(nearest_names(typo, names), ElementsAre("holdout")) << typo;
  }
}

TEST(NearestNames, BearsAVeryLongName) {
  const std::vector<std::string> names = {"scan"};
  EXPECT_THAT(nearest_names(std::string(1'000'000, 's'), names), IsEmpty());
}

TEST(DidYouMean, NamesTheNearOrElseAll) {
  const std::vector<std::string> names = {"scan", "cscan", "logic"};
  EXPECT_EQ(did_you_mean("scam", names), R"(; did you mean "scan", "cscan"?)");
  EXPECT_EQ(did_you_mean("logik", names), R"(; did you mean "logic"?)");
  EXPECT_EQ(did_you_mean("benchmark", names), "; there are: scan, cscan, logic");
  EXPECT_EQ(did_you_mean("scan", {}), "");
  EXPECT_EQ(did_you_mean("evil", std::vector<std::string>{"\x1b[2J"}), "; there are: \\x1b[2J");
}

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable("plain text"), "plain text");
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable("a\nb\tc\0"sv), "a\\x0ab\\x09c\\x00");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("größer 日本"), "größer 日本");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31mred \xc2\x80 \xc2"),
            "\\xc2\\x9b31mred \\xc2\\x80 \\xc2");
  EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsWhatTurnsTheReadingDirection) {
  EXPECT_EQ(printable("a\u202e!"), "a\\xe2\\x80\\xae!");
  for (const char* text : {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b",
                           "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}) {
    EXPECT_THAT(printable(text), AllOf(StartsWith("\\x"), Each(Le('~')))) << text;
  }
  for (const char* text : {"\u200d", "\u2027", "\u202f", "\u2065", "\u206a", "\u061b", "שלום"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ShowsWhatIsNoUtf8) {
  struct Case {
    std::string_view text;
    std::string_view shown;
  };
  for (const Case& c : {Case{"\x9b[m", "\\x9b[m"},                            // alone
                        Case{"\xff\xfe", "\\xff\\xfe"},                       // in no character
                        Case{"\xe2\x82", "\\xe2\\x82"},                       // cut
                        Case{"\xe2\x82z", "\\xe2\\x82z"},                     // interrupted
                        Case{"\xc0\xaf", "\\xc0\\xaf"},                       // longer than needed
                        Case{"\xed\xa0\x80", "\\xed\\xa0\\x80"},              // half of a pair
                        Case{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}}) {  // too large
    EXPECT_EQ(printable(c.text), c.shown);
  }
  EXPECT_EQ(printable("\xf0\x9f\x99\x82"), "\xf0\x9f\x99\x82");
}

TEST(Printable, ShortensWhatIsLong) {
  const std::string most(400, 'x');
  EXPECT_EQ(printable(most), most);
  EXPECT_EQ(printable(most + "xx"),
            std::string(300, 'x') + " [... 2 bytes ...] " + std::string(100, 'x'));
  const std::string path = "/begin/" + std::string(100'000, 'x') + "/end";
  EXPECT_THAT(printable(path), AllOf(StartsWith("/begin/"), EndsWith("/end"), SizeIs(Lt(450U))));
  EXPECT_EQ(escaped(path), path);
}

TEST(Printable, ShortensBetweenCharacters) {
  for (std::size_t before = 0; before < 4; ++before) {
    std::string text(before, 'x');
    for (int i = 0; i < 1000; ++i) text += "日";
    EXPECT_THAT(printable(text), Not(HasSubstr("\\x"))) << before;
  }
}

}  // namespace
}  // namespace assay
