// What a sentence of CURI says about a scene, by reading its words one after the other.
//
//   non-x-S color? cyan for-all= x color? gray = and lambda S. exists=
//
// It shares nothing with the language's own reading and evaluation: it is their second witness. A
// stack of values; each word takes some from it and puts one back. With a quantifier the words are
// read once for each thing that x may be, without one they are read once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// A sentence that was found in order, to be asked about many scenes.
//
// Words may be the release's ("0.7", "for-all=", "exists=") or those of the paper's grammar
// ("large", "all", "any"). A number is a number, whether it counts things or names a place.
class Sentence {
 public:
  // Throws Error(kInput) that names the word and its place when the text is no sentence.
  explicit Sentence(std::string_view postfix);

  // Of a list without elements all and any are false and the count is 0; a scene without things
  // makes both quantifiers false.
  bool holds(const Looks& scene) const;

  enum class Act : std::uint8_t {
    kPutX,
    kPutAll,
    kPutOthers,
    kPutValue,
    kAskText,
    kAskNumber,
    kNot,
    kAnd,
    kOr,
    kEqual,
    kGreater,
    kEvery,
    kSome,
    kCount,
  };
  struct Step {
    Act act = Act::kNot;
    std::uint8_t detail = 0;  // the value that is put, the property that is asked
  };

 private:
  enum class Quantifier : std::uint8_t { kNone, kAll, kAny };

  std::vector<Step> steps_;
  Quantifier quantifier_ = Quantifier::kNone;
};

inline bool holds(std::string_view postfix, const Looks& scene) {
  return Sentence(postfix).holds(scene);
}

}  // namespace assay::curi
