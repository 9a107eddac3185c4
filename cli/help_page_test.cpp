#include "help_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

HelpPage small_page() {
  HelpPage page;
  page.verb = "pack";
  page.summary = "Packs a task's rows. It's quick.";
  page.usage = " TASK";
  page.examples = {{"assay pack scan", ".all of it"}};
  page.positionals = {{"TASK", "what is packed"}};
  page.options = {{"-o,--out DIR", "where [it] goes: a folder"}, {"-q", "don't talk"}};
  return page;
}

TEST(HelpPage, TakesOptionsApart) {
  const OptionWords out = option_words("-o,--out DIR");
  EXPECT_THAT(out.names, ElementsAre("-o", "--out"));
  EXPECT_EQ(out.value, "DIR");
  const OptionWords quiet = option_words("-q");
  EXPECT_THAT(quiet.names, ElementsAre("-q"));
  EXPECT_EQ(quiet.value, "");
}

TEST(HelpPage, IsTextForATerminal) {
  EXPECT_EQ(help_text(small_page(), "text"),
            "Packs a task's rows. It's quick.\n\n"
            "Examples:\n  assay pack scan\n      .all of it\n\n"
            "Usage: assay pack TASK [options]\n\n"
            "  TASK  what is packed\n"
            "  -o,--out DIR  where [it] goes: a folder\n"
            "  -q            don't talk\n");
}

TEST(HelpPage, IsAManualPageInWhichTextIsNoCommand) {
  const std::string page = help_text(small_page(), "man");
  EXPECT_THAT(page, HasSubstr(".SH NAME\nassay\\-pack \\- Packs a task's rows\n"));
  EXPECT_THAT(page, HasSubstr(".B \\-o,\\-\\-out DIR\nwhere [it] goes: a folder\n"));
  EXPECT_THAT(page, HasSubstr("\\&.all of it\n"));
}

TEST(HelpPage, IsAPartOfCompletions) {
  EXPECT_EQ(help_text(small_page(), "bash"),
            "    pack) flags='--help -o --out -q' valued=' -o --out ' tasked=yes ;;\n");
  EXPECT_THAT(help_text(small_page(), "zsh"),
              HasSubstr("'*--out[where \\[it\\] goes\\: a folder]:DIR:_files'"));
  EXPECT_THAT(help_text(small_page(), "fish"),
              HasSubstr("-s o -l out -r -d 'where [it] goes: a folder'\n"));
  EXPECT_THAT(help_text(small_page(), "fish"), HasSubstr("-s q -d 'don'\\''t talk'\n"));
}

TEST(HelpPage, HasNoOtherForms) {
  EXPECT_THROW(help_text(small_page(), "tcsh"), Error);
  EXPECT_THROW(completion_beginning("tcsh", {}, {}), Error);
}

}  // namespace
}  // namespace assay
