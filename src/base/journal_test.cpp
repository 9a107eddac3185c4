#include "assay/base/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class JournalOnDisk : public testing::Test {
 protected:
  ScratchFolder scratch_;
  Folder folder_ = Folder::open(scratch_.path());
};

TEST_F(JournalOnDisk, GivesLinesBackInOrder) {
  Journal journal(folder_, "done");
  EXPECT_THAT(journal.lines(), IsEmpty());
  journal.add("one");
  journal.add("");
  journal.add("größer \t");
  EXPECT_THAT(journal.lines(), ElementsAre("one", "", "größer \t"));
  EXPECT_THAT(Journal(folder_, "done").lines(), ElementsAre("one", "", "größer \t"));
}

// Wherever the file was cut, the whole lines before stand, and what comes next is not lost.
TEST_F(JournalOnDisk, GoesOnBehindALineThatWasCut) {
  Journal journal(folder_, "done");
  journal.add("first");
  const std::size_t first = folder_.read("done").size();
  journal.add("second");
  const std::string whole = folder_.read("done");
  for (std::size_t length = first; length < whole.size(); ++length) {
    scratch_.put("done", whole.substr(0, length));
    Journal again(folder_, "done");
    const bool is_whole = length + 1 == whole.size();  // but for its newline
    const std::vector<std::string> before = again.lines();
    ASSERT_EQ(before.size(), is_whole ? 2U : 1U) << length;
    again.add("third");
    again.add("fourth");
    std::vector<std::string> expected = before;
    expected.insert(expected.end(), {"third", "fourth"});
    EXPECT_EQ(again.lines(), expected) << length;
  }
}

TEST_F(JournalOnDisk, LeavesOutLinesWithAFlippedBit) {
  Journal journal(folder_, "done");
  journal.add("first");
  journal.add("second");
  const std::string whole = folder_.read("done");
  const std::size_t first = whole.find('\n');
  for (std::size_t bit = 0; bit < first * 8; ++bit) {
    std::string spoilt = whole;
    spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << (bit % 8)));
    scratch_.put("done", spoilt);
    EXPECT_THAT(Journal(folder_, "done").lines(), ElementsAre("second")) << bit;
  }
}

}  // namespace
}  // namespace assay
