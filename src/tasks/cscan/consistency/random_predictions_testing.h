// For tests only: what rules of single productions mean for every tree, and predictions drawn with
// them, right or edited.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/consistency/assertion.h"

namespace assay::cscan::samples {

inline Output substituted(const Output& right, const std::vector<Output>& values,
                          const std::vector<std::size_t>& shifts) {
  Output out;
  for (const char byte : right) {
    if (is_variable(byte)) {
      append_shifted(out, values[variable_number(byte)], shifts[variable_number(byte)]);
    } else {
      out += byte;
    }
  }
  return out;
}

// One rule for each production of the table.
class Basis {
 public:
  // `drops` in a hundred variables are left out; outputs may be empty if any are.
  Basis(const PhraseTable& phrases, Stream& stream, std::uint64_t drops) : phrases_(phrases) {
    const RuleSpace& space = phrases.space();
    rights_.resize(space.productions.size());
    std::vector<Action> actions(space.actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) actions[i] = static_cast<Action>(i);
    stream.shuffle(std::span(actions));
    for (const ProductionId id : phrases.productions()) {
      const std::size_t slots = space.productions[id].slots.size();
      Output& right = rights_[id];
      if (slots == 0) {
        const bool is_empty = stream.below(100) < drops;
        if (!is_empty) right += action_byte(actions[id % actions.size()]);
        continue;
      }
      for (std::size_t slot = 0; slot < slots; ++slot) {
        const bool is_dropped = stream.below(100) < drops;
        const std::size_t times = is_dropped ? 0 : 1 + stream.below(2);
        right.append(times, variable_byte(slot));
      }
      stream.shuffle(std::span(right.data(), right.size()));
    }
    for (std::size_t id = 0; id < phrases.size(); ++id) {
      const Phrase& phrase = phrases[static_cast<PhraseId>(id)];
      values_.push_back(phrase.is_variable() ? Output(1, variable_byte(0))
                                             : over(phrase.production, phrase.parts));
    }
  }

  Output value(const Tree& tree) const {
    return tree.is_phrase() ? values_[tree.parts[0]] : over(tree.top, tree.parts);
  }

 private:
  Output over(ProductionId id, const InlineVector<PhraseId, kMostSlots>& parts) const {
    std::vector<Output> values;
    std::vector<std::size_t> shifts;
    std::size_t shift = 0;
    for (const PhraseId part : parts) {
      values.push_back(values_[part]);
      shifts.push_back(shift);
      shift += phrases_[part].variables;
    }
    return substituted(rights_[id], values, shifts);
  }

  const PhraseTable& phrases_;
  std::vector<Output> rights_;
  std::vector<Output> values_;  // of phrases
};

// One edit: insert, delete, substitute or swap. A rule gets variables of its left side, too.
inline void edit(Output& output, std::size_t variables, std::size_t actions, Stream& stream) {
  const auto drawn = [&] {
    const std::uint64_t which = stream.below(actions + 2 * variables);
    return which < actions ? action_byte(static_cast<Action>(which))
                           : variable_byte((which - actions) % variables);
  };
  const std::uint64_t kind = output.empty() ? 0 : stream.below(4);
  const std::size_t at = stream.below(output.size() + (kind == 0 ? 1 : 0));
  if (kind == 0) {
    output.insert(output.begin() + static_cast<std::ptrdiff_t>(at), drawn());
  } else if (kind == 1) {
    output.erase(at, 1);
  } else if (kind == 2) {
    output[at] = drawn();
  } else {
    const std::size_t other = stream.below(output.size());
    std::swap(output[at], output[other]);
  }
}

// Any tree of the start's level, as likely as any other.
class TreeDraw {
 public:
  explicit TreeDraw(const PhraseTable& phrases) : phrases_(phrases) {
    for (const PhraseId id : phrases.choices(RuleSpace::kStart)) {
      if (!phrases[id].is_variable()) small_.push_back(id);
    }
    for (const ProductionId top : phrases.space().start_productions) {
      if (phrases.has(top)) tops_.push_back(top);
    }
    const auto& slots = phrases.space().productions[tops_.at(0)].slots;
    left_ = phrases.choices(slots[0]);
    right_ = phrases.choices(slots[1]);
  }

  Tree draw(Stream& stream) const {
    const std::uint64_t each = left_.size() * right_.size();
    const std::uint64_t at = stream.below(small_.size() + tops_.size() * each);
    if (at < small_.size()) return phrases_.tree(small_[at]);
    const std::uint64_t rest = (at - small_.size()) % each;
    const ProductionId top = tops_[(at - small_.size()) / each];
    return {top, {left_[rest / right_.size()], right_[rest % right_.size()]}};
  }

 private:
  const PhraseTable& phrases_;
  std::vector<PhraseId> small_;
  std::vector<ProductionId> tops_;
  std::span<const PhraseId> left_;
  std::span<const PhraseId> right_;
};

struct Prediction {
  Request request;
  Answer answer;
};

struct Mix {
  std::size_t commands = 430;
  std::size_t rules = 220;   // answered 1
  std::size_t silent = 350;  // answered 0 or ?
  std::size_t basis = 0;     // rules of single productions besides, answered 1
  std::uint64_t wrong = 0;  // in a hundred replies: edited, and their qualifier flipped in a fourth
};

// The predictions of one context: the answers of somebody who knows all rules, some of them edited.
inline std::vector<Prediction> predictions(const PhraseTable& phrases, const TreeDraw& trees,
                                           const Mix& mix, Stream& stream) {
  const Basis basis(phrases, stream, 0);
  const std::size_t actions = phrases.space().actions.size();
  std::vector<Prediction> all;
  const auto add = [&](const Tree& tree, Form form) {
    Prediction& one = all.emplace_back();
    Output value = basis.value(tree);
    one.answer.qualifier = Qualifier::kMonotonic;
    if (stream.below(100) < mix.wrong) {
      edit(value, phrases.variables(tree), actions, stream);
      if (stream.below(4) == 0) one.answer.qualifier = Qualifier::kDefeasible;
    }
    const bool is_rule = form == Form::kRule;
    one.request = {{tree, is_rule ? value : Output()}, form};
    one.answer.reply = is_rule ? Reply{Reply::Kind::kYes, {}} : Reply{Reply::Kind::kActions, value};
  };
  for (std::size_t commands = 0; commands < mix.commands;) {
    const Tree tree = trees.draw(stream);
    if (!phrases.is_command(tree)) continue;
    add(tree, Form::kCommand);
    ++commands;
  }
  for (std::size_t rules = 0; rules < mix.rules; ++rules) add(trees.draw(stream), Form::kRule);
  for (std::size_t rules = 0; rules < mix.basis; ++rules) {
    const auto productions = phrases.productions();
    add(phrases.basis_tree(productions[rules % productions.size()]), Form::kRule);
  }
  for (std::size_t silent = 0; silent < mix.silent; ++silent) {
    add(trees.draw(stream), Form::kRule);
    all.back().answer.reply.kind = stream.below(2) == 0 ? Reply::Kind::kNo : Reply::Kind::kUnknown;
  }
  return all;
}

}  // namespace assay::cscan::samples
