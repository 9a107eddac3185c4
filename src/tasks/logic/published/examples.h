// Examples of the published LogicInference (section 3, step 4): a variation, a type, a text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/logic/published/answers.h"
#include "assay/tasks/logic/published/variations.h"

namespace assay::logic::published {

// What an example asks (the paper's types) and what kind of answer it has.
enum class SubType : std::uint8_t {
  k1,
  k2a,
  k2aContradictory,
  k2aEmpty,
  k3a,
  k3aContradictory,
  k3aPremise,
  k3aNo,
  k3aNoOneStep,
  k3aUnrelated,
  k2b,
  k2bContradictory,
  k2bEmpty,
  k3b,
  k3bContradictory,
  k3bPremise,
  k3bNo,
  k3bNoOneStep,
  k3bUnrelated,
};

// Type 2a or 2b.
constexpr bool is_one_step(SubType type) {
  return (type >= SubType::k2a && type <= SubType::k2aEmpty) ||
         (type >= SubType::k2b && type <= SubType::k2bEmpty);
}

// Which list of a problem the clause asked about is in.
enum class AskedOf : std::uint8_t { kNothing, kInferences, kContradictions, kUnrelated, kPremises };

struct Example {
  static constexpr std::size_t kMostPremises = 12;

  std::uint32_t problem = 0;
  std::uint32_t variation = 0;
  SubType type = SubType::k1;
  AskedOf asked_of = AskedOf::kNothing;
  std::uint8_t asked = 0;  // place in that list
  bool rule_names = false;
  bool test = false;
  std::uint8_t premises = 0;
  std::array<std::uint8_t, kMostPremises> order{};  // premises as shown, by place in the problem
  std::string_view input;
  std::string_view target;

  std::span<const std::uint8_t> shown() const { return {order.data(), premises}; }
};

// Text that is never moved.
class TextArena {
 public:
  std::string_view add(std::string_view text);

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20U;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = kBlock;
};

// Problems with their variations, and what all examples of a problem share.
struct ExampleSource {
  const Workshop& workshop;
  std::span<const Problem> problems;
  std::span<const std::vector<Match>> matches;
  const Variations& variations;
  bool answer_first = false;
};

// Draws `tries` examples; repeats and those that cannot be asked are dropped. Texts go to `arena`.
// Throws Interrupted when cancelled.
std::vector<Example> make_examples(const ExampleSource& source, std::size_t tries, Twister& random,
                                   TextArena& arena, const Control& control);

}  // namespace assay::logic::published
