#include "assay/tasks/arc/puzzles/plain_rule.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace assay::arc {

namespace {

using reascan::Phrase;
using reascan::Relation;

std::string_view plain_words(Relation relation) {
  constexpr std::array<std::string_view, reascan::kRelations> kWords{
      "in the same row as",  "in the same column as", "inside",
      "of the same size as", "of the same colour as", "of the same shape as"};
  return kWords[static_cast<std::size_t>(relation)];
}

std::string with_article(const Phrase& phrase) {
  const std::string text = text_of(phrase);
  return (text.starts_with('o') ? "an " : "a ") + text;
}

// `what` is "it" or the thing by name.
std::string done_to(std::string_view what, const Operation& operation) {
  switch (operation.kind()) {
    case OperationKind::kDraw:
      return fmt::format("Recolour {} {}.", what, name_of(*operation.colour));
    case OperationKind::kChange:
      return fmt::format("Turn {} into a {}.", what, name_of(*operation.shape));
    case OperationKind::kBoth:
      return fmt::format("Turn {} into a {} {}.", what, name_of(*operation.colour),
                         name_of(*operation.shape));
    case OperationKind::kRemove:
      return fmt::format("Remove {}.", what);
  }
  return "";
}

}  // namespace

std::string plain_rule(const Puzzle& puzzle) {
  const auto& [phrases, clauses] = puzzle.structure;
  const auto& parents = puzzle.space->pattern().parents;
  const std::string thing = "the " + text_of(phrases[0]);
  if (clauses.empty()) return done_to(thing, puzzle.operation);
  std::string text = "Find " + thing;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    // "and" goes on about what the clause before spoke of.
    const bool goes_on = i > 0 && parents[i] == parents[i - 1];
    text += fmt::format(" {} {} {}", goes_on ? "and" : "that is", plain_words(clauses[i].relation),
                        with_article(phrases[i + 1]));
  }
  return text + ". " + done_to("it", puzzle.operation);
}

}  // namespace assay::arc
