#include "assay/base/prepared_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

#include "assay/base/child_process_testing.h"
#include "assay/base/error.h"
#include "assay/base/folder_lock.h"
#include "assay/base/hash.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Property;
using testing::Throws;

namespace fs = std::filesystem;

const PreparedKey kKey{"numbers", "1: up to 200000"};

// Long enough for several blocks of a hash.
std::string long_bytes() {
  std::string bytes;
  for (int number = 0; number < 200'000; ++number) bytes += std::to_string(number);
  return bytes;
}

void make_files(PreparedSink& sink) {
  PreparedSink::File large(sink, "long.bin");
  sink.write("short.bin", "only a few bytes");
  sink.write("empty.bin", "");
  large.write(std::string_view(long_bytes()).substr(0, 1000));
  large.write(std::string_view(long_bytes()).substr(1000));
  large.commit();
}

bool is_right(const PreparedFiles& files) {
  return files.bytes("long.bin") == long_bytes() && files.bytes("empty.bin").empty() &&
         files.bytes("short.bin") == "only a few bytes";
}

class PreparedFilesTest : public testing::Test {
 protected:
  PreparedFilesTest() {
    control_.progress = [this](const Progress& progress) {
      if (progress.what.empty()) notes_.push_back(progress.note);
    };
    fs::permissions(cache_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec |
                                fs::perms::others_read);
  }

  // Whether they had to be made; they must be right in any case.
  bool made() {
    notes_.clear();
    bool was_made = false;
    const PreparedFiles files = prepare_files(cache_, kKey, control_, [&](PreparedSink& sink) {
      was_made = true;
      make_files(sink);
    });
    EXPECT_TRUE(is_right(files));
    return was_made;
  }

  // Whether they are taken as they are when one of them has these bytes. Whether or not, all the
  // others are as before, and whoever asked was told which one is wrong.
  bool is_believed_with(const std::string& name, const std::string& bytes) {
    const std::string index = folder().read("index");
    put(name, bytes);
    notes_.clear();
    struct Asked {};
    try {
      prepare_files(cache_, kKey, control_, [](PreparedSink&) { throw Asked(); });
      return true;
    } catch (const Asked&) {
      EXPECT_THAT(notes_, ElementsAre(HasSubstr(path_of(name))));
      put("index", index);
      return false;
    }
  }

  // Not durable, and fast.
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_of(name), std::ios::binary) << bytes;
  }

  Folder folder() const {
    for (const auto& entry : fs::directory_iterator(cache_)) {
      if (entry.path().filename().string().starts_with(kKey.kind)) {
        return Folder::open(entry.path().string());
      }
    }
    throw std::runtime_error("there is no folder of the key");
  }
  std::string path_of(const std::string& name) const { return folder().path_of(name); }

  ScratchFolder scratch_;
  const std::string& cache_ = scratch_.path();
  Control control_;
  std::vector<std::string> notes_;
};

TEST_F(PreparedFilesTest, AreMadeOnce) {
  EXPECT_TRUE(made());
  EXPECT_THAT(folder().list(), ElementsAre("empty.bin", "index", "lock", "long.bin", "short.bin"));
  EXPECT_FALSE(made());
  control_.jobs = 3;
  EXPECT_FALSE(made());
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(PreparedFilesTest, OfAnotherKeyAreMadeBesideThem) {
  made();
  prepare_files(cache_, {kKey.kind, "2: up to 200000"}, control_, make_files);
  EXPECT_EQ(Folder::open(cache_).list().size(), 2U);
  EXPECT_FALSE(made());
}

TEST_F(PreparedFilesTest, WithoutACacheFolderAreMadeInMemory) {
  EXPECT_TRUE(is_right(prepare_files("", kKey, control_, make_files)));
  EXPECT_THAT(Folder::open(cache_).list(), IsEmpty());
}

TEST_F(PreparedFilesTest, AreAligned) {
  for (const std::string& cache : {std::string(), cache_}) {
    const PreparedFiles files = prepare_files(cache, kKey, control_, make_files);
    for (const char* name : {"long.bin", "short.bin"}) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(files.bytes(name).data()) % 8, 0U) << name;
    }
  }
}

TEST_F(PreparedFilesTest, AreMadeAgainForEveryDamagedByte) {
  made();
  for (const std::string name : {"index", "long.bin", "short.bin"}) {
    const std::string right = folder().read(name);
    const std::size_t step = right.size() > 1000 ? right.size() / 50 : 1;
    for (std::size_t at = 0; at < right.size(); at += step) {
      std::string wrong = right;
      wrong[at] = static_cast<char>(wrong[at] ^ 1 << at % 8);
      ASSERT_FALSE(is_believed_with(name, wrong)) << name << " at " << at;
    }
    ASSERT_TRUE(is_believed_with(name, right)) << name;
  }
}

