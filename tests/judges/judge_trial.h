// Puts answers and mutants of them before a task's judge and a checker by brute force, which must
// agree on every one.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"
#include "decision.h"
#include "mutants.h"

namespace assay::judges {

// How many answers of a task are looked at, and how many mutants of each.
struct Extent {
  std::size_t answers = 0;
  std::size_t mutants_each = 10;
};
inline constexpr Extent kQuick{2'000};
inline constexpr Extent kWhole{20'000};

// What is known of a row: what the checker says of answers to it, and ways to spoil its answer that
// are the task's own.
struct CheckedRow {
  std::function<brute_force::Decision(std::string_view answer)> decide;
  std::vector<brute_force::Mutation> mutations;
};

struct Trial {
  std::string task;
  brute_force::Tokens tokens;
  std::function<CheckedRow(const Example& row)> check;
  // Mutations that sometimes leave an answer right; all others must not do so often.
  std::vector<std::string> harmless;
};

// A judge in place of the task's own.
using JudgeOfTask = Verdict (*)(const Task& task, const Example& row, std::string_view answer);

// What such a judge and the checker disagree on, in words; no more than a few.
std::vector<std::string> disagreements(const Trial& trial, const Extent& extent, JudgeOfTask judge);

// Every answer of the task's solver gets 1.0 from its judge, and the checker calls it right. Every
// mutant gets what the checker says: 1.0, 0.0 or, of silence, no score at all. Expects the harmless
// mutations to leave some answers right.
void hold(const Trial& trial, const Extent& extent);

}  // namespace assay::judges
