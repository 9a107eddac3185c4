#include "assay/tasks/logic/derivation.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace assay::logic {

namespace {

constexpr std::array<std::string_view, 3> kScopes{"", "all ", "some "};
constexpr std::array<std::string_view, 10> kForms{
    "atom", "not atom", "if", "iff", "and", "or", "not if", "not iff", "not and", "not or"};
constexpr std::array<std::string_view, 5> kTypes{"type 1", "type 2a", "type 2b", "type 3a",
                                                 "type 3b"};

std::size_t shape_of(const FormulaStore& store, FormulaId id) {
  const Formula whole = store[id];
  const std::size_t scope = whole.op == Op::kForAll ? 1 : whole.op == Op::kExists ? 2 : 0;
  const FormulaId body = scope == 0 ? id : whole.first;
  const bool negated = store[body].op == Op::kNot;
  const Formula inside = store[store.atom_of(body)];
  std::size_t form = negated ? 1 : 0;
  if (is_binary(inside.op)) {
    form = (negated ? 6U : 2U) + static_cast<std::size_t>(inside.op) -
           static_cast<std::size_t>(Op::kImplies);
  }
  return scope * kForms.size() + form;
}

// p -> q, p |- q
std::string schema_text(const RuleBook& book, const InferenceRule& rule) {
  static const Names kNames = plain_names();
  std::string text;
  const auto add_all = [&](std::span<const FormulaId> schemas) {
    for (std::size_t i = 0; i < schemas.size(); ++i) {
      if (i > 0) text += ", ";
      append_text(text, book.schemas(), schemas[i], kNames);
    }
  };
  add_all(rule.premises);
  text += " |- ";
  add_all(rule.inferences);
  if (rule.inferences.empty()) text += "nothing";
  return text;
}

std::size_t type_of(const Question& question) {
  if (question.kind == QuestionKind::kTranslate) return 0;
  return (question.kind == QuestionKind::kOneStep ? 1U : 3U) + (question.english ? 1U : 0U);
}

}  // namespace

Derivations::Derivations(const RuleBook& book) {
  const auto begin = [&] { return static_cast<RuleId>(table_.size()); };
  first_inference_ = begin();
  for (const InferenceRule& rule : book.rules()) {
    std::string name = rule.name;  // rules that share one are counted
    for (int again = 2; table_.find(name); ++again) name = rule.name + ' ' + std::to_string(again);
    table_.add(std::move(name), RuleKind::kInference, schema_text(book, rule));
  }
  first_outcome_ = begin();
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Outcome::kOpen); ++i) {
    table_.add("answer " + std::string(name_of(static_cast<Outcome>(i))), RuleKind::kMeaning);
  }
  const auto add_shapes = [&](std::string_view verb) {
    for (const auto scope : kScopes) {
      for (const auto form : kForms) {
        std::string name(verb);
        name += scope;
        name += form;
        table_.add(std::move(name), RuleKind::kSurface);
      }
    }
  };
  first_written_ = begin();
  add_shapes("write ");
  first_said_ = begin();
  add_shapes("say ");
  first_type_ = begin();
  for (const auto type : kTypes) table_.add(std::string(type), RuleKind::kJoin);
}

RuleId Derivations::wording(const FormulaStore& store, FormulaId id, bool english) const {
  return (english ? first_said_ : first_written_) + static_cast<RuleId>(shape_of(store, id));
}

void Derivations::write(const FormulaStore& store, const Question& question, const Answer& answer,
                        RuleGraph& out) const {
  out.clear();
  struct Known {
    FormulaId id;
    NodeId node;
    bool used;
  };
  std::vector<Known> known;
  std::vector<NodeId> inputs;
  for (const FormulaId id : question.premises) {
    known.push_back({id, out.apply(wording(store, id, question.english), {}), false});
  }
  const std::size_t given = known.size();
  for (const Step& step : answer.steps) {
    inputs.clear();
    for (const FormulaId id : step.used()) {
      const auto end = question.kind == QuestionKind::kOneStep
                           ? known.begin() + static_cast<std::ptrdiff_t>(given)
                           : known.end();
      const auto at = std::find_if(known.begin(), end, [&](const Known& k) { return k.id == id; });
      if (at == end) continue;  // the release sometimes leaves a step out that it needs
      at->used = true;
      if (std::find(inputs.begin(), inputs.end(), at->node) == inputs.end()) {
        inputs.push_back(at->node);
      }
    }
    known.push_back({step.conclusion, out.apply(first_inference_ + step.rule, inputs), false});
  }
  inputs.clear();
  for (std::size_t i = given; i < known.size(); ++i) {
    if (!known[i].used) inputs.push_back(known[i].node);
  }
  const auto outcome = static_cast<RuleId>(answer.outcome);
  const NodeId answered = out.apply(first_outcome_ + outcome, inputs);
  inputs.clear();
  for (std::size_t i = 0; i < given; ++i) {
    if (!known[i].used) inputs.push_back(known[i].node);
  }
  inputs.push_back(answered);
  if (question.asked != kNoFormula) {
    inputs.push_back(out.apply(wording(store, question.asked, question.english), {}));
  }
  out.apply(first_type_ + static_cast<RuleId>(type_of(question)), inputs);
}

}  // namespace assay::logic