TEST_F(PreparedFilesTest, AreMadeAgainWhenOneIsTooShortOrTooLong) {
  made();
  for (const std::string name : {"index", "long.bin", "short.bin", "empty.bin"}) {
    const std::string right = folder().read(name);
    EXPECT_FALSE(is_believed_with(name, right + "\n")) << name;
    for (std::size_t cut = 1; cut <= right.size(); cut *= 2) {
      EXPECT_FALSE(is_believed_with(name, right.substr(0, right.size() - cut)))
          << name << " without its last " << cut;
    }
    EXPECT_TRUE(is_believed_with(name, right)) << name;
  }
}

TEST_F(PreparedFilesTest, ThatAreDamagedAreMadeAgainAndKept) {
  made();
  const std::string right = folder().read("long.bin");
  put("long.bin", "something else");
  EXPECT_TRUE(made());
  EXPECT_THAT(notes_, ElementsAre(AllOf(HasSubstr(path_of("long.bin")), HasSubstr("made again"))));
  EXPECT_EQ(folder().read("long.bin"), right);
  EXPECT_FALSE(made());
}

TEST_F(PreparedFilesTest, AreMadeAgainWhenOneIsMissing) {
  made();
  for (const std::string name : {"long.bin", "short.bin", "empty.bin"}) {
    folder().remove(name);
    EXPECT_TRUE(made()) << name;
    EXPECT_THAT(notes_, ElementsAre(HasSubstr(name + ", which is missing")));
  }
  // Without an index nothing was finished, which is no news.
  folder().remove("index");
  EXPECT_TRUE(made());
  EXPECT_THAT(notes_, IsEmpty());
  EXPECT_FALSE(made());
}

TEST_F(PreparedFilesTest, DoNotMindStrangers) {
  made();
  folder().write("notes.txt", "mine");
  folder().write(".long.bin.part", "left by a killed process");
  EXPECT_FALSE(made());
  folder().remove("index");
  EXPECT_TRUE(made());
  EXPECT_EQ(folder().read("notes.txt"), "mine");
}

TEST_F(PreparedFilesTest, OfAForeignKeyAreNotBelieved) {
  made();
  const std::string own = folder().path();
  const std::string foreign = scratch_ / "aside";
  fs::rename(own, foreign);
  prepare_files(cache_, {kKey.kind, "1: up to 3"}, control_,
                [](PreparedSink& sink) { sink.write("short.bin", "other bytes"); });
  fs::remove_all(foreign);
  fs::rename(folder().path(), own);
  EXPECT_TRUE(made());
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("another format or key")));
}

TEST_F(PreparedFilesTest, OfAnotherFormatAreNotBelieved) {
  made();
  std::string index = folder().read("index");
  index.resize(index.rfind('\n', index.size() - 2) + 1);
  const std::string today = "assay prepared files 1\n";
  ASSERT_EQ(index.substr(0, today.size()), today);
  const auto seal = [&] { folder().write("index", index + std::to_string(hash64(index)) + "\n"); };
  seal();
  EXPECT_FALSE(made());
  index[today.size() - 2] = '2';
  seal();
  EXPECT_TRUE(made());
}

