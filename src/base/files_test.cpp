#include "assay/base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "assay/base/child_process_testing.h"
#include "assay/base/error_testing.h"
#include "assay/base/input_file.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Property;
using testing::Throws;
using namespace std::string_view_literals;

// A folder of its own for every test, gone afterwards.
class Files : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return root_ + "/" + name; }
  void plant(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name)) << bytes;
  }
  std::string found(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void link(const std::string& name, const std::string& target) const {
    std::filesystem::create_symlink(target, path(name));
  }
  bool is_link(const std::string& name) const { return std::filesystem::is_symlink(path(name)); }

  ScratchFolder scratch_;
  const std::string& root_ = scratch_.path();
};

TEST(IsSafePath, TakesOnlyWhatStaysBelow) {
  for (const std::string_view name :
       {"a"sv, "a.txt"sv, "data/all-00000-of-00001.jsonl"sv, "a/b/c"sv, "..a"sv, "a.."sv, "..."sv,
        ".hidden"sv, "a b"sv, "a\\b"sv, "größe"sv}) {
    EXPECT_TRUE(is_safe_path(name)) << name;
  }
  for (const std::string_view name :
       {""sv, "/"sv, "/etc/passwd"sv, ".."sv, "../a"sv, "a/.."sv, "a/../b"sv, "data/../../x"sv,
        "."sv, "./a"sv, "a/."sv, "a/./b"sv, "a//b"sv, "a/"sv, "//a"sv, "a\0b"sv, "\0"sv,
        "a/..\0/b"sv}) {
    EXPECT_FALSE(is_safe_path(name)) << name;
  }
}

TEST_F(Files, ReadBackWhatWasWritten) {
  const Folder folder = Folder::open(root_);
  const std::string bytes = std::string("line\n\0\xff more"sv) + std::string(100'000, 'x');
  folder.write("a", bytes);
  EXPECT_EQ(folder.read("a"), bytes);
  EXPECT_EQ(folder.size_of("a"), bytes.size());
  EXPECT_EQ(folder.path_of("a"), path("a"));
  folder.make_folder("sub");
  folder.write("sub/b", "deep");
  EXPECT_EQ(folder.read("sub/b"), "deep");
  EXPECT_EQ(found("sub/b"), "deep");
}

TEST_F(Files, AreReadOnlyUpToALimit) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "12345");
  EXPECT_EQ(folder.read("a", 5), "12345");
  EXPECT_THAT([&] { folder.read("a", 4); }, fails(ErrorKind::kInput, path("a")));
}

TEST_F(Files, FolderSaysWhatIsThere) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  folder.write("file", "");
  EXPECT_TRUE(folder.exists("sub"));
  EXPECT_TRUE(folder.exists("file"));
  EXPECT_FALSE(folder.exists("other"));
  EXPECT_FALSE(folder.exists("sub/other"));
  EXPECT_TRUE(folder.is_folder("sub"));
  EXPECT_FALSE(folder.is_folder("file"));
  EXPECT_FALSE(folder.is_folder("other"));
}

// Only what was looked for and not found is absent: whatever else went wrong, nobody knows.
TEST_F(Files, WhatCannotBeLookedAtIsNotTakenForAbsent) {
  const Folder folder = Folder::open(root_);
  const std::string too_long(300, 'x');
  EXPECT_THAT([&] { folder.exists(too_long); }, fails(ErrorKind::kIo, "cannot look at"));
  EXPECT_THAT([&] { folder.is_folder(too_long); }, fails(ErrorKind::kIo, too_long));
  EXPECT_THAT([&] { folder.list(too_long); }, fails(ErrorKind::kIo, too_long));
  EXPECT_THAT([&] { folder.exists(too_long + "/a"); }, fails(ErrorKind::kIo, too_long));
  EXPECT_THAT([&] { kind_of_path(path(too_long)); }, fails(ErrorKind::kIo, too_long));
  folder.write("file", "");
  EXPECT_FALSE(folder.exists("file/below"));
  EXPECT_FALSE(folder.exists("none/below"));
}

