#include "assay/tasks/cscan/examples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "assay/tasks/cscan/edits.h"
#include "assay/tasks/cscan/theory/closure.h"

namespace assay::cscan {

namespace {

constexpr int kTriesOfExample = 400;
constexpr std::uint64_t kTwoEditsOf3 = 1;

using Class = ExampleClass;

// Where a class has no more examples, what takes its place, in turn.
constexpr std::array<Class, kClasses> kNext{Class::kCommandDefeasible, Class::kCommandMonotonic,
                                            Class::kCommandDefeasible, Class::kYesDefeasible,
                                            Class::kYesMonotonic,      Class::kNoDefeasible,
                                            Class::kNoMonotonic,       Class::kNoDefeasible};

class Maker {
 public:
  Maker(const Context& context, const ExampleSettings& settings, Key key, std::uint64_t number,
        const std::function<bool(const Made&)>& is_short,
        const std::function<void(std::uint32_t)>& before_each)
      : context_(context),
        settings_(settings),
        key_(key),
        number_(number),
        is_short_(is_short),
        before_each_(before_each),
        knowledge_(context.knowledge()),
        whole_(*context.phrases, context.basis),
        monotonic_commands_(knowledge_.monotonic, Closure::Kind::kCommands),
        monotonic_rules_(knowledge_.monotonic, Closure::Kind::kAll),
        defeasible_commands_(knowledge_.defeasible, Closure::Kind::kCommands),
        defeasible_rules_(knowledge_.defeasible, Closure::Kind::kAll),
        all_commands_(whole_, Closure::Kind::kCommands),
        all_rules_(whole_, Closure::Kind::kAll),
        falsehoods_(settings.falsehoods) {
    for (const Rule& rule : context.basis) {
      for (const char byte : rule.right) {
        if (!is_variable(byte)) actions_.push_back(action_of(byte));
      }
    }
    std::ranges::sort(actions_);
    actions_.erase(std::unique(actions_.begin(), actions_.end()), actions_.end());
  }

  MadeSet make(std::uint32_t count) {
    MadeSet made;
    std::uint32_t item = 0;
    for (const Class cls : plan(count)) {
      before_each_(item);
      Stream stream(key_, {Purpose::kItem, number_, item++, 0});
      auto example = make_one(cls, stream);
      if (example) made.examples.push_back(std::move(*example));
    }
    if (settings_.siblings == 0) return made;
    item = 0;
    for (const Made& example : made.examples) {
      before_each_(item);
      Stream stream(key_, {Purpose::kSelect, number_, item++, 0});
      add_siblings(example, made.siblings, stream);
    }
    return made;
  }

 private:
  // The class of every example, in random order.
  std::vector<Class> plan(std::uint32_t count) {
    Stream stream(key_, {Purpose::kOrder, number_, 0, 0});
    std::array<double, kClasses> weights{};
    double total = 0;
    for (std::size_t i = 0; i < kClasses; ++i) {
      const double mean = settings_.evenness * (settings_.shares[i] / 10'000.0);
      weights[i] = std::max(0.0, mean + std::sqrt(mean) * draw_normal(stream));
      total += weights[i];
    }
    if (total == 0) {  // shares so small that every draw came out as nothing
      for (std::size_t i = 0; i < kClasses; ++i) weights[i] = settings_.shares[i];
      total = std::accumulate(weights.begin(), weights.end(), 0.0);
    }
    drop_missing(weights);
    std::vector<Class> classes;
    double sum = 0;
    for (std::size_t i = 0; i < kClasses; ++i) {
      sum += weights[i];
      const auto end = static_cast<std::size_t>(std::lround(count * (sum / total)));
      classes.resize(std::max(end, classes.size()), static_cast<Class>(i));
    }
    stream.shuffle(std::span(classes));
    return classes;
  }

  // The sum of twelve uniform numbers: near enough, and the same on every machine.
  static double draw_normal(Stream& stream) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += stream.next() / 4294967296.0;
    return sum;
  }

  // Where nothing can be induced, what needs no induction gets that share.
  void drop_missing(std::array<double, kClasses>& weights) const {
    if (context_.told(Telling::kIllustrated) != 0) return;
    const auto give = [&](Class from, Class to) {
      weights[static_cast<std::size_t>(to)] += weights[static_cast<std::size_t>(from)];
      weights[static_cast<std::size_t>(from)] = 0;
    };
    give(Class::kCommandDefeasible, Class::kCommandMonotonic);
    give(Class::kYesDefeasible, Class::kYesMonotonic);
    give(Class::kNoDefeasible, Class::kNoMonotonic);
  }

