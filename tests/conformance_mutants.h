// Tasks that differ from a real one in one thing, for tests of the laws.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/core/task.h"

namespace assay::conformance {

// Answers as a task does that it does not own.
class Forwarding : public Task {
 public:
  explicit Forwarding(const Task& real) : Task(real.params()), real_(real) {}

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
  std::vector<Holdout> holdouts() const override { return real_.holdouts(); }
  std::vector<Format> formats() const override { return real_.formats(); }
  Abilities abilities() const override { return real_.abilities(); }

 private:
  const Task& real_;
};

// --- what is right -------------------------------------------------------------------------------

// Takes every answer that can be read.
class LenientJudge : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Verdict judge(const Example& row, std::string_view answer) const override {
    Verdict verdict = Forwarding::judge(row, answer);
    if (verdict.status == Status::kWrong) verdict = {Status::kRight, 1.0, "", {}};
    return verdict;
  }
};

// Compares no further than the shorter of the two goes.
class HastyJudge : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Verdict judge(const Example& row, std::string_view answer) const override {
    Verdict verdict = Forwarding::judge(row, answer);
    const bool begins = answer.starts_with(row.target()) || row.target().starts_with(answer);
    if (verdict.status == Status::kWrong && begins) verdict = {Status::kRight, 1.0, "", {}};
    return verdict;
  }
};

// Divides by nothing where nothing can be read.
class UnboundedJudge : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Verdict judge(const Example& row, std::string_view answer) const override {
    Verdict verdict = Forwarding::judge(row, answer);
    if (verdict.status == Status::kUnparsable) verdict.score = NAN;
    return verdict;
  }
};

class ThrowingJudge : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Verdict judge(const Example& row, std::string_view answer) const override {
    if (answer.size() > 10'000) fail(ErrorKind::kInput, "this is too long");
    return Forwarding::judge(row, answer);
  }
};

class OtherSolver : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::string solve(std::string_view input) const override {
    return Forwarding::solve(input) + " I_WALK";
  }
};

// A reader that differs, with all else as it is.
class OtherReader : public Forwarding, public TextReader {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Abilities all = Forwarding::abilities();
    all.reader = this;
    return all;
  }
  std::vector<std::string> readings(std::string_view input) const override {
    return Forwarding::abilities().reader->readings(input);
  }
  void derive(std::string_view input, Example& out) const override {
    Forwarding::abilities().reader->derive(input, out);
  }
};

class OtherDerivation : public OtherReader {
 public:
  using OtherReader::OtherReader;
  void derive(std::string_view input, Example& out) const override {
    OtherReader::derive(input, out);
    const NodeId root = out.rules.root();
    out.rules.apply(out.rules.rule(root), {root});
  }
};

class SilentDerivation : public OtherReader {
 public:
  using OtherReader::OtherReader;
  void derive(std::string_view input, Example& out) const override {
    OtherReader::derive(input, out);
    std::get<std::string>(out.fields[kTargetField]).clear();
  }
};

// Of gscan: another thing stands where the target should.
class OtherOrder : public OtherReader {
 public:
  using OtherReader::OtherReader;
  void derive(std::string_view input, Example& out) const override {
    OtherReader::derive(input, out);
    constexpr std::size_t kWorld = 3;
    auto& numbers = std::get<std::vector<std::int64_t>>(out.fields[kWorld]);
    std::rotate(numbers.begin() + 4, numbers.begin() + 9, numbers.end());
  }
};

// --- what is said of rows ------------------------------------------------------------------------

class ConstantForm : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::string canonical(const Example&) const override { return "example"; }
};

// Of a grounded task: what is asked, and nothing of the world.
class CommandForm : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::string canonical(const Example& row) const override {
    return row.input().substr(0, row.input().find('.'));
  }
};

class FormOfRules : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::string canonical(const Example& row) const override {
    return Forwarding::canonical(row) + std::to_string(row.rules.size());
  }
};

class FormOfAddress : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::string canonical(const Example& row) const override {
    return Forwarding::canonical(row) + std::to_string(row.address.unit);
  }
};

// --- what is told of the task --------------------------------------------------------------------

// Instructions that differ in one thing.
template <typename Spoil>
class OtherInstructions : public Forwarding, public Instructor {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Abilities all = Forwarding::abilities();
    all.instructor = this;
    return all;
  }
  Instructions instructions() const override {
    Instructions told = Forwarding::abilities().instructor->instructions();
    Spoil::spoil(told);
    return told;
  }
};
struct WithoutFirstWord {
  static void spoil(Instructions& told) { told.vocabulary.erase(told.vocabulary.begin()); }
};
struct WithoutLastWord {
  static void spoil(Instructions& told) { told.vocabulary.pop_back(); }
};
struct UnmentionedWord {
  static void spoil(Instructions& told) { told.vocabulary.emplace_back("I_FLY"); }
};
struct Unprintable {
  static void spoil(Instructions& told) { told.rules += "\x1b[1m."; }
};
struct Overlong {
  static void spoil(Instructions& told) { told.rules += std::string(20'000, '.'); }
};
struct Unsteady {
  static void spoil(Instructions& told) {
    static int asked = 0;
    told.form += std::to_string(++asked);
  }
};

// --- sets of rows --------------------------------------------------------------------------------

class IdleHoldout : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::vector<Holdout> holdouts() const override {
    auto all = Forwarding::holdouts();
    all.front().bind = [](const Params&) -> Predicate {
      return [](const Example&) { return Deal{}; };
    };
    return all;
  }
};

// Says that it is empty, and is not.
class ModestHoldout : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::vector<Holdout> holdouts() const override {
    auto all = Forwarding::holdouts();
    all.front().vacant = "nothing is held out";
    return all;
  }
};

