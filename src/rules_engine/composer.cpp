#include "assay/rules_engine/composer.h"

#include <algorithm>

namespace assay::rules {

namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;
constexpr std::uint32_t kDeepest = 500;  // calls inside calls, rules on what rules make

}  // namespace

Composer::Composer(const RuleBase& base)
    : base_(base),
      store_(base.ground()),
      matcher_(store_, base.knowledge()),
      fact_makers_(base.knowledge().size(), kNoMaker) {}

void Composer::clear() {
  store_.clear();
  records_.clear();
  record_inputs_.clear();
  for (const auto fact : facts_in_use_) fact_makers_[fact] = kNoMaker;
  facts_in_use_.clear();
  entity_.clear();
  results_.clear();
  parts_.clear();
  for (auto& entry : memo_) entry.second = kNone;
  stated_.clear();
  pieces_.clear();
  begins_.clear();
  depth_ = 0;
  slots_.clear();
  stack_.clear();
  makers_.clear();
  facts_.clear();
  open_parts_.clear();
  inferring_ = 0;
}

MakerId Composer::record(RuleClass kind, std::uint32_t rule, std::span<const MakerId> inputs) {
  if (records_.size() >= kMostApplications) {
    fail(ErrorKind::kInput,
         "the rules do not come to an end: more than {} applications for one "
         "text",
         kMostApplications);
  }
  const auto first = static_cast<std::uint32_t>(record_inputs_.size());
  for (const MakerId input : inputs) {
    if (input == kNoMaker) continue;
    const auto known = std::find(record_inputs_.begin() + first, record_inputs_.end(), input);
    if (known == record_inputs_.end()) record_inputs_.push_back(input);
  }
  const auto count = static_cast<std::uint32_t>(record_inputs_.size()) - first;
  records_.push_back({kind, rule, first, count});
  return static_cast<MakerId>(records_.size() - 1);
}

MakerId Composer::know(std::uint32_t fact) {
  if (fact_makers_[fact] == kNoMaker) {
    fact_makers_[fact] = record(RuleClass::kKnowledge, fact, {});
    facts_in_use_.push_back(fact);
  }
  return fact_makers_[fact];
}

// --- phase 1 -----------------------------------------------------------------------------------

Composed Composer::apply(std::uint32_t grammar_rule, std::span<const Composed> constituents) {
  makers_.clear();
  for (const Composed& part : constituents) makers_.push_back(part.maker);
  const MakerId maker = record(RuleClass::kGrammar, grammar_rule, makers_);
  const CompiledForm& form = base_.form(grammar_rule);
  slots_.clear();
  for (const auto constituent : form.constituents) {
    slots_.push_back({true, constituents[constituent].form, kNotGround});
  }
  return {build(form.patterns, form.root, 0, maker), maker};
}

FormId Composer::new_string(bool entity, MakerId maker) {
  const auto number = static_cast<std::uint32_t>(entity_.size());
  entity_.push_back(entity);
  return store_.add_string(number, maker);
}

FormId Composer::build(const PatternList& patterns, std::uint32_t at, std::size_t slots,
                       MakerId maker) {
  const Pattern& pattern = patterns[at];
  switch (pattern.kind) {
    case Pattern::Kind::kSlot: {
      const Binding& binding = slots_[slots + pattern.slot];
      return binding.form != kNoForm ? binding.form : store_.add_ground(binding.ground, maker);
    }
    case Pattern::Kind::kGround:
    case Pattern::Kind::kText:
      return store_.add_ground(pattern.ground, maker);
    case Pattern::Kind::kTop:
      return store_.add(symbols::kTop, {}, kNoMaker);
    case Pattern::Kind::kApply:
    case Pattern::Kind::kConjunction:
      break;
  }
  if (pattern.symbol == symbols::kNewVariable) return new_string(false, maker);
  const std::size_t first = stack_.size();
  for (const auto input : patterns.inputs(pattern)) {
    const bool entity = pattern.symbol == symbols::kEntity &&
                        patterns[input].kind == Pattern::Kind::kApply &&
                        patterns[input].symbol == symbols::kNewVariable;
    const FormId made = entity ? new_string(true, maker) : build(patterns, input, slots, maker);
    stack_.push_back(made);
  }
  const auto inputs = std::span(stack_).subspan(first);
  const FormId made = pattern.kind == Pattern::Kind::kConjunction
                          ? store_.conjoin(inputs)
                          : store_.add(pattern.symbol, inputs, maker);
  stack_.resize(first);
  return normalise(made);
}

