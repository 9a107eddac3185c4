#include "assay/tasks/reascan/worlds/novelty.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "assay/base/hash.h"

namespace assay::reascan {

namespace {

using world::Colour;

constexpr std::uint64_t kPairsPerNovelOne = 64;

std::size_t number_of(const Phrase& phrase) {
  const std::size_t colour = phrase.colour ? 1 + static_cast<std::size_t>(*phrase.colour) : 0;
  return (static_cast<std::size_t>(phrase.size) * 5 + colour) * 5 +
         static_cast<std::size_t>(phrase.noun);
}
constexpr std::size_t kPhrases = 75;

// Of all pairs, once.
const std::array<std::array<bool, kPhrases>, kPhrases>& novel_pairs() {
  static const auto kPairs = [] {
    std::array<std::string, kPhrases> texts;
    for (std::size_t i = 0; i < kPhrases; ++i) {
      Phrase phrase;
      phrase.size = static_cast<SizeWord>(i / 25);
      if (i / 5 % 5 > 0) phrase.colour = static_cast<Colour>(i / 5 % 5 - 1);
      phrase.noun = static_cast<Noun>(i % 5);
      texts[i] = text_of(phrase);
    }
    std::array<std::array<bool, kPhrases>, kPhrases> pairs{};
    for (std::size_t i = 0; i < kPhrases; ++i) {
      for (std::size_t k = 0; k < kPhrases; ++k) {
        const auto& [first, second] = std::minmax(texts[i], texts[k]);
        pairs[i][k] = hash64(fmt::format("{} and {}", first, second)) % kPairsPerNovelOne == 0;
      }
    }
    return pairs;
  }();
  return kPairs;
}

}  // namespace

std::string_view name_of(HeldOut set) {
  constexpr std::array<std::string_view, kHeldOuts> kNames{"A1", "A2", "A3", "B1",
                                                           "B2", "C1", "C2"};
  return kNames[static_cast<std::size_t>(set)];
}

std::string_view summary_of(HeldOut set) {
  constexpr std::array<std::string_view, kHeldOuts> kSummaries{
      "something is called a yellow square, and both words are needed",
      "something is a red square; where it is called so, the colour is needed",
      "something is called a small cylinder, and the size is needed",
      "things that training never mentions together",
      "\"in the same size as\" together with \"inside of\"",
      "three clauses about one thing",
      "a clause about a thing that another clause speaks of"};
  return kSummaries[static_cast<std::size_t>(set)];
}

bool says(const Phrase& phrase, HeldOut set) {
  switch (set) {
    case HeldOut::kA1:
      return phrase.colour == Colour::kYellow && phrase.noun == Noun::kSquare;
    case HeldOut::kA2:
      return phrase.colour == Colour::kRed && phrase.noun == Noun::kSquare;
    case HeldOut::kA3:
      return phrase.size == SizeWord::kSmall && phrase.noun == Noun::kCylinder;
    default:
      return false;
  }
}

bool says(const Structure& structure, HeldOut set) {
  if (set == HeldOut::kB2) {
    const auto has = [&](Relation relation) {
      return std::any_of(structure.clauses.begin(), structure.clauses.end(),
                         [&](const Clause& clause) { return clause.relation == relation; });
    };
    return has(Relation::kSameSize) && has(Relation::kInside);
  }
  return std::any_of(structure.phrases.begin(), structure.phrases.end(),
                     [&](const Phrase& phrase) { return says(phrase, set); });
}

bool says_held_out(const Structure& structure) {
  return says(structure, HeldOut::kA1) || says(structure, HeldOut::kA2) ||
         says(structure, HeldOut::kA3) || says(structure, HeldOut::kB2);
}

bool is_novel_pair(const Phrase& one, const Phrase& other) {
  return novel_pairs()[number_of(one)][number_of(other)];
}

bool has_novel_pair(const Structure& structure) {
  for (std::size_t i = 0; i < structure.phrases.size(); ++i) {
    for (std::size_t k = i + 1; k < structure.phrases.size(); ++k) {
      if (is_novel_pair(structure.phrases[i], structure.phrases[k])) return true;
    }
  }
  return false;
}

}  // namespace assay::reascan
