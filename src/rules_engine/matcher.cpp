#include "assay/rules_engine/matcher.h"

#include <algorithm>
#include <array>
#include <span>

namespace assay::rules {

// Whether one of the form's ∃R.C has a role that the rule can work on.
bool Matcher::has_role(const CompiledRule& rule, FormId form) const {
  if (rule.roles.empty()) return true;
  const auto has = [&](FormId relation) {
    const FormNode& node = store_.node(relation);
    if (node.symbol != symbols::kExists) return false;
    const GroundId role = store_.node(store_.input(relation, 0)).ground;
    // Terms of this text alone, and what is not ground: look closer.
    return role == kNotGround || role >= rule.roles.size() || rule.roles[role];
  };
  if (store_.node(form).symbol != symbols::kConjunction) return has(form);
  const auto conjuncts = store_.inputs(form);
  return std::any_of(conjuncts.begin(), conjuncts.end(), has);
}

bool Matcher::match_closely(const CompiledRule& rule, FormId form) {
  rule_ = &rule;
  match_.slots.assign(rule.patterns.slot_count(), {});
  match_.tested.clear();
  match_.facts.clear();
  match_.rest.clear();
  goals_.clear();
  groups_.clear();
  elements_.clear();
  used_.clear();
  trail_.clear();
  taken_.clear();
  goals_.push_back({rule.left, form, 0});
  return solve(0);
}

void Matcher::undo(std::size_t trail) {
  while (trail_.size() > trail) {
    match_.slots[trail_.back()] = {};
    trail_.pop_back();
  }
}

bool Matcher::bind_form(std::uint32_t slot, FormId form) {
  Binding& binding = match_.slots[slot];
  const FormNode& node = store_.node(form);
  if (rule_->tested[slot]) match_.tested.push_back(node.maker);
  if (!binding.bound) {
    binding = {true, form, node.ground};
    trail_.push_back(slot);
    return true;
  }
  if (binding.ground != kNotGround || node.ground != kNotGround) {
    return binding.ground == node.ground;
  }
  return binding.form != kNoForm && store_.equal(binding.form, form);
}

bool Matcher::bind_ground(std::uint32_t slot, GroundId ground) {
  Binding& binding = match_.slots[slot];
  if (!binding.bound) {
    binding = {true, kNoForm, ground};
    trail_.push_back(slot);
    return true;
  }
  return binding.ground == ground;
}

bool Matcher::match_ground(const Pattern& pattern, GroundId ground) {
  switch (pattern.kind) {
    case Pattern::Kind::kSlot:
      return bind_ground(pattern.slot, ground);
    case Pattern::Kind::kGround:
    case Pattern::Kind::kText:
      return pattern.ground == ground;
    case Pattern::Kind::kApply: {
      const GroundTerm term = store_.ground_term(ground);
      const auto inputs = rule_->patterns.inputs(pattern);
      if (term.symbol != pattern.symbol || term.inputs.size() != inputs.size()) return false;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!match_ground(rule_->patterns[inputs[i]], term.inputs[i])) return false;
      }
      return true;
    }
    case Pattern::Kind::kConjunction:
    case Pattern::Kind::kTop:
      return false;
  }
  return false;
}

// Goals that can be met in one way only are met in a row; what follows a choice is tried for each.
bool Matcher::solve(std::size_t at) {
  const std::size_t trail = trail_.size();
  const std::size_t tested = match_.tested.size();
  const std::size_t goals = goals_.size();
  const std::size_t groups = groups_.size();
  const std::size_t elements = elements_.size();
  bool fits = true;
  for (; fits && at < goals_.size(); ++at) {
    const Goal goal = goals_[at];
    if (goal.form == kNoForm) {
      fits = choose(goal, at);
      if (fits) return true;
    } else {
      fits = meet(goal, at == 0);
    }
  }
  if (fits && know(0)) return true;
  undo(trail);
  match_.tested.resize(tested);
  goals_.resize(goals);
  groups_.resize(groups);
  elements_.resize(elements);
  used_.resize(elements);
  return false;
}