class WrongExport : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::vector<Format> formats() const override {
    auto all = Forwarding::formats();
    auto& file = std::get<RowFile>(all.front().files.front());
    file.append = [append = file.append](const Example& row, std::string& out) {
      Example other = row;
      other.fields[kTargetField] = row.target() + ",walk";
      append(other, out);
    };
    return all;
  }
};

class OpenFrame : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::vector<Format> formats() const override {
    auto all = Forwarding::formats();
    auto& file = std::get<RowFile>(all.front().files.front());
    file.frame = [frame = file.frame](FormatEdge edge, std::span<const FormatPart> parts,
                                      std::size_t at, std::string& out) {
      if (edge != FormatEdge::kPartEnd) frame(edge, parts, at, out);
    };
    return all;
  }
};

class UnknownPart : public Forwarding {
 public:
  using Forwarding::Forwarding;
  std::vector<Format> formats() const override {
    auto all = Forwarding::formats();
    all.front().parts->of = [](const Example&) -> std::string_view { return "nowhere"; };
    return all;
  }
};

class Panel : public LearnerPanel {
 public:
  explicit Panel(LearnerMarks marks) : marks_(std::move(marks)) {}
  const std::vector<std::string>& learners() const override { return learners_; }
  const std::vector<std::string>& metrics() const override { return metrics_; }
  LearnerMarks mark(const Example&) const override { return marks_; }

 private:
  LearnerMarks marks_;
  std::vector<std::string> learners_{"strong", "weak"};
  std::vector<std::string> metrics_{"accuracy"};
};

template <typename Marks>
class WithLearners : public Forwarding, public IdealLearners {
 public:
  using Forwarding::Forwarding;
  std::unique_ptr<LearnerPanel> panel(
      const std::optional<std::vector<std::string>>&) const override {
    return std::make_unique<Panel>(Marks::make());
  }
  Abilities abilities() const override { return {.learners = this}; }
};
struct GoodMarks {
  static LearnerMarks make() { return {1, {0.5, std::nullopt}}; }
};
struct InfiniteMarks {
  static LearnerMarks make() { return {1, {0.5, INFINITY}}; }
};
struct TooFewMarks {
  static LearnerMarks make() { return {1, {0.5}}; }
};

class InfiniteMetric : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    struct Endless : Metric {
      void see(const Example&, std::string_view, const Verdict&) override {}
      MetricReport report(const Control&) override { return {1.0, {{"share", NAN}}, {}, {}}; }
    };
    return {.metrics = {{"endless", "a metric", {}, [](const Params&) {
                           return std::make_unique<Endless>();
                         }}}};
  }
};

// Its one shortcut says nothing that can be read, or goes by a column that there is not.
template <bool kByColumn>
class BadShortcut : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Shortcut bad{.name = "bad", .summary = "a shortcut"};
    if (kByColumn) {
      bad.column = "nowhere";
    } else {
      bad.answer = [](const Example&, Stream&) { return std::string("?!"); };
    }
    return {.shortcuts = {bad}};
  }
};

class NamelessFinding : public Forwarding, public Auditor {
 public:
  using Forwarding::Forwarding;
  std::vector<Finding> certify(std::uint64_t) const override { return {{"", "something", false}}; }
  Abilities abilities() const override { return {.auditor = this}; }
};

class WithoutAuditor : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Abilities abilities = Forwarding::abilities();
    abilities.auditor = nullptr;
    return abilities;
  }
};

// Ids in which a parameter does not show.
class IdsWithoutParameters : public Forwarding {
 public:
  explicit IdsWithoutParameters(const Task& real) : Forwarding(real), info_(real.info()) {
    info_.params.front().content = [](const std::string&) { return std::string("anything"); };
  }
  const TaskInfo& info() const override { return info_; }

 private:
  TaskInfo info_;
};

// Its check of rows finds nothing, whatever it is shown.
class ContentAuditor : public Forwarding, public Auditor {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Abilities abilities = Forwarding::abilities();
    abilities.auditor = this;
    return abilities;
  }
};

class SteadyLengths : public Forwarding {
 public:
  using Forwarding::Forwarding;
  Features features(const Example& row) const override {
    Features features = Forwarding::features(row);
    features.input_length = 1;
    return features;
  }
};

// The picture of the question is that of the answer.
class TellingPicture : public Forwarding, public Illustrator {
 public:
  using Forwarding::Forwarding;
  Abilities abilities() const override {
    Abilities abilities = Forwarding::abilities();
    abilities.illustrator = this;
    return abilities;
  }
  Picture picture(const Example& row, Reveal) const override {
    return Forwarding::abilities().illustrator->picture(row, Reveal::kAnswer);
  }
  std::string sketch(const Example& row, Reveal reveal) const override {
    return Forwarding::abilities().illustrator->sketch(row, reveal);
  }
};

// Files count by nothing, or by where they lie.
template <bool kByPath>
class FilesByOtherThings : public Forwarding {
 public:
  explicit FilesByOtherThings(const Task& real) : Forwarding(real), info_(real.info()) {
    for (ParamSpec& spec : info_.params) {
      if (spec.content)
        spec.content = [](const std::string& path) { return kByPath ? path : std::string(); };
    }
  }
  const TaskInfo& info() const override { return info_; }

 private:
  TaskInfo info_;
};

}  // namespace assay::conformance
