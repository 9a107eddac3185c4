#include "assay/tasks/logic/reader/text_cursor.h"

#include <fmt/format.h>

#include "assay/base/text.h"

namespace assay::logic {

namespace {

bool is_word_part(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

bool TextCursor::take_opening(std::string_view words) {
  const std::string_view here = rest();
  if (here.empty() || small(here[0]) != small(words[0])) return false;
  if (!here.substr(1).starts_with(words.substr(1))) return false;
  at_ += words.size();
  return true;
}

bool TextCursor::take_whole(std::string_view words) {
  const std::string_view here = rest();
  if (!here.starts_with(words)) return false;
  if (here.size() > words.size() && is_word_part(here[words.size()])) return false;
  at_ += words.size();
  return true;
}

bool TextCursor::complain(std::string_view expected) {
  if (!good()) return false;
  if (at_end()) return object(fmt::format("expected {} at the end", expected));
  return object(fmt::format("expected {} at byte {}: \"{}\"", expected, at_,
                            printable(rest().substr(0, 30))));
}

bool TextCursor::object(std::string problem) {
  if (good()) problem_ = std::move(problem);
  return false;
}

}  // namespace assay::logic
