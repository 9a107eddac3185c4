// The one interface that every benchmark implements.
//
// A Task is made with its parameters and never changes. open() does what belongs to a seed (concept
// sets, sequential editions) and gives a Source; a Source gives Units by index; a Unit makes its
// items. All three are immutable and shared by threads: any example can be made alone, in any
// order, and always the same.
//
// A whole task: "cheer 3" is answered by "hip hip hip". (A test takes this text and runs it.)
//
//   class CheerTask : public Task {
//    public:
//     explicit CheerTask(Params given, Workplace workplace = {})
//         : Task(std::move(given), std::move(workplace)) {
//       info_.name = "cheer";
//       info_.version = "1.0.0";
//       info_.unit = "cheer";
//       schema_.fields = {{"input", ValueType::kText, Role::kInput, "how often", {}},
//                         {"target", ValueType::kText, Role::kTarget, "the cheer", {}}};
//       rules_.add("cheer -> cheer hip", RuleKind::kGrammar);
//     }
//     const TaskInfo& info() const override { return info_; }
//     const Schema& schema() const override { return schema_; }
//     const RuleTable& rules() const override { return rules_; }
//     std::unique_ptr<Source> open(std::uint64_t seed) const override {
//       return std::make_unique<Cheers>(schema_, seed);
//     }
//     std::string solve(std::string_view input) const override {
//       const auto times = parse_number(input.substr(std::min<std::size_t>(input.size(), 6)));
//       if (!input.starts_with("cheer ") || !times) fail(ErrorKind::kInput, "this is no cheer");
//       std::string cheer;
//       for (std::uint64_t time = 0; time < *times; ++time) cheer += time == 0 ? "hip" : " hip";
//       return cheer;
//     }
//     Verdict judge(const Example& row, std::string_view answer) const override {
//       if (answer.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
//       const bool right = answer == row.target();
//       return {right ? Status::kRight : Status::kWrong, right ? 1.0 : 0.0, "", {}};
//     }
//     std::string canonical(const Example& row) const override { return row.input(); }
//     Features features(const Example& row) const override {
//       const auto hips = static_cast<std::uint32_t>(row.rules.size());
//       return {row.input(), "cheer N", row.target(), 2, hips};
//     }
//     std::vector<Holdout> holdouts() const override { return {}; }
//     std::vector<Format> formats() const override { return {}; }
//
//    private:
//     struct Cheer : Unit {
//       Cheer(const Schema& columns, std::uint64_t seed_of_all, std::uint64_t number)
//           : schema(columns), seed(seed_of_all), index(number) {}
//       bool make(std::uint32_t item, Wanted want, Example& out) const override {
//         reset(out, schema);
//         out.seed = seed;
//         out.address = {index, item};
//         out.fields[kInputField] = fmt::format("cheer {}", index + 1);
//         std::string& target = std::get<std::string>(out.fields[kTargetField]);
//         for (std::uint64_t time = 0; time <= index; ++time) target += time == 0 ? "hip" : " hip";
//         for (std::uint64_t time = 0; want.rules && time <= index; ++time) {
//           time == 0 ? out.rules.apply(0, {}) : out.rules.apply(0, {out.rules.root()});
//         }
//         return true;
//       }
//       const Schema& schema;
//       std::uint64_t seed;
//       std::uint64_t index;
//     };
//     struct Cheers : Source {
//       Cheers(const Schema& columns, std::uint64_t seed_of_all)
//           : schema(columns), seed(seed_of_all) {}
//       std::optional<std::uint64_t> unit_count() const override { return 20; }
//       std::uint32_t items_per_unit() const override { return 1; }
//       std::unique_ptr<Unit> unit(std::uint64_t index) const override {
//         return std::make_unique<Cheer>(schema, seed, index);
//       }
//       const Schema& schema;
//       std::uint64_t seed;
//     };
//     TaskInfo info_;
//     Schema schema_;
//     RuleTable rules_;
//   };
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/core/compound_definition.h"
#include "assay/core/example.h"
#include "assay/core/format.h"
#include "assay/core/holdout.h"
#include "assay/core/params.h"
#include "assay/core/rule_graph.h"
#include "assay/core/verdict.h"
#include "assay/core/workplace.h"

