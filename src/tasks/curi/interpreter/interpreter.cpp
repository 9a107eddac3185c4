#include "assay/tasks/curi/interpreter/interpreter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::curi {

namespace {

enum class Sort : std::uint8_t { kThing, kText, kInteger, kSize, kBoolean };
constexpr std::array<std::string_view, 5> kSortWords{"thing", "word", "number", "size",
                                                     "truth value"};

// One of both says what it is: words are compared as words, all else as numbers.
struct Atom {
  std::string_view text;
  double number = 0;
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Value {
  Sort sort = Sort::kBoolean;
  bool is_list = false;
  std::array<Atom, kMostThings> atoms{};
  std::size_t count = 1;

  std::span<const Atom> all() const { return {atoms.data(), count}; }
  const Atom& only() const { return atoms.front(); }
  bool is_single(Sort wanted) const { return !is_list && sort == wanted; }
};

Value single(Sort sort, Atom atom) { return {sort, false, {atom}, 1}; }
Value truth(bool is_true) { return single(Sort::kBoolean, {{}, is_true ? 1.0 : 0.0}); }

constexpr double kSmall = 0.35;
constexpr double kLarge = 0.7;

template <std::size_t kCount>
bool is_among(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<Value> constant(std::string_view word) {
  if (is_among(word, kColorWords) || is_among(word, kShapeWords) ||
      is_among(word, kMaterialWords)) {
    return single(Sort::kText, {word});
  }
  if (word == "0.7" || word == "large") return single(Sort::kSize, {{}, kLarge});
  if (word == "0.35" || word == "small") return single(Sort::kSize, {{}, kSmall});
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '8') {
    return single(Sort::kInteger, {{}, static_cast<double>(word[0] - '0')});
  }
  return std::nullopt;
}

struct Asked {
  Sort sort = Sort::kText;
  Atom (*of)(const Look& look) = nullptr;
};

std::optional<Asked> function(std::string_view word) {
  if (word == "color?") {
    return Asked{Sort::kText,
                 [](const Look& look) -> Atom { return {kColorWords[look[Property::kColor]]}; }};
  }
  if (word == "shape?") {
    return Asked{Sort::kText,
                 [](const Look& look) -> Atom { return {kShapeWords[look[Property::kShape]]}; }};
  }
  if (word == "material?") {
    return Asked{Sort::kText, [](const Look& look) -> Atom {
                   return {kMaterialWords[look[Property::kMaterial]]};
                 }};
  }
  if (word == "size?") {
    return Asked{Sort::kSize, [](const Look& look) -> Atom {
                   return {{}, kSizeWords[look[Property::kSize]] == "large" ? kLarge : kSmall};
                 }};
  }
  if (word == "locationX?") {
    return Asked{Sort::kInteger, [](const Look& look) -> Atom {
                   return {{}, static_cast<double>(look[Property::kLocationX])};
                 }};
  }
  if (word == "locationY?") {
    return Asked{Sort::kInteger, [](const Look& look) -> Atom {
                   return {{}, static_cast<double>(look[Property::kLocationY])};
                 }};
  }
  return std::nullopt;
}

// Whether every, or any, element equals the value; both are false of nothing.
bool every(std::span<const Atom> atoms, const Atom& value) {
  return !atoms.empty() &&
         std::all_of(atoms.begin(), atoms.end(), [&](const Atom& atom) { return atom == value; });
}
bool some(std::span<const Atom> atoms, const Atom& value) {
  return std::find(atoms.begin(), atoms.end(), value) != atoms.end();
}

// The words of one sentence before "lambda", read once.
class Reading {
 public:
  Reading(const Looks& scene, std::optional<std::size_t> x) : scene_(scene), x_(x) {}

  bool read(std::span<const std::string_view> words) {
    for (const std::string_view word : words) {
      ++place_;
      word_ = word;
      take(word);
    }
    ++place_;
    word_ = "lambda";
    if (stack_.size() != 1) refuse("{} left before it", counted(stack_.size(), "value"));
    if (!stack_.front().is_single(Sort::kBoolean)) {
      refuse("what stands before it is no truth value");
    }
    return stack_.front().only().number != 0;
  }

