// Worlds for a command (Wu et al. 2021, section 4 and appendix B): the things it mentions, and
// others that keep it from being understood by half of its words.
//
// Distractors come in four kinds, each a command of its own that is like the one at hand:
//   relation      all but one of its clauses
//   attribute     one word of one phrase is another; and things that make small and big mean
//   something isomorphism   two phrases have exchanged words random        anything that is not
//   mentioned, until the world is full
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/reascan/structures.h"
#include "assay/world/world.h"

namespace assay::reascan {

// Sizes of relation distractors.
enum class SizeRule : std::uint8_t {
  kCopied,  // those of the originals, as in the released data
  kDrawn    // drawn anew, as the released code does now
};

struct WorldSettings {
  int grid = 6;
  std::size_t things = 13;  // random distractors fill up to so many
  bool relation = true;
  bool attribute = true;
  bool isomorphism = true;
  bool random = true;
  SizeRule sizes = SizeRule::kCopied;
};

// One distractor set, for the books that the release keeps.
struct RelationSet {
  std::optional<std::size_t> dropped;  // clause; none for a command of one clause
  bool placed = true;                  // all of its things found a place
};
enum class Token : std::uint8_t { kSize, kColour, kShape };
struct AttributeSet {
  bool dummy = false;  // only sizes were grounded
  std::size_t object = 0;
  Token token = Token::kSize;
  bool placed = true;
};
struct IsomorphismSet {
  std::array<std::size_t, 2> objects{};
  std::array<Phrase, 2> before;
  std::array<Phrase, 2> after;
  bool colours = false;  // colour words were exchanged, else size and shape words
  bool placed = true;
};
struct RandomThing {
  std::size_t number = 0;  // among all that were drafted
  SizeWord size = SizeWord::kNone;
};

struct Sampled {
  world::World world;  // mentioned things first, in their order
  std::vector<RelationSet> relations;
  std::optional<AttributeSet> attribute;  // none: there was nothing to change
  std::optional<IsomorphismSet> isomorphism;
  std::vector<RandomThing> randoms;
};

// Draws one world as the release does; whether the command means one thing in it is for the
// resolver to say. Overwrites `out`. False when a mentioned thing finds no place.
bool sample_world(Stream& stream, const Structure& structure, const WorldSettings& settings,
                  Sampled& out);

}  // namespace assay::reascan