namespace assay {

class Unit {
 public:
  virtual ~Unit() = default;
  // Makes one item into `out`, whose memory is reused: calls reset() and sets everything. False
  // when the address is empty: nothing satisfies its unit, or the edition gives up after a stated
  // number of attempts. Rejected draws are retried inside; an address is always empty or never.
  virtual bool make(std::uint32_t item, Wanted want, Example& out) const = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  // A number for tasks that can be ranked, nullopt for endless ones.
  virtual std::optional<std::uint64_t> unit_count() const = 0;
  // The same for every unit, so that row r is item r % items of unit r / items in constant time.
  virtual std::uint32_t items_per_unit() const = 0;
  // Addresses of a unit from this item on are empty; told without making the unit.
  virtual std::uint32_t items_of(std::uint64_t /*unit*/) const { return items_per_unit(); }
  // May do work that all items share, so keep a unit while making its items. It refers to this
  // source, as the source does to its task: each must outlive what it gave.
  virtual std::unique_ptr<Unit> unit(std::uint64_t index) const = 0;
};

// What confirms the targets of rows when data are verified.
enum class Witness : std::uint8_t {
  kSolver,     // solve() answers every one of them and knows nothing of how they were made
  kCompiler,   // solve() uses the rules that made them; defect() compiles each input without them
  kSameRules,  // solve() uses the rules that made them, and there is no independent check
  kRow,        // inputs leave the answer open: defect() decides by other columns what is right
  kNone,       // the release has wrong ones
};

// One step from easy to hard: the parameters that it sets, as flags and recipes would. All others
// stay at their defaults.
using DifficultyLevel = std::map<std::string, std::string>;

struct TaskInfo {
  std::string name;
  std::string version;  // of the data: any change of bytes raises the first number
  std::string title;
  std::string summary;  // one paragraph for `describe` and the card
  std::string unit;     // what siblings share, such as "command": "200 rows of 200 commands"
  std::vector<ParamSpec> params;
  std::vector<DifficultyLevel> difficulty = {};  // levels 0 to 9, each harder than the one before
  CompoundDefinition compounds;
  std::string citation;  // BibTeX of the paper
  std::string licence;
  std::vector<std::string> notes;  // one line each: how this differs from the paper or its release
  Witness witness = Witness::kSolver;
  // No answer but the target is right, up to spaces: answers are compared, not understood.
  bool one_answer = false;
};

// What splits and tables ask of a row.
struct Features {
  std::string group;  // rows of one group stay together when splitting by group; empty: alone
  std::string input_pattern;
  std::string output_pattern;
  std::uint32_t input_length = 0;
  std::uint32_t output_length = 0;
  // The item of the same unit that this row was made for, and follows in splits that say so.
  std::optional<std::uint32_t> leader = {};
};

class Task {
 public:
  virtual ~Task() = default;
  virtual const TaskInfo& info() const = 0;
  const Params& params() const { return params_; }
  virtual const Schema& schema() const = 0;
  virtual const RuleTable& rules() const = 0;
  virtual std::unique_ptr<Source> open(std::uint64_t seed) const = 0;

  // Answers from the input text alone. The second witness, which shares no code with the generator
  // beyond the vocabulary, unless info().witness says otherwise. Throws Error(kInput) for text that
  // is not of this task.
  virtual std::string solve(std::string_view input) const = 0;
  // What follows needs only the fields of a row, never its rules: files may leave them out.
  // By meaning; strict match is a mark.
  virtual Verdict judge(const Example& row, std::string_view answer) const = 0;
  // Equal for examples that are the same up to naming.
  virtual std::string canonical(const Example& row) const = 0;
  virtual Features features(const Example& row) const = 0;
  // These refer to the task.
  virtual std::vector<Holdout> holdouts() const = 0;
  virtual std::vector<Format> formats() const = 0;
  virtual Abilities abilities() const { return {}; }

 protected:
  // What takes long is made when the task is made, or when it is first needed (base/lazy.h), in the
  // workplace of whoever makes the task.
  explicit Task(Params params, Workplace workplace = {})
      : params_(std::move(params)), workplace_(std::move(workplace)) {}
  const Workplace& workplace() const { return workplace_; }

 private:
  Params params_;
  Workplace workplace_;
};

}  // namespace assay
