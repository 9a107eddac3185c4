#include "assay/page/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::page {
namespace {

using testing::HasSubstr;
using testing::Not;

Document some_document() {
  return {"A & B",
          element("p", "lead"),
          {{"First part", element("p", "one"), {{"Same", text("x")}, {"Same", text("y")}}},
           {"Nothing", {}},
           {"<b>", text("z")}},
          "{\"a\":\"</script><b>\"}"};
}

TEST(Page, HasContentsAndAnchors) {
  const std::string page = html_document(some_document());
  EXPECT_THAT(page, HasSubstr("<title>A &amp; B</title>"));
  EXPECT_THAT(page, HasSubstr("<li><a href=\"#first-part\">First part</a><ol><li><a "
                              "href=\"#same\">Same</a></li><li><a href=\"#same-2\">Same</a></li>"
                              "</ol></li><li><a href=\"#b\">&lt;b&gt;</a></li>"));
  EXPECT_THAT(page, HasSubstr("<section id=\"same-2\""));
  EXPECT_THAT(page, Not(HasSubstr("Nothing")));
}

TEST(Page, NeedsNoNetworkAndNoScript) {
  const std::string page = html_document(some_document());
  for (const char* banned : {"http://", "https://", "src=", "url(", "@import", "onclick"}) {
    EXPECT_THAT(page, Not(HasSubstr(banned)));
  }
  // The one script element is data.
  EXPECT_EQ(page.find("<script"), page.find("<script type=\"application/json\""));
}

TEST(Page, RecordComesBackAndCannotEndItself) {
  const std::string page = html_document(some_document());
  EXPECT_EQ(record_of(page), "{\"a\":\"\\u003c/script>\\u003cb>\"}");
  EXPECT_EQ(record_of("no page"), "");
}

}  // namespace
}  // namespace assay::page
