#include "assay/grounded/vector_vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/json_parser.h"
#include "assay/base/text.h"

namespace assay::grounded {

namespace {

// Words that mean no shape or colour, such as sizes, are passed over.
void add_word(std::string_view word, VectorVocabulary& out) {
  for (std::size_t i = 0; i < world::kShapes; ++i) {
    const auto shape = static_cast<world::Shape>(i);
    if (name_of(shape) == word) out.shapes.push_back(shape);
  }
  for (std::size_t i = 0; i < world::kColours; ++i) {
    const auto colour = static_cast<world::Colour>(i);
    if (name_of(colour) == word) out.colours.push_back(colour);
  }
}

// A list of words, or an object of words and meanings.
void add_words(const std::string& json, VectorVocabulary& out) {
  simdjson::dom::parser parser = make_json_parser();
  simdjson::dom::element value;
  if (parser.parse(json).get(value) != simdjson::SUCCESS) return;
  if (simdjson::dom::array list; value.get(list) == simdjson::SUCCESS) {
    for (const auto word : list) add_word(text_of(word), out);
  } else if (simdjson::dom::object words; value.get(words) == simdjson::SUCCESS) {
    for (const auto& [word, meaning] : words) add_word(text_of(meaning), out);
  }
}

// "...;NN -> square;JJ -> red;..."
void add_grammar(const std::string& json, VectorVocabulary& out) {
  simdjson::dom::parser parser = make_json_parser();
  std::string_view rules;
  if (parser.parse(json).get(rules) != simdjson::SUCCESS) return;
  for (std::string_view rule : split_text(rules, ';')) {
    if (!rule.starts_with("NN -> ") && !rule.starts_with("JJ -> ")) continue;
    add_word(rule.substr(6), out);
  }
}

std::optional<VectorVocabulary> vocabulary_of(const DocumentValues& values) {
  VectorVocabulary found;
  const auto nouns = values.find("nouns");
  const auto colours = values.find("color_adjectives");
  if (nouns != values.end() && colours != values.end()) {
    add_words(nouns->second, found);
    add_words(colours->second, found);
  } else if (const auto grammar = values.find("grammar"); grammar != values.end()) {
    add_grammar(grammar->second, found);
  }
  if (found.shapes.empty()) return std::nullopt;
  return found;
}

// Empty for a thing that the words do not have.
std::string bits_of(const world::Thing& thing, const VectorVocabulary& words) {
  const auto has = [](const auto& all, auto word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  if (!has(words.shapes, thing.shape) || !has(words.colours, thing.colour)) return "";
  return vector_of(thing, words.words());
}

std::string problem_in(const PublishedSituation& situation, const VectorVocabulary& words) {
  const auto differs = [](std::string_view what, std::string_view given, std::string_view wanted) {
    return fmt::format("the vector of {} is {}, not {}", what, given, wanted);
  };
  for (std::size_t i = 0; i < situation.vectors.size(); ++i) {
    const std::string bits = bits_of(situation.world.things[i], words);
    if (situation.vectors[i] != bits) {
      return differs(fmt::format("object {}", i), situation.vectors[i], bits);
    }
  }
  const std::string bits = bits_of(situation.target, words);
  return situation.target_vector == bits ? ""
                                         : differs("the target", situation.target_vector, bits);
}

}  // namespace

void VectorVocabularies::begin(const DocumentValues& before) {
  if (const auto own = vocabulary_of(before)) choices_ = {*own};
}

std::string VectorVocabularies::end(const DocumentValues& all) const {
  const auto own = vocabulary_of(all);
  if (!own || std::find(choices_.begin(), choices_.end(), *own) != choices_.end()) return "";
  return "\"nouns\" and \"color_adjectives\" have another order than the vectors were read in";
}

std::string VectorVocabularies::problem(const PublishedSituation& situation) const {
  std::string first;
  for (const VectorVocabulary& words : choices_) {
    std::string found = problem_in(situation, words);
    if (found.empty()) return "";
    if (first.empty()) first = std::move(found);
  }
  return first;
}

}  // namespace assay::grounded
