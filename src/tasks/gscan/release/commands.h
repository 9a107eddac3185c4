// The commands of gSCAN (Ruis et al. 2020): "push a red small circle while spinning".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/movement/movement.h"
#include "assay/world/world.h"

namespace assay::gscan {

using world::SizeWord;

// "red small circle": colour and size may be missing.
struct Phrase {
  std::optional<world::Colour> colour;
  SizeWord size = SizeWord::kNone;
  world::Shape shape = world::Shape::kCircle;
  friend bool operator==(const Phrase&, const Phrase&) = default;
};

struct Command {
  world::Verb verb = world::Verb::kWalk;
  world::Manner manner = world::Manner::kPlainly;
  Phrase phrase;
};

enum class Grammar : std::uint8_t { kSimpleIntransitive, kSimpleTransitive, kNormal, kAdverb };
std::string_view name_of(Grammar grammar);  // as the authors call it

// In the order of the authors' enumeration: 21, 42, 135 or 675.
std::vector<Command> all_commands(Grammar grammar);

// "walk to a red small circle while spinning"
std::string text_of(const Command& command);
// The command of any grammar that has this text.
std::optional<Command> find_command(std::string_view text);

// Things of every size and colour that the phrase may stand for: by size, then by colour. Their
// cells mean nothing.
std::vector<world::Thing> possible_targets(const Phrase& phrase);

// In the order of the authors' vocabulary.
inline constexpr std::array kNouns{world::Shape::kSquare, world::Shape::kCylinder,
                                   world::Shape::kCircle};
inline constexpr std::array kColourWords{world::Colour::kRed, world::Colour::kGreen,
                                         world::Colour::kYellow, world::Colour::kBlue};
inline constexpr std::array kSizeWords{SizeWord::kBig, SizeWord::kSmall};
inline constexpr std::array kAdverbs{world::Manner::kCautiously, world::Manner::kSpinning,
                                     world::Manner::kHesitantly, world::Manner::kZigzagging};

}  // namespace assay::gscan
