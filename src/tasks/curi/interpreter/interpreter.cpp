#include "assay/tasks/curi/interpreter/interpreter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::curi {

namespace {

using Act = Sentence::Act;
using Step = Sentence::Step;

enum class Sort : std::uint8_t { kThing, kText, kInteger, kSize, kBoolean };
constexpr std::array<std::string_view, 5> kSortWords{"thing", "word", "number", "size",
                                                     "truth value"};

struct Kind {
  Sort sort = Sort::kBoolean;
  bool is_list = false;
  friend bool operator==(const Kind&, const Kind&) = default;
};
constexpr Kind kTruth{Sort::kBoolean, false};

// Words of all properties have numbers of their own: a colour is never a shape.
constexpr std::uint8_t kWordsOfAProperty = 8;
constexpr std::uint8_t word_number(Property property, std::size_t value) {
  return static_cast<std::uint8_t>(kWordsOfAProperty * static_cast<std::size_t>(property) + value);
}

struct Constant {
  Sort sort = Sort::kText;
  std::uint8_t value = 0;
};

std::optional<Constant> constant(std::string_view word) {
  std::optional<Constant> found;
  const auto look_up = [&](Property property, std::span<const std::string_view> words) {
    const auto at = std::find(words.begin(), words.end(), word);
    if (at == words.end()) return;
    found = {Sort::kText, word_number(property, static_cast<std::size_t>(at - words.begin()))};
  };
  look_up(Property::kColor, kColorWords);
  look_up(Property::kShape, kShapeWords);
  look_up(Property::kMaterial, kMaterialWords);
  if (word == "0.35" || word == "small") found = {Sort::kSize, 0};
  if (word == "0.7" || word == "large") found = {Sort::kSize, 1};
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '8') {
    found = {Sort::kInteger, static_cast<std::uint8_t>(word[0] - '0')};
  }
  return found;
}

struct Asked {
  std::string_view word;
  Property property = Property::kColor;
  Sort sort = Sort::kText;
};
constexpr std::array<Asked, kProperties> kAsked{{
    {"color?", Property::kColor, Sort::kText},
    {"shape?", Property::kShape, Sort::kText},
    {"material?", Property::kMaterial, Sort::kText},
    {"size?", Property::kSize, Sort::kSize},
    {"locationX?", Property::kLocationX, Sort::kInteger},
    {"locationY?", Property::kLocationY, Sort::kInteger},
}};

// Reads the words before "lambda" once, with sorts in the place of values.
class Grammar {
 public:
  explicit Grammar(bool has_x) : has_x_(has_x) {}

  std::vector<Step> steps_of(std::span<const std::string_view> words) {
    std::vector<Step> steps;
    for (const std::string_view word : words) {
      ++place_;
      word_ = word;
      steps.push_back(take(word));
    }
    ++place_;
    word_ = "lambda";
    if (stack_.size() != 1) refuse("{} left before it", counted(stack_.size(), "value"));
    if (stack_.front() != kTruth) refuse("what stands before it is no truth value");
    return steps;
  }

 private:
  Step take(std::string_view word) {
    if (word == "x") return put({Sort::kThing, false}, {need_x(Act::kPutX)});
    if (word == "S") return put({Sort::kThing, true}, {Act::kPutAll});
    if (word == "non-x-S") return put({Sort::kThing, true}, {need_x(Act::kPutOthers)});
    if (const auto value = constant(word)) {
      return put({value->sort, false}, {Act::kPutValue, value->value});
    }
    for (const Asked& asked : kAsked) {
      if (word == asked.word) return ask(asked);
    }
    if (word == "not") return join(1, Act::kNot);
    if (word == "and") return join(2, Act::kAnd);
    if (word == "or") return join(2, Act::kOr);
    if (word == "=") return compare(Act::kEqual);
    if (word == ">") return compare(Act::kGreater);
    if (word == "all" || word == "for-all=") return search(Act::kEvery);
    if (word == "any" || word == "exists=") return search(Act::kSome);
    if (word == "count=") return search(Act::kCount);
    refuse("this is no word of the language");
  }

