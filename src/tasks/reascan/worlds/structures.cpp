#include "assay/tasks/reascan/worlds/structures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/base/text.h"

namespace assay::reascan {

namespace {

constexpr std::array<SizeWord, 2> kSizes{SizeWord::kBig, SizeWord::kSmall};
constexpr std::array<Noun, 3> kThings{Noun::kCircle, Noun::kCylinder, Noun::kSquare};

}  // namespace

std::string_view words_of(Relation relation) {
  constexpr std::array<std::string_view, kRelations> kWords{
      "in the same row as",  "in the same column as", "inside of",
      "in the same size as", "in the same color as",  "in the same shape as"};
  return kWords[static_cast<std::size_t>(relation)];
}

std::string_view name_of(Noun noun) {
  constexpr std::array<std::string_view, 5> kNames{"circle", "cylinder", "square", "box", "object"};
  return kNames[static_cast<std::size_t>(noun)];
}

std::string text_of(const Phrase& phrase) {
  std::string text(name_of(phrase.size));
  const auto add = [&](std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  if (phrase.colour) add(world::name_of(*phrase.colour));
  add(name_of(phrase.noun));
  return text;
}

void append_word_kinds(std::string& out, const Structure& structure) {
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    const Phrase& phrase = structure.phrases[i];
    if (i > 0) {
      out += fmt::format(" {}<{}", words_of(structure.clauses[i - 1].relation),
                         structure.clauses[i - 1].parent);
    }
    out += fmt::format("{}{} {}", phrase.size == SizeWord::kNone ? "" : " S",
                       phrase.colour ? " C" : "", phrase.noun == Noun::kObject ? "O" : "N");
  }
}

std::optional<Pattern> read_pattern(std::string_view text) {
  const auto words = split_words(text);
  Pattern pattern;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::size_t object = i / 2;
    if (object == kMostObjects || words[i] != "$OBJ_" + std::to_string(object)) return std::nullopt;
    if (object > 0) {
      const bool after = words[i - 1] == "^";
      if (!after && (words[i - 1] != "&" || object == 1)) return std::nullopt;
      pattern.parents.push_back(after ? static_cast<std::uint8_t>(object - 1)
                                      : pattern.parents.back());
      pattern.text += after ? " ^ " : " & ";
    }
    pattern.text += words[i];
  }
  if (words.size() % 2 == 0) return std::nullopt;
  return pattern;
}

StructureSpace::StructureSpace(Pattern pattern) : pattern_(std::move(pattern)) {
  Frame frame;
  add_frames(frame);
  std::uint64_t end = 0;
  for (const Frame& each : frames_) {
    visit_nouns(each, [&](const Nouns&, std::uint64_t ways) {
      end += ways;
      return true;
    });
    ends_.push_back(end);
  }
}

// All choices of adjectives and nouns or "object", object by object; a command of one object says
// what it means, and all but the first have an adjective.
void StructureSpace::add_frames(Frame& frame) {
  const std::size_t object = frame.shapes.size();
  if (object == pattern_.objects()) return choose_relations(frame);
  for (const bool size : {false, true}) {
    for (const bool colour : {false, true}) {
      for (const bool abstract : {false, true}) {
        if (object > 0 && !size && !colour) continue;
        if (abstract && pattern_.objects() == 1) continue;
        frame.shapes.push_back({size, colour, abstract});
        add_frames(frame);
        frame.shapes.pop_back();
      }
    }
  }
}

void StructureSpace::choose_relations(Frame& frame) {
  if (frame.relations.size() == pattern_.parents.size()) {
    frames_.push_back(frame);
    return;
  }
  for (std::size_t i = 0; i < kRelations; ++i) {
    frame.relations.push_back(static_cast<Relation>(i));
    if (allows(frame, frame.relations.size() - 1)) choose_relations(frame);
    frame.relations.pop_back();
  }
}

// What is said to be the same must not be said already, and clauses about one object differ.
bool StructureSpace::allows(const Frame& frame, std::size_t clause) const {
  const Shape& parent = frame.shapes[pattern_.parents[clause]];
  const Shape& child = frame.shapes[clause + 1];
  const Relation relation = frame.relations[clause];
  for (std::size_t i = 0; i < clause; ++i) {
    if (pattern_.parents[i] == pattern_.parents[clause] && frame.relations[i] == relation) {
      return false;
    }
  }
  if (child.abstract != (relation == Relation::kSameShape)) return false;
  switch (relation) {
    case Relation::kSameSize:
      return !parent.size && !child.size;
    case Relation::kSameColour:
      return !parent.colour && !child.colour;
    case Relation::kSameShape:
      return parent.abstract;
    default:
      return true;
  }
}

template <typename Visit>
void StructureSpace::visit_nouns(const Frame& frame, const Visit& visit) const {
  Nouns nouns;
  const auto choose = [&](const auto& self) -> bool {
    const std::size_t object = nouns.size();
    if (object == pattern_.objects()) return visit(nouns, count_adjectives(frame, nouns));
    const auto go_on = [&](Noun noun) {
      nouns.push_back(noun);
      const bool more = self(self);
      nouns.pop_back();
      return more;
    };
    if (frame.shapes[object].abstract) return go_on(Noun::kObject);
    const auto differs = [&](Noun noun) {
      return object == 0 || nouns[pattern_.parents[object - 1]] != noun;
    };
    if (object > 0 && frame.relations[object - 1] == Relation::kInside) {
      return !differs(Noun::kBox) || go_on(Noun::kBox);
    }
    for (const Noun noun : kThings) {
      if (differs(noun) && !go_on(noun)) return false;
    }
    return true;
  };
  choose(choose);
}

