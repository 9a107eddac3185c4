#include "assay/base/mapped_memory.h"

#include <gtest/gtest.h>

#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

TEST(MappedMemoryTest, KnowsWhichFileAnAddressLiesIn) {
  const ScratchFolder scratch;
  const Folder folder = Folder::open(scratch.path());
  scratch.put("a", std::string(10'000, 'a'));
  scratch.put("b\x1b", "b");
  scratch.put("empty", "");
  MappedMemory first(InputFile(folder, "a"));
  const MappedMemory second(InputFile(folder, "b\x1b"));
  EXPECT_EQ(MappedMemory(InputFile(folder, "empty")).bytes(), "");
  const char* end = first.bytes().data() + first.bytes().size();
  {
    const MappedMemory moved(std::move(first));
    EXPECT_EQ(moved.bytes(), std::string(10'000, 'a'));
    EXPECT_EQ(mapped_file_at(moved.bytes().data()), scratch / "a");
    EXPECT_EQ(mapped_file_at(end - 1), scratch / "a");
  }
  EXPECT_EQ(mapped_file_at(end - 1), nullptr) << "it is gone";
  EXPECT_EQ(mapped_file_at(second.bytes().data()), scratch / "b\\x1b");
  EXPECT_EQ(mapped_file_at(&scratch), nullptr);
  EXPECT_EQ(mapped_file_at(nullptr), nullptr);
}

}  // namespace
}  // namespace assay