 private:
  void take(std::string_view word) {
    if (word == "x") return push(single(Sort::kThing, {{}, static_cast<double>(bound_x())}));
    if (word == "S") return push(things(std::nullopt));
    if (word == "non-x-S") return push(things(bound_x()));
    if (const auto value = constant(word)) return push(*value);
    if (const auto asked = function(word)) return push(ask(pop(), *asked));
    if (word == "not") return push(truth(!pop_truth()));
    if (word == "and" || word == "or") {
      const bool right = pop_truth();
      const bool left = pop_truth();
      return push(truth(word == "and" ? left && right : left || right));
    }
    if (word == "=" || word == ">") return push(compare(word == "="));
    if (word == "all" || word == "for-all=" || word == "any" || word == "exists=" ||
        word == "count=") {
      return push(search(word));
    }
    refuse("this is no word of the language");
  }

  Value compare(bool for_equality) {
    const Value right = pop();
    const Value left = pop();
    if (left.is_list || right.is_list) refuse("it compares single values, not a list");
    if (left.sort != right.sort) refuse_sorts(left.sort, right.sort);
    if (for_equality) {
      if (left.sort == Sort::kThing || left.sort == Sort::kBoolean) {
        refuse("{}s are not compared", kSortWords[static_cast<std::size_t>(left.sort)]);
      }
      return truth(left.only() == right.only());
    }
    if (left.sort != Sort::kInteger && left.sort != Sort::kSize) {
      refuse("a {} is not larger than another", kSortWords[static_cast<std::size_t>(left.sort)]);
    }
    return truth(left.only().number > right.only().number);
  }

  Value search(std::string_view word) {
    const Value value = pop();
    const Value list = pop();
    if (!list.is_list) refuse("it needs a list and a value");
    if (value.is_list) refuse("it looks for one value, not for a list");
    if (list.sort != value.sort) refuse_sorts(list.sort, value.sort);
    if (list.sort == Sort::kThing) refuse("things are not compared");
    if (word == "count=") {
      const auto found = std::count(list.all().begin(), list.all().end(), value.only());
      return single(Sort::kInteger, {{}, static_cast<double>(found)});
    }
    const bool asks_all = word == "all" || word == "for-all=";
    return truth(asks_all ? every(list.all(), value.only()) : some(list.all(), value.only()));
  }

  Value ask(const Value& of, const Asked& asked) {
    if (of.sort != Sort::kThing) refuse("it is asked of things");
    Value answers = of;
    answers.sort = asked.sort;
    for (std::size_t i = 0; i < of.count; ++i) {
      answers.atoms[i] = asked.of(scene_.things[static_cast<std::size_t>(of.atoms[i].number)]);
    }
    return answers;
  }

  Value things(std::optional<std::size_t> without) const {
    Value all{Sort::kThing, true, {}, 0};
    for (std::size_t i = 0; i < scene_.count; ++i) {
      if (i != without) all.atoms[all.count++].number = static_cast<double>(i);
    }
    return all;
  }

  std::size_t bound_x() {
    if (!x_) refuse("there is no x without a quantifier at the end");
    return *x_;
  }
  void push(const Value& value) { stack_.push_back(value); }
  Value pop() {
    if (stack_.empty()) refuse("too little stands before it");
    const Value value = stack_.back();
    stack_.pop_back();
    return value;
  }
  bool pop_truth() {
    const Value value = pop();
    if (!value.is_single(Sort::kBoolean)) refuse("it needs truth values");
    return value.only().number != 0;
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

  const Looks& scene_;
  std::optional<std::size_t> x_;
  std::vector<Value> stack_;
  std::size_t place_ = 0;
  std::string_view word_;
};

}  // namespace

bool holds(std::string_view postfix, const Looks& scene) {
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
  if (rest.size() == 2) return Reading(scene, std::nullopt).read(body);
  const bool asks_all = rest[2] == "for-all=" || rest[2] == "all";
  if (!asks_all && rest[2] != "exists=" && rest[2] != "any") {
    refuse(2, "a quantifier or nothing belongs here");
  }
  if (rest.size() > 3) refuse(3, "nothing belongs after the quantifier");
  if (scene.count == 0) {  // wrong text is refused all the same
    Looks one;
    one.count = 1;
    Reading(one, 0).read(body);
    return false;
  }
  bool always = true;
  bool ever = false;
  for (std::size_t x = 0; x < scene.count; ++x) {
    const bool is_true = Reading(scene, x).read(body);
    always = always && is_true;
    ever = ever || is_true;
  }
  return asks_all ? always : ever;
}

}  // namespace assay::curi