// Among how many phrases an object can choose: all that its shape and noun give, less those of
// objects before it.
std::uint64_t StructureSpace::choices(const Frame& frame, const Nouns& nouns,
                                      std::size_t object) const {
  const Shape& shape = frame.shapes[object];
  std::uint64_t count = (shape.size ? kSizes.size() : 1) * (shape.colour ? kColours.size() : 1);
  for (std::size_t i = 0; i < object && count > 0; ++i) {
    if (frame.shapes[i] == shape && nouns[i] == nouns[object]) --count;
  }
  return count;
}

std::uint64_t StructureSpace::count_adjectives(const Frame& frame, const Nouns& nouns) const {
  std::uint64_t ways = 1;
  for (std::size_t i = 0; i < nouns.size(); ++i) ways *= choices(frame, nouns, i);
  return ways;
}

namespace {

// Which of the phrases of a kind, and back.
std::uint64_t number_of(const Phrase& phrase) {
  const auto colour =
      phrase.colour
          ? static_cast<std::uint64_t>(std::find(kColours.begin(), kColours.end(), *phrase.colour) -
                                       kColours.begin())
          : 0;
  const std::uint64_t colours = phrase.colour ? kColours.size() : 1;
  return (phrase.size == SizeWord::kSmall ? colours : 0) + colour;
}

}  // namespace

Structure StructureSpace::unrank(std::uint64_t rank) const {
  const auto at = std::upper_bound(ends_.begin(), ends_.end(), rank) - ends_.begin();
  const Frame& frame = frames_[static_cast<std::size_t>(at)];
  std::uint64_t left = rank - (at == 0 ? 0 : ends_[static_cast<std::size_t>(at - 1)]);
  Structure made;
  for (std::size_t i = 0; i < frame.relations.size(); ++i) {
    made.clauses.push_back({pattern_.parents[i], frame.relations[i]});
  }
  visit_nouns(frame, [&](const Nouns& nouns, std::uint64_t ways) {
    if (left >= ways) {
      left -= ways;
      return true;
    }
    for (std::size_t i = 0; i < nouns.size(); ++i) {
      const std::uint64_t count = choices(frame, nouns, i);
      const Shape& shape = frame.shapes[i];
      // Numbers of earlier objects of this kind are passed over.
      std::uint32_t used = 0;
      for (std::size_t k = 0; k < i; ++k) {
        if (frame.shapes[k] == shape && nouns[k] == nouns[i]) {
          used |= 1U << number_of(made.phrases[k]);
        }
      }
      std::uint64_t number = 0;
      for (std::uint64_t before = left % count; (used >> number & 1U) != 0 || before-- > 0;) {
        ++number;
      }
      left /= count;
      const std::uint64_t colours = shape.colour ? kColours.size() : 1;
      Phrase& phrase = made.phrases.push_back({});
      phrase.noun = nouns[i];
      if (shape.size) phrase.size = kSizes[number / colours];
      if (shape.colour) phrase.colour = kColours[number % colours];
    }
    return false;
  });
  return made;
}

std::optional<std::uint64_t> StructureSpace::rank(const Structure& structure) const {
  if (structure.phrases.size() != pattern_.objects() ||
      structure.clauses.size() != pattern_.parents.size()) {
    return std::nullopt;
  }
  Frame wanted;
  Nouns named;
  for (const Phrase& phrase : structure.phrases) {
    wanted.shapes.push_back(
        {phrase.size != SizeWord::kNone, phrase.colour.has_value(), phrase.noun == Noun::kObject});
    named.push_back(phrase.noun);
  }
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    if (structure.clauses[i].parent != pattern_.parents[i]) return std::nullopt;
    wanted.relations.push_back(structure.clauses[i].relation);
  }
  const auto frame = std::find(frames_.begin(), frames_.end(), wanted);
  if (frame == frames_.end()) return std::nullopt;
  const auto at = static_cast<std::size_t>(frame - frames_.begin());
  std::uint64_t before = at == 0 ? 0 : ends_[at - 1];
  std::optional<std::uint64_t> found;
  visit_nouns(*frame, [&](const Nouns& nouns, std::uint64_t ways) {
    if (nouns != named) {
      before += ways;
      return true;
    }
    std::uint64_t inside = 0;
    for (std::size_t i = nouns.size(); i > 0; --i) {
      const Phrase& own = structure.phrases[i - 1];
      std::uint64_t number = number_of(own);
      for (std::size_t k = 0; k + 1 < i; ++k) {
        if (wanted.shapes[k] != wanted.shapes[i - 1] || nouns[k] != nouns[i - 1]) continue;
        if (structure.phrases[k] == own) return false;
        number -= number_of(structure.phrases[k]) < number_of(own) ? 1U : 0U;
      }
      inside = inside * choices(*frame, nouns, i - 1) + number;
    }
    found = before + inside;
    return false;
  });
  return found;
}

}  // namespace assay::reascan