// Compares one pattern with its form; parts of both become goals.
bool Matcher::meet(const Goal& goal, bool root) {
  const Pattern& pattern = rule_->patterns[goal.pattern];
  switch (pattern.kind) {
    case Pattern::Kind::kSlot:
      return bind_form(pattern.slot, goal.form);
    case Pattern::Kind::kGround:
    case Pattern::Kind::kText:
      match_.tested.push_back(store_.node(goal.form).maker);
      return store_.node(goal.form).ground == pattern.ground;
    case Pattern::Kind::kTop:
      return store_.node(goal.form).symbol == symbols::kTop;
    case Pattern::Kind::kApply:
      return meet_apply(pattern, goal.form);
    case Pattern::Kind::kConjunction:
      return meet_conjunction(goal.pattern, goal.form, root);
  }
  return false;
}

bool Matcher::meet_apply(const Pattern& pattern, FormId form) {
  const FormNode& node = store_.node(form);
  match_.tested.push_back(node.maker);
  if (node.ground != kNotGround) return match_ground(pattern, node.ground);
  if (node.symbol != pattern.symbol || node.count != pattern.input_count) return false;
  const auto patterns = rule_->patterns.inputs(pattern);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    goals_.push_back({patterns[i], store_.input(form, i), 0});
  }
  return true;
}

bool Matcher::meet_conjunction(std::uint32_t pattern, FormId form, bool root) {
  const std::uint32_t wanted = rule_->patterns[pattern].input_count;
  const bool alone = store_.node(form).symbol != symbols::kConjunction;
  if (alone && wanted > 1) return false;
  const auto inputs = store_.inputs(form);
  if (inputs.size() < wanted) return false;
  const auto first = static_cast<std::uint32_t>(elements_.size());
  for (const FormId input : inputs) elements_.push_back(input);
  used_.resize(elements_.size(), 0);
  const auto group = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back({pattern, first, static_cast<std::uint32_t>(inputs.size()), root});
  for (const auto input : rule_->patterns.inputs(rule_->patterns[pattern])) {
    if (rule_->patterns[input].kind != Pattern::Kind::kSlot) {
      goals_.push_back({input, kNoForm, group});
    }
  }
  return true;
}

bool Matcher::choose(const Goal& goal, std::size_t at) {
  const Group group = groups_[goal.group];
  const Pattern& pattern = rule_->patterns[goal.pattern];
  for (std::uint32_t e = group.first; e < group.first + group.count; ++e) {
    if (used_[e] != 0) continue;
    const FormNode& node = store_.node(elements_[e]);
    if (pattern.kind == Pattern::Kind::kApply && node.symbol != pattern.symbol) continue;
    used_[e] = 1;
    const std::size_t trail = trail_.size();
    const std::size_t tested = match_.tested.size();
    const std::size_t before = goals_.size();
    goals_.push_back({goal.pattern, elements_[e], 0});
    // The new goal stands last; those between are solved before it.
    if (solve(at + 1)) return true;
    goals_.resize(before);
    undo(trail);
    match_.tested.resize(tested);
    used_[e] = 0;
  }
  return false;
}

// The ground term that a pattern of knowledge has come to, or kNotGround while it is open.
GroundId Matcher::value(const Pattern& pattern) {
  if (pattern.kind == Pattern::Kind::kGround || pattern.kind == Pattern::Kind::kText) {
    return pattern.ground;
  }
  if (pattern.kind == Pattern::Kind::kSlot) return match_.slots[pattern.slot].ground;
  if (pattern.kind != Pattern::Kind::kApply) return kNotGround;
  std::array<GroundId, 4> inputs{};
  const auto patterns = rule_->patterns.inputs(pattern);
  if (patterns.size() > inputs.size()) return kNotGround;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    inputs[i] = value(rule_->patterns[patterns[i]]);
    if (inputs[i] == kNotGround) return kNotGround;
  }
  return store_.table().find(pattern.symbol, std::span(inputs).first(patterns.size()));
}

