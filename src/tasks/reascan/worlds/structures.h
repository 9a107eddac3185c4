// The phrases and relations of ReaSCAN's commands, by rank (Wu et al. 2021, appendix C).
//
//   $OBJ_0 ^ $OBJ_1 & $OBJ_2      the red circle that is inside of a box and in the same row as a
//   square
//
// "^" is "that is" and speaks of the object just before it, "&" is "and" and speaks of the same
// object as the clause before it. Which adjectives an object has and which relations there are is a
// frame; frames are counted one by one, words inside of a frame by a formula. So any structure is
// found by its number, and none is kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/inline_vector.h"
#include "assay/world/world.h"

namespace assay::reascan {

enum class Relation : std::uint8_t {
  kSameRow,
  kSameColumn,
  kInside,
  kSameSize,
  kSameColour,
  kSameShape
};
inline constexpr std::size_t kRelations = 6;
std::string_view words_of(Relation relation);  // "in the same row as", "inside of"

using world::SizeWord;
// Small for big, big for small.
inline SizeWord opposite(SizeWord size) {
  return size == SizeWord::kSmall ? SizeWord::kBig : SizeWord::kSmall;
}
enum class Noun : std::uint8_t { kCircle, kCylinder, kSquare, kBox, kObject };
std::string_view name_of(Noun noun);

// In the order of the authors' vocabulary.
inline constexpr std::array<world::Colour, 4> kColours{
    world::Colour::kRed, world::Colour::kBlue, world::Colour::kGreen, world::Colour::kYellow};

// "small red circle", "big object"
struct Phrase {
  SizeWord size = SizeWord::kNone;
  std::optional<world::Colour> colour;
  Noun noun = Noun::kCircle;
  friend bool operator==(const Phrase&, const Phrase&) = default;
};
std::string text_of(const Phrase& phrase);

struct Clause {
  std::uint8_t parent = 0;  // the object that it speaks of
  Relation relation = Relation::kSameRow;
  friend bool operator==(const Clause&, const Clause&) = default;
};

inline constexpr std::size_t kMostObjects = 6;

// Object i + 1 stands at the end of clause i.
struct Structure {
  InlineVector<Phrase, kMostObjects> phrases;
  InlineVector<Clause, kMostObjects - 1> clauses;
  friend bool operator==(const Structure&, const Structure&) = default;
};

// Which words each phrase has, and how they are related: " S N in the same row as<0 C O".
void append_word_kinds(std::string& out, const Structure& structure);

// Which object each clause speaks of; the pattern's text.
struct Pattern {
  std::string text;
  std::vector<std::uint8_t> parents;  // of clause i
  std::size_t objects() const { return parents.size() + 1; }
};

// nullopt when the text is no pattern of at most kMostObjects.
std::optional<Pattern> read_pattern(std::string_view text);

class StructureSpace {
 public:
  explicit StructureSpace(Pattern pattern);

  const Pattern& pattern() const { return pattern_; }
  std::size_t frames() const { return frames_.size(); }
  std::uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }

  Structure unrank(std::uint64_t rank) const;  // rank < size()
  // nullopt for a structure of another pattern, or one that is not allowed.
  std::optional<std::uint64_t> rank(const Structure& structure) const;

 private:
  struct Shape {
    bool size = false;
    bool colour = false;
    bool abstract = false;  // "object"
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  struct Frame {
    InlineVector<Shape, kMostObjects> shapes;
    InlineVector<Relation, kMostObjects - 1> relations;
    friend bool operator==(const Frame&, const Frame&) = default;
  };
  using Nouns = InlineVector<Noun, kMostObjects>;

  void add_frames(Frame& frame);
  void choose_relations(Frame& frame);
  bool allows(const Frame& frame, std::size_t clause) const;
  // Calls visit(nouns, number of ways to choose adjectives) for all that nouns can be.
  template <typename Visit>
  void visit_nouns(const Frame& frame, const Visit& visit) const;
  std::uint64_t count_adjectives(const Frame& frame, const Nouns& nouns) const;
  std::uint64_t choices(const Frame& frame, const Nouns& nouns, std::size_t object) const;

  Pattern pattern_;
  std::vector<Frame> frames_;
  std::vector<std::uint64_t> ends_;  // running sums
};

}  // namespace assay::reascan
