// Which examples prompts show, what prompts look like to the letter, and what the docs say of them.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/catalog/catalog.h"
#include "assay/core/stamp.h"
#include "assay/pipeline/prompt.h"
#include "assay/pipeline/worked_example.h"

namespace assay {
namespace {

constexpr SeedRange kSeeds{.first = 3, .count = 2};

Example example_of(const Task& task, std::uint64_t unit) {
  Example example;
  const auto source = task.open(0);
  source->unit(unit)->make(0, {.rules = false}, example);
  return example;
}

TEST(WorkedExample, IsTheOnlyOneThatIsNotAskedAbout) {
  const auto task = make_task("scan", {});
  const Example only = example_of(*task, 777);
  const auto found = worked_examples(
      *task, kSeeds, [&](const std::string& form) { return form != task->canonical(only); });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].input(), only.input());
  EXPECT_TRUE(worked_examples(*task, kSeeds, [](const std::string&) { return true; }).empty());
}

TEST(WorkedExample, IsOfMedianLength) {
  const auto task = make_task("scan", {});
  std::multiset<std::size_t> lengths;
  const auto length = [](const Example& row) { return row.input().size() + row.target().size(); };
  std::set<std::string> shown;
  const auto found = worked_examples(*task, kSeeds, [&](const std::string& form) {
    shown.insert(form);
    return false;
  });
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(shown.size(), 25);
  for (const std::string& command : shown) {
    lengths.insert(command.size() + task->solve(command).size());
  }
  EXPECT_EQ(length(found[0]), *std::next(lengths.begin(), 12));
}

TEST(WorkedExample, ComesFromTheNextSeedWhereAllOfOneIsAskedAbout) {
  const auto task = make_task("cfq", {});
  std::set<std::string> asked;
  const auto source = task->open(kSeeds.first);
  Example example;
  for (std::uint64_t unit = 0; unit < 10'000; ++unit) {
    if (source->unit(unit)->make(0, {.rules = false}, example)) asked.insert(example.input());
  }
  const auto found =
      worked_examples(*task, kSeeds, [&](const std::string& form) { return asked.contains(form); });
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].seed, kSeeds.first + 1);
}

TEST(Prompt, HoldsRulesFormShotsAndInput) {
  const auto task = make_task("scan", {});
  const std::vector<Example> shots{example_of(*task, 777)};
  const Instructions told = task->abilities().instructor->instructions();
  const std::string alone = PromptWriter(*task, {}, shots).text("walk");
  EXPECT_EQ(alone, told.rules + "\n\nThe answer\n" + told.form +
                       "\nWrite the answer and nothing else.\n\nExample\nInput:\n" +
                       shots[0].input() + "\nAnswer:\n" + shots[0].target() +
                       "\n\nThe question\nInput:\nwalk\nAnswer:\n");
  const std::string tagged =
      PromptWriter(*task, {.hand_over = HandOver::kTagged}, shots).text("walk");
  EXPECT_EQ(tagged, told.rules + "\n\nThe answer\n" + told.form +
                        "\nThink first if you like. Then write the answer once, between <answer> "
                        "and </answer>.\n\nExample\nInput:\n" +
                        shots[0].input() + "\nSteps:\n" +
                        task->abilities().instructor->steps(shots[0]) + "\n<answer>" +
                        shots[0].target() + "</answer>\n\nThe question\nInput:\nwalk\n");
}

TEST(Prompt, ThatIsBareHoldsShotsAndInput) {
  const auto task = make_task("scan", {});
  const std::vector<Example> shots{example_of(*task, 777)};
  const auto bare = [&](HandOver hand_over) {
    return PromptWriter(*task, {PromptKind::kBare, hand_over}, shots).text("walk");
  };
  EXPECT_EQ(bare(HandOver::kAlone), "Input:\n" + shots[0].input() + "\nAnswer:\n" +
                                        shots[0].target() + "\n\nInput:\nwalk\nAnswer:\n");
  EXPECT_EQ(bare(HandOver::kTagged), "Input:\n" + shots[0].input() + "\n<answer>" +
                                         shots[0].target() + "</answer>\n\nInput:\nwalk\n");
}

TEST(Prompt, NumbersSeveralShots) {
  const auto task = make_task("scan", {});
  const std::vector<Example> shots{example_of(*task, 7), example_of(*task, 8)};
  const std::string prompt = PromptWriter(*task, {}, shots).text("walk");
  const std::size_t first = prompt.find("Example 1\nInput:\n" + shots[0].input());
  const std::size_t second = prompt.find("Example 2\nInput:\n" + shots[1].input());
  EXPECT_LT(first, second);
  EXPECT_LT(second, prompt.size());
}

