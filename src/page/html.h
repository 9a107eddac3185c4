// HTML made of typed pieces: text of others can never become markup.
//
// A piece is made only by the functions here. Whatever a model, a rule file or a file name says
// goes through text(), so a page holds no tag, script or control character that we did not write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::page {

class Html {
 public:
  Html() = default;

  const std::string& markup() const { return markup_; }
  bool empty() const { return markup_.empty(); }
  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  friend Html operator+(Html first, const Html& second) { return first += second; }

 private:
  friend Html text(std::string_view words);
  friend Html drawing(std::string svg);
  friend struct Element;
  explicit Html(std::string markup) : markup_(std::move(markup)) {}

  std::string markup_;
};

// The words as they are. What could turn the reading direction, steer a terminal or is no UTF-8 is
// shown as \xNN; line ends are kept.
Html text(std::string_view words);

// The same, without its middle when it is longer than `most` bytes; says how much is left out.
Html cut_text(std::string_view words, std::size_t most);

// An SVG document of render/, whose texts are escaped there.
Html drawing(std::string svg);

struct Attribute {
  std::string_view name;
  std::string value;  // escaped here
};

// <tag ...>content</tag>, or without an end for tags that have none. Names are our own.
Html element(std::string_view tag, const std::vector<Attribute>& attributes, const Html& content);
Html element(std::string_view tag, const Html& content);
// The same around plain words.
Html element(std::string_view tag, std::string_view words);

}  // namespace assay::page
