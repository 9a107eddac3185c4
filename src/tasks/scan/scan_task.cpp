#include "assay/tasks/scan/scan_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/json.h"
#include "assay/base/text.h"
#include "assay/tasks/scan/holdouts.h"
#include "assay/tasks/scan/interpreter/interpreter.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

const Schema& scan_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "the command", {"commands", "command", "in"}},
       {"target",
        ValueType::kText,
        Role::kTarget,
        "the actions, separated by blanks",
        {"actions", "out"}}}};
  return kSchema;
}

class ScanUnit : public Unit {
 public:
  ScanUnit(const Language& language, std::uint64_t seed, std::uint64_t rank)
      : language_(language), seed_(seed), rank_(rank) {}

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    reset(out, scan_schema());
    out.seed = seed_;
    out.address = {rank_, item};
    language_.make(rank_, std::get<std::string>(out.fields[kInputField]),
                   std::get<std::string>(out.fields[kTargetField]),
                   want.rules ? &out.rules : nullptr);
    return true;
  }

 private:
  const Language& language_;
  std::uint64_t seed_;
  std::uint64_t rank_;
};

class ScanSource : public Source {
 public:
  ScanSource(const Language& language, std::uint64_t seed) : language_(language), seed_(seed) {}
  std::optional<std::uint64_t> unit_count() const override { return language_.count(); }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return std::make_unique<ScanUnit>(language_, seed_, index);
  }

 private:
  const Language& language_;
  std::uint64_t seed_;
};

bool is_action(std::string_view word) {
  return std::find(kPrimitiveActions.begin(), kPrimitiveActions.end(), word) !=
             kPrimitiveActions.end() ||
         std::find(kTurnActions.begin(), kTurnActions.end(), word) != kTurnActions.end();
}

// Verbs, directions, manners and numbers collapse to one letter each; "turn" stays.
std::string_view input_class(std::string_view word) {
  if (std::find(kPrimitives.begin(), kPrimitives.end(), word) != kPrimitives.end()) return "V";
  if (word == "left" || word == "right") return "D";
  if (word == "around" || word == "opposite") return "M";
  if (word == "twice" || word == "thrice") return "N";
  return word;
}

std::string_view output_class(std::string_view action) {
  return action == kTurnActions[0] || action == kTurnActions[1] ? "D" : "A";
}

template <typename Classify>
std::string pattern(const std::vector<std::string_view>& words, Classify classify) {
  std::string text;
  for (const auto word : words) {
    if (!text.empty()) text += ' ';
    text += classify(word);
  }
  return text;
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
                                   "hold [turn opposite left]")},
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
                params().text("meanings") == "nested" ? Meanings::kNested : Meanings::kFlat) {}

const Schema& ScanTask::schema() const { return scan_schema(); }

std::unique_ptr<Source> ScanTask::open(std::uint64_t seed) const {
  return std::make_unique<ScanSource>(language_, seed);
}

std::string ScanTask::solve(std::string_view input) const { return interpret(input); }

Verdict ScanTask::judge(const Example& row, std::string_view answer) const {
  const auto given = split_words(answer);
  if (given.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
  const std::pair<std::string, double> strict{"strict", answer == row.target() ? 1.0 : 0.0};
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
  return {row.input(), pattern(words, input_class), pattern(actions, output_class),
          static_cast<std::uint32_t>(words.size()), static_cast<std::uint32_t>(actions.size())};
}

std::vector<Holdout> ScanTask::holdouts() const { return scan::holdouts(); }

std::vector<Format> ScanTask::formats() const {
  const auto append_line = [](const Example& row, std::string& out) {
    out += "IN: " + row.input() + " OUT: " + row.target() + '\n';
  };
  const auto append_object = [](const Example& row, std::string& out) {
    out += "{\"commands\":";
    append_json_string(out, row.input());
    out += ",\"actions\":";
    append_json_string(out, row.target());
    out += "}\n";
  };
  return {{.name = "scan",
           .summary = "the authors' text: IN: <command> OUT: <actions>",
           .files = {RowFile{"tasks_{part}.txt", append_line}}},
          {.name = "scan-tfds",
           .summary = "JSON lines with the keys commands and actions",
           .files = {RowFile{"{part}.jsonl", append_object}}}};
}

std::vector<std::string> ScanTask::readings(std::string_view input) const { return {solve(input)}; }

void ScanTask::derive(std::string_view input, Example& out) const {
  reset(out, scan_schema());
  out.address.unit = language_.rank_of(input);
  language_.make(out.address.unit, std::get<std::string>(out.fields[kInputField]),
                 std::get<std::string>(out.fields[kTargetField]), &out.rules);
}

}  // namespace assay::scan
