// What the bits of a vector stand for: the words of a file's vocabulary, in its order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/published_check.h"
#include "assay/grounded/published_record.h"
#include "assay/grounded/situation_json.h"
#include "assay/world/world.h"

namespace assay::grounded {

struct VectorVocabulary {
  std::vector<world::Shape> shapes;
  std::vector<world::Colour> colours;
  friend bool operator==(const VectorVocabulary&, const VectorVocabulary&) = default;

  VectorWords words() const { return {shapes, colours}; }
};

// The vocabularies that vectors may be written in: that of the document, or else those known.
class VectorVocabularies {
 public:
  explicit VectorVocabularies(std::vector<VectorVocabulary> known) : choices_(std::move(known)) {}

  // Takes the document's "nouns" and "color_adjectives", or the words of its "grammar", which
  // stands before the examples.
  void begin(const DocumentValues& before);
  // Whether all that the document says is what was taken.
  std::string end(const DocumentValues& all) const;

  // The first vector that is not its object's; empty when all are.
  std::string problem(const PublishedSituation& situation) const;

 private:
  std::vector<VectorVocabulary> choices_;
};

}  // namespace assay::grounded
