// How wide text is, so that whoever draws it can leave room.
//
// The widths are those of DejaVu Sans, which SVG pictures ask for first and Verdana shares. The
// letters of PNG pictures have the same widths, so a page that fits as SVG fits as PNG.
#pragma once

#include <string_view>

namespace assay {

// Of one character, in thousandths of the font size.
int letter_width(char32_t letter, bool bold = false);

// Of one line of UTF-8, in the unit of `size`. A byte that begins no character is as wide as one.
double text_width(std::string_view text, double size, bool bold = false);

}  // namespace assay
