// Text measured in display columns: what a terminal or a fixed-width font needs for it.
//
// A code point takes one column, none when it combines with the one before it, and two when it is
// wide (Chinese, Japanese, Korean, emoji). Names come from rule files that others wrote, so text is
// cleaned before it is drawn: it can neither move a cursor nor break an XML document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// `text` as valid UTF-8 on one line: line breaks and tabs become blanks, broken bytes, controls and
// marks that reverse the direction of writing become U+FFFD.
std::string clean_text(std::string_view text);

// The columns of clean text.
std::size_t columns_of(std::string_view text);

// Clean text, its end replaced by an ellipsis when it is wider than `columns`.
std::string cut_to_columns(std::string_view text, std::size_t columns);

// Clean text as lines of at most `columns` (at least 2), broken at blanks, inside a word only when
// the word alone is too wide. Never empty.
std::vector<std::string> wrap_to_columns(std::string_view text, std::size_t columns);

// Clean text, such as the name of a rule, as lines of at most `columns` where that can be: broken
// at blanks and behind signs such as ( , = / _ but never inside a word. Of more than `most` lines
// the rest is an ellipsis. Never empty.
std::vector<std::string> wrap_name(std::string_view text, std::size_t columns, std::size_t most);

// Clean text for the body or an attribute of an XML document.
std::string escape_xml(std::string_view text);

}  // namespace assay
