// A rule space: the grammar of commands, the actions, and the limits of a family of contexts.
//
// It is read from a file (rules/cscan/*.toml, or a user's own), so a new family needs no code. A
// level is a symbol of the grammar. A production with words or two parts is a possible rule of a
// context; one with a single symbol on its right says only that the one level fits where the other
// is asked for, and leaves no trace in a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/inline_vector.h"
#include "assay/base/text_file.h"

namespace assay::cscan {

using Level = std::uint8_t;
using ProductionId = std::uint8_t;
using Action = std::uint8_t;

inline constexpr std::size_t kMostSlots = 2;
inline constexpr std::size_t kMostLevels = 16;
inline constexpr std::size_t kMostProductions = 64;
inline constexpr std::size_t kMostActions = 64;

// An action, or a variable of the left side.
struct Symbol {
  bool is_variable = false;
  std::uint8_t number = 0;  // of the action; of the variable, from 0
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

struct Production {
  Level result = 0;
  InlineVector<Level, kMostSlots> slots;
  std::vector<std::string> pattern;  // words in order, "" for the next slot
  std::string name;                  // the left side of its own rule: "x1 and x2", "walk"
};

struct Limits {
  std::uint32_t rules = 0;              // of a context
  std::uint32_t repeats = 0;            // of a variable in the output of a rule
  std::uint32_t length = 0;             // of the output of a rule
  std::uint32_t doubled = 0;            // per cent of rules without variables
  std::uint32_t most_rules_length = 0;  // of all outputs of a context; 0: any
  std::uint32_t most_reply = 0;         // actions of any command; 0: any
  std::uint32_t most_input = 0;         // tokens
  std::uint32_t most_output = 0;
};

struct RuleSpace {
  std::string name;
  std::vector<std::string> levels;  // the start first
  std::vector<Production> productions;
  std::vector<std::string> actions;
  Limits limits;
  std::vector<std::uint32_t> least;  // productions of each level in a context
  // How often a context tells 0, 1, 2 ... of its rules as they are: weights.
  std::vector<std::uint64_t> explicit_weights;
  // Where meanings are given and not drawn: the output of every production, in order.
  std::vector<std::vector<Symbol>> basis;

  static constexpr Level kStart = 0;

  // Whether a phrase of level `level` may stand where `slot` is asked for.
  bool fits(Level level, Level slot) const { return ((fitting[slot] >> level) & 1U) != 0; }
  std::vector<std::uint32_t> fitting;  // of each slot level, the levels that fit, as bits

  // Below the start, in order: every production stands after those whose phrases fit its slots.
  std::vector<ProductionId> inner_productions;
  std::vector<ProductionId> start_productions;
};

// "b", "x", "scan", or the path of a file. Throws Error(kUsage) with the names there are, and
// Error(kInput) as "file:line: what is wrong".
RuleSpace read_rule_space(const std::string& name_or_path);
// The file behind it, as text.
std::string rule_space_text(const std::string& name_or_path);
RuleSpace parse_rule_space(const std::string& text, const std::string& file_name);

// The spaces that come with the program; written by the build from rules/cscan.
std::span<const TextFile> own_rules();
std::vector<std::string> own_space_names();

// "x1", "x12": the number from 0.
std::optional<std::uint8_t> variable_of(std::string_view word);

inline constexpr std::string_view kEmptyOutput = "EMPTY_STRING";

}  // namespace assay::cscan