TEST_F(Files, WhatMayNotBeLookedAtIsNotTakenForAbsent) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  folder.write("sub/a", "1");
  std::filesystem::permissions(root_, std::filesystem::perms(0755));
  std::filesystem::permissions(path("sub"), std::filesystem::perms(0444));  // listed, not entered
  Child child([&] {
    give_up_rights();
    EXPECT_THAT(folder.list("sub"), ElementsAre("a"));
    return outcome_of([&] { folder.exists("sub/a"); });
  });
  EXPECT_EQ(child.wait(), kIoOutcome);
}

TEST_F(Files, PathsOfTheUserAreToldApart) {
  plant("file", "");
  link("link", "file");
  EXPECT_EQ(kind_of_path(path("file")), PathKind::kFile);
  EXPECT_EQ(kind_of_path(path("link")), PathKind::kFile);
  EXPECT_EQ(kind_of_path(root_), PathKind::kFolder);
  EXPECT_EQ(kind_of_path("/dev/null"), PathKind::kOther);
  EXPECT_EQ(kind_of_path(path("none")), PathKind::kNothing);
  EXPECT_EQ(kind_of_path(path("file/below")), PathKind::kNothing);
}

TEST_F(Files, FolderListsInOrder) {
  const Folder folder = Folder::open(root_);
  EXPECT_THAT(folder.list(), IsEmpty());
  folder.make_folder("sub");
  for (const char* name : {"c", "a", "B", "sub/y", "sub/x"}) folder.write(name, "");
  EXPECT_THAT(folder.list(), ElementsAre("B", "a", "c", "sub"));
  EXPECT_THAT(folder.list("sub"), ElementsAre("x", "y"));
  EXPECT_THAT(folder.list(), ElementsAre("B", "a", "c", "sub")) << "the second time as the first";
  EXPECT_THAT(folder.list("absent"), IsEmpty());
  EXPECT_THAT(folder.list("a"), IsEmpty());
}

TEST_F(Files, FolderIsCreatedWithItsParents) {
  const Folder folder = Folder::create(path("x/y/z"));
  folder.write("a", "1");
  EXPECT_EQ(Folder::create(path("x/y/z")).read("a"), "1") << "an existing folder is opened";
  EXPECT_EQ(Folder::create(path("w/")).list(), std::vector<std::string>());
  EXPECT_THAT([] { Folder::create(""); }, fails(ErrorKind::kUsage, "empty"));
  plant("file", "");
  EXPECT_THAT([&] { Folder::create(path("file")); }, fails(ErrorKind::kIo, path("file")));
  EXPECT_THAT([&] { Folder::create(path("file/below")); },
              fails(ErrorKind::kIo, path("file/below")));
}

TEST_F(Files, FolderThatIsMissingIsNamed) {
  EXPECT_THAT([&] { Folder::open(path("none")); },
              fails(ErrorKind::kIo, path("none") + ": there is no such folder"));
}

TEST_F(Files, MissingFilesAreNamed) {
  const Folder folder = Folder::open(root_);
  EXPECT_THAT([&] { folder.read("none"); }, fails(ErrorKind::kIo, path("none")));
  EXPECT_THAT([&] { folder.size_of("none"); }, fails(ErrorKind::kIo, path("none")));
  EXPECT_THAT([&] { folder.write("none/a", ""); }, fails(ErrorKind::kIo, path("none/a")));
}

TEST_F(Files, RemoveIsFineWhenAbsent) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "");
  folder.remove("a");
  EXPECT_FALSE(folder.exists("a"));
  EXPECT_NO_THROW(folder.remove("a"));
}

