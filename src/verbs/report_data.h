// What a report says of the data set itself: facts, splits, examples.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/task.h"
#include "assay/page/report.h"
#include "assay/store/data_set.h"
#include "assay/verbs/measure.h"

namespace assay::verbs {

// Pictures in bytes: of a page that has dozens of them, and of one that has a few.
inline constexpr std::size_t kSmallPicture = 60'000;
inline constexpr std::size_t kLargePicture = 400'000;

// Rows by their number, as a page shows them.
class ExampleShelf {
 public:
  ExampleShelf(const DataSet& data, const Task& task)
      : task_(task), shape_(row_shape(task, data.manifest())), index_(data) {}

  // A picture and a rule graph, where there is one.
  struct Extras {
    std::size_t most_picture_bytes = 0;  // larger ones are left out
    bool rules = false;
  };
  page::ShownExample show(std::uint64_t row, Extras extras) const;

  // `count` of the rows, or all of them, drawn at random; always the same for the same `purpose`.
  static std::vector<std::uint64_t> draw(const std::vector<std::uint64_t>& rows,
                                         std::uint64_t count, std::string_view purpose);

 private:
  const Task& task_;
  RowShape shape_;
  RowIndex index_;
};

page::DataFacts facts_of(const DataSet& data, const Task& task);

// The splits asked for; without: all that the folder has, or else its own parts, or else every row
// as one part called test. Throws Error(kUsage) for one that is not there.
std::vector<NamedSplit> chosen_splits(const DataSet& data, const std::vector<std::string>& names);

std::vector<page::SplitFacts> describe_splits(const DataSet& data, const Task& task,
                                              const std::vector<NamedSplit>& splits,
                                              const ExampleShelf& shelf, std::uint64_t examples,
                                              const Control& control);

}  // namespace assay::verbs
