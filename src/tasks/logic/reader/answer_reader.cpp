#include "assay/tasks/logic/reader/answer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "assay/base/text.h"
#include "assay/tasks/logic/reader/formula_reader.h"

namespace assay::logic {

namespace {

struct Statement {
  std::string_view text;
  Outcome outcome;
};

constexpr std::array<Statement, 8> kStatements{{
    {"That is one of the premises.", Outcome::kPremise},
    {"The premises are contradictory, so we can infer anything from them.", Outcome::kAnything},
    {"The premises are contradictory and we can infer anything from them.", Outcome::kAnything},
    {"Notice, however, that the premises were contradictory, so we can infer anything from them.",
     Outcome::kAnything},
    {"That contradicts the premises.", Outcome::kRefuted},
    {"We cannot infer that from the premises.", Outcome::kOpen},
    {"Via the following inference chain.", Outcome::kYes},
    {"We can see why via the following inference chain.", Outcome::kRefutedLater},
}};

bool is_no(Outcome outcome) { return outcome >= Outcome::kRefuted; }
bool needs_chain(Outcome outcome) {
  return outcome == Outcome::kYes || outcome == Outcome::kRefutedLater;
}

class AnswerReader {
 public:
  AnswerReader(std::string_view text, QuestionText& question, AnswerText& out)
      : cursor_(text), question_(question), out_(out) {}

  void read() {
    cursor_.skip_white();
    if (cursor_.text().size() > kLongestText) {
      cursor_.object(fmt::format("the text has more than {} bytes", with_commas(kLongestText)));
    } else if (cursor_.rest().find_first_not_of(" \t\r\n") == std::string_view::npos) {
      out_.silent = true;
    } else if (question_.question.kind == QuestionKind::kTranslate) {
      read_translation();
    } else if (question_.question.kind == QuestionKind::kOneStep) {
      read_list();
    } else {
      read_sentences();
    }
    out_.problem = cursor_.take_problem();
  }

 private:
  bool english() const { return question_.question.english; }

  void read_translation() {
    out_.outcome = Outcome::kTranslation;
    out_.names = plain_names();
    bool last = false;
    while (!last && cursor_.good()) {
      last = cursor_.take("Therefore ");
      FormulaId id = kNoFormula;
      if (!read_notation(cursor_, cursor_.rest().find('.'), question_.store, out_.names, id)) {
        return;
      }
      if (last) {
        out_.conclusion = id;
      } else if (!count()) {
        return;
      } else {
        out_.premises.push_back(id);
      }
      if (!read_stop()) return;
    }
    if (!cursor_.at_end()) cursor_.complain("the end");
  }

  void read_list() {
    if (cursor_.take("Nothing can be inferred from these premises.")) {
      out_.outcome = Outcome::kNothing;
    } else if (cursor_.take(
                   "Since the premises are contradictory, we can infer anything from them.")) {
      out_.outcome = Outcome::kAnything;
    } else {
      out_.outcome = Outcome::kInferences;
      while (!cursor_.at_end()) {
        if (!read_inference()) return;
        cursor_.skip_white();
      }
      return;
    }
    cursor_.skip_white();
    if (!cursor_.at_end()) cursor_.complain("the end");
  }

  bool read_inference() {
    constexpr std::string_view kVia = " can be inferred via the ";
    if (!count()) return false;
    ClaimedStep& step = out_.steps.emplace_back();
    if (!read_formula(step.conclusion, {kVia})) return false;
    if (cursor_.take(kVia) && !read_rule(step.rule, " rule")) return false;
    return cursor_.take(".") || cursor_.complain("\".\"");
  }

  void read_sentences() {
    read_verdict_first();
    while (cursor_.good() && !cursor_.at_end()) {
      if (!read_sentence()) return;
      cursor_.skip_white();
    }
    if (cursor_.good()) conclude();
  }

  // "Yes." stands alone, "Yes, " and "No, " before a statement.
  void read_verdict_first() {
    for (const bool yes : {true, false}) {
      if (!cursor_.take(yes ? "Yes" : "No")) continue;
      verdict_ = yes;
      if (cursor_.take(", ")) return;
      if (!cursor_.take(".")) cursor_.complain("\".\" or \", \"");
      cursor_.skip_white();
      return;
    }
  }

  bool read_sentence() {
    if (done_ && !cursor_.rest().starts_with("Notice, ")) return cursor_.complain("the end");
    for (const Statement& statement : kStatements) {
      if (cursor_.take_opening(statement.text)) return claim(statement.outcome);
    }
    if (cursor_.take_opening("for example via the following inference chain.")) return true;
    if (cursor_.take("Therefore, the answer is ") || cursor_.take("Therefore the answer is ")) {
      return read_verdict_last();
    }
    if (cursor_.take_opening("we can infer ")) return read_bare_step();
    if (cursor_.take("From ") || cursor_.take("Finally, from ")) return read_step();
    return cursor_.complain("a step or a statement");
  }

  bool read_verdict_last() {
    const bool yes = cursor_.take("yes.");
    if (!yes && !cursor_.take("no.")) return cursor_.complain("\"yes.\" or \"no.\"");
    if (verdict_.has_value() && *verdict_ != yes) {
      return cursor_.object("the answer is both yes and no");
    }
    verdict_ = yes;
    done_ = true;
    return true;
  }

  bool claim(Outcome outcome) {
    if (claimed_ == Outcome::kYes && outcome == Outcome::kAnything) claimed_.reset();
    if (claimed_.has_value() && *claimed_ != outcome) {
      return cursor_.object(fmt::format("the answer says both \"{}\" and \"{}\"",
                                        name_for(*claimed_), name_for(outcome)));
    }
    claimed_ = outcome;
    return true;
  }

