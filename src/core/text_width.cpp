#include "assay/core/text_width.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "assay/base/unicode.h"

namespace assay {

namespace {

constexpr char32_t kFirst = ' ';
constexpr std::size_t kPrintable = 95;
using Widths = std::array<std::uint16_t, kPrintable>;

// In the order of ASCII, sixteen per line, from the space.
constexpr Widths kPlain{
    318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,  // to /
    636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,  // to ?
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,  // to O
    603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,  // to _
    500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,  // to o
    635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
constexpr Widths kBold{348, 456, 521, 838, 696,  1002, 872, 306,  457, 457, 523, 838, 380, 415,
                       380, 365, 696, 696, 696,  696,  696, 696,  696, 696, 696, 696, 400, 400,
                       838, 838, 838, 580, 1000, 774,  762, 734,  830, 683, 683, 821, 837, 372,
                       372, 775, 637, 995, 837,  850,  733, 850,  770, 720, 682, 812, 774, 1103,
                       771, 724, 725, 457, 365,  457,  838, 500,  500, 675, 716, 593, 716, 678,
                       435, 716, 712, 343, 343,  665,  343, 1042, 712, 687, 716, 716, 493, 595,
                       478, 712, 652, 924, 645,  652,  582, 712,  365, 712, 838};

struct Further {
  char32_t letter;
  std::uint16_t plain;
  std::uint16_t bold;
};
constexpr std::array kFurther{Further{U'·', 318, 380}, Further{U'–', 500, 500},
                              Further{U'…', 1000, 1000}};
constexpr int kSign = 838;  // ×, −, → and their like; letters of other alphabets are narrower

}  // namespace

int letter_width(char32_t letter, bool bold) {
  if (letter >= kFirst && letter < kFirst + kPrintable) {
    return (bold ? kBold : kPlain)[letter - kFirst];
  }
  const auto* found =
      std::find_if(kFurther.begin(), kFurther.end(),
                   [letter](const Further& further) { return further.letter == letter; });
  if (found == kFurther.end()) return kSign;
  return bold ? found->bold : found->plain;
}

double text_width(std::string_view text, double size, bool bold) {
  std::int64_t width = 0;
  while (!text.empty()) {
    const auto [letter, bytes] = first_code_point(text);
    width += letter_width(letter, bold);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return static_cast<double>(width) * size / 1000;
}

}  // namespace assay
