// Inputs and targets of the published LogicInference, word for word (section 2, appendix B).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/tasks/logic/published/notation.h"
#include "assay/tasks/logic/published/one_step.h"
#include "assay/tasks/logic/published/wording.h"

namespace assay::logic::published {

enum class Language : bool { kNotation, kEnglish };

// Writes the texts of one example in one language.
class AnswerWriter {
 public:
  AnswerWriter(const std::vector<Rule>& rules, const Clauses& clauses, const Naming& naming,
               const Wording& wording)
      : rules_(rules), clauses_(clauses), naming_(naming), wording_(wording) {}

  void set(Language language, bool rule_names, bool answer_first) {
    english_ = language == Language::kEnglish;
    rule_names_ = rule_names;
    answer_first_ = answer_first;
  }

  // "p -> q. p. Therefore q."
  void translation(std::span<const Clause> premises, Clause conclusion, std::string& out) const;

  void one_step_question(std::span<const Clause> premises, std::string& out) const;
  void one_step_answer(std::span<const Match* const> matches, std::string& out) const;

  void chain_question(std::span<const Clause> premises, Clause asked, std::string& out) const;
  void inference_answer(const Chain& chain, bool contradictory, std::string& out) const;
  void contradiction_answer(const Chain& chain, std::string& out) const;
  void premise_answer(std::string& out) const;
  void contradictory_answer(std::string& out) const;
  void unrelated_answer(std::string& out) const;

 private:
  void clause(Clause clause, std::string& out) const;
  void sentence(Clause clause, std::string& out) const;
  void sentences(std::span<const Clause> clauses, std::string& out) const;
  void steps(const std::vector<Step>& steps, std::string& out) const;
  void step_premises(const Step& step, std::string& out) const;

  const std::vector<Rule>& rules_;
  const Clauses& clauses_;
  const Naming& naming_;
  const Wording& wording_;
  bool english_ = false;
  bool rule_names_ = false;
  bool answer_first_ = false;
};

// The answer to a one-step question about premises that contradict each other.
inline constexpr std::string_view kAnythingFollows =
    "Since the premises are contradictory, we can infer anything from them.";

}  // namespace assay::logic::published
