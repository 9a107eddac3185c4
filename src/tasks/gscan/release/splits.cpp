#include "assay/tasks/gscan/release/splits.h"

namespace assay::gscan {

std::string_view name_of(HeldOut set) {
  constexpr std::array<std::string_view, kHeldOuts> kNames{
      "visual",   "situational_1", "situational_2", "contextual",
      "adverb_1", "adverb_2",      "visual_easier"};
  return kNames[static_cast<std::size_t>(set)];
}

std::uint8_t held_out_sets(const Command& command, const world::Thing& target,
                           std::string_view bearing) {
  using world::Colour;
  using world::Manner;
  using world::Shape;
  using world::Verb;
  const bool square = target.shape == Shape::kSquare;
  const std::array<bool, kHeldOuts> in{
      square && target.colour == Colour::kRed,
      bearing == "sw",
      command.phrase.size == SizeWord::kSmall && target.shape == Shape::kCircle && target.size == 2,
      command.verb == Verb::kPush && square && target.size == 3,
      command.manner == Manner::kCautiously,
      command.verb == Verb::kPull && command.manner == Manner::kSpinning,
      square && target.colour == Colour::kYellow && command.phrase.colour == Colour::kYellow};
  std::uint8_t sets = 0;
  for (std::size_t i = 0; i < kHeldOuts; ++i) {
    if (in[i]) sets |= static_cast<std::uint8_t>(1U << i);
  }
  return sets;
}

bool has_examples(HeldOut set, Grammar grammar) {
  const auto alone = static_cast<std::uint8_t>(1U << static_cast<unsigned>(set));
  for (const Command& command : all_commands(grammar)) {
    for (const world::Thing& target : possible_targets(command.phrase)) {
      for (const std::string_view bearing : {"sw", "ne"}) {
        if (held_out_sets(command, target, bearing) == alone) return true;
      }
    }
  }
  return false;
}

}  // namespace assay::gscan
