#include "assay/tasks/cscan/context.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/cscan/edits.h"
#include "assay/tasks/cscan/theory/closure.h"
#include "assay/tasks/cscan/tree_draws.h"

namespace assay::cscan {

namespace {

constexpr std::uint16_t kAttempts = 10'000;
constexpr int kTriesOfItem = 200;
constexpr std::uint64_t kEvenOver = 100;      // contexts
constexpr std::size_t kMostOfOneVariant = 2;  // no wrong rule has three items for it

std::size_t place_of(const PhraseTable& phrases, ProductionId production) {
  const auto all = phrases.productions();
  return static_cast<std::size_t>(std::ranges::find(all, production) - all.begin());
}

}  // namespace

const Rule& Context::basis_of(ProductionId production) const {
  return basis[place_of(*phrases, production)];
}

ProductionSet Context::told(Telling wanted) const {
  ProductionSet set = 0;
  for (std::size_t i = 0; i < telling.size(); ++i) {
    if (telling[i] == wanted) set |= set_of(phrases->productions()[i]);
  }
  return set;
}

Knowledge Context::knowledge() const {
  std::vector<Rule> rules;
  for (const Item& item : items) rules.push_back(item.rule);
  Theory monotonic(*phrases, rules);
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (telling[i] == Telling::kIllustrated) rules.push_back(basis[i]);
  }
  return {std::move(monotonic), Theory(*phrases, rules)};
}

// One try to make a context; any step may give up.
class ContextMaker::Attempt {
 public:
  Attempt(const ContextMaker& maker, std::size_t explicit_rules, Stream& stream)
      : maker_(maker), space_(maker.space_), explicit_rules_(explicit_rules), stream_(stream) {}

  std::optional<Context> make() {
    choose_productions();
    if (!draw_basis() || !is_short_enough()) return std::nullopt;
    choose_tellings();
    tell_explicit_rules();
    if (!tell_others()) return std::nullopt;
    if (maker_.settings_.least_commands > 0) {
      settled_ = settled_commands();
      if (*settled_ < maker_.settings_.least_commands) return std::nullopt;
    }
    if (maker_.settings_.is_wanted && !maker_.settings_.is_wanted(context_)) return std::nullopt;
    return std::move(context_);
  }

  // Commands that the context settles without induction; only of a whole context, where
  // least_commands asks for some.
  std::optional<std::uint64_t> settled() const { return settled_; }

 private:
  const PhraseTable& phrases() const { return *context_.phrases; }

  void choose_productions() {
    if (maker_.whole_) {
      context_.phrases = maker_.whole_;
      return;
    }
    std::vector<ProductionId> all(space_.productions.size());
    std::iota(all.begin(), all.end(), ProductionId{0});
    std::vector<ProductionId> chosen;
    do {
      stream_.shuffle(std::span(all));
      chosen.assign(all.begin(), all.begin() + space_.limits.rules);
    } while (!has_enough(chosen));
    std::ranges::sort(chosen);
    context_.phrases = std::make_shared<const PhraseTable>(space_, chosen);
  }

  bool has_enough(const std::vector<ProductionId>& chosen) const {
    std::vector<std::uint32_t> counts(space_.levels.size());
    for (const ProductionId id : chosen) ++counts[space_.productions[id].result];
    for (std::size_t level = 0; level < counts.size(); ++level) {
      if (counts[level] < space_.least[level]) return false;
    }
    return true;
  }

  bool draw_basis() {
    std::vector<Action> actions(space_.actions.size());
    std::iota(actions.begin(), actions.end(), Action{0});
    stream_.shuffle(std::span(actions));
    std::size_t used = 0;
    for (const ProductionId id : phrases().productions()) {
      const Production& production = space_.productions[id];
      Rule rule{phrases().basis_tree(id), {}};
      if (!space_.basis.empty()) {
        for (const Symbol& symbol : space_.basis[id]) {
          rule.right +=
              symbol.is_variable ? variable_byte(symbol.number) : action_byte(symbol.number);
        }
      } else if (production.slots.empty()) {
        const char action = action_byte(actions[used++ % actions.size()]);
        const bool doubled = stream_.below(100) < space_.limits.doubled;
        rule.right.assign(doubled ? 2 : 1, action);
      } else if (!draw_output(id, rule.right)) {
        return false;
      }
      context_.basis.push_back(std::move(rule));
    }
    return true;
  }

  // Every variable some times, in any order; two rules of one variable and level differ.
  bool draw_output(ProductionId id, Output& output) {
    const Production& production = space_.productions[id];
    for (int i = 0; i < kTriesOfItem; ++i) {
      output.clear();
      for (std::size_t variable = 0; variable < production.slots.size(); ++variable) {
        const std::uint64_t times = 1 + stream_.below(space_.limits.repeats);
        output.append(times, variable_byte(variable));
      }
      if (output.size() > space_.limits.length) continue;
      stream_.shuffle(std::span(output.data(), output.size()));
      if (i + 1 == kTriesOfItem || !is_taken(production, output)) return true;
    }
    return false;
  }

