#include "assay/base/json_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(MendedJson, ReplacesWhatIsNoText) {
  EXPECT_EQ(mended_json(R"(["\ud83d"])"), "[\"\uFFFD\"]");
  EXPECT_EQ(mended_json(R"(["\ude00 \uD83D\ud83d\ude00"])"), "[\"\uFFFD \uFFFD\\ud83d\\ude00\"]");
  EXPECT_EQ(mended_json("[\"\xE2\x82\"]"), "[\"\uFFFD\uFFFD\"]");
  EXPECT_EQ(mended_json("\xFF{\\"), "\uFFFD{\\");
}

TEST(MendedJson, LeavesTheRestAsItIs) {
  for (const char* json : {"", R"(["\ud83d\ude00"])", R"(["\\ud83d"])", R"({"a": "\u12"})",
                           "[\"\u20AC\"]", "\\", "\\u", R"("\uD8")"}) {
    EXPECT_FALSE(mended_json(json)) << json;
  }
}

}  // namespace
}  // namespace assay