TEST_F(Files, RenameReplaces) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  folder.write("sub/a", "new");
  folder.write("sub/b", "old");
  folder.rename("sub/a", "sub/b");
  EXPECT_THAT(folder.list("sub"), ElementsAre("b"));
  EXPECT_EQ(folder.read("sub/b"), "new");
  EXPECT_THAT([&] { folder.rename("sub/a", "sub/b"); }, fails(ErrorKind::kIo, path("sub/a")));
}

TEST_F(Files, OnlyEmptyFoldersAreRemoved) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  EXPECT_NO_THROW(folder.make_folder("sub"));
  folder.write("sub/a", "1");
  folder.remove_folder("sub");
  EXPECT_EQ(folder.read("sub/a"), "1");
  folder.remove("sub/a");
  folder.remove_folder("sub");
  EXPECT_FALSE(folder.exists("sub"));
}

TEST_F(Files, NamesThatLeadOutsideAreRefused) {
  const Folder folder = Folder::create(path("inner"));
  plant("secret", "keep");
  for (const std::string_view name :
       {"../secret"sv, "sub/../../secret"sv, "/etc/passwd"sv, ""sv, "."sv, "a\0b"sv}) {
    EXPECT_THAT([&] { folder.read(name); }, fails(ErrorKind::kInput, "would lead outside"));
    EXPECT_THAT([&] { folder.write(name, "x"); }, fails(ErrorKind::kInput, "would lead outside"));
    EXPECT_THAT([&] { folder.append(name, "x"); }, fails(ErrorKind::kInput, "would lead outside"));
    EXPECT_THAT([&] { folder.remove(name); }, fails(ErrorKind::kInput, "would lead outside"));
    EXPECT_THAT([&] { folder.make_folder(name); }, fails(ErrorKind::kInput, "would lead outside"));
    EXPECT_THAT([&] { folder.size_of(name); }, fails(ErrorKind::kInput, "would lead outside"));
  }
  EXPECT_EQ(found("secret"), "keep");
}