  bool is_taken(const Production& production, const Output& output) const {
    if (production.slots.size() != 1) return false;
    for (std::size_t i = 0; i < context_.basis.size(); ++i) {
      const Production& other = space_.productions[phrases().productions()[i]];
      if (other.slots.size() == 1 && other.result == production.result &&
          context_.basis[i].right == output) {
        return true;
      }
    }
    return false;
  }

  bool is_short_enough() const {
    const Limits& limits = space_.limits;
    std::uint64_t total = 0;
    for (const Rule& rule : context_.basis) total += rule.right.size();
    if (limits.most_rules_length > 0 && total > limits.most_rules_length) return false;
    return limits.most_reply == 0 || longest_reply() <= limits.most_reply;
  }

  // What the longest phrase of a slot means is as long as the longest of its parts make it.
  std::uint64_t longest_reply() const {
    std::vector<std::uint64_t> longest(space_.levels.size());  // by slot
    const auto note = [&](ProductionId id) {
      const Production& production = space_.productions[id];
      std::uint64_t length = 0;
      for (const char byte : context_.basis_of(id).right) {
        length += is_variable(byte) ? longest[production.slots[variable_number(byte)]] : 1;
      }
      for (std::size_t slot = 0; slot < longest.size(); ++slot) {
        if (space_.fits(production.result, static_cast<Level>(slot))) {
          longest[slot] = std::max(longest[slot], length);
        }
      }
    };
    for (const auto& order : {space_.inner_productions, space_.start_productions}) {
      for (const ProductionId id : order) {
        if (phrases().has(id)) note(id);
      }
    }
    return longest[RuleSpace::kStart];
  }

  void choose_tellings() {
    const std::size_t rules = context_.basis.size();
    const std::size_t told = std::min(explicit_rules_, rules);
    order_.resize(rules);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    stream_.shuffle(std::span(order_));
    context_.explicit_rules = static_cast<std::uint32_t>(told);
    context_.telling.assign(rules, Telling::kIllustrated);
    std::size_t hidden = told;
    const auto mark = [&](std::uint32_t count, Telling telling) {
      for (std::uint32_t i = 0; i < count && hidden < rules; ++i) {
        context_.telling[order_[hidden++]] = telling;
      }
    };
    for (std::size_t i = 0; i < told; ++i) context_.telling[order_[i]] = Telling::kExplicit;
    mark(maker_.settings_.contradicted, Telling::kContradicted);
    mark(maker_.settings_.insufficient, Telling::kInsufficient);
    stream_.shuffle(std::span(order_).subspan(told));
  }

  void tell_explicit_rules() {
    for (std::size_t i = 0; i < context_.explicit_rules; ++i) {
      context_.items.push_back({context_.basis[order_[i]], Form::kRule});
    }
  }

  // Items are values under the whole basis, or under one variant of it; each must agree with all
  // that came before and with the illustrated rules.
  bool tell_others() {
    std::vector<Rule> known;
    for (const Item& item : context_.items) known.push_back(item.rule);
    for (std::size_t i = 0; i < context_.basis.size(); ++i) {
      if (context_.telling[i] == Telling::kIllustrated) known.push_back(context_.basis[i]);
    }
    Theory agreed(phrases(), known);
    const ProductionSet unsettled =
        context_.told(Telling::kInsufficient) | context_.told(Telling::kContradicted);
    for (std::size_t i = context_.explicit_rules; i < order_.size(); ++i) {
      const ProductionId id = phrases().productions()[order_[i]];
      const TreeDraws draws(phrases(), unsettled & ~set_of(id));
      const Telling telling = context_.telling[order_[i]];
      bool is_told = false;
      if (telling == Telling::kContradicted) {
        is_told = contradict(id, draws, agreed);
      } else {
        is_told = show(id, telling == Telling::kIllustrated ? 2 : 1, draws, agreed);
      }
      if (!is_told) return false;
    }
    return true;
  }

  std::uint64_t settled_commands() const {
    std::vector<Rule> rules;
    for (const Item& item : context_.items) rules.push_back(item.rule);
    const Theory theory(phrases(), rules);
    return Closure(theory, Closure::Kind::kCommands).weight();
  }

  bool is_new(const Tree& tree) const {
    return std::ranges::none_of(context_.items,
                                [&](const Item& item) { return item.rule.left == tree; });
  }

  std::optional<Tree> draw_left(ProductionId id, Form form, const TreeDraws& draws) {
    if (form == Form::kRule) return draws.left_side(id, stream_);
    return draws.command(id, stream_);
  }

  // So many commands, and so many rules.
  bool show(ProductionId id, int times, const TreeDraws& draws, Theory& agreed) {
    for (const Form form : {Form::kCommand, Form::kRule}) {
      for (int i = 0; i < times; ++i) {
        if (!show_once(id, form, draws, agreed)) return false;
      }
    }
    return true;
  }

