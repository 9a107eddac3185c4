#include "assay/tasks/reascan/published_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::reascan {

namespace {

constexpr std::array<std::string_view, kRelations> kSymbols{
    "$SAME_ROW", "$SAME_COLUMN", "$IS_INSIDE", "$SAME_SIZE", "$SAME_COLOR", "$SAME_SHAPE"};

// [["$OBJ_0", "$OBJ_1"], "$SAME_ROW"]
void read_clause(simdjson::dom::element element, const Pattern& pattern, Structure& out) {
  const std::size_t at = out.clauses.size();
  simdjson::dom::array clause;
  simdjson::dom::array edge;
  if (element.get(clause) != simdjson::SUCCESS || clause.size() != 2 ||
      clause.at(0).get(edge) != simdjson::SUCCESS || edge.size() != 2) {
    fail(ErrorKind::kInput, "clause {} of \"relation_map\" is no pair of edge and relation", at);
  }
  const std::uint8_t parent = pattern.parents[at];
  if (grounded::text_of(edge.at(0)) != object_name(parent) ||
      grounded::text_of(edge.at(1)) != object_name(at + 1)) {
    fail(ErrorKind::kInput, "clause {} of \"relation_map\" does not relate {} to {}", at,
         object_name(parent), object_name(at + 1));
  }
  const std::string_view symbol = grounded::text_of(clause.at(1));
  const auto known = std::find(kSymbols.begin(), kSymbols.end(), symbol);
  if (known == kSymbols.end()) fail(ErrorKind::kInput, "\"{}\" is no relation", symbol);
  out.clauses.push_back({parent, static_cast<Relation>(known - kSymbols.begin())});
}

}  // namespace

std::string_view symbol_of(Relation relation) {
  return kSymbols[static_cast<std::size_t>(relation)];
}

std::string object_name(std::size_t object) { return fmt::format("$OBJ_{}", object); }

std::string pattern_of(const Phrase& phrase) {
  std::string text;
  if (phrase.size != SizeWord::kNone) text += "$SIZE ";
  if (phrase.colour) text += "$COLOR ";
  return text + (phrase.noun == Noun::kObject ? "$ABS_SHAPE" : "$SHAPE");
}

bool is_chain(const Structure& structure) {
  return structure.clauses.size() == 2 && structure.clauses[1].parent == 1;
}

std::optional<Phrase> read_phrase(std::string_view text) {
  const auto words = split_text(text, ' ');
  std::size_t at = 0;
  // The last of `kinds` whose name is the next word.
  const auto accept = [&](auto& out, auto... kinds) {
    const bool found =
        at < words.size() && ((name_of(kinds) == words[at] && ((out = kinds), true)) || ...);
    if (found) ++at;
    return found;
  };
  using world::Colour;
  Phrase phrase;
  accept(phrase.size, SizeWord::kBig, SizeWord::kSmall);
  accept(phrase.colour, Colour::kRed, Colour::kBlue, Colour::kGreen, Colour::kYellow);
  const bool noun =
      accept(phrase.noun, Noun::kCircle, Noun::kCylinder, Noun::kSquare, Noun::kBox, Noun::kObject);
  if (!noun || at != words.size()) return std::nullopt;
  return phrase;
}

PublishedCommand read_command(const grounded::PublishedObject& record) {
  PublishedCommand command;
  const std::string_view text = record.text("grammer_pattern");
  auto pattern = read_pattern(text);
  if (!pattern || pattern->text != text) {
    fail(ErrorKind::kInput, "\"grammer_pattern\" is \"{}\", which is no pattern", text);
  }
  command.pattern = std::move(*pattern);
  const auto expressions = record.object("object_expression");
  if (expressions.size() != command.pattern.objects()) {
    fail(ErrorKind::kInput, "\"object_expression\" has {}, the pattern {}",
         counted(expressions.size(), "object"), command.pattern.objects());
  }
  for (std::size_t i = 0; i < command.pattern.objects(); ++i) {
    const std::string_view words = expressions.text(object_name(i));
    const auto phrase = read_phrase(words);
    if (!phrase) fail(ErrorKind::kInput, "\"{}\" is no phrase", words);
    command.structure.phrases.push_back(*phrase);
  }
  const simdjson::dom::array relations = record.list("relation_map");
  if (relations.size() != command.pattern.parents.size()) {
    fail(ErrorKind::kInput, "\"relation_map\" has {}, the pattern {}",
         counted(relations.size(), "clause"), command.pattern.parents.size());
  }
  for (const auto clause : relations) read_clause(clause, command.pattern, command.structure);
  return command;
}

}  // namespace assay::reascan