TEST(Prompt, StepsOfScanAreInTheOrderOfDoing) {
  const auto task = make_task("scan", {{"conjunctions", "3"}});
  const Instructor& instructor = *task->abilities().instructor;
  Example row;
  reset(row, task->schema());
  const auto steps = [&](const char* command) {
    row.fields[kInputField] = command;
    return instructor.steps(row);
  };
  EXPECT_EQ(steps("walk left"), "");
  EXPECT_EQ(steps("walk and look twice"), "walk: I_WALK\nlook twice: I_LOOK I_LOOK");
  EXPECT_EQ(steps("walk after look"), "look: I_LOOK\nwalk: I_WALK");
  EXPECT_EQ(steps("walk and look after run"), "walk: I_WALK\nrun: I_RUN\nlook: I_LOOK");
  EXPECT_EQ(steps("walk after look and run after jump"),
            "look: I_LOOK\njump: I_JUMP\nrun: I_RUN\nwalk: I_WALK");
}

TEST(Prompt, OfATaskWithoutInstructionsIsBareOrRefused) {
  class Silent : public Task {
   public:
    explicit Silent(const Task& real) : Task(real.params()), real_(real) {}
    const TaskInfo& info() const override { return real_.info(); }
    const Schema& schema() const override { return real_.schema(); }
    const RuleTable& rules() const override { return real_.rules(); }
    std::unique_ptr<Source> open(std::uint64_t seed) const override { return real_.open(seed); }
    std::string solve(std::string_view input) const override { return real_.solve(input); }
    Verdict judge(const Example& row, std::string_view answer) const override {
      return real_.judge(row, answer);
    }
    std::string canonical(const Example& row) const override { return real_.canonical(row); }
    Features features(const Example& row) const override { return real_.features(row); }
    std::vector<Holdout> holdouts() const override { return {}; }
    std::vector<Format> formats() const override { return {}; }

   private:
    const Task& real_;
  };
  const auto real = make_task("scan", {});
  const Silent silent(*real);
  EXPECT_EQ(PromptWriter(silent, {.kind = PromptKind::kBare}, {}).text("walk"), "walk");
  EXPECT_THROW(PromptWriter(silent, {}, {}), Error);
}

// --- docs/prompts.md -----------------------------------------------------------------------------

struct SolvedRow {
  std::string id;
  std::string answer;
};

// "Row `id`", then its answer in a block of that name.
std::vector<SolvedRow> solved_rows(const std::string& page) {
  const std::string row = "\nRow `";
  const std::string block = "\n```answer\n";
  std::vector<SolvedRow> rows;
  for (std::size_t at = page.find(row); at != std::string::npos; at = page.find(row, at + 1)) {
    const std::size_t id = at + row.size();
    const std::size_t answer = page.find(block, id) + block.size();
    rows.push_back({page.substr(id, page.find('`', id) - id),
                    page.substr(answer, page.find("\n```", answer) - answer)});
  }
  return rows;
}

TEST(PromptDocs, TellTheRulesAsTheyAre) {
  const std::string page = read_user_file(ASSAY_PROMPTS_PAGE, {kMostRowsBytes});
  for (const CatalogEntry& entry : catalog()) {
    const auto task = make_task(entry.info->name, {});
    const Instructions told = task->abilities().instructor->instructions();
    EXPECT_NE(page.find(told.rules), std::string::npos) << told.rules;
    EXPECT_NE(page.find(told.form), std::string::npos) << told.form;
  }
}

TEST(PromptDocs, HaveAtLeastTwoRightAnswersOfEachTask) {
  std::map<std::string_view, int> right;
  const auto solved = solved_rows(read_user_file(ASSAY_PROMPTS_PAGE, {kMostRowsBytes}));
  for (const SolvedRow& row : solved) {
    const auto id = parse_id(row.id);
    ASSERT_TRUE(id) << row.id;
    const auto task = make_task(std::string(id->task), {});
    EXPECT_EQ(id->stamp, stamp_of(*task)) << row.id;
    const auto source = task->open(id->seed);
    Example example;
    ASSERT_TRUE(source->unit(id->address.unit)->make(id->address.item, {.rules = false}, example));
    const Verdict verdict = task->judge(example, row.answer);
    EXPECT_EQ(verdict.status, Status::kRight) << row.id << ": " << verdict.why;
    ++right[id->task];
  }
  for (const CatalogEntry& entry : catalog()) EXPECT_GE(right[entry.info->name], 2);
}

}  // namespace
}  // namespace assay
