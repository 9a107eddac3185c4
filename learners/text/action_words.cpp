#include "assay/learners/text/action_words.h"

namespace assay::learners {

namespace {

// Exchanges two marks for two others.
std::string exchanged(std::string_view text, std::string_view from, std::string_view to) {
  std::string made(text);
  for (char& mark : made) {
    const std::size_t found = from.find(mark);
    if (found != std::string_view::npos) mark = to[found];
  }
  return made;
}

}  // namespace

std::string actions_as_words(std::string_view actions) { return exchanged(actions, ", ", " _"); }
std::string words_as_actions(std::string_view words) { return exchanged(words, " _", ", "); }

}  // namespace assay::learners
