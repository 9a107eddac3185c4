// The campaign finds what it is for: each fault of fake_program.cpp, and nothing in the program
// without one.
#include "campaign.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>

#include <filesystem>
#include <set>

#include "assay/base/scratch_folder_testing.h"
#include "printed_text.h"

namespace assay::campaign {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<Job> fake_jobs() {
  const Tree answers = {{"answers.jsonl", "{\"id\":\"a\",\"answer\":\"x\"}\n"}};
  return {{"write", {"write"}, {}, {}, "out"},
          {"verify", {"verify", "out"}, {"write"}},
          {"score", {"score"}, {}, answers},
          {"other", {"split"}}};
}

// The fake program with a fault, ready to be attacked.
class Fake {
 public:
  explicit Fake(const std::string& fault)
      : stage_({copy_named(fault), ASSAY_SHIMS, scratch_ / "work"}, fake_jobs()) {}

  Stage& stage() { return stage_; }
  std::string work() const { return stage_.paths().work; }

  std::string problem_at(const Attack& attack, const std::string& job, const std::string& point) {
    return attack.run(stage_, stage_.job(job), point);
  }

  // What is wrong at all points of a job that begin with these letters.
  std::vector<std::string> problems(const Attack& attack, const std::string& job,
                                    const std::string& beginning = "") {
    constexpr std::size_t kMost = 40;  // spread over all
    std::vector<std::string> found;
    std::vector<std::string> points = attack.points(stage_, stage_.job(job), {});
    std::erase_if(points, [&](const std::string& point) {
      return !point.starts_with(beginning) || point.starts_with("add:") ||
             point.starts_with("note:");
    });
    EXPECT_FALSE(points.empty());
    const std::size_t step = std::max<std::size_t>(1, points.size() / kMost);
    for (std::size_t i = 0; i < points.size(); i += step) {
      const std::string& point = points[i];
      const std::string problem = problem_at(attack, job, point);
      if (!problem.empty()) found.push_back(fmt::format("{}: {}", point, problem));
    }
    return found;
  }

 private:
  std::string copy_named(const std::string& fault) const {
    std::string path = scratch_ / fault;
    fs::copy_file(ASSAY_FAKE_PROGRAM, path);
    return path;
  }

