// The rows that a split deals, as methods see them: those of a data set, or the lines of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/files.h"
#include "assay/base/progress.h"
#include "assay/core/task.h"
#include "assay/measure/divergence_pool.h"
#include "assay/split/split.h"
#include "assay/store/split_file.h"

namespace assay {

// What methods ask about single rows: a length, or the hash of a group or pattern.
enum class RowFact : std::uint8_t {
  kGroup,
  kInputLength,
  kOutputLength,
  kInputPattern,
  kOutputPattern
};

class SplitRows {
 public:
  virtual ~SplitRows() = default;

  virtual const SplitSubject& subject() const = 0;
  virtual const Folder& folder() const = 0;  // where splits of these rows stand
  virtual const Control& control() const = 0;
  // Of all that a split draws under a seed.
  virtual Key key(std::uint64_t seed) const = 0;

  virtual std::vector<std::uint64_t> facts(RowFact which) = 0;
  // What tells which rows are dealt as one. Costs a pass over the rows, unless facts or deals were
  // asked for before.
  virtual Forms forms() = 0;
  // Kept until another definition is asked for.
  virtual const DivergencePool& pool(const ParamTable& define) = 0;
};

// Where a row stands among its siblings.
struct RowTie {
  Address address;
  std::optional<std::uint32_t> leader;  // the item of its unit that it was made for
};

// Rows of a data set, about which the task can be asked.
class TaskRows : public SplitRows {
 public:
  virtual const Task& task() const = 0;
  // Another split of the same rows.
  virtual Split split(std::string_view name) const = 0;

  virtual std::vector<Deal> deals(const Predicate& predicate) = 0;
  virtual std::vector<RowTie> ties() = 0;
  virtual std::vector<std::string> inputs() = 0;
  // A hash of each row's canonical form, also where equal rows are dealt one by one.
  virtual Forms canonical_forms() = 0;
};

}  // namespace assay
