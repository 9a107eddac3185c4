// Text operations that several layers need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Pieces between single separators; an empty text has one empty piece.
std::vector<std::string_view> split_text(std::string_view text, char separator);

// Words between runs of blanks, tabs and line ends; other control characters are letters.
std::vector<std::string_view> split_words(std::string_view text);

std::size_t count_words(std::string_view text);

// A whole non-negative number and nothing else.
std::optional<std::uint64_t> parse_number(std::string_view text);

// A plain decimal number and nothing else.
std::optional<double> parse_real(std::string_view text);

// 20910 -> "20,910".
std::string with_commas(std::uint64_t number);

// "1 file", "20,910 files".
std::string counted(std::uint64_t number, std::string_view thing);

// The names nearest to a mistyped one, best first, at most `most`; far-off names are left out.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> names,
                                       std::size_t most = 3);

// `; did you mean "a", "b"?` or, when nothing is near, `; there are: a, b, c`. Safe to print.
std::string did_you_mean(std::string_view name, std::span<const std::string> names);

// Text of others made safe to print: what could steer a terminal or turn the reading direction, and
// what is no UTF-8, is shown as \xNN.
std::string escaped(std::string_view text);

// The same for messages: of a long text only its beginning and its end.
std::string printable(std::string_view text);

}  // namespace assay
