#include "assay/core/text_width.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TextWidth, AddsLetters) {
  EXPECT_EQ(letter_width('l'), 278);
  EXPECT_EQ(letter_width('~'), 838);
  EXPECT_EQ(letter_width('W', true), 1103);
  EXPECT_DOUBLE_EQ(text_width("", 10), 0);
  EXPECT_DOUBLE_EQ(text_width("lW", 10), 2.78 + 9.89);
  EXPECT_DOUBLE_EQ(text_width("lW", 10, true), 3.43 + 11.03);
}

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_DOUBLE_EQ(text_width("×", 1000), 838);
  EXPECT_DOUBLE_EQ(text_width("…", 1000), 1000);
  EXPECT_DOUBLE_EQ(text_width("\xff\xff", 1000), 2 * 838);
}

}  // namespace
}  // namespace assay
