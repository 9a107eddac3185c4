#include "assay/tasks/cfq/grounded_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/cfq/compiler/compiler.h"
#include "assay/tasks/cfq/evaluator/evaluator.h"
#include "assay/tasks/cfq/row.h"

namespace assay::cfq {

namespace {

using Texts = std::vector<std::string>;

std::optional<std::size_t> number_of_placeholder(std::string_view word) {
  if (!word.starts_with('M')) return std::nullopt;
  const auto number = parse_number(word.substr(1));
  return number ? std::optional<std::size_t>(*number) : std::nullopt;
}

// Compares a question with its pattern, from left to right.
class QuestionMatcher {
 public:
  QuestionMatcher(std::string_view question, const Texts& names) : rest_(question), names_(names) {}

  bool matches(std::string_view pattern) {
    const auto words = split_words(pattern);
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::string_view word = words[at];
      if (word == "'s") {
        if (!take(name_ends_in_s_ ? "'" : "'s")) return false;
        continue;
      }
      if (at > 0 && word != "," && !take(" ")) return false;
      name_ends_in_s_ = false;
      if (const auto number = number_of_placeholder(word)) {
        if (*number >= names_.size() || !take(names_[*number])) return false;
        name_ends_in_s_ = names_[*number].back() == 's';
      } else if (word == "a") {
        if (!take("a")) return false;
        const std::string_view next = words[std::min(at + 1, words.size() - 1)];
        const bool is_vowel = std::string_view("aeiou").find(
                                  static_cast<char>(next.front() | 0x20)) != std::string_view::npos;
        if (is_vowel && !take("n")) return false;
      } else if (!take(word)) {
        return false;
      }
    }
    return rest_.empty();
  }

 private:
  bool take(std::string_view text) {
    if (text.empty() || !rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string_view rest_;
  const Texts& names_;
  bool name_ends_in_s_ = false;
};

// The query with the ids of the entities for M0, M1 ...; line by line, as it is written.
std::string with_entities(std::string_view query, const Texts& entities) {
  std::string text;
  for (const std::string_view line : split_text(query, '\n')) {
    if (!text.empty()) text += '\n';
    std::string_view between;
    for (const std::string_view word : split_text(line, ' ')) {
      text += between;
      between = " ";
      const auto number = number_of_placeholder(word);
      text += number && *number < entities.size() ? fmt::format("ns:{}", entities[*number])
                                                  : std::string(word);
    }
  }
  return text;
}

class GroundedCheck {
 public:
  GroundedCheck(const Example& row, Target target, const Knowledge& knowledge,
                const KnowledgeBase* stored)
      : row_(row), target_(target), knowledge_(knowledge), stored_(stored) {}

  std::string find() const {
    // Each believes what the ones before it have shown.
    std::string problem = defect_of_names();
    if (problem.empty()) problem = defect_of_texts();
    if (problem.empty()) problem = defect_of_answers();
    return problem;
  }

 private:
  // Each name belongs to its entity and to no other.
  std::string defect_of(const Texts& names, const Texts& entities) const {
    if (names.size() != entities.size()) {
      return fmt::format("there are {} names for {} entities", names.size(), entities.size());
    }
    for (std::size_t at = 0; at < names.size(); ++at) {
      const NameOwners owners = knowledge_.owners_of(names[at]);
      if (owners.count > 1) {
        return fmt::format("{} entities are called \"{}\"", owners.count, printable(names[at]));
      }
      if (!owners.is_one() || owners.key != entities[at]) {
        return fmt::format("{} is not called \"{}\"", printable(entities[at]),
                           printable(names[at]));
      }
    }
    return {};
  }

  bool is_closed() const {
    const Texts& answers = texts_at(row_, kAnswersColumn);
    return answers == Texts{"Yes"} || answers == Texts{"No"};
  }

  std::string defect_of_names() const {
    std::string problem = defect_of(texts_at(row_, kNamesColumn), texts_at(row_, kEntitiesColumn));
    const Texts& ids = texts_at(row_, kAnswerEntitiesColumn);
    if (problem.empty() && !(is_closed() && ids.empty())) {
      problem = defect_of(texts_at(row_, kAnswersColumn), ids);
    }
    return problem;
  }

  std::string defect_of_texts() const {
    QuestionMatcher matcher(row_.input(), texts_at(row_, kNamesColumn));
    if (!matcher.matches(text_at(row_, kPatternColumn))) {
      return "the question is not its pattern with these names";
    }
    const std::string filled =
        with_entities(text_at(row_, kPatternQueryColumn), texts_at(row_, kEntitiesColumn));
    const auto expected = compiler::read_query(filled);
    const auto given = compiler::read_query(query_of(row_, target_));
    if (!expected || !given) return "the query is not in the published form";
    if (!compiler::same(*expected, *given)) {
      return fmt::format("the query is not its pattern with these entities: {}",
                         compiler::difference(*expected, *given));
    }
    if (target_ == Target::kAnswer &&
        row_.target() != answer_text(texts_at(row_, kAnswersColumn))) {
      return "the target is not the list of answers";
    }
    return {};
  }

  // What the query says. Nothing when it takes too long.
  std::optional<KnownAnswer> say(const std::string& text) const {
    KnownAnswer said;
    if (stored_ == nullptr) {
      const auto parsed = parse_query(text);
      if (parsed.query) said = knowledge_.answer(*parsed.query);
      return said.is_abandoned ? std::nullopt : std::optional(said);
    }
    const auto found = evaluator::evaluate(*compiler::read_query(text), stored_->facts());
    if (!found.is_complete) return std::nullopt;
    said.is_yes = found.has_solution;
    for (const evaluator::Entity each : found.answers) {
      said.keys.push_back(stored_->store().key(each));
    }
    return said;
  }

  std::string defect_of_answers() const {
    const std::string& text = query_of(row_, target_);
    const bool is_open = compiler::read_query(text)->open;
    const auto said = say(text);
    if (!said) return "the answer takes too long to be checked";
    const Texts& answers = texts_at(row_, kAnswersColumn);
    if (!is_open) {
      const bool says_yes = answers == Texts{"Yes"};
      if (!is_closed()) return "a yes/no question is answered by neither Yes nor No";
      if (says_yes == said->is_yes) return {};
      return says_yes ? "the answer is Yes, but nothing in the knowledge base satisfies the query"
                      : "the answer is No, but the knowledge base satisfies the query";
    }
    if (said->keys.empty()) return "an open question has no answer in the knowledge base";
    if (said->keys == texts_at(row_, kAnswerEntitiesColumn)) return {};
    return fmt::format("the knowledge base gives other answers: {} of them, first {}",
                       said->keys.size(), said->keys.front());
  }

  const Example& row_;
  Target target_;
  const Knowledge& knowledge_;
  const KnowledgeBase* stored_;
};

}  // namespace

std::string grounded_defect(const Example& row, Target target, const Knowledge& knowledge,
                            const KnowledgeBase* stored, bool asks_compiler) {
  if (asks_compiler) {
    std::string objection =
        compiler::objection(text_at(row, kPatternColumn), text_at(row, kPatternQueryColumn));
    if (!objection.empty()) return objection;
  }
  return GroundedCheck(row, target, knowledge, stored).find();
}

}  // namespace assay::cfq