bool Matcher::know(std::size_t k) {
  if (k == rule_->knowledge.size()) return finish_groups(0);
  const Pattern& wanted = rule_->patterns[rule_->knowledge[k]];
  if (wanted.kind == Pattern::Kind::kGround) {  // no variables
    const GroundTerm term = store_.ground_term(wanted.ground);
    for (const auto f : knowledge_.of(term.symbol)) {
      const auto& inputs = knowledge_.fact(f).inputs;
      if (!std::equal(inputs.begin(), inputs.end(), term.inputs.begin(), term.inputs.end())) {
        continue;
      }
      match_.facts.push_back(f);
      if (know(k + 1)) return true;
      match_.facts.pop_back();
      return false;
    }
    return false;
  }
  std::span<const std::uint32_t> facts = knowledge_.of(wanted.symbol);
  const auto patterns = rule_->patterns.inputs(wanted);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Pattern& input = rule_->patterns[patterns[i]];
    const GroundId known = value(input);
    if (known != kNotGround) {
      const auto fewer = knowledge_.with(wanted.symbol, i, known);
      if (fewer.size() < facts.size()) facts = fewer;
    } else if (input.kind == Pattern::Kind::kSlot && match_.slots[input.slot].bound) {
      return false;  // stands for something that is not ground
    }
  }
  for (const auto f : facts) {
    const Knowledge::Fact& fact = knowledge_.fact(f);
    if (fact.inputs.size() != patterns.size()) continue;
    const std::size_t trail = trail_.size();
    bool fits = true;
    for (std::size_t i = 0; fits && i < fact.inputs.size(); ++i) {
      fits = match_ground(rule_->patterns[patterns[i]], fact.inputs[i]);
    }
    match_.facts.push_back(f);
    if (fits && know(k + 1)) return true;
    match_.facts.pop_back();
    undo(trail);
  }
  return false;
}

// Variables among conjuncts: bound ones find their elements, then open ones take one each, and the
// last of them the rest.
bool Matcher::finish_groups(std::size_t g) {
  if (g == groups_.size()) return true;
  const Group group = groups_[g];
  const std::size_t tested = match_.tested.size();
  const std::size_t first_taken = taken_.size();
  const bool fits = take_bound(group) && give_open(g) && finish_groups(g + 1);
  if (!fits) {
    for (std::size_t i = first_taken; i < taken_.size(); ++i) used_[taken_[i]] = 0;
    taken_.resize(first_taken);
    match_.tested.resize(tested);
  }
  return fits;
}

bool Matcher::take_bound(const Group& group) {
  const auto take = [&](const auto& same) {
    std::uint32_t e = group.first;
    while (e < group.first + group.count && (used_[e] != 0 || !same(elements_[e]))) ++e;
    if (e == group.first + group.count) return kNoForm;
    used_[e] = 1;
    taken_.push_back(e);
    match_.tested.push_back(store_.node(elements_[e]).maker);
    return elements_[e];
  };
  for (const auto input : rule_->patterns.inputs(rule_->patterns[group.pattern])) {
    const Pattern& pattern = rule_->patterns[input];
    if (pattern.kind != Pattern::Kind::kSlot || !match_.slots[pattern.slot].bound) continue;
    Binding& binding = match_.slots[pattern.slot];
    if (binding.ground != kNotGround) {
      const FormId found =
          take([&](FormId form) { return store_.node(form).ground == binding.ground; });
      if (found == kNoForm) return false;
      if (binding.form == kNoForm) binding.form = found;
    } else if (store_.node(binding.form).symbol == symbols::kConjunction) {
      for (const FormId part : store_.inputs(binding.form)) {
        if (take([&](FormId form) { return store_.equal(form, part); }) == kNoForm) return false;
      }
    } else if (take([&](FormId form) { return store_.equal(form, binding.form); }) == kNoForm) {
      return false;
    }
  }
  return true;
}

bool Matcher::give_open(std::size_t g) {
  const Group group = groups_[g];
  std::uint32_t open = kNoForm;
  for (const auto input : rule_->patterns.inputs(rule_->patterns[group.pattern])) {
    const Pattern& pattern = rule_->patterns[input];
    if (pattern.kind != Pattern::Kind::kSlot || match_.slots[pattern.slot].bound) continue;
    if (open != kNoForm) {
      std::uint32_t e = group.first;
      while (e < group.first + group.count && used_[e] != 0) ++e;
      if (e == group.first + group.count) return false;
      used_[e] = 1;
      taken_.push_back(e);
      bind_form(open, elements_[e]);
    }
    open = pattern.slot;
  }
  return give_rest(g, open);
}

bool Matcher::give_rest(std::size_t g, std::uint32_t slot) {
  const Group group = groups_[g];
  std::vector<FormId>& rest = left_over_;
  rest.clear();
  for (std::uint32_t e = group.first; e < group.first + group.count; ++e) {
    if (used_[e] == 0) rest.push_back(elements_[e]);
  }
  if (slot != kNoForm) {
    if (rest.empty()) return false;
    return bind_form(slot, rest.size() == 1 ? rest.front() : store_.conjoin(rest));
  }
  if (group.root) {
    match_.rest = rest;
    return true;
  }
  return rest.empty();
}

}  // namespace assay::rules