TEST_F(PreparedFilesTest, ThatCouldNotBeMadeLeaveNothing) {
  const auto break_down = [](PreparedSink& sink) {
    sink.write("short.bin", "wrong");
    fail(ErrorKind::kUsage, "no such numbers");
  };
  EXPECT_THAT([&] { prepare_files(cache_, kKey, control_, break_down); },
              Throws<Error>(Property(&Error::kind, ErrorKind::kUsage)));
  EXPECT_TRUE(made());
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(PreparedFilesTest, OfAKilledMakerAreNotBelieved) {
  for (const bool finished_all : {false, true}) {
    Child child([&] {
      prepare_files(cache_, kKey, control_, [&](PreparedSink& sink) {
        sink.write("short.bin", "wrong");
        PreparedSink::File file(sink, "long.bin");
        file.write("half");
        if (finished_all) file.commit();
        ::raise(SIGKILL);
      });
      return 0;
    });
    EXPECT_EQ(child.wait(), -SIGKILL);
    EXPECT_TRUE(made());
    EXPECT_FALSE(made());
    fs::remove_all(folder().path());
  }
}

TEST_F(PreparedFilesTest, AreMadeByOneOfManyProcesses) {
  std::vector<std::unique_ptr<Child>> children;
  for (int child = 0; child < 8; ++child) {
    children.push_back(std::make_unique<Child>([&] {
      const PreparedFiles files = prepare_files(cache_, kKey, {}, [&](PreparedSink& sink) {
        Folder::open(cache_).append("makers", "x");
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        make_files(sink);
      });
      return is_right(files) ? 0 : 1;
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(Folder::open(cache_).read("makers"), "x");
}

// A process that holds the lock of the files until it is killed; here when it does.
std::unique_ptr<Child> hold_lock(const Folder& folder) {
  auto child = std::make_unique<Child>([&] {
    const FolderLock lock(folder, "lock");
    folder.write("held", "");
    for (;;) ::pause();
    return 0;
  });
  while (!folder.exists("held")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  folder.remove("held");
  return child;
}

TEST_F(PreparedFilesTest, WaitForALivingProcessAndSayForWhich) {
  made();
  folder().remove("index");
  const auto holder = hold_lock(folder());
  const auto start = std::chrono::steady_clock::now();
  control_.progress = [&](const Progress& progress) {
    if (!progress.what.empty()) return;
    EXPECT_THAT(progress.note, HasSubstr(":" + std::to_string(holder->process()) + " "));
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
    notes_.push_back(progress.note);
    holder->kill_and_wait();
  };
  EXPECT_TRUE(made());
  EXPECT_EQ(notes_.size(), 1U);
}

TEST_F(PreparedFilesTest, AreNotWaitedForWhenTheyAreWhole) {
  made();
  const auto holder = hold_lock(folder());
  EXPECT_FALSE(made());
}

TEST_F(PreparedFilesTest, StopWaitingOnRequest) {
  made();
  folder().remove("index");
  const auto holder = hold_lock(folder());
  std::atomic<bool> cancel = false;
  control_.cancel = &cancel;
  std::chrono::steady_clock::time_point asked;
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    asked = std::chrono::steady_clock::now();
    cancel = true;
  });
  EXPECT_THROW(made(), Interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(700));
}

TEST_F(PreparedFilesTest, AreMadeInMemoryWhereNoLockCanBe) {
  made();
  folder().remove("index");
  folder().remove("lock");
  folder().make_folder("lock");
  EXPECT_TRUE(made());
  EXPECT_THAT(notes_, ElementsAre(AllOf(HasSubstr(path_of("lock")), HasSubstr("in memory"))));
  EXPECT_FALSE(folder().exists("index"));
}

TEST_F(PreparedFilesTest, AreMadeInMemoryWhereNoFolderCanBe) {
  const std::string file = scratch_.put("file", "no folder");
  const auto files = prepare_files(file + "/cache", kKey, control_, make_files);
  EXPECT_TRUE(is_right(files));
  EXPECT_THAT(notes_, ElementsAre(AllOf(HasSubstr(file), HasSubstr("in memory"))));
}

TEST_F(PreparedFilesTest, AreMadeInMemoryWhenTheDiskIsFull) {
  Child child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return made() && notes_.size() == 1 && notes_[0].find("long.bin") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(child.wait(), 0);
  EXPECT_TRUE(made());
}

TEST_F(PreparedFilesTest, AreReadWhereNothingCanBeWritten) {
  made();
  Child reader([&] {
    give_up_rights();
    return made() || !notes_.empty() ? 1 : 0;
  });
  EXPECT_EQ(reader.wait(), 0);
  folder().remove("index");
  fs::permissions(folder().path(), fs::perms::owner_read | fs::perms::owner_exec |
                                       fs::perms::others_read | fs::perms::others_exec);
  Child maker([&] {
    give_up_rights();
    return made() && notes_.size() == 1 && notes_[0].find(cache_) != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(maker.wait(), 0);
  fs::permissions(folder().path(), fs::perms::owner_all);
}

TEST_F(PreparedFilesTest, ThatCannotBeReadAreAnErrorThatNamesThem) {
  made();
  // The code of the error in a process without rights, 0 when it does not name the file.
  const auto error_naming = [&](const std::string& path) {
    Child child([&] {
      give_up_rights();
      try {
        made();
      } catch (const Error& problem) {
        const bool named = std::string(problem.what()).find(path) != std::string::npos;
        return named && problem.kind() == ErrorKind::kIo ? 3 : 1;
      }
      return 0;
    });
    return child.wait();
  };
  for (const std::string name : {"index", "long.bin"}) {
    fs::permissions(path_of(name), fs::perms::none);
    EXPECT_EQ(error_naming(path_of(name)), 3) << name;
    fs::permissions(path_of(name), fs::perms::owner_all | fs::perms::others_read);
  }
  const std::string path = folder().path();
  fs::permissions(path, fs::perms::none);
  EXPECT_EQ(error_naming(path), 3);
  fs::permissions(path, fs::perms::owner_all);
}

TEST_F(PreparedFilesTest, AreNotReadThroughLinks) {
  made();
  fs::rename(path_of("long.bin"), scratch_ / "aside");
  fs::create_symlink(scratch_ / "aside", path_of("long.bin"));
  EXPECT_THAT([&] { prepare_files(cache_, kKey, control_, make_files); },
              Throws<Error>(AllOf(Property(&Error::kind, ErrorKind::kIo),
                                  Property(&Error::what, HasSubstr("long.bin")))));
}

}  // namespace
}  // namespace assay
