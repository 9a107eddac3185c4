// Reads the lines of an example: phrases by the grammar of a rule space, rules and replies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/tasks/cscan/solver/terms.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

struct Request {
  bool is_rule = false;
  Rule rule;  // of a command: without an output
};

// Immutable; holds a reference to its space.
class Reader {
 public:
  explicit Reader(const RuleSpace& space);

  // "walk twice" or "[x1 twice] = [x1] [x1]". A line is counted from 1. Throws Error(kInput).
  Request read_request(std::string_view line, std::size_t number) const;

  // "walk twice WALK WALK" or a rule.
  Rule read_item(std::string_view line, std::size_t number) const;

  std::string output_text(const Output& output) const;

  // The rule of a production's own basis.
  std::string basis_text(ProductionId production, const Output& output) const;

 private:
  // The words of a production around its slots.
  struct Shape {
    std::vector<std::vector<std::uint16_t>> words;  // before, between and after the slots
    std::size_t shortest = 0;                       // words of a phrase, a variable being one
    std::size_t longest = 0;
  };
  struct Phrase;  // being read
  enum class Readings : std::uint8_t { kNotTried, kNone, kOne, kMany };
  struct Found {
    Readings readings = Readings::kNotTried;
    ProductionId production = Cell::kVariable;
    std::uint16_t split = 0;  // where the second slot begins
  };

  void make_shapes();
  std::uint16_t word_number(std::string_view word) const;
  std::optional<char16_t> action_number(std::string_view word) const;
  bool is_output_word(std::string_view word) const;
  static void add_reading(const Found& next, Found& found);
  Found read_span(Phrase& phrase, Level level, std::size_t begin, std::size_t end) const;
  Found read_production(Phrase& phrase, ProductionId production, std::size_t begin,
                        std::size_t end) const;
  Found read_two_slots(Phrase& phrase, ProductionId production, std::size_t begin,
                       std::size_t end) const;
  void build(const Phrase& phrase, const Found& found, std::size_t begin, std::size_t end,
             Term& term) const;
  void build_slot(const Phrase& phrase, Level level, std::size_t begin, std::size_t end,
                  Term& term) const;
  void add_word(Phrase& phrase, std::string_view word, std::string_view line,
                std::size_t number) const;
  Phrase read_phrase(const std::vector<std::string_view>& words, std::string_view line,
                     std::size_t number) const;
  Rule read_rule(std::string_view line, std::size_t number) const;
  Output read_output(const std::vector<std::string_view>& words, std::size_t first,
                     const Phrase& phrase, std::string_view line, std::size_t number) const;

  const RuleSpace& space_;
  std::vector<std::string> words_;                         // sorted
  std::vector<std::pair<std::string, char16_t>> actions_;  // sorted
  std::vector<std::string> names_;                         // of words and actions
  std::vector<Shape> shapes_;                              // by production
  std::vector<std::size_t> longest_;                       // phrase of a level
};

}  // namespace assay::cscan::solving
