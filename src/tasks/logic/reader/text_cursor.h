// A place in a text that is being read, and the first thing that was wrong with it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace assay::logic {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  std::string_view text() const { return text_; }
  void move_to(std::size_t at) { at_ = at; }
  void skip(std::size_t count) { at_ += count; }
  // White space of any kind: answers may come in lines.
  void skip_white() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  // Each goes past the words if they stand here, and says whether they do.
  bool take(std::string_view words) {
    if (!rest().starts_with(words)) return false;
    at_ += words.size();
    return true;
  }
  // The first letter may be a capital.
  bool take_opening(std::string_view words);
  // No letter or digit may follow.
  bool take_whole(std::string_view words);

  // Whether all was well so far.
  bool good() const { return problem_.empty(); }
  // Keeps the first problem: what should stand here. Always false.
  bool complain(std::string_view expected);
  // Keeps the first problem as it is. Always false.
  bool object(std::string problem);
  std::string take_problem() { return std::move(problem_); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace assay::logic
