#include "assay/page/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/text.h"
#include "assay/render/columns.h"

namespace assay::page {

namespace {

std::string escaped_lines(std::string_view words) {
  std::string out;
  for (std::size_t begin = 0;;) {
    const std::size_t end = words.find('\n', begin);
    out += escape_xml(escaped(words.substr(begin, end - begin)));
    if (end == std::string_view::npos) return out;
    out += '\n';
    begin = end + 1;
  }
}

bool is_inside_character(std::string_view words, std::size_t at) {
  return at < words.size() && (static_cast<unsigned char>(words[at]) & 0xC0U) == 0x80;
}

}  // namespace

Html text(std::string_view words) { return Html(escaped_lines(words)); }

Html cut_text(std::string_view words, std::size_t most) {
  if (words.size() <= most) return text(words);
  std::size_t head = most * 3 / 4;
  for (int i = 0; i < 3 && head > 0 && is_inside_character(words, head); ++i) --head;
  std::size_t tail = words.size() - most / 4;
  for (int i = 0; i < 3 && is_inside_character(words, tail); ++i) ++tail;
  const std::string left_out = fmt::format(" [{} bytes left out] ", with_commas(tail - head));
  return text(words.substr(0, head)) + element("i", left_out) + text(words.substr(tail));
}

Html drawing(std::string svg) { return Html(std::move(svg)); }

// Only for element(): the one place that writes tags.
struct Element {
  static Html make(std::string_view tag, const std::vector<Attribute>& attributes,
                   const Html& content) {
    constexpr std::array<std::string_view, 3> kWithoutEnd = {"meta", "br", "link"};
    std::string out = fmt::format("<{}", tag);
    for (const Attribute& attribute : attributes) {
      out += fmt::format(" {}=\"", attribute.name);
      out += escape_xml(escaped(attribute.value));
      out += '"';
    }
    out += '>';
    if (std::ranges::find(kWithoutEnd, tag) != kWithoutEnd.end()) return Html(std::move(out));
    out += content.markup();
    out += fmt::format("</{}>", tag);
    return Html(std::move(out));
  }
};

Html element(std::string_view tag, const std::vector<Attribute>& attributes, const Html& content) {
  return Element::make(tag, attributes, content);
}

Html element(std::string_view tag, const Html& content) { return Element::make(tag, {}, content); }

Html element(std::string_view tag, std::string_view words) {
  return Element::make(tag, {}, text(words));
}

}  // namespace assay::page
