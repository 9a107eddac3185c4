// Questions about entities of a knowledge base: made by address, read from text, answered.
//
// A unit is a question pattern, the same one that the unit has without entities; items are fillings
// of its placeholders. Open questions have few answers, and all entities, answers among them, have
// names that belong to nobody else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/core/example.h"
#include "assay/tasks/cfq/kb/knowledge.h"
#include "assay/tasks/cfq/language/patterns.h"
#include "assay/tasks/cfq/row.h"
#include "assay/tasks/cfq/wording.h"

namespace assay::cfq {

// What becomes of an address.
enum class FillingOutcome : std::uint8_t {
  kMade,
  kNoPattern,      // no draw of the unit is a pattern
  kUnsatisfiable,  // no entities of the knowledge base give a positive answer
  kAbandoned,      // whether there are any was not decided within the budget of steps
  kManyAnswers,    // every filling that was tried has too many answers
  kUnclearNames,   // names of every filling that was tried can be read in another way
};
inline constexpr std::size_t kFillingOutcomes = 6;
std::string_view name_of(FillingOutcome outcome);

// Immutable, so threads may share it. What it is made of must outlive it.
class GroundedQuestions {
 public:
  GroundedQuestions(const Language& language, const Knowledge& knowledge, const Settings& settings)
      : language_(language), knowledge_(knowledge), settings_(settings) {}

  // Fills a pattern; `out` is whole for kMade alone.
  FillingOutcome fill(Key key, Address address, Pattern& pattern, Example& out) const;

  // The queries that a question can mean, with ids of entities, that of the preferred reading
  // first, none twice. Throws Error(kInput) for text that is no question.
  std::vector<Query> read(std::string_view question) const;

  // The row of a question's preferred reading.
  void derive(std::string_view question, Example& out) const;

  // What the knowledge base says to a query. Throws Error(kInput) for one that asks about a
  // relation without facts, or takes too long.
  KnownAnswer answer(const Query& query) const;
  // In words: Yes, No, or names.
  std::vector<std::string> answer_words(const Query& query, const KnownAnswer& answered) const;

  static constexpr std::uint16_t kMostTries = 6;  // fillings of one address

 private:
  void write(const NamedQuestion& named, const KnownAnswer& answered, Pattern& pattern,
             Example& out) const;

  const Language& language_;
  const Knowledge& knowledge_;
  const Settings& settings_;
};

}  // namespace assay::cfq
