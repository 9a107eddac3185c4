// The examples of a context: requests of eight classes, each with its answer.
//
// Each class is drawn in its own way and judged by the decision procedure; what turns out to be of
// another class is thrown away. Requests known without (with) induction are drawn evenly from all
// that the context settles so. How many examples a class has differs a little between contexts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/tasks/cscan/context.h"

namespace assay::cscan {

enum class ExampleClass : std::uint8_t {
  kCommandMonotonic,
  kCommandDefeasible,
  kCommandUnknown,
  kYesMonotonic,
  kYesDefeasible,
  kNoMonotonic,
  kNoDefeasible,
  kRuleUnknown,
};
inline constexpr std::size_t kClasses = 8;
std::string_view name_of(ExampleClass cls);
ExampleClass class_of(const Request& request, const Answer& answer);

// Ways to make a rule that does not hold.
enum class Falsehood : std::uint8_t {
  kNone,
  kEdit,      // one or two small changes of the right output
  kExchange,  // two variables change places
  kBorrow,    // the output of another rule of the context
  kBasis,     // one of the rules behind the context, changed
};
inline constexpr std::size_t kFalsehoods = 5;
std::string_view name_of(Falsehood way);

struct ExampleSettings {
  // Of 10,000 examples; Table 8 of the paper.
  std::array<std::uint32_t, kClasses> shares{2170, 2170, 660, 1090, 1090, 1085, 1085, 650};
  std::array<std::uint64_t, kFalsehoods> falsehoods{0, 7, 1, 1, 1};
  // Pairs made for each example: its request with something inside left open, and that something.
  // Where both hold, the example follows from them.
  std::uint32_t siblings = 0;
  // How far shares differ between contexts: like counts of so many examples.
  std::uint32_t evenness = 400;
};

struct Made {
  Request request;
  Answer answer;
  ExampleClass cls = ExampleClass::kCommandMonotonic;
  Falsehood falsehood = Falsehood::kNone;
};

struct MadeSet {
  std::vector<Made> examples;
  std::vector<std::optional<Made>>
      siblings;  // of each example in turn; nothing where there is none
};

// Distinct requests, as many as are asked for; fewer where the context has no more. `is_short`
// says whether an example keeps the limits of its space. A large context takes minutes, so
// `before_each` is called with the number of examples tried so far, and may throw.
MadeSet make_examples(
    const Context& context, const ExampleSettings& settings, std::uint32_t count, Key key,
    std::uint64_t number, const std::function<bool(const Made&)>& is_short,
    const std::function<void(std::uint32_t)>& before_each = [](auto) {});

}  // namespace assay::cscan