TEST_F(Files, FolderThatIsALinkIsRefused) {
  Folder::create(path("real"));
  link("link", "real");
  EXPECT_THAT([&] { Folder::open(path("link")); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { Folder::create(path("link")); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { Folder::open(path("link/")); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { Folder::create(path("link/")); }, fails(ErrorKind::kIo, "symbolic link"));
}

TEST_F(Files, LinksToFilesAreNotFollowed) {
  const Folder folder = Folder::create(path("set"));
  plant("secret", "keep");
  link("set/link", "../secret");
  EXPECT_THAT([&] { folder.read("link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.size_of("link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.append("link", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  folder.write("link", "new");
  EXPECT_FALSE(is_link("set/link")) << "the link is replaced, not what it points at";
  EXPECT_EQ(folder.read("link"), "new");
  EXPECT_EQ(found("secret"), "keep");
}

TEST_F(Files, LinksToFoldersAreNotFollowed) {
  const Folder folder = Folder::create(path("set"));
  Folder::create(path("outside")).write("a", "keep");
  link("set/sub", "../outside");
  EXPECT_THAT([&] { folder.read("sub/a"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.write("sub/a", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.append("sub/a", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.remove("sub/a"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.make_folder("sub/b"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.make_folder("sub"); }, fails(ErrorKind::kIo, path("set/sub")));
  EXPECT_THAT(folder.list("sub"), IsEmpty());
  EXPECT_FALSE(folder.is_folder("sub"));
  EXPECT_EQ(found("outside/a"), "keep");
  EXPECT_THAT(Folder::open(path("outside")).list(), ElementsAre("a"));
}

TEST_F(Files, QuestionsAreNotAskedThroughLinksEither) {
  const Folder folder = Folder::create(path("set"));
  Folder::create(path("outside/deep"));
  link("set/sub", "../outside");
  EXPECT_FALSE(folder.exists("sub/deep"));
  EXPECT_FALSE(folder.is_folder("sub/deep"));
  EXPECT_TRUE(folder.exists("sub")) << "the link itself is there";
}

TEST_F(Files, PipesAreRefusedWithoutWaiting) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  Child child([&] {
    ::alarm(3);
    try {
      Folder::open(root_).read("pipe");
    } catch (const Error& problem) {
      return problem.kind() == ErrorKind::kIo ? 0 : 1;
    }
    return 2;
  });
  EXPECT_EQ(child.wait(), 0) << "-14: it waited for a writer";
}

TEST_F(Files, AppendAddsAtTheEnd) {
  const Folder folder = Folder::open(root_);
  folder.append("log", "one\n");
  folder.append("log", "two\n");
  folder.append("log", "");
  EXPECT_EQ(folder.read("log"), "one\ntwo\n");
}

TEST(WriteAll, SaysThatTheDiskIsFull) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_GE(full.get(), 0);
  EXPECT_THAT([&] { write_all(full.get(), "x", "out.jsonl"); },
              fails(ErrorKind::kIo, "out.jsonl: cannot write: No space left on device; make room"));
  EXPECT_NO_THROW(write_all(full.get(), "", "out.jsonl"));
}

TEST_F(Files, WriteAllGoesOnAfterShortWrites) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>('a' + i % 23);
  std::thread writer([&] {
    write_all(out.get(), bytes, "pipe");
    out = Descriptor();
  });
  std::string got;
  char chunk[5000];
  for (ssize_t n = 0; (n = ::read(in.get(), chunk, sizeof chunk)) > 0;) {
    got.append(chunk, static_cast<std::size_t>(n));
  }
  writer.join();
  EXPECT_EQ(got, bytes);
}

TEST_F(Files, UserFilesAreReadWhole) {
  const std::string bytes(3'000'000, 'x');
  plant("a", bytes);
  EXPECT_EQ(read_user_file(path("a"), {bytes.size()}), bytes);
  EXPECT_THAT([&] { read_user_file(path("none"), {1}); }, fails(ErrorKind::kIo, path("none")));
}

TEST_F(Files, UserFilesAreReadUpToALimit) {
  plant("a", "12345");
  EXPECT_EQ(read_user_file(path("a"), {5}), "12345");
  EXPECT_THAT([&] { read_user_file(path("a"), {4}); },
              fails(ErrorKind::kInput, path("a") + ": is larger than 4 bytes"));
  plant("lines", "123\n\n12345\n1");
  EXPECT_EQ(read_user_file(path("lines"), {100, 5}), "123\n\n12345\n1");
  EXPECT_THAT(
      [&] {
        read_user_file(path("lines"), {100, 4});
      },
      fails(ErrorKind::kInput, path("lines") + ":3: the line is longer than 4 bytes"));
}

TEST_F(Files, UserFilesAreNeitherDevicesNorFolders) {
  for (const std::string& name : {std::string("/dev/zero"), root_}) {
    EXPECT_THAT([&] { read_user_file(name, {1000}); },
                fails(ErrorKind::kIo, name + ": is neither a plain file nor a pipe"));
  }
}

TEST_F(Files, UserFilesMayBeNothing) { EXPECT_EQ(read_user_file("/dev/null", {1000}), ""); }

TEST_F(Files, UserFilesMayBePipes) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::jthread writer([&] { std::ofstream(path("pipe")) << "through a pipe"; });
  EXPECT_EQ(read_user_file(path("pipe"), {100}), "through a pipe");
}

TEST(Descriptor, ClosesItself) {
  int number = -1;
  {
    const Descriptor descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    number = descriptor.get();
    ASSERT_GE(::fcntl(number, F_GETFD), 0);
  }
  EXPECT_EQ(::fcntl(number, F_GETFD), -1);
}

TEST_F(Files, MessagesShowNamesWithoutControlCharacters) {
  const Folder folder = Folder::open(root_);
  EXPECT_THAT(
      [&] { folder.read("\x1b[31m"); },
      Throws<Error>(Property(&Error::what, AllOf(HasSubstr("\\x1b[31m"), Not(HasSubstr("\x1b"))))));
}

}  // namespace
}  // namespace assay
