// Published index files, mapped by content to the rows of a data set.
#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/pipeline/ask_rows.h"
#include "assay/pipeline/make_split.h"

namespace assay {

namespace {

// The input text of a line in one of the shapes that authors publish.
std::string input_of_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.starts_with("IN: ")) {
    const std::size_t out = line.find(" OUT: ");
    if (out != std::string_view::npos) return std::string(line.substr(4, out - 4));
  }
  return std::string(line);
}

std::vector<std::uint64_t> rows_of_lines(const std::string& text, const std::string& of_path,
                                         const std::map<std::string, std::uint64_t>& row_of_input) {
  std::vector<std::uint64_t> rows;
  for_each_line(text, [&](std::string_view line) {
    const std::string input = input_of_line(line);
    const auto found = row_of_input.find(input);
    if (found == row_of_input.end()) {
      fail(ErrorKind::kInput, "{}:{}: \"{}\" is not an input of the data set", printable(of_path),
           rows.size() + 1, printable(std::string_view(input).substr(0, 80)));
    }
    rows.push_back(found->second);
  });
  return rows;
}

}  // namespace

SplitFile import_split(const DataSet& data, const Task& task, const std::string& index_path,
                       const std::string& of_path, const std::string& name,
                       const Control& control) {
  check_split_name(name);
  const auto inputs =
      ask_rows<std::string>(data, task, control, [](const Example& row) { return row.input(); });
  std::map<std::string, std::uint64_t> row_of_input;
  for (std::uint64_t row = 0; row < inputs.size(); ++row) row_of_input.emplace(inputs[row], row);
  const auto rows = rows_of_lines(read_user_file(of_path), of_path, row_of_input);

  Split split = parse_index_lists(read_user_file(index_path), index_path);
  for (auto* part : {&split.train, &split.dev, &split.test}) {
    for (std::uint64_t& index : *part) {
      if (index >= rows.size()) {
        fail(ErrorKind::kInput, "{}: names line {}, but {} has only {} lines",
             printable(index_path), index, printable(of_path), with_commas(rows.size()));
      }
      index = rows[index];
    }
    std::sort(part->begin(), part->end());
  }
  SplitFile file;
  file.claim.name = name;
  file.claim.method = "import";
  const auto forms = forms_of(data, task, control);
  file.members = member_hash(split, forms);
  file.split = std::move(split);
  file.subject = subject_of(data);
  const std::uint64_t shared = shared_rows(file.split, forms);
  if (shared > 0) {
    file.notes.push_back(
        fmt::format("{} held-out rows also stand in train, and assay verify will "
                    "object to it",
                    with_commas(shared)));
  }
  return file;
}

}  // namespace assay
