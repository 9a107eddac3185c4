// What the laws of conformance_laws.h are asked of: a task, and rows of it that are made once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "assay/core/task.h"

namespace assay::conformance {

inline constexpr std::uint64_t kSeed = 11;
inline constexpr std::uint64_t kRows = 500;

class Subject {
 public:
  // The task must outlive it.
  explicit Subject(const Task& task, std::uint64_t rows = kRows);

  const Task& task() const { return task_; }
  const Source& source() const { return *source_; }  // of kSeed
  // Of kSeed, with their rules. Of units with many items only some, so that there are many units.
  const std::vector<Example>& rows() const { return rows_; }
  // As many rows at most, spread in the same way; of all rows, when there are fewer.
  std::vector<Example> some(std::size_t most) const;

  // As many rows of a source as rows() has.
  std::vector<Example> rows_of(const Source& source, std::uint64_t seed, Wanted want) const;
  // Rows of kSeed without their rules, until `see` has seen enough and says false, or `most`.
  void each_row(std::uint64_t most, const std::function<bool(const Example&)>& see) const;

 private:
  const Task& task_;
  std::uint64_t wanted_;
  std::unique_ptr<Source> source_;
  std::vector<Example> rows_;
};

}  // namespace assay::conformance
