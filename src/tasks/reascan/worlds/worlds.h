// Worlds for a command (Wu et al. 2021, section 4 and appendix B): the things it mentions, and
// others that keep it from being understood by half of its words.
//
// Distractors come in four kinds, each a command of its own that is like the one at hand:
//   relation      all but one of its clauses
//   attribute     one word of one phrase is another; and what makes small and big mean something
//   isomorphism   two phrases have exchanged words
//   random        anything, until the world is full
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/grounded/thing_role.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/world/world.h"

namespace assay::reascan {

using grounded::ThingRole;

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
  SizeRule sizes = SizeRule::kCopied;  // of the published edition
};

// One distractor set each, for the metadata that the release keeps of its distractors.
struct RelationSet {
  std::optional<std::size_t> dropped;  // clause; none for a command of one clause
  bool placed = true;                  // all of its things found a place
  friend bool operator==(const RelationSet&, const RelationSet&) = default;
};
enum class Token : std::uint8_t { kSize, kColour, kShape };
struct AttributeSet {
  bool dummy = false;  // only sizes were grounded
  std::size_t object = 0;
  Token token = Token::kSize;
  bool placed = true;
  friend bool operator==(const AttributeSet&, const AttributeSet&) = default;
};
struct IsomorphismSet {
  std::array<std::size_t, 2> objects{};
  bool colours = false;  // colour words were exchanged, else size and shape words
  bool placed = true;
  friend bool operator==(const IsomorphismSet&, const IsomorphismSet&) = default;
};
struct RandomThing {
  std::size_t number = 0;  // among all that were drafted
  SizeWord size = SizeWord::kNone;
  friend bool operator==(const RandomThing&, const RandomThing&) = default;
};
struct DistractorMetadata {
  std::vector<RelationSet> relations;
  std::vector<AttributeSet> attributes;
  std::vector<IsomorphismSet> isomorphisms;
  std::vector<RandomThing> randoms;
  friend bool operator==(const DistractorMetadata&, const DistractorMetadata&) = default;
};

struct Sampled {
  world::World world;            // mentioned things first, in their order
  std::vector<ThingRole> roles;  // of each thing
  DistractorMetadata metadata;
};

// The command with a clause left out, and with it all that hangs on its object.
Structure without_clause(const Structure& structure, std::size_t clause);
// The objects that it still has.
InlineVector<std::size_t, kMostObjects> objects_without_clause(const Structure& structure,
                                                               std::size_t clause);

// The command with words of two phrases exchanged.
Structure exchanged(const Structure& structure, const IsomorphismSet& set);

// What a phrase says of a size, a colour, or a shape ("object" says none).
bool has_word(const Phrase& phrase, Token token);

}  // namespace assay::reascan