  std::optional<Made> make_one(Class wanted, Stream& stream) {
    Class cls = wanted;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < kTriesOfExample; ++i) {
        auto example = draw(cls, stream);
        if (example && is_new(example->request)) return example;
      }
      cls = kNext[static_cast<std::size_t>(cls)];
    }
    return std::nullopt;
  }

  // Cuts the request in two, first where both parts hold as surely as the request does.
  void add_siblings(const Made& example, std::vector<std::optional<Made>>& siblings,
                    Stream& stream) {
    auto cuts = context_.phrases->cuts(example.request.rule.left);
    stream.shuffle(std::span(cuts));
    std::stable_partition(cuts.begin(), cuts.end(), [&](const PhraseTable::Cut& cut) {
      return holds(cut.around, example.answer.qualifier) &&
             holds(context_.phrases->tree(cut.inside), example.answer.qualifier);
    });
    for (std::size_t i = 0; i < settings_.siblings; ++i) {
      const bool is_there = i < cuts.size();
      siblings.push_back(is_there ? ask_about(cuts[i].around, Form::kRule) : std::nullopt);
      siblings.push_back(is_there ? ask_inside(cuts[i].inside, stream) : std::nullopt);
    }
  }

  bool holds(const Tree& tree, Qualifier qualifier) const {
    const Theory& theory =
        qualifier == Qualifier::kMonotonic ? knowledge_.monotonic : knowledge_.defeasible;
    Output value;
    return theory.evaluate(tree, value) == Known::kYes;
  }

  std::optional<Made> ask_inside(PhraseId inside, Stream& stream) {
    const Tree tree = context_.phrases->tree(inside);
    const bool as_command = context_.phrases->is_command(tree) && stream.below(2) == 0;
    return ask_about(tree, as_command ? Form::kCommand : Form::kRule);
  }

  // With what the tree means, or would mean by the rules behind the context.
  std::optional<Made> ask_about(const Tree& tree, Form form) {
    Made made;
    made.request = {{tree, {}}, form};
    Output& right = made.request.rule.right;
    if (form == Form::kRule && knowledge_.defeasible.evaluate(tree, right) != Known::kYes) {
      whole_.evaluate(tree, right);
    }
    made.answer = decide(knowledge_, made.request);
    made.cls = class_of(made.request, made.answer);
    if (!is_short_(made) || !is_new(made.request)) return std::nullopt;
    return made;
  }

  // Notes the request when it is.
  bool is_new(const Request& request) {
    std::string name(1, static_cast<char>(request.form));
    name += static_cast<char>(request.rule.left.top);
    for (const PhraseId part : request.rule.left.parts) {
      name += static_cast<char>(part >> 8);
      name += static_cast<char>(part & 0xFF);
    }
    name += '=';
    name += request.rule.right;
    return seen_.insert(std::move(name)).second;
  }

  // A request that may be of the class, judged; nothing when it is of another.
  std::optional<Made> draw(Class cls, Stream& stream) {
    Made made;
    made.cls = cls;
    if (!draw_request(cls, made, stream)) return std::nullopt;
    made.answer = decide(knowledge_, made.request);
    if (class_of(made.request, made.answer) != cls || !is_short_(made)) return std::nullopt;
    return made;
  }

  bool draw_request(Class cls, Made& made, Stream& stream) {
    switch (cls) {
      case Class::kCommandMonotonic:
        return draw_command(monotonic_commands_, made, stream);
      case Class::kCommandDefeasible:
        return draw_command(defeasible_commands_, made, stream);
      case Class::kCommandUnknown:
        return draw_command(all_commands_, made, stream);
      case Class::kYesMonotonic:
        return draw_rule(monotonic_rules_, knowledge_.monotonic, made, stream);
      case Class::kYesDefeasible:
        return draw_rule(defeasible_rules_, knowledge_.defeasible, made, stream);
      case Class::kNoMonotonic:
        return draw_false(monotonic_rules_, knowledge_.monotonic, made, stream);
      case Class::kNoDefeasible:
        return draw_false(defeasible_rules_, knowledge_.defeasible, made, stream);
      case Class::kRuleUnknown:
        return draw_unknown(made, stream);
    }
    return false;
  }

  static bool draw_command(const Closure& closure, Made& made, Stream& stream) {
    if (closure.empty()) return false;
    made.request = {{closure.draw(stream), {}}, Form::kCommand};
    return true;
  }

  static bool draw_rule(const Closure& closure, const Theory& theory, Made& made, Stream& stream) {
    if (closure.empty()) return false;
    made.request = {{closure.draw(stream), {}}, Form::kRule};
    return theory.evaluate(made.request.rule.left, made.request.rule.right) == Known::kYes;
  }

