// Actions as words of a learner: "turn left,walk" is "turn_left walk".
#pragma once

#include <string>
#include <string_view>

namespace assay::learners {

std::string actions_as_words(std::string_view actions);
std::string words_as_actions(std::string_view words);

}  // namespace assay::learners
