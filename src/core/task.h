// The one interface that every benchmark implements.
//
// A Task is made with its parameters and never changes. open() does what belongs to a seed (concept
// sets, knowledge bases, sequential editions) and gives a Source; a Source gives Units by index; a
// Unit makes its items. All three are immutable and shared by threads: any example can be made
// alone, in any order, and always the same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/progress.h"
#include "assay/core/compound_definition.h"
#include "assay/core/example.h"
#include "assay/core/holdout.h"
#include "assay/core/ideal_learners.h"
#include "assay/core/metric.h"
#include "assay/core/params.h"
#include "assay/core/picture.h"
#include "assay/core/published_check.h"
#include "assay/core/rule_graph.h"
#include "assay/core/verdict.h"

namespace assay {

// What of an example is wanted; leaving rules out is faster.
struct Wanted {
  bool rules = true;
};

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

// Where prepared state may be kept, and how long work reports and is stopped.
struct Workplace {
  std::string cache_folder;  // empty: keep nothing
  Control control;
  // Shows the rows of the part that the recipe names in `from`, in order; empty when it names none.
  std::function<void(const std::function<void(const Example&)>& visit)> earlier;
};

// What confirms the targets of rows when data are verified.
enum class Witness : std::uint8_t {
  kSolver,     // solve() answers every one of them and knows nothing of how they were made
  kCompiler,   // solve() uses the rules that made them; defect() compiles each input without them
  kSameRules,  // solve() uses the rules that made them, and there is no independent check
  kRow,        // inputs leave the answer open: defect() decides by other columns what is right
  kNone,       // the release has wrong ones
};

struct TaskInfo {
  std::string name;
  std::string version;  // of the data: any change of bytes raises the first number
  std::string title;
  std::string summary;  // one paragraph for `describe` and the card
  std::string unit;     // what siblings share, such as "command": "200 rows of 200 commands"
  std::vector<ParamSpec> params;
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

// A part of an export, with the number of rows it will have.
struct FormatPart {
  std::string name;
  std::uint64_t rows = 0;
};

enum class FormatEdge { kFileBegin, kPartBegin, kBetweenRows, kPartEnd, kFileEnd };

// Makes one file from all rows of train, such as a vocabulary.
class RowSummary {
 public:
  virtual ~RowSummary() = default;
  virtual void add(const Example& row) = 0;
  virtual std::string text() const = 0;
};

// A published file format: rows one by one, and what stands around them.
struct Format {
  std::string name;
  std::string summary;
  std::string file = "{part}.txt";  // without "{part}" all parts share one file
  std::function<void(const Example&, std::string& out)> append;
  // What is written at an edge of part `at`; empty when rows stand alone.
  std::function<void(FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                     std::string& out)>
      frame;
  // Other files of the same rows; only exports to a folder write them.
  std::vector<Format> beside = {};
  // Of published files that hold other parts than train, dev and test: their names in order, and
  // the part of a row; rows of no part are left out. A split that is asked for goes before.
  std::vector<std::string> own_parts = {};
  std::function<std::string_view(const Example&)> own_part = {};
  std::string summary_file = {};
  std::function<std::unique_ptr<RowSummary>()> summarise = {};
  // Aspects of the format's checker in which rows made with these parameters depart from the
  // authors' on purpose.
  std::vector<std::string> departs = {};
};

// What exact means say of data as a whole, such as how many claims of an edition are wrong.
struct Finding {
  std::string name;
  std::string detail;
  bool is_defect = false;  // known and told, not repaired: the data are what they should be
};

class Task {
 public:
  virtual ~Task() = default;
  virtual const TaskInfo& info() const = 0;
  virtual const Params& params() const = 0;
  virtual const Schema& schema() const = 0;
  virtual const RuleTable& rules() const = 0;
  virtual std::unique_ptr<Source> open(std::uint64_t seed, const Workplace& workplace) const = 0;
  // Makes or finds what belongs to the parameters, whatever the seed, before rows are solved,
  // judged or checked. Whoever does not call it waits later, and gets nothing from the cache
  // folder.
  virtual void prepare(const Workplace& /*workplace*/) const {}

  // Answers from the input text alone. The second witness, which shares no code with the generator
  // beyond the vocabulary, unless info().witness says otherwise. Throws Error(kInput) for text that
  // is not of this task.
  virtual std::string solve(std::string_view input) const = 0;
  // Every answer that some reading of the input has, that of solve first, none twice.
  virtual std::vector<std::string> readings(std::string_view input) const { return {solve(input)}; }
  // The row that an input would have, with its rules: for texts that were not made here. Throws
  // Error(kUnsupported) where a task cannot tell, Error(kInput) for text that is not of this task.
  virtual void derive(std::string_view input, Example& out) const;
  // What follows needs only the fields of a row, never its rules: files may leave them out.
  // By meaning; strict match is a mark.
  virtual Verdict judge(const Example& row, std::string_view answer) const = 0;
  // What of a row its input does not bear out, beyond its target; empty when nothing.
  virtual std::string defect(const Example& /*row*/) const { return {}; }
  // Equal for examples that are the same up to naming.
  virtual std::string canonical(const Example& row) const = 0;
  virtual Features features(const Example& row) const = 0;
  // A row as people see it best, where words are not enough: `render` writes it to a file. None for
  // tasks whose rows are nothing but text. A question must be answerable from its picture alone.
  virtual std::optional<Picture> picture(const Example& row, Reveal reveal) const;
  // The same for a terminal: lines of ASCII under the row in `show`; empty for none.
  virtual std::string sketch(const Example& /*row*/, Reveal /*reveal*/) const { return {}; }
  // What can be said of all the data of a seed beyond its rows; `verify` tells it.
  virtual std::vector<Finding> certify(std::uint64_t seed, const Workplace& workplace) const;
  // SHA-256 of published files as this task rebuilds them, made anew; none for most tasks.
  virtual std::vector<Finding> digests(const Control& control) const;
  // These refer to the task.
  virtual std::vector<Holdout> holdouts() const = 0;
  virtual std::vector<Format> formats() const = 0;
  virtual std::vector<MetricSpec> metrics() const { return {}; }
  // Ideal learners, the first of which may use every concept and the second only those of training;
  // nullptr where a task has none. `trained` are the groups (Features::group) of the training rows
  // of a split, sorted, each once; absent: what the task's own parameters keep for training. Only
  // rows that are asked about are shown to mark().
  virtual std::unique_ptr<LearnerPanel> learners(
      const std::optional<std::vector<std::string>>& trained, const Workplace& workplace) const;
  // For files in one of the formats, whoever made them; nullptr where a task has none.
  virtual std::unique_ptr<PublishedChecker> published_checker(std::string_view format) const;
};

inline std::optional<Picture> Task::picture(const Example& /*row*/, Reveal /*reveal*/) const {
  return std::nullopt;
}

inline std::vector<Finding> Task::certify(std::uint64_t /*seed*/,
                                          const Workplace& /*workplace*/) const {
  return {};
}

inline std::vector<Finding> Task::digests(const Control& /*control*/) const { return {}; }

inline std::unique_ptr<LearnerPanel> Task::learners(
    const std::optional<std::vector<std::string>>& /*trained*/,
    const Workplace& /*workplace*/) const {
  return nullptr;
}

inline std::unique_ptr<PublishedChecker> Task::published_checker(
    std::string_view /*format*/) const {
  return nullptr;
}

inline void Task::derive(std::string_view /*input*/, Example& /*out*/) const {
  fail(ErrorKind::kUnsupported, "task {} cannot tell the rules of a text", info().name);
}

}  // namespace assay
