#include "assay/tasks/logic/reader/question_reader.h"

#include <fmt/format.h>

#include "assay/base/text.h"
#include "assay/tasks/logic/reader/formula_reader.h"

namespace assay::logic {

namespace {

constexpr std::string_view kTranslation = "Translate the following inference to logic notation: ";
constexpr std::string_view kOneStep =
    "What can be inferred from the following premises in a single inference step (ignoring "
    "inferences that add new predicates or constants)? ";
constexpr std::string_view kChain = "Consider the following premises. ";

// English words have two letters or more; of the words of notation only these have.
bool is_notation(std::string_view text) {
  if (text.starts_with("forall ") || text.starts_with("exists ")) return true;
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_letter = [&](char c) { return is_small(c) || (c >= 'A' && c <= 'Z'); };
  const bool word = text.size() > 1 && is_letter(text[0]) && is_small(text[1]);
  return !word;
}

class QuestionReader {
 public:
  QuestionReader(std::string_view input, QuestionText& out) : cursor_(input), out_(out) {}

  void read() {
    if (cursor_.text().size() > kLongestText) {
      cursor_.object(fmt::format("the text has more than {} bytes", with_commas(kLongestText)));
    } else if (cursor_.take(kTranslation)) {
      read_translation();
    } else if (cursor_.take(kOneStep)) {
      read_one_step();
    } else if (cursor_.take(kChain)) {
      read_chain();
    } else {
      cursor_.complain("\"Translate\", \"What can be inferred\" or \"Consider the following\"");
    }
    if (cursor_.good() && out_.question.english) build();
    out_.problem = cursor_.take_problem();
  }

 private:
  void read_translation() {
    out_.question.kind = QuestionKind::kTranslate;
    out_.question.english = true;
    if (!read_premises("Therefore ") || !read_asked()) return;
    read_end();
  }

  void read_one_step() {
    out_.question.kind = QuestionKind::kOneStep;
    out_.question.rule_names = cursor_.take("Name the inference rule being used: ");
    out_.question.english = !is_notation(cursor_.rest());
    read_premises("");
  }

  void read_chain() {
    out_.question.kind = QuestionKind::kChain;
    out_.question.english = !is_notation(cursor_.rest());
    if (!read_premises("Can we infer ")) return;
    if (out_.question.english) {
      if (!cursor_.take("the following from them? ")) {
        cursor_.complain("\"the following from them? \"");
        return;
      }
      out_.question.rule_names = cursor_.take("If we can, name the inference rule being used: ");
      if (read_asked()) read_end();
      return;
    }
    const std::size_t end = cursor_.rest().find(" from them?");
    if (end == std::string_view::npos) {
      cursor_.complain("a formula and \" from them?\"");
      return;
    }
    if (!read_notation(cursor_, end, out_.store, out_.names, out_.question.asked)) return;
    cursor_.skip(std::string_view(" from them?").size());
    out_.question.rule_names =
        cursor_.take(" If possible, name the inference rules being used at each step.");
    expect_end();
  }

  // Sentences up to the words that stand before what is asked, or up to the end.
  bool read_premises(std::string_view until) {
    do {
      FormulaId premise = kNoFormula;
      if (!read_sentence(premise)) return false;
      if (!out_.question.english) out_.question.premises.push_back(premise);
      if (++count_ > kMostFormulas) {
        return cursor_.object(fmt::format("there are more than {} premises", kMostFormulas));
      }
      if (!cursor_.take(".")) return cursor_.complain("\".\"");
      cursor_.skip_white();
      if (!until.empty() && cursor_.take(until)) return true;
    } while (!cursor_.at_end());
    if (until.empty()) return true;
    return cursor_.complain('"' + std::string(until) + '"');
  }

  bool read_sentence(FormulaId& id) {
    if (out_.question.english) {
      return read_clause(cursor_, out_.clauses.emplace_back(), out_.names.variable);
    }
    return read_notation(cursor_, cursor_.rest().find('.'), out_.store, out_.names, id);
  }

  bool read_asked() { return read_sentence(out_.question.asked); }

  void read_end() {
    if (cursor_.take(".")) {
      expect_end();
    } else {
      cursor_.complain("\".\"");
    }
  }
  void expect_end() {
    cursor_.skip_white();
    if (!cursor_.at_end()) cursor_.complain("the end");
  }

  void build() {
    const bool chain = out_.question.kind == QuestionKind::kChain;
    out_.lexicon.learn(out_.clauses, chain ? NameReading::kAsPredicates : NameReading::kShortest);
    for (const SaidClause& clause : out_.clauses) {
      out_.question.premises.push_back(out_.lexicon.build(clause, out_.store));
    }
    if (out_.question.kind == QuestionKind::kOneStep) return;
    out_.question.asked = out_.question.premises.back();
    out_.question.premises.pop_back();
  }

  TextCursor cursor_;
  QuestionText& out_;
  std::size_t count_ = 0;
};

}  // namespace

void read_question(std::string_view input, QuestionText& out) {
  out.problem.clear();
  out.question.premises.clear();
  out.question.asked = kNoFormula;
  out.question.rule_names = false;
  out.store.clear();
  out.names.propositions.clear();
  out.names.predicates.clear();
  out.names.constants.clear();
  out.names.variable.assign(1, kVariableLetters[0]);
  out.lexicon.clear();
  out.clauses.clear();
  QuestionReader(input, out).read();
}

}  // namespace assay::logic
