#include "assay/tasks/reascan/worlds/worlds.h"

#include <algorithm>

namespace assay::reascan {

InlineVector<std::size_t, kMostObjects> objects_without_clause(const Structure& structure,
                                                               std::size_t clause) {
  std::uint32_t gone = 1U << (clause + 1);
  for (std::size_t i = clause + 1; i < structure.clauses.size(); ++i) {
    if ((gone >> structure.clauses[i].parent & 1U) != 0) gone |= 1U << (i + 1);
  }
  InlineVector<std::size_t, kMostObjects> left;
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    if ((gone >> i & 1U) == 0) left.push_back(i);
  }
  return left;
}

Structure without_clause(const Structure& structure, std::size_t clause) {
  Structure less;
  const auto left = objects_without_clause(structure, clause);
  for (const std::size_t object : left) {
    less.phrases.push_back(structure.phrases[object]);
    if (object == 0) continue;
    const Clause& kept = structure.clauses[object - 1];
    const auto parent = std::find(left.begin(), left.end(), kept.parent) - left.begin();
    less.clauses.push_back({static_cast<std::uint8_t>(parent), kept.relation});
  }
  return less;
}

Structure exchanged(const Structure& structure, const IsomorphismSet& set) {
  Structure other = structure;
  Phrase& first = other.phrases[set.objects[0]];
  Phrase& second = other.phrases[set.objects[1]];
  if (set.colours) {
    std::swap(first.colour, second.colour);
  } else {
    std::swap(first.size, second.size);
    std::swap(first.noun, second.noun);
  }
  return other;
}

bool has_word(const Phrase& phrase, Token token) {
  switch (token) {
    case Token::kSize:
      return phrase.size != SizeWord::kNone;
    case Token::kColour:
      return phrase.colour.has_value();
    case Token::kShape:
      break;
  }
  return phrase.noun != Noun::kObject;
}

}  // namespace assay::reascan
