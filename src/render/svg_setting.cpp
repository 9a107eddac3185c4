#include "assay/render/svg_setting.h"

#include <fmt/format.h>

#include "assay/render/columns.h"

namespace assay {

namespace {

std::string described(const SvgFrame& frame) {
  std::string text = fmt::format("<title>{}</title>\n", escape_xml(frame.title));
  if (!frame.description.empty()) {
    text += fmt::format("<desc>{}</desc>\n", escape_xml(frame.description));
  }
  return text;
}

}  // namespace

std::string svg_document(const SvgFrame& frame, const SvgStyle& style, SvgSetting setting,
                         std::string_view body) {
  if (setting == SvgSetting::kPage) {
    return fmt::format(
        "<svg class=\"{0}\" role=\"img\" width=\"{1:.0f}\" height=\"{2:.0f}\" viewBox=\"{3:.0f} "
        "{3:.0f} {1:.0f} {2:.0f}\">\n{4}{5}</svg>\n",
        frame.root, frame.width - 2 * frame.margin, frame.height - frame.margin, frame.margin,
        described(frame), body);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{0}\" role=\"img\" width=\"{1:.0f}\" "
      "height=\"{2:.0f}\" viewBox=\"0 0 {1:.0f} {2:.0f}\">\n{3}<style>\n{4}{5}"
      "@media (prefers-color-scheme:dark){{\n{6}}}\n</style>\n"
      "<rect class=\"page\" width=\"{1:.0f}\" height=\"{2:.0f}\" rx=\"10\"/>\n{7}</svg>\n",
      frame.root, frame.width, frame.height, described(frame), style.shape, style.light, style.dark,
      body);
}

std::string svg_page_style() {
  std::string light;
  std::string dark;
  for (const SvgStyle& style : {frequency_style(), series_style(), rule_tree_style()}) {
    light += style.shape + style.light;
    dark += style.dark;
  }
  return fmt::format("{}@media screen and (prefers-color-scheme:dark){{\n{}}}\n", light, dark);
}

}  // namespace assay
