// The language of thought with a limit on depth: what concepts are drawn from.
//
// The authors expand symbols at random and try again where that fails: below the limit, and where
// both sides of a comparison are constants. Here the law of those retries is worked out once, and
// every draw succeeds. At each symbol a completion has the weight of its production, times the
// share of pairs of operands that are not both constants where it compares, and none where a part
// cannot be completed. A part that fails is tried again by itself, so it does not weigh on the
// whole. The authors give up after twelve tries and let the whole fail, which shows in no figure.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/curi/language/concept.h"
#include "assay/tasks/curi/language/productions.h"

namespace assay::curi {

class Language {
 public:
  // A symbol whose depth is `depth` cannot be completed; that of START is 0. The published concepts
  // obey 5: at most one of "and", "or" and "not". With 6 these nest. No other depth is offered.
  explicit Language(std::uint32_t depth);

  // Always with a quantifier.
  Concept draw(Stream& stream) const;

 private:
  friend class LanguageBuilder;

  // A symbol at a depth, perhaps to become a constant or none. One of its slots is drawn; a
  // completion has as many slots as weight.
  struct State {
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 0;
  };
  struct Completion {
    std::array<std::uint16_t, 2> parts{};  // states
    std::uint8_t part_count = 0;
    bool has_word = false;
    Token word{};
  };

  const Completion& pick(std::uint16_t state, Stream& stream) const;
  void append(std::uint16_t state, Stream& stream, Concept& out) const;

  std::vector<State> states_;
  std::vector<std::uint16_t> slots_;
  std::vector<Completion> completions_;
  std::uint16_t start_ = 0;
};

// The natural logarithm of the probability that the grammar without any limit gives the sentence.
// Without a quantifier it is that of the sentence before its quantifier was dropped.
double log_probability(const Concept& words);

}  // namespace assay::curi
