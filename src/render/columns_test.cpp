#include "assay/render/columns.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Columns, CountsWhatATerminalShows) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("walk"), 4U);
  EXPECT_EQ(columns_of("naïve → ∃x"), 10U);
  EXPECT_EQ(columns_of("e\u0301"), 1U);
  EXPECT_EQ(columns_of("日本"), 4U);
}

TEST(Columns, CleanTextIsValidAndStaysOnItsLine) {
  EXPECT_EQ(clean_text("a\nb\tc"), "a b c");
  EXPECT_EQ(clean_text("\x1b[1m"), "\uFFFD[1m");
  EXPECT_EQ(clean_text("\u009B1m \u202E"), "\uFFFD1m \uFFFD");
  EXPECT_EQ(clean_text("\xC0\x80 \xE2\x82"), "\uFFFD\uFFFD \uFFFD\uFFFD") << "too long, too short";
  EXPECT_EQ(clean_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(clean_text("∃ 日本 🙂"), "∃ 日本 🙂");
}

TEST(Columns, CutsAtColumns) {
  EXPECT_EQ(cut_to_columns("walk", 4), "walk");
  EXPECT_EQ(cut_to_columns("walk", 3), "wa…");
  EXPECT_EQ(cut_to_columns("日本語", 4), "日…") << "half a letter cannot be shown";
  EXPECT_EQ(cut_to_columns("to walk", 4), "to…");
  EXPECT_EQ(cut_to_columns("walk", 1), "…");
  EXPECT_EQ(cut_to_columns("walk", 0), "");
}

TEST(Columns, WrapsAtBlanksAndBreaksOnlyWordsThatAreTooWide) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap_to_columns("", 8), Lines{""});
  EXPECT_EQ(wrap_to_columns("I_WALK I_RUN I_JUMP", 12), (Lines{"I_WALK I_RUN", "I_JUMP"}));
  EXPECT_EQ(wrap_to_columns("a abcdefgh b", 3), (Lines{"a", "abc", "def", "gh", "b"}));
  EXPECT_EQ(wrap_to_columns("abcdef", 3), (Lines{"abc", "def"}));
}

TEST(WrapName, BreaksBetweenWordsOnly) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap_name("", 8, 3), Lines{""});
  EXPECT_EQ(wrap_name("Role(Influencer, Influencing)", 26, 3),
            (Lines{"Role(Influencer,", "Influencing)"}));
  EXPECT_EQ(wrap_name("ROLE_SIMPLE=ROLE/Writer", 12, 3), (Lines{"ROLE_SIMPLE=", "ROLE/Writer"}));
  EXPECT_EQ(wrap_name("DirectingAFilm", 5, 3), Lines{"DirectingAFilm"});
  EXPECT_EQ(wrap_name("P(Q(RR, 'ns:x.yyy'))", 6, 2), (Lines{"P(Q(", "RR,…"}));
  EXPECT_EQ(wrap_name("a (b) c", 20, 1), Lines{"a (b) c"});
}

}  // namespace
}  // namespace assay
