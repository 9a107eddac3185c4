#include "assay/base/folder_lock.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>

#include "assay/base/child_process_testing.h"
#include "assay/base/error_testing.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

class Locks : public testing::Test {
 protected:
  ScratchFolder scratch_;
};

TEST_F(Locks, AreHeldOnce) {
  const Folder folder = Folder::open(scratch_.path());
  const Folder again = Folder::open(scratch_.path());
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

TEST_F(Locks, NameTheOtherProcessAndAreFreeWhenThatIsKilled) {
  const Folder folder = Folder::open(scratch_.path());
  const auto child = hold_lock(scratch_.path());
  EXPECT_THAT([&] { FolderLock(folder, "lock"); },
              fails(ErrorKind::kIo, ":" + std::to_string(child->process()) + " (host:process)"));
  child->kill_and_wait();
  const FolderLock lock(folder, "lock");
  EXPECT_THAT(folder.read("lock"), testing::EndsWith(":" + std::to_string(::getpid())));
}

TEST_F(Locks, ThatAreHeldAreToldFromThoseThatCannotBe) {
  const Folder folder = Folder::open(scratch_.path());
  std::string holder;
  {
    const auto child = hold_lock(scratch_.path());
    EXPECT_FALSE(FolderLock::try_take(folder, "lock", holder).has_value());
    EXPECT_THAT(holder, testing::EndsWith(":" + std::to_string(child->process())));
  }
  EXPECT_TRUE(FolderLock::try_take(folder, "lock", holder).has_value());
  folder.make_folder("sub");
  EXPECT_THAT([&] { FolderLock::try_take(folder, "sub", holder); },
              fails(ErrorKind::kIo, scratch_ / "sub"));
}

TEST_F(Locks, OfAShorterNumberLeaveNoDigitsBehind) {
  const Folder folder = Folder::open(scratch_.path());
  scratch_.put("lock", "12345678901234");
  const FolderLock lock(folder, "lock");
  EXPECT_THAT(folder.read("lock"), testing::EndsWith(":" + std::to_string(::getpid())));
}

TEST_F(Locks, AreNotTakenThroughLinks) {
  const Folder folder = Folder::open(scratch_.path());
  scratch_.put("outside/lock", "");
  std::filesystem::create_symlink("outside/lock", scratch_ / "link");
  std::filesystem::create_symlink("outside", scratch_ / "sub");
  EXPECT_THAT([&] { FolderLock(folder, "link"); }, fails(ErrorKind::kIo, "symbolic link"));
  EXPECT_THAT([&] { FolderLock(folder, "sub/lock"); }, fails(ErrorKind::kIo, "symbolic link"));
}

// Another process has the lock, but has not signed it yet.
class UnsignedLock : public Locks {
 protected:
  UnsignedLock() : file_(::open((scratch_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    EXPECT_EQ(::flock(file_.get(), LOCK_EX | LOCK_NB), 0);
  }
  void sign(const std::string& signature) const {
    EXPECT_EQ(::ftruncate(file_.get(), 0), 0);
    EXPECT_EQ(::pwrite(file_.get(), signature.data(), signature.size(), 0),
              static_cast<ssize_t>(signature.size()));
  }
  std::string holder() const {
    std::string found;
    EXPECT_FALSE(FolderLock::try_take(Folder::open(scratch_.path()), "lock", found).has_value());
    return found;
  }
  std::string holder_when_signed_later() const {
    std::jthread other([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      sign("node7:4242");
    });
    return holder();
  }

  Descriptor file_;
};

TEST_F(UnsignedLock, IsNamedOnceItIsSigned) { EXPECT_EQ(holder_when_signed_later(), "node7:4242"); }

TEST_F(UnsignedLock, IsNotNamedAfterOneThatIsGone) {
  Child gone([] { return 0; });
  const pid_t number = gone.process();
  gone.wait();
  std::array<char, 256> host{};
  ASSERT_EQ(::gethostname(host.data(), host.size() - 1), 0);
  sign(std::string(host.data()) + ":" + std::to_string(number));
  EXPECT_EQ(holder_when_signed_later(), "node7:4242");
}

TEST_F(UnsignedLock, IsNotWaitedForWithoutEnd) { EXPECT_EQ(holder(), "an unnamed process"); }

}  // namespace
}  // namespace assay