FormId Composer::normalise(FormId form) {
  for (;;) {
    const FormNode& node = store_.node(form);
    if (node.ground != kNotGround) return form;
    const Symbol root = node.symbol;
    const auto rules = base_.inference(root);
    if (rules.empty()) return form;
    const std::uint64_t symbols = store_.symbols_in(form);
    const CompiledRule* fits = nullptr;
    for (const CompiledRule& rule : rules) {
      if (!matcher_.match(rule, form, symbols)) continue;
      fits = &rule;
      break;
    }
    if (fits == nullptr) return form;
    form = infer(*fits, root);
    if (root != symbols::kConjunction) return form;
  }
}

FormId Composer::infer(const CompiledRule& rule, Symbol root) {
  const Match& match = matcher_.result();
  makers_ = match.tested;
  for (const auto fact : match.facts) {
    const MakerId known = know(fact);
    makers_.push_back(known);
  }
  const MakerId maker = record(RuleClass::kInference, rule.index, makers_);
  if (++inferring_ > kDeepest) {
    fail(ErrorKind::kInput, "the rules do not come to an end: {} is applied again and again",
         base_.rules().inference[rule.index].name);
  }
  const std::size_t slots = slots_.size();
  for (const Binding& slot : match.slots) slots_.push_back(slot);
  const std::size_t first = stack_.size();
  for (const FormId rest : match.rest) stack_.push_back(rest);
  const std::uint32_t right_at = rule.right.front();
  const Pattern& right = rule.patterns[right_at];
  FormId made = kNoForm;
  if (root == symbols::kConjunction && right.kind == Pattern::Kind::kConjunction) {
    // Conjuncts join those that the rule left alone before any other rule sees them.
    for (const auto input : rule.patterns.inputs(right)) {
      const FormId part = build(rule.patterns, input, slots, maker);
      stack_.push_back(part);
    }
    made = store_.conjoin(std::span(stack_).subspan(first));
  } else {
    made = build(rule.patterns, right_at, slots, maker);
    if (stack_.size() > first) {
      stack_.push_back(made);
      made = store_.conjoin(std::span(stack_).subspan(first));
    }
  }
  stack_.resize(first);
  slots_.resize(slots);
  --inferring_;
  return made;
}

// --- phase 2 -----------------------------------------------------------------------------------

bool Composer::resolve(Symbol function, FormId form) {
  const std::uint32_t result = evaluate(store_.add(function, {form}, kNoMaker));
  if (!results_[result].resolved) return false;
  stated_.assign(results_.size(), false);
  begins_.push_back(0);
  state(result);
  begins_.push_back(static_cast<std::uint32_t>(pieces_.size()));
  if (begins_[begins_.size() - 2] == begins_.back()) begins_.pop_back();
  return true;
}

std::uint32_t Composer::evaluate(FormId call) {
  const std::uint64_t hash = store_.node(call).hash;
  const auto at = static_cast<std::uint32_t>(results_.size());
  std::uint32_t& known = memo(hash);
  if (known != kNone) return known;
  known = at;  // a call that needs itself is not resolved
  results_.push_back({});
  results_.back().hash = hash;
  const Symbol function = store_.node(call).symbol;
  if (++depth_ > kDeepest) {
    fail(ErrorKind::kInput, "the rules do not come to an end: {} is called again and again",
         base_.ground().name(function));
  }
  const std::uint64_t symbols = store_.symbols_in(call);
  for (const CompiledRule& rule : base_.resolution(function)) {
    Result result;
    if (!matcher_.match(rule, call, symbols) || !evaluate_rule(rule, result)) continue;
    result.hash = hash;
    results_[at] = result;
    break;
  }
  --depth_;
  return at;
}

