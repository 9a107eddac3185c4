// A published index file about a file of the authors', mapped by content to the rows of a data set.
#include <algorithm>
#include <map>
#include <utility>

#include "assay/base/byte_source.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/hash.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/pipeline/methods/shared_rows.h"
#include "assay/pipeline/methods/split_methods.h"

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

// The text of a file, which may be packed by gzip.
std::string read_text(const std::string& path) {
  ByteSource source(path);
  std::string text;
  std::vector<char> piece(1U << 20U);
  while (const std::size_t count = source.read(piece.data(), piece.size())) {
    text.append(piece.data(), count);
    if (text.size() > kMostRowsBytes)
      fail(ErrorKind::kInput, "{}: is larger than {} bytes", source.name(), kMostRowsBytes);
  }
  return text;
}

// The row of each line of a file.
std::vector<std::uint64_t> rows_of_lines(const std::string& of_path,
                                         const std::vector<std::string>& inputs) {
  std::map<std::string_view, std::uint64_t> row_of_input;
  for (std::uint64_t row = 0; row < inputs.size(); ++row) row_of_input.emplace(inputs[row], row);
  std::vector<std::uint64_t> rows;
  for_each_line(read_text(of_path), [&](std::string_view line) {
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

// A hash of which canonical forms stand in which part, with repetitions, in any order.
std::string member_hash(const Split& split, Forms forms) {
  ContentHash sum;
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    for (const std::uint64_t row : rows_in(split, part)) {
      sum.add(fmt::format("{} {:016x}", name_of(part), forms[row]));
    }
  }
  return sum.hex();
}

void deal(const SplitSpec& spec, TaskRows& rows, SplitFile& file) {
  const std::string& index_path = spec.text("index");
  const auto row_of_line = rows_of_lines(spec.text("of"), rows.inputs());
  file.split = parse_index_lists(read_user_file(index_path, {kMostSplitBytes}), index_path);
  for (auto* part : {&file.split.train, &file.split.dev, &file.split.test}) {
    for (std::uint64_t& index : *part) {
      if (index >= row_of_line.size()) {
        fail(ErrorKind::kInput, "{}: names line {}, but {} has only {} lines",
             printable(index_path), index, printable(spec.text("of")),
             with_commas(row_of_line.size()));
      }
      index = row_of_line[index];
    }
    std::sort(part->begin(), part->end());
  }
  file.members = member_hash(file.split, rows.canonical_forms());
  const std::uint64_t shared = shared_rows(file.split, rows.canonical_forms());
  if (shared > 0) {
    file.notes.push_back(
        fmt::format("{} held-out rows also stand in train, and assay verify will object to it",
                    with_commas(shared)));
  }
}

std::string check(const SplitFile& file, TaskRows& rows) {
  return member_hash(file.split, rows.canonical_forms()) == file.members
             ? ""
             : "its members are not those that were imported";
}

}  // namespace

SplitSpec import_spec(std::string name, const std::string& index, const std::string& of) {
  SplitSpec spec{std::move(name), std::string(kImportMethod), {}};
  spec.set("index", index);
  if (!of.empty()) spec.set("of", of);
  return spec;
}

SplitMethod import_method() {
  const auto file_param = [](const char* name, const char* flag, const char* summary) {
    return SplitParam{ParamSpec::of_kind(ParamKind::kText, name, "", summary), Recorded::kNever,
                      true, flag, "FILE"};
  };
  return {
      .form =
          {.name = std::string(kImportMethod),
           .summary = "its part in the imported file",
           .params = {file_param("index", "--import",
                                 "an index file with trainIdxs, devIdxs, testIdxs"),
                      file_param(
                          "of", "--of",
                          "the text file that the indices count lines of, packed by gzip or not")}},
      .deal_data_set = deal,
      .check = check};
}

}  // namespace assay
