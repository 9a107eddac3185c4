#include "assay/render/picture_svg.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "assay/render/arrow_head.h"
#include "assay/render/columns.h"

namespace assay {
namespace {

// Two decimals, and never "-0.00".
std::string number(double value) {
  const double hundredths = std::round(value * 100);
  return fmt::format("{:.2f}", hundredths == 0 ? 0.0 : hundredths / 100);
}

std::string colour(const std::optional<Rgb>& rgb) {
  return rgb ? fmt::format("#{:02x}{:02x}{:02x}", rgb->red, rgb->green, rgb->blue) : "none";
}

std::string list_of(std::span<const Point> points) {
  std::string list;
  for (const Point& point : points) {
    if (!list.empty()) list += ' ';
    list += number(point.x) + ',' + number(point.y);
  }
  return list;
}

class Document {
 public:
  void add(const Mark& mark) {
    std::visit([&](const auto& form) { draw(form, mark.style); }, mark.form);
  }
  std::string finish() && { return std::move(body_); }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }

  static std::string paint(const Style& style) {
    std::string text = fmt::format(" fill=\"{}\"", colour(style.fill));
    if (style.stroke) {
      text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", colour(style.stroke),
                          number(style.width));
      if (style.dash > 0) text += fmt::format(" stroke-dasharray=\"{}\"", number(style.dash));
    }
    if (style.opacity < 1) text += fmt::format(" opacity=\"{}\"", number(style.opacity));
    return text;
  }

  void draw(const Rectangle& form, const Style& style) {
    put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(form.corner.x),
        number(form.corner.y), number(form.width), number(form.height));
    if (form.radius > 0) put(" rx=\"{}\"", number(form.radius));
    put("{}/>\n", paint(style));
  }
  void draw(const Ellipse& form, const Style& style) {
    put("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"{}/>\n", number(form.centre.x),
        number(form.centre.y), number(form.across), number(form.down), paint(style));
  }
  void draw(const Polygon& form, const Style& style) {
    put("<polygon points=\"{}\"{}/>\n", list_of(form.corners), paint(style));
  }
  void draw(const Polyline& form, const Style& style) {
    const auto head = arrow_head(form, style.width);
    put("<polyline points=\"{}\"{}/>\n", list_of(points_before(head, form)), paint(style));
    if (!head) return;
    draw(Polygon{{head->corners.begin(), head->corners.end()}},
         {.fill = style.stroke, .opacity = style.opacity});
  }
  void draw(const Writing& form, const Style& style) {
    constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
    put("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\"{}{}>{}</text>\n",
        number(form.at.x), number(form.at.y), number(form.size),
        kAnchors[static_cast<std::size_t>(form.anchor)], form.bold ? " font-weight=\"bold\"" : "",
        paint(style), escape_xml(clean_text(form.text)));
  }

  std::string body_;
};

}  // namespace

std::string picture_svg(const Picture& picture, double scale) {
  Document document;
  for (const Mark& mark : picture.marks) document.add(mark);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" "
      "viewBox=\"0 0 {} {}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
      "<title>{}</title>\n<desc>{}</desc>\n{}</svg>\n",
      number(picture.width * scale), number(picture.height * scale), number(picture.width),
      number(picture.height), escape_xml(clean_text(picture.title)),
      escape_xml(clean_text(picture.description)), std::move(document).finish());
}

}  // namespace assay
