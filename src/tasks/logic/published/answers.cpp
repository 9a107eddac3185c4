#include "assay/tasks/logic/published/answers.h"

namespace assay::logic::published {

void AnswerWriter::clause(Clause clause, std::string& out) const {
  if (english_) {
    wording_.append(clause, out);
  } else {
    append_notation(clauses_, clause, naming_, out);
  }
}

void AnswerWriter::sentence(Clause clause, std::string& out) const {
  if (english_) {
    wording_.append_sentence(clause, out);
  } else {
    append_notation(clauses_, clause, naming_, out);
  }
}

void AnswerWriter::sentences(std::span<const Clause> clauses, std::string& out) const {
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (i > 0) out += ". ";
    sentence(clauses[i], out);
  }
}

void AnswerWriter::translation(std::span<const Clause> premises, Clause conclusion,
                               std::string& out) const {
  sentences(premises, out);
  out += ". Therefore ";
  clause(conclusion, out);
  out += '.';
}

void AnswerWriter::one_step_question(std::span<const Clause> premises, std::string& out) const {
  out +=
      "What can be inferred from the following premises in a single inference step (ignoring "
      "inferences that add new predicates or constants)? ";
  if (rule_names_) out += "Name the inference rule being used: ";
  sentences(premises, out);
  out += '.';
}

void AnswerWriter::one_step_answer(std::span<const Match* const> matches, std::string& out) const {
  if (matches.empty()) {
    out += "Nothing can be inferred from these premises.";
    return;
  }
  bool first = true;
  for (const Match* const match : matches) {
    for (const Clause inference : match->inferences) {
      if (!first) out += ". ";
      first = false;
      sentence(inference, out);
      if (!rule_names_) continue;
      out += " can be inferred via the ";
      out += rules_[match->rule].name;
      out += " rule";
    }
  }
  out += '.';
}

// Quirk: without a wish for rule names the notation's question ends in a blank.
void AnswerWriter::chain_question(std::span<const Clause> premises, Clause asked,
                                  std::string& out) const {
  out += "Consider the following premises. ";
  sentences(premises, out);
  if (english_) {
    out += ". Can we infer the following from them? ";
    if (rule_names_) out += "If we can, name the inference rule being used: ";
    sentence(asked, out);
    out += '.';
    return;
  }
  out += ". Can we infer ";
  clause(asked, out);
  out += " from them? ";
  if (rule_names_) out += "If possible, name the inference rules being used at each step.";
}

void AnswerWriter::inference_answer(const Chain& chain, bool contradictory,
                                    std::string& out) const {
  if (chain.steps.size() == 1) {
    // Quirk: without rule names there is nothing but "Yes.", wherever the answer belongs.
    if (!rule_names_) {
      out += "Yes.";
      return;
    }
    out += answer_first_ ? "Yes, we can infer " : "We can infer ";
    if (english_) {
      out += "this";
    } else {
      clause(chain.clause, out);
    }
    out += " via the ";
    out += rules_[chain.steps.front().rule].name;
    out += answer_first_ ? " rule." : " rule. Therefore, the answer is yes.";
    return;
  }
  if (answer_first_) {
    out += contradictory
               ? "Yes, the premises are contradictory, so we can infer anything from them."
                 " For example via the following inference chain."
               : "Yes, via the following inference chain.";
  }
  // Quirk: an answer at the end begins with a blank.
  steps(chain.steps, out);
  if (answer_first_) return;
  out += " Therefore, the answer is yes.";
  if (contradictory) {
    out +=
        " Notice, however, that the premises were contradictory, so we can infer anything from "
        "them.";
  }
}

void AnswerWriter::contradiction_answer(const Chain& chain, std::string& out) const {
  if (chain.steps.size() <= 1) {
    // Quirk: a comma is missing here and below, but not behind a chain.
    out += answer_first_ ? "No, that contradicts the premises."
                         : "That contradicts the premises. Therefore the answer is no.";
    return;
  }
  if (answer_first_) out += "No, we can see why via the following inference chain.";
  steps(chain.steps, out);
  out.pop_back();
  out += english_ ? ", which contradicts that " : ", which contradicts ";
  sentence(chain.clause, out);
  out += '.';
  if (!answer_first_) out += " Therefore, the answer is no.";
}

void AnswerWriter::premise_answer(std::string& out) const {
  out += answer_first_ ? "Yes, that is one of the premises."
                       : "That is one of the premises. Therefore, the answer is yes.";
}

void AnswerWriter::contradictory_answer(std::string& out) const {
  out += answer_first_ ? "Yes, the premises are contradictory, so we can infer anything from them."
                       : "The premises are contradictory and we can infer anything from them. "
                         "Therefore, the answer is yes.";
}

void AnswerWriter::unrelated_answer(std::string& out) const {
  out += answer_first_ ? "No, we cannot infer that from the premises."
                       : "We cannot infer that from the premises. Therefore the answer is no.";
}

void AnswerWriter::steps(const std::vector<Step>& steps, std::string& out) const {
  for (const Step& step : steps) {
    out += &step == &steps.back() ? " Finally, from " : " From ";
    step_premises(step, out);
    out += english_ ? " we can infer that " : " we can infer ";
    clause(step.conclusion, out);
    if (rule_names_) {
      out += " via ";
      out += rules_[step.rule].name;
    }
    out += '.';
  }
}

void AnswerWriter::step_premises(const Step& step, std::string& out) const {
  for (std::size_t i = 0; i < step.size; ++i) {
    if (i > 0) out += english_ && i + 1 == step.size ? ", and " : ", ";
    if (english_) out += i == 0 ? "the fact that " : "that ";
    clause(step.clauses[i], out);
  }
}

}  // namespace assay::logic::published
