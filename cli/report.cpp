#include "report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/verbs/user_file.h"

namespace assay {

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  bool is_first = true;
  for (const std::string_view line : split_text(text, '\n')) {
    if (!is_first) out += '\n' + std::string(indent, ' ');
    is_first = false;
    std::size_t column = indent;
    for (const std::string_view word : split_words(line)) {
      if (column > indent && column + 1 + word.size() > width) {
        out += '\n' + std::string(indent, ' ');
        column = indent;
      } else if (column > indent) {
        out += ' ';
        ++column;
      }
      out += escaped(word);
      column += word.size();
    }
  }
  return out;
}

void print_document(const nlohmann::ordered_json& document) {
  fmt::print("{}\n",
             document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

namespace {

// A text below its heading; on one line when a sketch tells what its numbers mean.
std::string shown_text(const std::string& text, bool has_sketch) {
  constexpr std::size_t kIndent = 8;
  constexpr std::size_t kLongWord = 1000;
  constexpr std::size_t kBeginning = 30;
  const auto words = split_words(text);
  const bool has_numbers = std::any_of(
      words.begin(), words.end(), [](std::string_view word) { return word.size() > kLongWord; });
  if (!has_sketch || !has_numbers) return wrapped(text, kIndent);
  return fmt::format("{}... ({} characters; --json shows all)", escaped(text.substr(0, kBeginning)),
                     with_commas(text.size()));
}

}  // namespace

void print_example(const verbs::ShownRow& row) {
  if (!row.id.empty()) fmt::print("{}\n", row.id);
  fmt::print("input   {}\n", shown_text(row.input, row.sketch.has_value()));
  if (row.target) fmt::print("target  {}\n", shown_text(*row.target, row.sketch.has_value()));
  if (row.sketch) fmt::print("\n{}", *row.sketch);
}

std::string rows_text(const verbs::MadeSet& made) {
  const Manifest& manifest = made.manifest;
  const std::string of =
      manifest.units ? counted(*manifest.units, made.unit) : manifest.recipe.task;
  const std::string empty = manifest.empty == 0
                                ? ""
                                : fmt::format(", {} {} empty", with_commas(manifest.empty),
                                              manifest.empty == 1 ? "address" : "addresses");
  return fmt::format("{} of {} in {}{}", counted(manifest.rows(), "row"), of,
                     counted(manifest.files.size(), "file"), empty);
}

void write_picture(const std::string& path, std::string_view svg) {
  if (path == "-") {
    write_standard_output(svg);
    return;
  }
  Folder::open(verbs::folder_of_file(path)).write(verbs::name_of_file(path), svg);
}

void widen_standard_output() {
  constexpr int kPipeBytes = 1 << 20;
  ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, kPipeBytes);  // fails harmlessly when it is no pipe
}

void write_standard_output(std::string_view bytes) {
  write_all(STDOUT_FILENO, bytes, "standard output");
}

std::string figure_text(const Figure& figure) {
  if (std::holds_alternative<std::monostate>(figure)) return "-";
  if (const auto* count = std::get_if<std::int64_t>(&figure)) {
    const std::string digits = with_commas(*count < 0 ? 0 - static_cast<std::uint64_t>(*count)
                                                      : static_cast<std::uint64_t>(*count));
    return *count < 0 ? "-" + digits : digits;
  }
  if (const auto* real = std::get_if<double>(&figure)) return fmt::format("{:.4f}", *real);
  return std::get<std::string>(figure);
}

std::string parameters_text(const Params& params) {
  std::string text;
  for (const auto& [name, value] : params.all()) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{}={}", name, printable(value));
  }
  return text;
}

}  // namespace assay
