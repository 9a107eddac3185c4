#include "assay/tasks/scan/scan_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/scan/formats.h"
#include "assay/tasks/scan/holdouts.h"
#include "assay/tasks/scan/instructions.h"
#include "assay/tasks/scan/interpreter/interpreter.h"
#include "assay/tasks/scan/row.h"
#include "assay/tasks/scan/source.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

bool is_action(std::string_view word) {
  return std::find(kPrimitiveActions.begin(), kPrimitiveActions.end(), word) !=
             kPrimitiveActions.end() ||
         std::find(kTurnActions.begin(), kTurnActions.end(), word) != kTurnActions.end();
}

// Ever more phrases, in the end of more modifiers each. Level 1 is the original SCAN.
std::vector<DifficultyLevel> difficulty_levels() {
  std::vector<DifficultyLevel> levels = {{{"conjunctions", "1"}, {"most_modifiers", "1"}}};
  for (int conjunctions = 1; conjunctions <= kMostConjunctions; ++conjunctions) {
    levels.push_back({{"conjunctions", std::to_string(conjunctions)}});
  }
  for (const char* least : {"1", "2"}) {
    levels.push_back(
        {{"conjunctions", std::to_string(kMostConjunctions)}, {"least_modifiers", least}});
  }
  return levels;
}

Modifiers modifiers_of(const Params& params) {
  const Modifiers modifiers{static_cast<int>(params.number("least_modifiers")),
                            static_cast<int>(params.number("most_modifiers"))};
  if (modifiers.least > modifiers.most) {
    fail(ErrorKind::kUsage, "task scan: least_modifiers={} is more than most_modifiers={}",
         modifiers.least, modifiers.most);
  }
  return modifiers;
}

}  // namespace

const TaskInfo& ScanTask::static_info() {
  static const TaskInfo kInfo{
      .name = "scan",
      .version = "2.0.0",
      .title = "SCAN: commands to action sequences",
      .summary =
          "Short English commands such as \"jump opposite left twice and walk\" are carried out as "
          "sequences of six actions. All 20,910 commands of the original can be made, by rank; "
          "with conjunctions=K up to 7 the space grows to 1.5e18 for tests of productivity.",
      .unit = "command",
      .params = {ParamSpec::number("conjunctions", 1, 1, kMostConjunctions,
                                   "how deep \"and\" and \"after\" nest; 1 is the original SCAN"),
                 ParamSpec::choice("meanings", "flat", {"flat", "nested"},
                                   "the rule graph only: is [u opposite left] one rule, or does it "
                                   "hold [turn opposite left]"),
                 ParamSpec::number("least_modifiers", 0, 0, Modifiers::kMost,
                                   "of each phrase: opposite or around is one, twice or thrice is "
                                   "one"),
                 ParamSpec::number("most_modifiers", Modifiers::kMost, 0, Modifiers::kMost,
                                   "of each phrase; 2 is the original SCAN")},
      .difficulty = difficulty_levels(),
      .compounds = {"scan: JOIN of grammar and interpretation trees, not nested", 9, 40'000, true},
      .citation =
          "@inproceedings{lake2018generalization,\n"
          "  title={Generalization without Systematicity: On the Compositional Skills of "
          "Sequence-to-Sequence Recurrent Networks},\n"
          "  author={Lake, Brenden and Baroni, Marco},\n"
          "  booktitle={International Conference on Machine Learning},\n"
          "  year={2018}\n}",
      .licence = "Apache-2.0 (this generator); the published SCAN files are BSD",
      .notes = {"The 20,910 commands and their actions equal the published tasks.txt line by line.",
                "Random splits (simple, repetitions) are drawn with our own seeds: the sizes are "
                "the published ones, the members are not.",
                "conjunctions above 1 is an extension of ours and not part of SCAN."},
      .one_answer = true,
  };
  return kInfo;
}

ScanTask::ScanTask(Params given, Workplace workplace)
    : Task(std::move(given), std::move(workplace)),
      language_(static_cast<int>(params().number("conjunctions")),
                params().text("meanings") == "nested" ? Meanings::kNested : Meanings::kFlat,
                modifiers_of(params())) {}

const Schema& ScanTask::schema() const { return scan_schema(); }

std::unique_ptr<Source> ScanTask::open(std::uint64_t seed) const {
  return open_scan(language_, seed);
}

std::string ScanTask::solve(std::string_view input) const { return interpret(input); }

Verdict ScanTask::judge(const Example& row, std::string_view answer) const {
  if (!answer.empty() && answer == row.target())
    return {Status::kRight, 1.0, "", {{"strict", 1.0}}};
  const auto given = split_words(answer);
  if (given.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  const std::pair<std::string, double> strict{"strict", 0.0};
  for (const auto word : given) {
    if (!is_action(word)) {
      return {Status::kUnparsable,
              0.0,
              fmt::format("\"{}\" is not an action", printable(word.substr(0, 40))),
              {strict}};
    }
  }
  const auto wanted = split_words(row.target());
  const auto differ = std::mismatch(given.begin(), given.end(), wanted.begin(), wanted.end());
  if (differ.first == given.end() && differ.second == wanted.end()) {
    return {Status::kRight, 1.0, "", {strict}};
  }
  const auto step = differ.first - given.begin() + 1;
  return {Status::kWrong,
          0.0,
          fmt::format("step {} is {}, not {}", step,
                      differ.first == given.end() ? "missing" : *differ.first,
                      differ.second == wanted.end() ? "the end" : *differ.second),
          {strict, {"first_wrong_step", static_cast<double>(step)}}};
}

Features ScanTask::features(const Example& row) const {
  const auto words = split_words(row.input());
  const auto actions = split_words(row.target());
  return {row.input(), input_pattern(words), output_pattern(actions),
          static_cast<std::uint32_t>(words.size()), static_cast<std::uint32_t>(actions.size())};
}

std::vector<Holdout> ScanTask::holdouts() const { return scan::holdouts(); }

std::vector<Format> ScanTask::formats() const { return scan_formats(); }

std::vector<std::string> ScanTask::readings(std::string_view input) const { return {solve(input)}; }

void ScanTask::derive(std::string_view input, Example& out) const {
  write_row(language_, language_.rank_of(input), true, out);
}

Instructions ScanTask::instructions() const {
  return scan_instructions(static_cast<int>(params().number("conjunctions")));
}

std::string ScanTask::steps(const Example& row) const { return phrase_by_phrase(row.input()); }

}  // namespace assay::scan
