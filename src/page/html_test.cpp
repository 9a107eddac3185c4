#include "assay/page/html.h"

#include <gtest/gtest.h>

namespace assay::page {
namespace {

TEST(Html, EscapesWhatCouldBecomeMarkup) {
  EXPECT_EQ(text("<script>alert('x')</script> & \"y\"").markup(),
            "&lt;script&gt;alert('x')&lt;/script&gt; &amp; &quot;y&quot;");
}

TEST(Html, ShowsControlsDirectionMarksAndBrokenBytes) {
  EXPECT_EQ(text("a\x1b[31m\tb").markup(), "a\\x1b[31m\\x09b");
  EXPECT_EQ(text(std::string_view("a\0b", 3)).markup(), "a\\x00b");
  EXPECT_EQ(text("\u202eevil").markup(), "\\xe2\\x80\\xaeevil");
  EXPECT_EQ(text("\xff\xc3").markup(), "\\xff\\xc3");
  EXPECT_EQ(text("größer\nzwei").markup(), "größer\nzwei");
}

TEST(Html, EscapesAttributes) {
  EXPECT_EQ(element("a", {{"href", "#x\"><b>"}}, text("y")).markup(),
            "<a href=\"#x&quot;&gt;&lt;b&gt;\">y</a>");
}

TEST(Html, NestsElements) {
  EXPECT_EQ(element("p", text("a") + element("b", "<") + element("br", Html())).markup(),
            "<p>a<b>&lt;</b><br></p>");
}

TEST(Html, CutsTheMiddleOfLongTexts) {
  const std::string words(1000, 'x');
  EXPECT_EQ(cut_text(words, 1000).markup(), words);
  EXPECT_EQ(cut_text(words, 8).markup(), "xxxxxx<i> [992 bytes left out] </i>xx");
  // Never inside a character.
  EXPECT_EQ(cut_text("äöüäöüäöü", 8).markup(), "äöü<i> [10 bytes left out] </i>ü");
}

}  // namespace
}  // namespace assay::page
