// What an agent does, one token after the other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::world {

enum class Action : std::uint8_t { kWalk, kPush, kPull, kStay, kTurnLeft, kTurnRight };
inline constexpr std::size_t kActions = 6;

std::string_view name_of(Action action);

// "turn left,walk,walk"
void append_actions(std::string& out, std::span<const Action> actions);

// Overwrites `out`; false when some token is no action. Between two tokens stands a comma, a line
// end or both; blanks around them are passed over. An empty text is no actions.
bool read_actions(std::string_view text, std::vector<Action>& out);

}  // namespace assay::world