  bool show_once(ProductionId id, Form form, const TreeDraws& draws, Theory& agreed) {
    for (int i = 0; i < kTriesOfItem; ++i) {
      const auto left = draw_left(id, form, draws);
      if (!left) return false;
      if (!is_new(*left)) continue;
      Item item{{*left, value(*left, id, context_.basis_of(id).right)}, form};
      if (!agree(item.rule, agreed)) continue;
      context_.items.push_back(std::move(item));
      return true;
    }
    return false;
  }

  // What a tree means by the rules of the context, with another output for one of them.
  Output value(const Tree& tree, ProductionId id, const Output& output) const {
    return value_by_basis(phrases(), tree, [&](ProductionId each) -> const Output& {
      return each == id ? output : context_.basis_of(each).right;
    });
  }

  // Whether the rule can be told; notes it then. What follows already changes nothing.
  static bool agree(const Rule& rule, Theory& agreed) {
    Output known;
    if (agreed.evaluate(rule.left, known) == Known::kYes) return known == rule.right;
    if (agreed.conflicts_with(rule)) return false;
    agreed.add(rule);
    return true;
  }

  bool contradict(ProductionId id, const TreeDraws& draws, Theory& agreed) {
    const std::size_t first = context_.items.size();
    std::vector<Output> variants;
    for (const Form form : {Form::kCommand, Form::kCommand, Form::kRule, Form::kRule}) {
      if (!contradict_once(id, form, draws, variants, agreed)) return false;
    }
    const auto is_rare = [&](const Output& output) {
      return explained(id, output, first) <= kMostOfOneVariant;
    };
    return is_rare(context_.basis_of(id).right) && std::ranges::all_of(variants, is_rare);
  }

  // Of the items from `first` on, those that a rule for `id` would give their value.
  std::size_t explained(ProductionId id, const Output& output, std::size_t first) const {
    std::size_t count = 0;
    for (std::size_t i = first; i < context_.items.size(); ++i) {
      const Rule& item = context_.items[i].rule;
      count += value(item.left, id, output) == item.right ? 1 : 0;
    }
    return count;
  }

  bool contradict_once(ProductionId id, Form form, const TreeDraws& draws,
                       std::vector<Output>& variants, Theory& agreed) {
    std::vector<Action> actions(space_.actions.size());
    std::iota(actions.begin(), actions.end(), Action{0});
    const Tokens tokens{space_.productions[id].slots.size(), actions};
    for (int i = 0; i < kTriesOfItem; ++i) {
      const Output variant = edited(context_.basis_of(id).right, tokens, stream_);
      if (std::ranges::count(variants, variant) >= static_cast<long>(kMostOfOneVariant)) continue;
      const auto left = draw_left(id, form, draws);
      if (!left) return false;
      if (!is_new(*left)) continue;
      Item item{{*left, value(*left, id, variant)}, form};
      if (!agree(item.rule, agreed)) continue;
      variants.push_back(variant);
      context_.items.push_back(std::move(item));
      return true;
    }
    return false;
  }

  const ContextMaker& maker_;
  const RuleSpace& space_;
  std::size_t explicit_rules_;
  Stream& stream_;
  Context context_;
  std::optional<std::uint64_t> settled_;
  std::vector<std::size_t> order_;  // of rules: told ones first, then the others as groups
};

ContextMaker::ContextMaker(const RuleSpace& space, const ContextSettings& settings, Key key)
    : space_(space), settings_(settings), key_(key) {
  if (space.limits.rules == space.productions.size()) {
    whole_ = std::make_shared<const PhraseTable>(space);
  }
}

std::size_t ContextMaker::explicit_rules(std::uint64_t number) const {
  Stream stream(key_, {Purpose::kShared, number / kEvenOver, 0, 0});
  std::array<std::uint64_t, kEvenOver> places{};
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  stream.shuffle(std::span<std::uint64_t>(places));
  const auto& weights = space_.explicit_weights;
  const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  const std::uint64_t shift = stream.below(total);
  std::uint64_t place = (places[number % kEvenOver] * total + shift) / kEvenOver;
  std::size_t rules = 0;
  while (place >= weights[rules]) place -= weights[rules++];
  return rules;
}

Context ContextMaker::make(std::uint64_t number) const {
  const std::size_t told = explicit_rules(number);
  std::optional<std::uint64_t> most_settled;
  for (std::uint16_t attempt = 0; attempt < kAttempts; ++attempt) {
    Stream stream(key_, {Purpose::kUnit, number, 0, attempt});
    Attempt tried(*this, told, stream);
    auto context = tried.make();
    if (context) return std::move(*context);
    most_settled = std::max(most_settled, tried.settled());
  }
  if (most_settled && *most_settled < settings_.least_commands) {
    fail(ErrorKind::kUsage,
         "task cscan: least_commands={} is too many: no context of {} tries settles more than {} "
         "commands without induction; lower it",
         settings_.least_commands, kAttempts, with_commas(*most_settled));
  }
  fail(ErrorKind::kUnsupported,
       "rule space {}: no context was found in {} tries; its limits (length, most_rules_length, "
       "most_reply, most_input) leave too little room",
       space_.name, kAttempts);
}

}  // namespace assay::cscan