  ScratchFolder scratch_;
  Stage stage_;
};

TEST(CampaignKills, FindWhatIsNotTheSameAfterARestart) {
  EXPECT_THAT(Fake("none").problems(kills_attack(), "write"), IsEmpty());
  EXPECT_THAT(Fake("loses_a_byte").problems(kills_attack(), "write", "call"),
              Contains(HasSubstr("out/data has other bytes")));
  EXPECT_THAT(Fake("loses_a_byte").problems(kills_attack(), "write", "chain"), Not(IsEmpty()));
}

TEST(CampaignKills, FindAManifestWithoutData) {
  EXPECT_THAT(Fake("manifest_first").problems(kills_attack(), "write", "call"),
              Contains(HasSubstr("a manifest is there and verify refuses the folder")));
}

TEST(CampaignCalls, FindErrorsThatAreIgnored) {
  EXPECT_THAT(Fake("none").problems(calls_attack(), "write"), IsEmpty());
  EXPECT_THAT(Fake("none").problems(calls_attack(), "verify"), IsEmpty());
  EXPECT_THAT(Fake("ignores_errors").problems(calls_attack(), "write", "write"),
              Contains(HasSubstr("EIO: exit 0, but out/data has other bytes")));
  EXPECT_THAT(Fake("believes_short_writes").problems(calls_attack(), "write", "write"),
              Contains(HasSubstr("short: exit 0, but out/data has other bytes")));
  EXPECT_THAT(Fake("cannot_look_is_absent").problems(calls_attack(), "verify", "stat"),
              Contains(HasSubstr("exit 1 instead of 4")));
}

TEST(CampaignAllocations, FindAborts) {
  EXPECT_THAT(Fake("none").problems(allocations_attack(), "write"), IsEmpty());
  EXPECT_THAT(Fake("aborts_without_memory").problems(allocations_attack(), "write"),
              Contains(HasSubstr("ended by signal 6")));
}

TEST(CampaignDisk, FindsErrorsThatAreIgnored) {
  if (::unshare(CLONE_NEWNS) != 0 ||
      ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    GTEST_SKIP() << "mounting needs root";
  }
  EXPECT_THAT(Fake("none").problems(disk_attack(), "write"), IsEmpty());
  EXPECT_THAT(Fake("ignores_errors").problems(disk_attack(), "write"), Not(IsEmpty()));
}

TEST(CampaignDamage, FindsBlindness) {
  EXPECT_THAT(Fake("none").problems(damage_attack(), "verify"), IsEmpty());
  EXPECT_THAT(Fake("sees_nothing").problems(damage_attack(), "verify", "flip"),
              Contains(HasSubstr("is not noticed")));
  EXPECT_THAT(Fake("names_nothing").problems(damage_attack(), "verify", "cut"),
              Contains(HasSubstr("the file is not named")));
}

TEST(CampaignCrowd, FindsMissingAndWrongLocks) {
  EXPECT_THAT(Fake("none").problems(crowd_attack(), "write"), IsEmpty());
  EXPECT_THAT(Fake("has_no_lock").problems(crowd_attack(), "write", "held"),
              Contains(HasSubstr("exit 0 instead of 4")));
  EXPECT_THAT(Fake("wrong_code_when_in_use").problems(crowd_attack(), "write", "held"),
              Contains(HasSubstr("exit 2 instead of 4")));
}

TEST(CampaignPaths, FindTouchesOutside) {
  EXPECT_EQ(Fake("none").problem_at(paths_attack(), "other", "split-name:0"), "");
  EXPECT_EQ(Fake("none").problem_at(paths_attack(), "other", "svg:out"), "");
  EXPECT_EQ(Fake("writes_outside").problem_at(paths_attack(), "other", "split-name:0"),
            "outside the folder: new should not be there");
  EXPECT_EQ(Fake("reads_outside").problem_at(paths_attack(), "other", "split-name:0"),
            "opened what lies outside");
  EXPECT_EQ(Fake("follows_links").problem_at(paths_attack(), "other", "svg:out"),
            "outside the folder: secret has other bytes");
}

TEST(CampaignAnswers, FindWhatIsRepeatedOrSlow) {
  EXPECT_EQ(Fake("none").problem_at(answers_attack(), "score", "round:1000000:alone:text"), "");
  EXPECT_THAT(
      Fake("repeats_answers").problem_at(answers_attack(), "score", "round:1000000:after:text"),
      HasSubstr("printed 1000"));
  EXPECT_EQ(Fake("repeats_answers").problem_at(answers_attack(), "score", "bytes:1000:after:text"),
            "printed a byte that is no UTF-8");
  EXPECT_THAT(Fake("runs_for_long").problem_at(answers_attack(), "score", "round:1000:alone:text"),
              HasSubstr("took "));
}

TEST(CampaignSockets, AreFound) {
  EXPECT_THAT(Fake("none").problems(sockets_attack(), "write"), IsEmpty());
  EXPECT_EQ(Fake("opens_a_socket").problem_at(sockets_attack(), "write", "filter"),
            "opens a socket");
}

TEST(CampaignMemory, IsMeasured) {
  EXPECT_EQ(Fake("none").problem_at(memory_attack(), "other", "100000"), "");
  EXPECT_EQ(Fake("is_greedy").problem_at(memory_attack(), "other", "100000"),
            "needs 300 MB for 100000 rows");
}

TEST(Campaign, GoesOnWhereItWasStopped) {
  Fake fake("loses_a_byte");
  std::vector<Attack> attacks = {kills_attack()};
  std::size_t runs = 0;
  attacks[0].run = [&, inner = attacks[0].run](Stage& stage, const Job& job,
                                               const std::string& point) {
    ++runs;
    return inner(stage, job, point);
  };
  Choice choice;
  choice.job = "write";
  choice.workers = 1;
  const auto go = [&] {
    PointJournal journal(fake.work() + "/journal");
    return run_campaign(fake.stage(), attacks, choice, journal, [](const std::string&) {});
  };
  const std::vector<Result> first = go();
  EXPECT_EQ(runs, first[0].points);
  ASSERT_FALSE(first[0].findings.empty());
  const std::vector<Result> second = go();
  EXPECT_EQ(runs, first[0].points);
  EXPECT_EQ(second[0].points, first[0].points);
  EXPECT_EQ(second[0].findings.size(), first[0].findings.size());

  const std::string command = repeating_command(fake.stage(), first[0], first[0].findings[0], 1);
  EXPECT_THAT(command,
              HasSubstr("--attack kills --job write --point '" + first[0].findings[0].point));
}

TEST(Campaign, EndsWhenEachAttackHasEnough) {
  Fake fake("none");
  PointJournal journal(fake.work() + "/journal");
  Attack attack = kills_attack();
  attack.wanted = 7;
  Choice choice;
  choice.is_enough = true;
  const std::vector<Result> results =
      run_campaign(fake.stage(), {attack}, choice, journal, [](const std::string&) {});
  EXPECT_EQ(results[0].points, 7U);
  EXPECT_EQ(results[0].wanted, 7U);
  std::uint64_t counted = 0;
  for (const auto& [kind, points] : results[0].kinds) {
    EXPECT_THAT(kind, ::testing::AnyOf("call", "permille", "chain"));
    counted += points;
  }
  EXPECT_EQ(counted, 7U);
  EXPECT_THAT(results[0].jobs, Contains("write"));
}

TEST(Campaign, AJobThatNeverWorksIsAFinding) {
  Fake fake("none");
  Stage stage({fake.stage().paths().program, ASSAY_SHIMS, fake.work() + "/more"},
              {{"bad", {"verify", "out"}}});
  PointJournal journal(fake.work() + "/journal");
  const std::vector<Result> results =
      run_campaign(stage, {kills_attack()}, {}, journal, [](const std::string&) {});
  ASSERT_EQ(results[0].findings.size(), 1U);
  EXPECT_THAT(results[0].findings[0].problem, HasSubstr("the undisturbed job ends with exit code"));
}

TEST(Campaign, VisitsEveryPlaceOnceAndSpreadsOut) {
  for (const std::size_t size : {1U, 2U, 3U, 10U, 97U, 1000U}) {
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < size; ++i) places.insert(spread_place(i, size, 12345));
    EXPECT_EQ(places.size(), size);
  }
  // Of 1,000 places the first ten leave no gap of more than 300.
  std::set<std::size_t> early = {0, 999};
  for (std::size_t i = 0; i < 10; ++i) early.insert(spread_place(i, 1000, 0));
  for (auto at = std::next(early.begin()); at != early.end(); ++at) {
    EXPECT_LE(*at - *std::prev(at), 300U);
  }
}

TEST(RawCharacter, IsNamed) {
  EXPECT_EQ(raw_character("plain \xC3\xA9\n\t"), "");
  EXPECT_EQ(raw_character("\x1b[0m"), "U+001B as it is");
  EXPECT_EQ(raw_character("\xC2\x9B"), "U+009B as it is");
  EXPECT_EQ(raw_character("\xE2\x80\xAE"), "U+202E as it is");
  EXPECT_EQ(raw_character("\x9B"), "a byte that is no UTF-8");
  EXPECT_EQ(raw_character("\xC3"), "a byte that is no UTF-8");
}

TEST(Difference, NamesTheFile) {
  EXPECT_EQ(difference({{"a", "1"}}, {{"a", "1"}}), "");
  EXPECT_EQ(difference({{"a", "1"}}, {{"a", "2"}}), "a has other bytes");
  EXPECT_EQ(difference({{"a", "1"}}, {}), "a is missing");
  EXPECT_EQ(difference({}, {{"a", "1"}}), "a should not be there");
}

}  // namespace
}  // namespace assay::campaign
