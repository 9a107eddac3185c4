// Where a drawing will stand: alone in a file, or in an HTML page that gives it its colours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

enum class SvgSetting : std::uint8_t {
  kFile,  // a whole document with its own colours, light or dark as the reader's system is
  kPage,  // in a page that has svg_page_style(): no title to see, no sheet behind it, no margin
};

// How a kind of drawing looks. Each rule begins with the class of its root, so that drawings of
// several kinds can share a page. Plain classes and no variables: some viewers know no var().
struct SvgStyle {
  std::string shape;
  std::string light;
  std::string dark;  // over the light one
};

// All that is written around a drawing.
struct SvgFrame {
  std::string_view root;  // class of the root
  double width = 0;       // with margins
  double height = 0;
  double margin = 0;        // that a page cuts off at the sides and on top
  std::string title;        // what the drawing is of and what it shows, for those who cannot see
  std::string description;  // it; clean text, the second may be empty
};

std::string svg_document(const SvgFrame& frame, const SvgStyle& style, SvgSetting setting,
                         std::string_view body);

// What drawings of every kind need in a page: dark only on screens, so that paper stays light.
std::string svg_page_style();

// Of the kinds there are.
SvgStyle frequency_style();
SvgStyle plot_style();
SvgStyle series_style();  // plot_style() and more
SvgStyle rule_tree_style();

}  // namespace assay
