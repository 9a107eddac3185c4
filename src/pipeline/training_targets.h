// What the simplest learners take from training rows: their targets, and what goes along with them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"
#include "assay/pipeline/word_index.h"
#include "assay/store/data_set.h"

namespace assay {

// Texts with how often each was seen.
class TargetCounts {
 public:
  void add(const std::string& target) { ++counts_[target]; }
  // The one seen most often; of equals the first in the order of bytes. Empty when there is none.
  const std::string& commonest() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
};

class TrainingTargets {
 public:
  // What is kept besides the targets.
  struct Wanted {
    bool words = false;                // of inputs
    std::vector<std::string> columns;  // of texts
  };
  // Rows count as often as they are listed.
  TrainingTargets(const DataSet& data, const Task& task, const std::vector<std::uint64_t>& rows,
                  const Wanted& wanted, const Control& control);

  std::size_t size() const { return targets_.size(); }
  const std::string& target(std::size_t row) const { return targets_[row]; }
  const std::string& commonest() const { return commonest_; }
  // Of the row whose input shares most words with this one; words must have been wanted.
  const std::string& of_nearest(std::string_view input) const;
  // The commonest among rows with that text in the column, which must have been wanted; or else
  // the commonest of all.
  const std::string& commonest_with(const std::string& column, const std::string& text) const;

 private:
  std::vector<std::string> targets_;
  std::string commonest_;
  WordIndex words_;
  std::map<std::string, std::map<std::string, std::string>> columns_;  // by name, by text
};

}  // namespace assay