// Where the result of a call is kept, by its hash; kNone at first.
std::uint32_t& Composer::memo(std::uint64_t hash) {
  if (results_.size() * 2 >= memo_.size()) {
    memo_.assign(std::max<std::size_t>(256, memo_.size() * 2), {0, kNone});
    std::size_t at = 0;
    for (const Result& result : results_) {
      const auto number = static_cast<std::uint32_t>(at++);
      memo_[memo_place(result.hash)] = {result.hash, number};
    }
  }
  auto& entry = memo_[memo_place(hash)];
  entry.first = hash;
  return entry.second;
}

std::size_t Composer::memo_place(std::uint64_t hash) const {
  std::size_t at = hash & (memo_.size() - 1);
  while (memo_[at].second != kNone && memo_[at].first != hash) at = (at + 1) & (memo_.size() - 1);
  return at;
}

bool Composer::evaluate_rule(const CompiledRule& rule, Result& result) {
  const std::size_t slots = slots_.size();
  const std::size_t facts = facts_.size();
  const std::size_t inputs = makers_.size();
  const std::size_t parts = open_parts_.size();
  const Match& match = matcher_.result();
  for (const Binding& slot : match.slots) slots_.push_back(slot);
  for (const auto fact : match.facts) facts_.push_back(fact);
  result.resolved = std::all_of(rule.right.begin(), rule.right.end(),
                                [&](std::uint32_t at) { return add_part(rule, at, slots); });
  if (result.resolved) {
    for (std::size_t f = facts; f < facts_.size(); ++f) {
      const MakerId known = know(facts_[f]);
      makers_.push_back(known);
    }
    result.maker = record(RuleClass::kResolution, rule.index, std::span(makers_).subspan(inputs));
    result.first = static_cast<std::uint32_t>(parts_.size());
    result.count = static_cast<std::uint32_t>(open_parts_.size() - parts);
    const Part& first = open_parts_[parts];
    if (result.count == 1) {
      result.value = first.result != kNone ? results_[first.result].value : first.form;
    }
    parts_.insert(parts_.end(), open_parts_.begin() + static_cast<std::ptrdiff_t>(parts),
                  open_parts_.end());
  }
  slots_.resize(slots);
  facts_.resize(facts);
  makers_.resize(inputs);
  open_parts_.resize(parts);
  return result.resolved;
}

bool Composer::add_part(const CompiledRule& rule, std::uint32_t at, std::size_t slots) {
  const Pattern& pattern = rule.patterns[at];
  if (pattern.kind == Pattern::Kind::kText) {
    open_parts_.push_back({rule.patterns.text(at), kNoForm, kNone});
    return true;
  }
  if (pattern.kind == Pattern::Kind::kApply && base_.is_function(pattern.symbol) &&
      pattern.symbol != symbols::kNewVariable) {
    const std::size_t first = stack_.size();
    for (const auto input : rule.patterns.inputs(pattern)) {
      const FormId made = argument(rule, input, slots);
      if (made == kNoForm) {
        stack_.resize(first);
        return false;
      }
      stack_.push_back(made);
    }
    const FormId call = store_.add(pattern.symbol, std::span(stack_).subspan(first), kNoMaker);
    stack_.resize(first);
    const std::uint32_t result = evaluate(call);
    if (!results_[result].resolved) return false;
    makers_.push_back(results_[result].maker);
    open_parts_.push_back({{}, kNoForm, result});
    return true;
  }
  const FormId form = argument(rule, at, slots);
  if (form == kNoForm) return false;
  open_parts_.push_back({{}, form, kNone});
  return true;
}

