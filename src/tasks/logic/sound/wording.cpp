#include "assay/tasks/logic/sound/wording.h"

#include <span>
#include <string_view>

#include "assay/tasks/logic/sound/english.h"

namespace assay::logic {

namespace {

class QuestionWriter {
 public:
  QuestionWriter(std::string& out, const Question& question, const Voice& voice)
      : out_(out), question_(question), voice_(voice) {}

  void write_input() {
    switch (question_.kind) {
      case QuestionKind::kTranslate:
        out_ += "Translate the following inference to logic notation: ";
        return write_inference();
      case QuestionKind::kOneStep:
        out_ +=
            "What can be inferred from the following premises in a single inference step (ignoring "
            "inferences that add new predicates or constants)? ";
        if (question_.rule_names) out_ += "Name the inference rule being used: ";
        write_list(question_.premises);
        out_ += '.';
        return;
      case QuestionKind::kChain:
        break;
    }
    out_ += "Consider the following premises. ";
    write_list(question_.premises);
    if (question_.english) {
      out_ += ". Can we infer the following from them? ";
      if (question_.rule_names) out_ += "If we can, name the inference rule being used: ";
      write_sentence(question_.asked);
      out_ += '.';
    } else {
      out_ += ". Can we infer ";
      write(question_.asked);
      out_ += " from them?";
      if (question_.rule_names) {
        out_ += " If possible, name the inference rules being used at each step.";
      }
    }
  }

  void write_inference() {
    write_list(question_.premises);
    out_ += ". Therefore ";
    write(question_.asked);
    out_ += '.';
  }

  void write_inferences(std::span<const Step> steps, const RuleBook& book) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i > 0) out_ += ' ';
      write_sentence(steps[i].conclusion);
      if (question_.rule_names) {
        out_ += " can be inferred via the ";
        out_ += book[steps[i].rule].name;
        out_ += " rule";
      }
      out_ += '.';
    }
  }

  void write_chain(std::span<const Step> steps, const RuleBook& book, bool refutes) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool last = i + 1 == steps.size();
      if (i > 0) out_ += ' ';
      out_ += last && i > 0 ? "Finally, from " : "From ";
      write_used(steps[i].used());
      out_ += question_.english ? " we can infer that " : " we can infer ";
      write(steps[i].conclusion);
      if (question_.rule_names) {
        out_ += " via ";
        out_ += book[steps[i].rule].name;
      }
      if (last && refutes) {
        out_ += question_.english ? ", which contradicts that " : ", which contradicts ";
        write(question_.asked);
      }
      out_ += '.';
    }
  }

 private:
  void write(FormulaId id) {
    if (voice_.phrases != nullptr) {
      append_english(out_, voice_.store, id, *voice_.phrases);
    } else {
      append_text(out_, voice_.store, id, *voice_.names);
    }
  }
  void write_sentence(FormulaId id) {
    if (voice_.phrases != nullptr) {
      append_sentence(out_, voice_.store, id, *voice_.phrases);
    } else {
      append_text(out_, voice_.store, id, *voice_.names);
    }
  }
  void write_list(std::span<const FormulaId> formulas) {
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      if (i > 0) out_ += ". ";
      write_sentence(formulas[i]);
    }
  }
  // A, B or: the fact that A, that B, and that C
  void write_used(std::span<const FormulaId> formulas) {
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      if (i > 0) out_ += ", ";
      if (question_.english) {
        if (i > 0 && i + 1 == formulas.size()) out_ += "and ";
        out_ += i == 0 ? "the fact that " : "that ";
      }
      write(formulas[i]);
    }
  }

  std::string& out_;
  const Question& question_;
  const Voice& voice_;
};

bool is_no(Outcome outcome) { return outcome >= Outcome::kRefuted; }

// What is said of an answer that needs no chain.
std::string_view statement(Outcome outcome, AnswerPlace place) {
  const bool end = place == AnswerPlace::kEnd;
  switch (outcome) {
    case Outcome::kPremise:
      return end ? "That is one of the premises." : "Yes, that is one of the premises.";
    case Outcome::kAnything:
      return end ? "The premises are contradictory, so we can infer anything from them."
                 : "Yes, the premises are contradictory, so we can infer anything from them.";
    case Outcome::kRefuted:
      return end ? "That contradicts the premises." : "No, that contradicts the premises.";
    case Outcome::kOpen:
      return end ? "We cannot infer that from the premises."
                 : "No, we cannot infer that from the premises.";
    case Outcome::kYes:
      return end ? "" : "Yes, via the following inference chain. ";
    case Outcome::kRefutedLater:
      return end ? "" : "No, we can see why via the following inference chain. ";
    default:
      return "";
  }
}

}  // namespace

void append_input(std::string& out, const Question& question, const Voice& voice) {
  QuestionWriter(out, question, voice).write_input();
}

void append_target(std::string& out, const Question& question, const Answer& answer,
                   const RuleBook& book, const Voice& voice, AnswerPlace place) {
  QuestionWriter writer(out, question, voice);
  switch (answer.outcome) {
    case Outcome::kTranslation:
      return writer.write_inference();
    case Outcome::kInferences:
      return writer.write_inferences(answer.steps, book);
    case Outcome::kNothing:
      out += "Nothing can be inferred from these premises.";
      return;
    default:
      break;
  }
  if (question.kind == QuestionKind::kOneStep) {
    out += "Since the premises are contradictory, we can infer anything from them.";
    return;
  }
  out += statement(answer.outcome, place);
  writer.write_chain(answer.steps, book, is_no(answer.outcome));
  if (place == AnswerPlace::kBeginning) return;
  out += is_no(answer.outcome) ? " Therefore, the answer is no." : " Therefore, the answer is yes.";
}

}  // namespace assay::logic
