#include "assay/tasks/logic/row.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/logic/notation.h"
#include "assay/tasks/logic/reader/answer_reader.h"
#include "assay/tasks/logic/reader/question_reader.h"
#include "assay/tasks/logic/sound/canonical.h"
#include "assay/tasks/logic/sound/example_maker.h"

namespace assay::logic {

namespace {

// Premises and what is asked, named by first appearance.
std::string plain_text(FormulaStore& store, std::vector<FormulaId> formulas, FormulaId asked) {
  if (asked != kNoFormula) formulas.push_back(asked);
  isolate_facts(store, formulas);
  Names names;
  name_by_appearance(store, formulas, names);
  std::string text;
  for (const FormulaId id : formulas) {
    append_text(text, store, id, names);
    text += ". ";
  }
  return text;
}

// The rules that an answer names; without names only how many there are can be compared.
bool has_chain(const AnswerText& answer, bool rule_names, const std::vector<std::string>& chain) {
  if (answer.steps.size() != chain.size()) return false;
  for (std::size_t i = 0; rule_names && i < chain.size(); ++i) {
    if (answer.steps[i].rule != chain[i]) return false;
  }
  return true;
}

}  // namespace

const Schema& logic_schema() {
  static const Schema kSchema{
      {{"input", ValueType::kText, Role::kInput, "the question", {"inputs"}},
       {"target", ValueType::kText, Role::kTarget, "the answer with its chain", {"targets"}},
       {"type", ValueType::kText, Role::kMetadata, "1, 2a, 2b, 3a or 3b", {}},
       {"outcome",
        ValueType::kText,
        Role::kMetadata,
        "what the answer says: yes, refuted, open ...",
        {},
        "answer"},
       {"premises", ValueType::kTexts, Role::kMetadata, "in logic notation, as shown", {}},
       {"asked", ValueType::kText, Role::kMetadata, "what is asked, in logic notation", {}},
       {"chain", ValueType::kTexts, Role::kMetadata, "rules of the answer, in order", {}},
       {"problem", ValueType::kInteger, Role::kMetadata, "number of the inference problem", {}},
       {"half", ValueType::kText, Role::kMetadata, "published: train or test; else empty", {}}}};
  return kSchema;
}

void isolate_facts(FormulaStore& store, std::span<FormulaId> formulas) {
  std::uint32_t propositions = 0;
  for (const FormulaId id : formulas) {
    store.visit_atoms(id, [&](const Formula& atom) {
      if (atom.op == Op::kProposition) propositions = std::max(propositions, atom.first + 1);
    });
  }
  isolate(store, formulas, propositions);
}

void write_answer(const RuleBook& book, const Question& question, const Answer& answer,
                  Example& out) {
  out.fields[kType] = type_name(question);
  out.fields[kAnswer] = std::string(name_of(answer.outcome));
  auto& chain = std::get<std::vector<std::string>>(out.fields[kChain]);
  for (const Step& step : answer.steps) chain.push_back(book[step.rule].name);
}

void write_formulas(const FormulaStore& store, const Question& question, const Names& names,
                    Example& out) {
  Names plain;
  if (question.english) {
    std::vector<FormulaId> shown = question.premises;
    if (question.asked != kNoFormula) shown.push_back(question.asked);
    name_by_appearance(store, shown, plain);
  }
  const Names& used = question.english ? plain : names;
  auto& premises = std::get<std::vector<std::string>>(out.fields[kPremises]);
  for (const FormulaId id : question.premises) premises.push_back(to_text(store, id, used));
  if (question.asked != kNoFormula) out.fields[kAsked] = to_text(store, question.asked, used);
}

RowFormulas::RowFormulas(const Example& row) {
  Names names;
  const auto read = [&](const std::string& text) {
    const ParsedFormula parsed = parse_formula(text, store, names);
    if (!parsed.problem.empty()) {
      fail(ErrorKind::kInput, "{}: \"{}\" is no formula: {}", id_of("logic", row), printable(text),
           parsed.problem);
    }
    return parsed.id;
  };
  for (const std::string& text : texts_at(row, kPremises)) premises.push_back(read(text));
  if (!text_at(row, kAsked).empty()) asked = read(text_at(row, kAsked));
}

std::uint64_t problem_form(RowFormulas& row) {
  std::vector<FormulaId> premises = row.premises;
  isolate_facts(row.store, premises);
  return canonical_hash(row.store, premises);
}

std::uint64_t question_form(RowFormulas& row) {
  std::vector<FormulaId> formulas = row.premises;
  if (row.asked != kNoFormula) formulas.push_back(row.asked);
  isolate_facts(row.store, formulas);
  const std::span<const FormulaId> premises = std::span(formulas).first(row.premises.size());
  return canonical_hash(row.store, premises,
                        row.asked == kNoFormula ? kNoFormula : formulas.back());
}

std::string difference_from_texts(const Example& row) {
  QuestionText text;
  read_question(row.input(), text);
  if (!text.problem.empty()) return "the question cannot be read: " + text.problem;
  const Question& question = text.question;
  RowFormulas fields(row);
  const std::string type = type_name(question);
  if (type != text_at(row, kType)) {
    return fmt::format("the question is of type {}, not {}", type, printable(text_at(row, kType)));
  }
  const std::string read = plain_text(text.store, question.premises, question.asked);
  const std::string said = plain_text(fields.store, fields.premises, fields.asked);
  if (read != said) return fmt::format("the question reads \"{}\", the fields \"{}\"", read, said);
  const AnswerText answer = read_answer(row.target(), text);
  if (!answer.problem.empty()) return "the target cannot be read: " + answer.problem;
  if (name_of(answer.outcome) != text_at(row, kAnswer)) {
    return fmt::format("the target says {}, the field \"answer\" {}", name_of(answer.outcome),
                       printable(text_at(row, kAnswer)));
  }
  if (!has_chain(answer, question.rule_names, texts_at(row, kChain))) {
    return "the target has other steps than the field \"chain\"";
  }
  return "";
}

}  // namespace assay::logic
