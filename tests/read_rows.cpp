// Prints the rows of any data set by what its manifest says: this program knows no task.
//
//   assay_read_rows DIR [SPLIT]
//
// One JSON list a row: its part, id, input, target and the nodes of its rule graph. With a split
// the parts are those of the split.
#include <fmt/core.h>

#include "assay/base/error.h"
#include "assay/base/json.h"
#include "assay/store/data_set.h"
#include "assay/store/part_choice.h"
#include "assay/store/row.h"
#include "assay/store/split_file.h"

namespace assay {

namespace {

class RowPrinter {
 public:
  explicit RowPrinter(const DataSet& data)
      : task_(data.manifest().recipe.task), index_(data), reader_(row_shape(data.manifest())) {}

  void print(std::string_view part, std::uint64_t row) {
    reader_.parse(index_.line(row), row_);
    const std::string id = id_of(task_, row_);
    std::vector<std::string_view> texts = {part, id, row_.input(), row_.target()};
    texts.insert(texts.end(), reader_.rule_texts().begin(), reader_.rule_texts().end());
    std::string line;
    for (const std::string_view text : texts) {
      line += line.empty() ? '[' : ',';
      append_json_string(line, text);
    }
    fmt::print("{}]\n", line);
  }

 private:
  std::string task_;
  RowIndex index_;
  RowReader reader_;
  Example row_;
};

void print_own_parts(const DataSet& data) {
  RowPrinter printer(data);
  for (const PartRange& part : data.parts()) {
    for (std::uint64_t row = part.begin; row < part.end; ++row) printer.print(part.name, row);
  }
}

void print_split(const DataSet& data, const std::string& name) {
  RowPrinter printer(data);
  const SplitFile file = read_split(data, name);
  for (const char* part : {"train", "dev", "test"}) {
    for (const std::uint64_t row : rows_of_part(file.split, part)) printer.print(part, row);
  }
}

}  // namespace

}  // namespace assay

int main(int count, char** words) try {
  using assay::DataSet;
  if (count < 2 || count > 3)
    assay::fail(assay::ErrorKind::kUsage, "give DIR, or DIR and the name of a split");
  const DataSet data(words[1]);
  if (count == 2) {
    assay::print_own_parts(data);
  } else {
    assay::print_split(data, words[2]);
  }
  return 0;
} catch (const assay::Error& problem) {
  fmt::print(stderr, "{}\n", problem.what());
  return 1;
}
