#include "assay/pipeline/set_writer.h"

#include <filesystem>

#include "assay/base/child_process_testing.h"
#include "assay/store/fake_task_testing.h"
#include "assay/store/layout.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

// Three pieces of one row each.
class SetWriterTest : public testing::Test {
 protected:
  static SetPlan plan(const std::string& name) {
    SetPlan plan{{}, {"all"}, cut_pieces(0, 3, 1, {"all"}), "{\"work\":\"" + name + "\"}"};
    plan.outline.recipe.task = "fake";
    plan.outline.recipe_hash = name;
    plan.outline.columns = FakeTask().schema();
    return plan;
  }
  SetWriter writer(const std::string& name, Occupied allowed) const {
    return {path_, plan(name), allowed};
  }
  static void write(SetWriter& writer, std::size_t pieces) {
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      if (writer.finished(piece)) continue;
      writer.begin(piece);
      writer.write(0, "row\n", 1);
      writer.end({0, {}, {{}}});
    }
    writer.wait();
  }
  void make(const std::string& name, Occupied allowed) const {
    SetWriter writer(path_, plan(name), allowed);
    write(writer, 3);
    writer.finish(writer.written());
  }
  bool is_there(const char* name) const { return fs::exists(scratch_ / name); }

  ScratchFolder scratch_;
  const std::string& path_ = scratch_.path();
};

TEST_F(SetWriterTest, GoesOnWithThePiecesThatAreLeft) {
  {
    SetWriter first(path_, plan("a"), Occupied::kSameRecipe);
    write(first, 2);
  }
  EXPECT_THAT([&] { writer("b", Occupied::kSameRecipe); },
              fails(ErrorKind::kUsage, "holds the unfinished data set of another command"));
  EXPECT_EQ(writer("a", Occupied::kSameRecipe).finished_count(), 2U);
  make("a", Occupied::kSameRecipe);
  EXPECT_TRUE(writer("a", Occupied::kSameRecipe).complete());
}

TEST_F(SetWriterTest, MakesAPieceAgainWhoseLineMeansNothing) {
  const std::string file = R"("rows":1,"bytes":4,"sha256":"0")";
  const std::string end = R"("empty":0,"content":"00000000000000000000000000000000"})";
  for (const std::string& line :
       {std::string("{"), std::string("[]"), std::string(R"({"piece":"x"})"),
        std::string(R"({"piece":0})"), R"({"piece":0,"files":[],)" + end,
        R"({"piece":0,"files":[{)" + file + R"(,"lengths":[]}],)" + end,
        R"({"piece":0,"files":[{)" + file + R"(,"lengths":[1,1,1,1]}],"empty":0,"content":"x"})"}) {
    const ScratchFolder scratch;
    {
      SetWriter first(scratch.path(), plan("a"), Occupied::kSameRecipe);
      write(first, 2);
    }
    const Folder folder = Folder::open(scratch.path());
    folder.remove(kJournalName);
    Journal(folder, kJournalName).add(line);
    EXPECT_EQ(SetWriter(scratch.path(), plan("a"), Occupied::kSameRecipe).finished_count(), 0U)
        << line;
  }
}

// What stands in the way of clearing is like a kill: before it came the plan and the manifest.
TEST_F(SetWriterTest, ReplacesBehindAPlanAndTheManifestFirst) {
  make("a", Occupied::kSameRecipe);
  scratch_.put("splits/s.json", "{}");
  scratch_.put("data/mine/a", "in the way");
  EXPECT_THAT([&] { writer("b", Occupied::kSameRecipe); },
              fails(ErrorKind::kUsage, "holds another data set of task fake"));
  EXPECT_TRUE(is_there(kManifestName));
  EXPECT_THAT([&] { writer("b", Occupied::kOurs); }, fails(ErrorKind::kIo, "data/mine"));
  EXPECT_FALSE(is_there(kManifestName)) << "it promised what is gone in part";
  EXPECT_THAT([&] { writer("b", Occupied::kSameRecipe); }, fails(ErrorKind::kUsage, "--force"));
  fs::remove_all(scratch_ / "data/mine");
  EXPECT_EQ(writer("b", Occupied::kOurs).finished_count(), 0U);
  EXPECT_THAT(Folder::open(path_).list(kDataFolder), IsEmpty());
  EXPECT_FALSE(is_there(kSplitsFolder));
}

TEST_F(SetWriterTest, ReplacesOverWhateverAKillLeft) {
  make("a", Occupied::kSameRecipe);
  for (const char* name : {kManifestName, "data/all-00000-of-00003.jsonl", kDataFolder}) {
    scratch_.put(kPlanName, "{\"replacing\":true}\n");
    scratch_.put(kCardName, "of a");
    fs::remove_all(scratch_ / name);
    SetWriter again(path_, plan("b"), Occupied::kOurs);
    EXPECT_FALSE(again.complete());
    EXPECT_FALSE(is_there(kCardName)) << name;
  }
}

TEST_F(SetWriterTest, TidiesUpWhatAKillAfterTheManifestLeft) {
  make("a", Occupied::kSameRecipe);
  scratch_.put(kPlanName, plan("a").work + '\n');
  scratch_.put(kJournalName, "lines");
  EXPECT_TRUE(writer("a", Occupied::kSameRecipe).complete());
  EXPECT_FALSE(is_there(kPlanName));
  EXPECT_FALSE(is_there(kJournalName));
}

TEST_F(SetWriterTest, FindsWorkDoneThatNoRecipeNames) {
  make("a", Occupied::kSameWork);
  EXPECT_TRUE(writer("a", Occupied::kSameWork).complete());
  EXPECT_THAT([&] { writer("b", Occupied::kSameWork); },
              fails(ErrorKind::kUsage, "is not empty; choose another folder"));
  Folder::open(path_).rename(kMadeName, kPlanName);  // killed right after the manifest
  EXPECT_TRUE(writer("a", Occupied::kSameWork).complete());
  EXPECT_TRUE(is_there(kMadeName));
  EXPECT_FALSE(is_there(kPlanName));
}

TEST_F(SetWriterTest, ReplacesNothingWhereItCannotLook) {
  make("a", Occupied::kSameRecipe);
  fs::permissions(path_, fs::perms(0444));  // its names can be listed, but not looked at
  for (const Occupied allowed : {Occupied::kSameWork, Occupied::kSameRecipe, Occupied::kOurs}) {
    Child child([&] {
      give_up_rights();
      return outcome_of([&] { writer("b", allowed); });
    });
    EXPECT_EQ(child.wait(), kIoOutcome);
  }
  fs::permissions(path_, fs::perms(0755));
  EXPECT_TRUE(writer("a", Occupied::kSameRecipe).complete());
}

}  // namespace
}  // namespace assay
