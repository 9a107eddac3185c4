#include "assay/base/input_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "assay/base/child_process_testing.h"
#include "assay/base/error_testing.h"
#include "assay/base/hash.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using namespace std::string_view_literals;

class InputFiles : public testing::Test {
 protected:
  ScratchFolder scratch_;
  Folder folder_ = Folder::open(scratch_.path());
};

TEST_F(InputFiles, GiveTheirBytes) {
  scratch_.put("a", std::string("abc\0def"sv));
  const InputFile file(folder_, "a");
  EXPECT_EQ(file.size(), 7U);
  EXPECT_EQ(file.path(), scratch_ / "a");
  EXPECT_EQ(file.read_all(), "abc\0def"sv);
  std::string some(3, '?');
  file.read(4, some);
  EXPECT_EQ(some, "def");
  EXPECT_THROW(file.read(5, some), Bug);
  EXPECT_EQ(InputFile(scratch_ / "a").read_all(), "abc\0def"sv);
  scratch_.put("empty", "");
  EXPECT_EQ(InputFile(folder_, "empty").read_all(), "");
}

TEST_F(InputFiles, AreReadThroughInOrder) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += std::to_string(i);
  scratch_.put("long", bytes);
  std::string found;
  int stretches = 0;
  InputFile(folder_, "long").read_through([&](std::string_view some) {
    found += some;
    ++stretches;
  });
  EXPECT_EQ(found, bytes);
  EXPECT_GT(stretches, 2);
  EXPECT_EQ(sha256_hex(InputFile(folder_, "long")), sha256_hex(bytes));
  scratch_.put("empty", "");
  InputFile(folder_, "empty").read_through([](std::string_view) { ADD_FAILURE(); });
}

TEST_F(InputFiles, ThatAreAbsentAreToldFromThoseThatCannotBeRead) {
  EXPECT_FALSE(InputFile::find(folder_, "none").has_value());
  EXPECT_FALSE(InputFile::find(folder_, "none/below").has_value());
  scratch_.put("a", "");
  EXPECT_FALSE(InputFile::find(folder_, "a/below").has_value());
  EXPECT_TRUE(InputFile::find(folder_, "a").has_value());
  EXPECT_THAT([&] { InputFile::find(folder_, std::string(300, 'x')); },
              fails(ErrorKind::kIo, "cannot read"));
  std::filesystem::permissions(scratch_.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(scratch_ / "a", std::filesystem::perms(0));
  Child child([&] {
    give_up_rights();
    return outcome_of([&] { InputFile::find(folder_, "a"); });
  });
  EXPECT_EQ(child.wait(), kIoOutcome);
}

TEST_F(InputFiles, ArePlainFiles) {
  folder_.make_folder("sub");
  scratch_.put("outside", "");
  std::filesystem::create_symlink("outside", scratch_ / "link");
  EXPECT_THAT([&] { InputFile(folder_, "sub"); }, fails(ErrorKind::kIo, "not a plain file"));
  EXPECT_THAT([&] { InputFile(folder_, "link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { InputFile("/dev/null"); }, fails(ErrorKind::kIo, "not a plain file"));
}

TEST_F(InputFiles, ThatAreCutOffAreAnErrorAndNoSignal) {
  scratch_.put("a", std::string(100'000, 'x'));
  const InputFile file(folder_, "a");
  std::filesystem::resize_file(scratch_ / "a", 5000);
  EXPECT_THAT([&] { file.read_all(); },
              fails(ErrorKind::kIo, scratch_ / "a" + ": became shorter while it was read"));
  std::string some(10, '?');
  file.read(4990, some);
  EXPECT_EQ(some, "xxxxxxxxxx");
}

}  // namespace
}  // namespace assay