  bool draw_unknown(Made& made, Stream& stream) {
    if (!draw_rule(all_rules_, whole_, made, stream)) return false;
    Output value;
    if (knowledge_.defeasible.evaluate(made.request.rule.left, value) != Known::kNo) return false;
    if (stream.below(2) == 0) edit(made.request.rule, stream);
    return true;
  }

  void edit(Rule& rule, Stream& stream) const {
    const Tokens tokens{context_.phrases->variables(rule.left), actions_};
    rule.right = edited(rule.right, tokens, stream);
  }

  bool draw_false(const Closure& closure, const Theory& theory, Made& made, Stream& stream) {
    made.falsehood = static_cast<Falsehood>(falsehoods_.draw(stream));
    if (made.falsehood == Falsehood::kBasis) return draw_false_basis(made, stream);
    if (!draw_rule(closure, theory, made, stream)) return false;
    Rule& rule = made.request.rule;
    switch (made.falsehood) {
      case Falsehood::kExchange:
        return exchange(rule, stream);
      case Falsehood::kBorrow:
        return borrow(closure, theory, rule, stream);
      default:
        edit(rule, stream);
        if (stream.below(3) < kTwoEditsOf3) edit(rule, stream);
        return true;
    }
  }

  // Of the rules behind the context, one that it does not tell as it is.
  bool draw_false_basis(Made& made, Stream& stream) const {
    std::vector<std::size_t> hidden;
    for (std::size_t i = 0; i < context_.basis.size(); ++i) {
      if (context_.telling[i] != Telling::kExplicit) hidden.push_back(i);
    }
    if (hidden.empty()) return false;
    made.request = {context_.basis[hidden[stream.below(hidden.size())]], Form::kRule};
    edit(made.request.rule, stream);
    return true;
  }

  bool exchange(Rule& rule, Stream& stream) const {
    const std::size_t variables = context_.phrases->variables(rule.left);
    if (variables < 2) return false;
    const std::size_t a = stream.below(variables);
    const std::size_t b = (a + 1 + stream.below(variables - 1)) % variables;
    for (char& byte : rule.right) {
      if (byte == variable_byte(a)) {
        byte = variable_byte(b);
      } else if (byte == variable_byte(b)) {
        byte = variable_byte(a);
      }
    }
    return true;
  }

  bool borrow(const Closure& closure, const Theory& theory, Rule& rule, Stream& stream) const {
    const Tree other = closure.draw(stream);
    if (context_.phrases->variables(other) != context_.phrases->variables(rule.left)) return false;
    return theory.evaluate(other, rule.right) == Known::kYes;
  }

  const Context& context_;
  const ExampleSettings& settings_;
  Key key_;
  std::uint64_t number_;
  const std::function<bool(const Made&)>& is_short_;
  const std::function<void(std::uint32_t)>& before_each_;
  Knowledge knowledge_;
  Theory whole_;
  Closure monotonic_commands_;
  Closure monotonic_rules_;
  Closure defeasible_commands_;
  Closure defeasible_rules_;
  Closure all_commands_;
  Closure all_rules_;
  WeightedTable falsehoods_;
  std::vector<Action> actions_;  // that the rules of the context have
  std::set<std::string> seen_;
};

}  // namespace

std::string_view name_of(ExampleClass cls) {
  constexpr std::array<std::string_view, kClasses> kNames{
      "command_monotonic", "command_defeasible", "command_unknown", "yes_monotonic",
      "yes_defeasible",    "no_monotonic",       "no_defeasible",   "rule_unknown"};
  return kNames[static_cast<std::size_t>(cls)];
}

std::string_view name_of(Falsehood way) {
  constexpr std::array<std::string_view, kFalsehoods> kNames{"", "edit", "exchange", "borrow",
                                                             "basis"};
  return kNames[static_cast<std::size_t>(way)];
}

ExampleClass class_of(const Request& request, const Answer& answer) {
  const bool monotonic = answer.qualifier == Qualifier::kMonotonic;
  switch (answer.reply.kind) {
    case Reply::Kind::kActions:
      return monotonic ? Class::kCommandMonotonic : Class::kCommandDefeasible;
    case Reply::Kind::kYes:
      return monotonic ? Class::kYesMonotonic : Class::kYesDefeasible;
    case Reply::Kind::kNo:
      return monotonic ? Class::kNoMonotonic : Class::kNoDefeasible;
    case Reply::Kind::kUnknown:
      break;
  }
  return request.form == Form::kRule ? Class::kRuleUnknown : Class::kCommandUnknown;
}

MadeSet make_examples(const Context& context, const ExampleSettings& settings, std::uint32_t count,
                      Key key, std::uint64_t number,
                      const std::function<bool(const Made&)>& is_short,
                      const std::function<void(std::uint32_t)>& before_each) {
  return Maker(context, settings, key, number, is_short, before_each).make(count);
}

}  // namespace assay::cscan