// The form of an argument, calls inside it replaced by what they come to; kNoForm when one fails.
FormId Composer::argument(const CompiledRule& rule, std::uint32_t at, std::size_t slots) {
  const Pattern& pattern = rule.patterns[at];
  if (pattern.kind == Pattern::Kind::kSlot) {
    const Binding& binding = slots_[slots + pattern.slot];
    if (!binding.bound) return kNoForm;
    return binding.form != kNoForm ? binding.form : store_.add_ground(binding.ground, kNoMaker);
  }
  if (pattern.kind == Pattern::Kind::kGround || pattern.kind == Pattern::Kind::kText) {
    return store_.add_ground(pattern.ground, kNoMaker);
  }
  if (pattern.kind == Pattern::Kind::kTop) return store_.add(symbols::kTop, {}, kNoMaker);
  if (pattern.symbol == symbols::kNewVariable) {
    const std::size_t slot = slots + rule.patterns[rule.patterns.inputs(pattern)[0]].slot;
    if (!slots_[slot].bound) {
      const FormId made = new_string(false, kNoMaker);
      slots_[slot] = {true, made, kNotGround};
    }
    return slots_[slot].form;
  }
  const std::size_t first = stack_.size();
  for (const auto input : rule.patterns.inputs(pattern)) {
    const FormId made = argument(rule, input, slots);
    if (made == kNoForm) {
      stack_.resize(first);
      return kNoForm;
    }
    stack_.push_back(made);
  }
  const auto inputs = std::span(stack_).subspan(first);
  const FormId form = pattern.kind == Pattern::Kind::kConjunction
                          ? store_.conjoin(inputs)
                          : store_.add(pattern.symbol, inputs, kNoMaker);
  stack_.resize(first);
  if (pattern.kind == Pattern::Kind::kConjunction || !base_.is_function(pattern.symbol)) {
    return form;
  }
  const Result& result = results_[evaluate(form)];
  if (!result.resolved) return kNoForm;
  makers_.push_back(result.maker);
  return result.value;
}

// --- statements --------------------------------------------------------------------------------

namespace {

bool is_separator(std::string_view text) {
  return text == " . " || text.find('{') != std::string_view::npos || text == "}" || text == " }";
}

}  // namespace

// Parts between separators: one call alone states what it states, once; anything else is spelled.
void Composer::state(std::uint32_t at) {
  if (stated_[at]) return;
  stated_[at] = true;
  const Result result = results_[at];
  const auto parts = std::span(parts_).subspan(result.first, result.count);
  for (std::size_t i = 0; i < parts.size();) {
    if (is_separator(parts[i].text)) {
      if (parts[i].text.find('{') != std::string_view::npos) {
        pieces_.push_back({parts[i].text, kNone});
        begins_.push_back(static_cast<std::uint32_t>(pieces_.size()));
      }
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < parts.size() && !is_separator(parts[end].text)) ++end;
    const bool in_body = begins_.size() > 1;
    if (in_body && end - i == 1 && parts[i].result != kNone) {
      state(parts[i].result);
    } else {
      for (std::size_t k = i; k < end; ++k) spell(parts[k]);
      if (in_body) begins_.push_back(static_cast<std::uint32_t>(pieces_.size()));
    }
    i = end;
  }
}

void Composer::spell(const Part& part) {
  if (part.result != kNone) {
    const Result result = results_[part.result];
    for (std::uint32_t i = 0; i < result.count; ++i) spell(parts_[result.first + i]);
    return;
  }
  if (part.form == kNoForm) {
    pieces_.push_back({part.text, kNone});
    return;
  }
  const FormNode& node = store_.node(part.form);
  if (node.symbol == symbols::kNewString) {
    pieces_.push_back({{}, node.first});
  } else {
    pieces_.push_back({ground_text(node.ground), kNone});
  }
}

std::string_view Composer::ground_text(GroundId ground) const {
  const GroundTerm term = store_.ground_term(ground);
  return base_.ground().name(term.symbol == symbols::kGivenString
                                 ? store_.ground_term(term.inputs[0]).symbol
                                 : term.symbol);
}

}  // namespace assay::rules
