#include "assay/base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "assay/base/child_process_testing.h"
#include "assay/base/error_testing.h"
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
  EXPECT_THAT([&] { MappedFile(folder, "link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.size_of("link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.append("link", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { FolderLock(folder, "link"); }, fails(ErrorKind::kIo, "symbolic link"));
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
  EXPECT_THAT([&] { MappedFile(folder, "sub/a"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.write("sub/a", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.append("sub/a", "x"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.remove("sub/a"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.make_folder("sub/b"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { folder.make_folder("sub"); }, fails(ErrorKind::kIo, path("set/sub")));
  EXPECT_THAT([&] { FolderLock(folder, "sub/a"); }, fails(ErrorKind::kIo, "symbolic link"));
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

TEST_F(Files, NewFileLeavesNothingWithoutCommit) {
  const Folder folder = Folder::open(root_);
  {
    NewFile file(folder, "a");
    file.write("some");
    EXPECT_EQ(file.size(), 4U);
    EXPECT_FALSE(folder.exists("a")) << "seen before it is whole";
  }
  EXPECT_THAT(folder.list(), IsEmpty());
}

TEST_F(Files, NewFileReplacesAtOnce) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old content");
  const MappedFile old(folder, "a");
  NewFile file(folder, "a");
  file.write("new ");
  file.write("content, longer");
  EXPECT_EQ(folder.read("a"), "old content");
  file.commit();
  EXPECT_EQ(folder.read("a"), "new content, longer");
  EXPECT_EQ(old.bytes(), "old content") << "written into the old file";
  EXPECT_THAT(folder.list(), ElementsAre("a"));
}

TEST_F(Files, NewFileTakesLargePieces) {
  const Folder folder = Folder::open(root_);
  const std::string stretch((16U << 20U) + 1, 'x');
  NewFile file(folder, "a");
  file.write(stretch);
  file.write("end");
  file.commit();
  EXPECT_EQ(file.size(), stretch.size() + 3);
  EXPECT_EQ(folder.read("a"), stretch + "end");
}

TEST_F(Files, NewFileDoesNotWriteThroughWhatLiesAtItsTemporaryName) {
  const Folder folder = Folder::create(path("set"));
  plant("secret", "keep");
  // Learn the temporary name rather than know it.
  std::string temporary;
  {
    const NewFile file(folder, "a");
    ASSERT_EQ(folder.list().size(), 1U);
    temporary = folder.list()[0];
  }
  link("set/" + temporary, "../secret");
  folder.write("a", "new");
  EXPECT_EQ(found("secret"), "keep");
  EXPECT_EQ(folder.read("a"), "new");
  EXPECT_FALSE(is_link("set/a"));
  EXPECT_THAT(folder.list(), ElementsAre("a"));

  std::filesystem::create_hard_link(path("secret"), path("set/" + temporary));
  folder.write("a", "newer");
  EXPECT_EQ(found("secret"), "keep");

  plant("set/" + temporary, "left by a killed run, and longer than what comes");
  folder.write("a", "newest");
  EXPECT_EQ(folder.read("a"), "newest");
}

TEST_F(Files, NewFileThatCannotGrowKeepsTheOldOne) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old");
  Child child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      folder.write("a", std::string(100'000, 'x'));
    } catch (const Error& problem) {
      return problem.kind() == ErrorKind::kIo ? 0 : 1;
    }
    return 2;
  });
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_THAT(folder.list(), ElementsAre("a"));
}

TEST_F(Files, KilledWriterLeavesTheOldFile) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old");
  Child child([&] {
    NewFile file(folder, "a");
    file.write("half");
    ::raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(child.wait(), -SIGKILL);
  EXPECT_EQ(folder.read("a"), "old");
  folder.write("a", "new");
  EXPECT_THAT(folder.list(), ElementsAre("a")) << "what the killed run left is cleared away";
}

TEST_F(Files, NewFileCannotReplaceAFolder) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  EXPECT_THAT([&] { folder.write("sub", "x"); }, fails(ErrorKind::kIo, path("sub")));
  EXPECT_THAT(folder.list(), ElementsAre("sub"));
}

TEST_F(Files, AppendAddsAtTheEnd) {
  const Folder folder = Folder::open(root_);
  folder.append("log", "one\n");
  folder.append("log", "two\n");
  folder.append("log", "");
  EXPECT_EQ(folder.read("log"), "one\ntwo\n");
}

TEST_F(Files, MappedFileShowsTheBytes) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "abc\0def"sv);
  folder.write("empty", "");
  MappedFile file(folder, "a");
  EXPECT_EQ(file.bytes(), "abc\0def"sv);
  const MappedFile moved(std::move(file));
  EXPECT_EQ(moved.bytes(), "abc\0def"sv);
  EXPECT_EQ(MappedFile(folder, "empty").bytes(), "");
  folder.make_folder("sub");
  EXPECT_THAT([&] { MappedFile(folder, "sub"); }, fails(ErrorKind::kIo, "not a plain file"));
}

TEST_F(Files, LockIsHeldOnce) {
  const Folder folder = Folder::open(root_);
  const Folder again = Folder::open(root_);
  {
    const FolderLock lock(folder, "lock");
    EXPECT_THAT([&] { FolderLock(again, "lock"); },
                fails(ErrorKind::kIo, ":" + std::to_string(::getpid()) + " (host:process)"));
    EXPECT_NO_THROW(FolderLock(folder, "other"));
  }
  EXPECT_NO_THROW(FolderLock(again, "lock"));
}

// Runs a child that holds the lock; returns when it does.
std::unique_ptr<Child> hold_lock(const std::string& root) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  auto child = std::make_unique<Child>([&] {
    const FolderLock lock(Folder::open(root), "lock");
    if (::write(ends[1], "x", 1) != 1) return 1;
    for (;;) ::pause();
  });
  ::close(ends[1]);
  char held = 0;
  const bool ready = ::read(ends[0], &held, 1) == 1;
  ::close(ends[0]);
  if (!ready) throw std::runtime_error("the child has no lock");
  return child;
}

TEST_F(Files, LockNamesTheOtherProcessAndIsFreeWhenThatIsKilled) {
  const Folder folder = Folder::open(root_);
  const auto child = hold_lock(root_);
  EXPECT_THAT([&] { FolderLock(folder, "lock"); },
              fails(ErrorKind::kIo, ":" + std::to_string(child->process()) + " (host:process)"));
  child->kill_and_wait();
  const FolderLock lock(folder, "lock");
  EXPECT_THAT(folder.read("lock"), testing::EndsWith(":" + std::to_string(::getpid())));
}

TEST_F(Files, LockThatIsHeldIsToldFromOneThatCannotBe) {
  const Folder folder = Folder::open(root_);
  std::string holder;
  {
    const auto child = hold_lock(root_);
    EXPECT_FALSE(FolderLock::try_take(folder, "lock", holder).has_value());
    EXPECT_THAT(holder, testing::EndsWith(":" + std::to_string(child->process())));
  }
  EXPECT_TRUE(FolderLock::try_take(folder, "lock", holder).has_value());
  folder.make_folder("sub");
  EXPECT_THAT([&] { FolderLock::try_take(folder, "sub", holder); },
              fails(ErrorKind::kIo, path("sub")));
}

TEST_F(Files, LockOfAShorterNumberLeavesNoDigitsBehind) {
  const Folder folder = Folder::open(root_);
  plant("lock", "12345678901234");
  const FolderLock lock(folder, "lock");
  EXPECT_THAT(folder.read("lock"), testing::EndsWith(":" + std::to_string(::getpid())));
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
