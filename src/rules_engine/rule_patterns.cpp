#include "assay/rules_engine/rule_patterns.h"

#include <algorithm>

namespace assay::rules {

namespace {

// Ground terms are names with ground inputs; ⊓ and ∃ always have inputs of their own, and so has
// what a rule may rewrite.
bool is_ground(const Term& term, GroundTable& table) {
  if (term.kind == Term::Kind::kString) return true;
  if (term.kind != Term::Kind::kApply || term.text == "new_var") return false;
  if (table.stays_open(table.symbol(term.text))) return false;
  return std::all_of(term.inputs.begin(), term.inputs.end(),
                     [&](const Term& input) { return is_ground(input, table); });
}

}  // namespace

std::uint32_t PatternList::slot(const std::string& variable) {
  return slots_.emplace(variable, static_cast<std::uint32_t>(slots_.size())).first->second;
}

std::uint32_t PatternList::add(const Term& term, GroundTable& table) {
  Pattern made;
  if (term.kind == Term::Kind::kVariable) {
    made.kind = Pattern::Kind::kSlot;
    made.slot = slot(term.text);
  } else if (is_ground(term, table)) {
    made.kind = term.kind == Term::Kind::kString ? Pattern::Kind::kText : Pattern::Kind::kGround;
    made.ground = table.add_term(term);
  } else if (term.kind == Term::Kind::kTop) {
    made.kind = Pattern::Kind::kTop;
  } else {
    const bool conjunction = term.kind == Term::Kind::kConjunction;
    made.kind = conjunction ? Pattern::Kind::kConjunction : Pattern::Kind::kApply;
    made.symbol = conjunction                        ? symbols::kConjunction
                  : term.kind == Term::Kind::kExists ? symbols::kExists
                                                     : table.symbol(term.text);
    std::vector<std::uint32_t> inputs;
    for (const Term& input : term.inputs) inputs.push_back(add(input, table));
    made.first_input = static_cast<std::uint32_t>(inputs_.size());
    made.input_count = static_cast<std::uint32_t>(inputs.size());
    inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
  }
  patterns_.push_back(made);
  texts_.push_back(term.kind == Term::Kind::kString ? term.text : std::string());
  return static_cast<std::uint32_t>(patterns_.size() - 1);
}

CompiledRule compile_rule(const RewriteRule& rule, std::uint32_t index, GroundTable& table) {
  CompiledRule made;
  made.index = index;
  made.left = made.patterns.add(rule.left, table);
  std::map<std::string, int> uses;
  const auto count = [&](const auto& self, const Term& term, int weight) -> void {
    if (term.kind == Term::Kind::kVariable) uses[term.text] += weight;
    for (const Term& input : term.inputs) self(self, input, weight);
  };
  count(count, rule.left, 1);
  for (const Term& fact : rule.knowledge) {
    made.knowledge.push_back(made.patterns.add(fact, table));
    count(count, fact, 2);
  }
  for (const Term& term : rule.right) made.right.push_back(made.patterns.add(term, table));
  made.tested.assign(made.patterns.slot_count(), false);
  for (const auto& [variable, times] : uses) {
    made.tested[made.patterns.slot(variable)] = times > 1;
  }
  const Pattern& left = made.patterns[made.left];
  const auto need = [&](std::uint32_t at) {
    const Pattern& pattern = made.patterns[at];
    if (pattern.kind == Pattern::Kind::kGround || pattern.kind == Pattern::Kind::kText) {
      made.symbols |= symbol_bit(table.term(pattern.ground).symbol);
    } else if (pattern.kind != Pattern::Kind::kSlot && pattern.kind != Pattern::Kind::kTop) {
      made.symbols |= symbol_bit(pattern.symbol);
    }
  };
  if (left.kind == Pattern::Kind::kConjunction) {
    for (const auto input : made.patterns.inputs(left)) need(input);
  } else if (left.kind == Pattern::Kind::kApply && left.input_count > 0) {
    need(made.patterns.inputs(left)[left.symbol == symbols::kExists ? 1 : 0]);
  }
  return made;
}

namespace {

// The values of variables while ground terms are compared with patterns.
struct GroundBindings {
  const PatternList& patterns;
  const GroundTable& table;
  std::vector<GroundId> slots;

  bool match(const Pattern& pattern, GroundId ground) {
    if (pattern.kind == Pattern::Kind::kSlot) {
      GroundId& value = slots[pattern.slot];
      if (value == kNotGround) value = ground;
      return value == ground;
    }
    if (pattern.kind != Pattern::Kind::kApply) return pattern.ground == ground;
    const GroundTerm term = table.term(ground);
    const auto inputs = patterns.inputs(pattern);
    if (term.symbol != pattern.symbol || term.inputs.size() != inputs.size()) return false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!match(patterns[inputs[i]], term.inputs[i])) return false;
    }
    return true;
  }
};

}  // namespace

void limit_roles(CompiledRule& rule, const Knowledge& knowledge, const GroundTable& table) {
  const Pattern& left = rule.patterns[rule.left];
  const Pattern* relation = nullptr;
  const auto is_relation = [](const Pattern& pattern) {
    return pattern.kind == Pattern::Kind::kApply && pattern.symbol == symbols::kExists;
  };
  if (is_relation(left)) relation = &left;
  if (left.kind == Pattern::Kind::kConjunction) {
    for (const auto input : rule.patterns.inputs(left)) {
      if (is_relation(rule.patterns[input])) relation = &rule.patterns[input];
    }
  }
  if (relation == nullptr) return;
  const Pattern& role = rule.patterns[rule.patterns.inputs(*relation)[0]];
  rule.roles.assign(table.size(), false);
  for (GroundId ground = 1; ground < table.size(); ++ground) {
    GroundBindings bindings{rule.patterns, table, {}};
    bindings.slots.assign(rule.patterns.slot_count(), kNotGround);
    if (!bindings.match(role, ground)) continue;
    rule.roles[ground] =
        std::all_of(rule.knowledge.begin(), rule.knowledge.end(), [&](std::uint32_t at) {
          const Pattern& wanted = rule.patterns[at];
          if (wanted.kind == Pattern::Kind::kGround) return true;  // says nothing about the role
          const auto facts = knowledge.of(wanted.symbol);
          return std::any_of(facts.begin(), facts.end(), [&](std::uint32_t f) {
            GroundBindings tried = bindings;
            const auto& inputs = knowledge.fact(f).inputs;
            const auto patterns = rule.patterns.inputs(wanted);
            for (std::size_t i = 0; i < inputs.size() && i < patterns.size(); ++i) {
              if (!tried.match(rule.patterns[patterns[i]], inputs[i])) return false;
            }
            return true;
          });
        });
  }
}

}  // namespace assay::rules