  Step ask(const Asked& asked) {
    const Kind of = pop();
    if (of.sort != Sort::kThing) refuse("it is asked of things");
    return put({asked.sort, of.is_list},
               {asked.sort == Sort::kText ? Act::kAskText : Act::kAskNumber,
                static_cast<std::uint8_t>(asked.property)});
  }

  Step join(int truths, Act act) {
    for (int i = 0; i < truths; ++i) {
      if (pop() != kTruth) refuse("it needs truth values");
    }
    return put(kTruth, {act});
  }

  Step compare(Act act) {
    const Kind right = pop();
    const Kind left = pop();
    if (left.is_list || right.is_list) refuse("it compares single values, not a list");
    if (left.sort != right.sort) refuse_sorts(left.sort, right.sort);
    const std::string_view name = kSortWords[static_cast<std::size_t>(left.sort)];
    if (act == Act::kEqual && (left.sort == Sort::kThing || left.sort == Sort::kBoolean)) {
      refuse("{}s are not compared", name);
    }
    if (act == Act::kGreater && left.sort != Sort::kInteger && left.sort != Sort::kSize) {
      refuse("a {} is not larger than another", name);
    }
    return put(kTruth, {act});
  }

  Step search(Act act) {
    const Kind value = pop();
    const Kind list = pop();
    if (!list.is_list) refuse("it needs a list and a value");
    if (value.is_list) refuse("it looks for one value, not for a list");
    if (list.sort != value.sort) refuse_sorts(list.sort, value.sort);
    if (list.sort == Sort::kThing) refuse("things are not compared");
    return put({act == Act::kCount ? Sort::kInteger : Sort::kBoolean, false}, {act});
  }

  Act need_x(Act act) {
    if (!has_x_) refuse("there is no x without a quantifier at the end");
    return act;
  }
  Step put(Kind kind, Step step) {
    stack_.push_back(kind);
    return step;
  }
  Kind pop() {
    if (stack_.empty()) refuse("too little stands before it");
    const Kind kind = stack_.back();
    stack_.pop_back();
    return kind;
  }

  [[noreturn]] void refuse_sorts(Sort left, Sort right) {
    refuse("a {} is never a {}", kSortWords[static_cast<std::size_t>(left)],
           kSortWords[static_cast<std::size_t>(right)]);
  }
  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
    fail(ErrorKind::kInput, "word {}, \"{}\": {}", place_, printable(word_),
         fmt::format(format, std::forward<Args>(args)...));
  }

  bool has_x_;
  std::vector<Kind> stack_;
  std::size_t place_ = 0;
  std::string_view word_;
};

// A value, or one for each thing of a list.
struct Value {
  std::uint8_t count = 1;
  std::array<std::uint8_t, kMostThings> all{};

  std::uint8_t only() const { return all.front(); }
  const std::uint8_t* begin() const { return all.data(); }
  const std::uint8_t* end() const { return all.data() + count; }
};

class Reading {
 public:
  Reading(std::span<const Step> steps, const Looks& scene)
      : steps_(steps), scene_(scene), stack_(steps.size()) {}

  bool read(std::uint8_t x) {
    x_ = x;
    for (const Step step : steps_) take(step);
    return pop().only() != 0;
  }

 private:
  void take(Step step) {
    switch (step.act) {
      case Act::kPutX:
        return put(x_);
      case Act::kPutAll:
        return put_things([](std::uint8_t) { return true; });
      case Act::kPutOthers:
        return put_things([&](std::uint8_t thing) { return thing != x_; });
      case Act::kPutValue:
        return put(step.detail);
      case Act::kAskText:
      case Act::kAskNumber:
        return ask(static_cast<Property>(step.detail), step.act == Act::kAskText);
      case Act::kNot:
        return put(pop().only() == 0);
      case Act::kAnd:
        return join([](std::uint8_t left, std::uint8_t right) { return left != 0 && right != 0; });
      case Act::kOr:
        return join([](std::uint8_t left, std::uint8_t right) { return left != 0 || right != 0; });
      case Act::kEqual:
        return join([](std::uint8_t left, std::uint8_t right) { return left == right; });
      case Act::kGreater:
        return join([](std::uint8_t left, std::uint8_t right) { return left > right; });
      case Act::kEvery:
      case Act::kSome:
      case Act::kCount:
        return search(step.act);
    }
  }