  static std::string_view name_for(Outcome outcome) {
    const auto* found =
        std::find_if(kStatements.begin(), kStatements.end(),
                     [&](const Statement& statement) { return statement.outcome == outcome; });
    return found->text.substr(0, found->text.size() - 1);
  }

  // We can infer X via the NAME rule; X may be "this".
  bool read_bare_step() {
    constexpr std::string_view kVia = " via the ";
    if (!count()) return false;
    ClaimedStep& step = out_.steps.emplace_back();
    if (cursor_.take("this")) {
      step.conclusion = question_.question.asked;
    } else if (!read_formula(step.conclusion, {kVia})) {
      return false;
    }
    if (cursor_.take(kVia) && !read_rule(step.rule, " rule")) return false;
    return cursor_.take(".") || cursor_.complain("\".\"");
  }

  bool read_step() {
    constexpr std::string_view kContradicts = ", which contradicts ";
    if (out_.contradicted != kNoFormula) {
      cursor_.object("there is a step behind the one that contradicts something");
      return false;
    }
    if (!count()) return false;
    ClaimedStep& step = out_.steps.emplace_back();
    if (!read_used(step)) return false;
    if (english() && !cursor_.take("that ")) return cursor_.complain("\"that \"");
    if (!read_formula(step.conclusion, {" via ", kContradicts})) return false;
    if (cursor_.take(" via ") && !read_rule(step.rule, "")) return false;
    if (cursor_.take(kContradicts)) {
      if (english() && !cursor_.take("that ")) return cursor_.complain("\"that \"");
      if (!read_formula(out_.contradicted, {})) return false;
    }
    return cursor_.take(".") || cursor_.complain("\".\"");
  }

  // A, B we can infer; the fact that A, that B, and that C we can infer
  bool read_used(ClaimedStep& step) {
    constexpr std::string_view kInfer = " we can infer ";
    if (english() && !cursor_.take("the fact that ")) return cursor_.complain("\"the fact that \"");
    while (true) {
      if (!read_formula(step.premises.emplace_back(), {kInfer, ", "}) || !count()) return false;
      if (cursor_.take(kInfer)) return true;
      const bool more =
          english() ? cursor_.take(", that ") || cursor_.take(", and that ") : cursor_.take(", ");
      if (!more) return cursor_.complain("a premise or \" we can infer \"");
    }
  }

  // A formula; in notation it ends before the first of these words or the full stop.
  bool read_formula(FormulaId& out, std::initializer_list<std::string_view> ends) {
    if (english()) {
      SaidClause clause;
      std::string variable;
      if (!read_clause(cursor_, clause, variable)) return false;
      out = question_.lexicon.build(clause, question_.store);
      return true;
    }
    const std::string_view sentence = cursor_.rest().substr(0, cursor_.rest().find('.'));
    std::size_t size = sentence.size();
    for (const std::string_view end : ends) {
      size = std::min(size, sentence.substr(0, size).find(end));
    }
    return read_notation(cursor_, size, question_.store, question_.names, out);
  }

  // Words up to `behind`, or to a full stop or comma.
  bool read_rule(std::string& rule, std::string_view behind) {
    const std::string_view rest = cursor_.rest();
    std::size_t size = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz ");
    size = std::min(size, rest.size());
    std::string_view name = rest.substr(0, size);
    if (!name.ends_with(behind) || name.size() == behind.size()) {
      return cursor_.complain(behind.empty() ? "the name of a rule"
                                             : "the name of a rule, \" rule\"");
    }
    name.remove_suffix(behind.size());
    rule = name;
    cursor_.skip(size);
    return true;
  }

  bool count() {
    if (++formulas_ <= kMostFormulas) return true;
    return cursor_.object(fmt::format("there are more than {} formulas", kMostFormulas));
  }

  bool read_stop() {
    if (!cursor_.take(".")) return cursor_.complain("\".\"");
    cursor_.skip_white();
    return true;
  }

  // Whether all that was said goes together.
  void conclude() {
    if (!verdict_.has_value()) {
      cursor_.complain("\"Therefore, the answer is yes.\" or \"... no.\"");
      return;
    }
    if (!claimed_.has_value()) {
      if (!*verdict_ && out_.steps.empty()) {
        cursor_.object("the answer is no, but it does not say why");
        return;
      }
      claimed_ = *verdict_ ? Outcome::kYes : Outcome::kRefutedLater;
    }
    out_.outcome = *claimed_;
    if (is_no(out_.outcome) == *verdict_) {
      cursor_.object(fmt::format("\"{}\" does not go with {}", name_for(out_.outcome),
                                 *verdict_ ? "yes" : "no"));
    } else if (!out_.steps.empty() && !needs_chain(out_.outcome) &&
               out_.outcome != Outcome::kAnything) {
      cursor_.object(fmt::format("\"{}\" needs no chain", name_for(out_.outcome)));
    } else if (out_.contradicted != kNoFormula && out_.outcome != Outcome::kRefutedLater) {
      cursor_.object("the chain contradicts something, but the answer is yes");
    }
  }

  TextCursor cursor_;
  QuestionText& question_;
  AnswerText& out_;
  std::size_t formulas_ = 0;
  std::optional<bool> verdict_;
  std::optional<Outcome> claimed_;
  bool done_ = false;
};

}  // namespace

AnswerText read_answer(std::string_view text, QuestionText& question) {
  AnswerText out;
  AnswerReader(text, question, out).read();
  return out;
}

}  // namespace assay::logic
