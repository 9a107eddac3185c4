#include "judge_trial.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/row_plan.h"

namespace assay::judges {

namespace {

using brute_force::Decision;
using brute_force::Dice;
using brute_force::Mutation;

constexpr std::uint64_t kSeed = 12;
constexpr std::size_t kTries = 50;  // to spoil an answer so that it differs
constexpr std::size_t kTold = 10;   // disagreements; then the trial stops

std::vector<Example> rows_of(const Task& task, std::size_t count) {
  const auto source = task.open(kSeed);
  std::uint64_t span = count + count / 20;  // some addresses are empty
  if (const auto units = source->unit_count()) {
    span = std::min(span, *units * source->items_per_unit());
  }
  const RowPlan plan(task, *source, kSeed, span, RowOrder::kSpread);
  std::vector<Example> rows;
  for (std::uint64_t row = 0; row < plan.rows() && rows.size() < count; ++row) {
    const auto unit = source->unit(plan.at(row).unit);
    Example example;
    if (plan.make(*unit, row, {.rules = false}, example)) rows.push_back(std::move(example));
  }
  return rows;
}

bool agrees(const Verdict& verdict, Decision decision) {
  switch (decision) {
    case Decision::kRight:
      return verdict.status == Status::kRight && verdict.score == 1.0;
    case Decision::kWrong:
      return (verdict.status == Status::kWrong || verdict.status == Status::kUnparsable) &&
             verdict.score == 0.0;
    case Decision::kSilent:
      break;
  }
  return verdict.status == Status::kNoAnswer && !verdict.score;
}

const char* name_of(Decision decision) {
  return decision == Decision::kRight ? "right" : decision == Decision::kWrong ? "wrong" : "silent";
}

struct Count {
  std::size_t all = 0;
  std::size_t right = 0;
};

class Hearing {
 public:
  Hearing(const Trial& trial, const Extent& extent, JudgeOfTask judge)
      : trial_(trial), extent_(extent), judge_(judge), task_(make_task(trial.task, {})) {}

  void hear_all() {
    const std::vector<Example> rows = rows_of(*task_, extent_.answers);
    ASSERT_EQ(rows.size(), extent_.answers);
    const std::vector<Mutation> common = brute_force::text_mutations(trial_.tokens);
    for (std::size_t i = 0; i < rows.size() && disagreements_.size() < kTold; ++i) {
      const Example& row = rows[i];
      const Example& other = rows[(i + 1 + i % 7) % rows.size()];
      const CheckedRow checked = trial_.check(row);
      const std::string answer = task_->solve(row.input());
      EXPECT_EQ(hear(row, checked, "the solver's answer", answer), Decision::kRight) << row.input();
      std::vector<Mutation> mutations = common;
      mutations.insert(mutations.end(), checked.mutations.begin(), checked.mutations.end());
      hear_mutants(row, checked, mutations, answer, other.target());
    }
  }

  const std::vector<std::string>& disagreements() const { return disagreements_; }

  void look_at_counts() const {
    Count all;
    for (const auto& [kind, count] : counts_) {
      all.all += count.all;
      all.right += count.right;
      record(kind, count);
      const bool harmless =
          std::find(trial_.harmless.begin(), trial_.harmless.end(), kind) != trial_.harmless.end();
      if (harmless) {
        EXPECT_GT(count.right, 0U) << kind;
      } else {
        EXPECT_LE(count.right * 4, count.all) << kind;
      }
    }
    record("mutants", all);
    EXPECT_EQ(all.all, extent_.answers * extent_.mutants_each);
  }

 private:
  void hear_mutants(const Example& row, const CheckedRow& checked,
                    const std::vector<Mutation>& mutations, const std::string& answer,
                    const std::string& other) {
    for (std::size_t i = 0; i < extent_.mutants_each; ++i) {
      for (std::size_t tries = 0; tries < kTries; ++tries) {
        const Mutation& mutation = dice_.pick(mutations);
        const std::string mutant = mutation.spoil(answer, other, dice_);
        if (mutant == answer) continue;
        const Decision decision = hear(row, checked, mutation.name, mutant);
        Count& count = counts_[mutation.name];
        ++count.all;
        count.right += decision == Decision::kRight ? 1 : 0;
        break;
      }
    }
  }

  Decision hear(const Example& row, const CheckedRow& checked, const std::string& kind,
                const std::string& answer) {
    const Decision decision = checked.decide(answer);
    const Verdict verdict = judge_(*task_, row, answer);
    if (!agrees(verdict, decision)) {
      disagreements_.push_back(fmt::format(
          "{}: brute force says {}, the judge {} ({})\nquestion: {}\ntarget:   {}\nanswer:   {}",
          kind, name_of(decision), assay::name_of(verdict.status), verdict.why, row.input(),
          row.target(), printable(answer)));
    }
    return decision;
  }

  // For --gtest_output, where a name has no blanks.
  static void record(std::string name, const Count& count) {
    std::replace(name.begin(), name.end(), ' ', '_');
    testing::Test::RecordProperty(name, fmt::format("{}, {} right", count.all, count.right));
  }

  const Trial& trial_;
  const Extent& extent_;
  JudgeOfTask judge_;
  std::unique_ptr<Task> task_;
  Dice dice_{kSeed};
  std::map<std::string, Count> counts_;  // of mutants, by mutation
  std::vector<std::string> disagreements_;
};

}  // namespace

std::vector<std::string> disagreements(const Trial& trial, const Extent& extent,
                                       JudgeOfTask judge) {
  Hearing hearing(trial, extent, judge);
  hearing.hear_all();
  return hearing.disagreements();
}

void hold(const Trial& trial, const Extent& extent) {
  Hearing hearing(trial, extent, [](const Task& task, const Example& row, std::string_view answer) {
    return task.judge(row, answer);
  });
  hearing.hear_all();
  for (const std::string& text : hearing.disagreements()) ADD_FAILURE() << text;
  hearing.look_at_counts();
}

}  // namespace assay::judges