  void ask(Property property, bool is_text) {
    Value& things = stack_[depth_ - 1];
    for (std::size_t i = 0; i < things.count; ++i) {
      const std::uint8_t value = scene_.things[things.all[i]][property];
      things.all[i] = is_text ? word_number(property, value) : value;
    }
  }

  void search(Act act) {
    const std::uint8_t value = pop().only();
    const Value& list = pop();
    const auto found = static_cast<std::uint8_t>(std::count(list.begin(), list.end(), value));
    if (act == Act::kCount) return put(found);
    put(act == Act::kSome ? found > 0 : found > 0 && found == list.count);
  }

  template <typename Joined>
  void join(Joined joined) {
    const std::uint8_t right = pop().only();
    const std::uint8_t left = pop().only();
    put(joined(left, right));
  }

  template <typename Chosen>
  void put_things(Chosen chosen) {
    Value& things = stack_[depth_++];
    things.count = 0;
    for (std::uint8_t thing = 0; thing < scene_.count; ++thing) {
      if (chosen(thing)) things.all[things.count++] = thing;
    }
  }
  void put(std::uint8_t value) {
    Value& top = stack_[depth_++];
    top.count = 1;
    top.all[0] = value;
  }
  void put(bool is_true) { put(static_cast<std::uint8_t>(is_true ? 1 : 0)); }

  // Stands until the next value is put.
  const Value& pop() { return stack_[--depth_]; }

  std::span<const Step> steps_;
  const Looks& scene_;
  std::uint8_t x_ = 0;
  std::vector<Value> stack_;  // no step puts more than one value
  std::size_t depth_ = 0;
};

}  // namespace

Sentence::Sentence(std::string_view postfix) {
  const std::vector<std::string_view> words = split_words(postfix);
  const auto lambda = std::find(words.begin(), words.end(), "lambda");
  const std::span<const std::string_view> body(words.begin(), lambda);
  const std::span<const std::string_view> rest(lambda, words.end());
  if (rest.empty()) {
    fail(ErrorKind::kInput, "after word {} there is no \"lambda S.\"", words.size());
  }
  const auto refuse = [&](std::size_t place, std::string_view why) {
    const std::size_t at = body.size() + place;
    fail(ErrorKind::kInput, "word {}, \"{}\": {}", at + 1,
         at < words.size() ? printable(words[at]) : "", why);
  };
  if (rest.size() < 2 || rest[1] != "S.") refuse(1, "\"S.\" belongs here");
  if (rest.size() > 2) {
    const std::string_view word = rest[2];
    const bool asks_all = word == "for-all=" || word == "all";
    if (!asks_all && word != "exists=" && word != "any") {
      refuse(2, "a quantifier or nothing belongs here");
    }
    quantifier_ = asks_all ? Quantifier::kAll : Quantifier::kAny;
  }
  if (rest.size() > 3) refuse(3, "nothing belongs after the quantifier");
  steps_ = Grammar(quantifier_ != Quantifier::kNone).steps_of(body);
}

bool Sentence::holds(const Looks& scene) const {
  Reading reading(steps_, scene);
  if (quantifier_ == Quantifier::kNone) return reading.read(0);
  const bool asks_all = quantifier_ == Quantifier::kAll;
  for (std::uint8_t x = 0; x < scene.count; ++x) {
    if (reading.read(x) != asks_all) return !asks_all;
  }
  return asks_all && scene.count > 0;
}

}  // namespace assay::curi
