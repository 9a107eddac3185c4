#include "assay/world/actions.h"

#include <array>

#include "assay/base/text.h"

namespace assay::world {

namespace {

constexpr std::array<std::string_view, kActions> kActionNames{"walk", "push",      "pull",
                                                              "stay", "turn left", "turn right"};

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

std::string_view name_of(Action action) { return kActionNames[static_cast<std::size_t>(action)]; }

void append_actions(std::string& out, std::span<const Action> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (i > 0) out += ',';
    out += name_of(actions[i]);
  }
}

bool read_actions(std::string_view text, std::vector<Action>& out) {
  out.clear();
  text = trimmed(text);
  if (text.empty()) return true;
  for (const std::string_view part : split_text(text, ',')) {
    const std::size_t before = out.size();
    for (const std::string_view line : split_text(part, '\n')) {
      const std::string_view token = trimmed(line);
      if (token.empty()) continue;
      std::size_t action = 0;
      while (action < kActions && kActionNames[action] != token) ++action;
      if (action == kActions) return false;
      out.push_back(static_cast<Action>(action));
    }
    if (out.size() == before) return false;  // nothing between two commas
  }
  return true;
}

}  // namespace assay::world
