// How far the predictions of one context agree with each other: section 4 of the paper, appendices
// D.5 and G.
//
// A minimal implication is a set of predictions of which one follows from the others and from no
// fewer. A minimal contradiction is one of which one is denied by the others (its reply), or
// follows from predictions that all are monotonic while it says defeasible of itself (its
// qualifier).
//
// Two readings. `kPaper` is appendix G: what follows is compared with asserted left sides only, and
// sets around a contradiction of replies that was found are left out. `kFull` is equations 22 to
// 26: a contradiction is any smallest set that gives some tree two values, also one that nobody was
// asked about, and what follows must follow from a set without contradiction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "assay/tasks/cscan/consistency/assertion.h"
#include "assay/tasks/cscan/consistency/budget.h"

namespace assay::cscan {

enum class ConsistencyReading : std::uint8_t { kPaper, kFull };

enum class SetKind : std::uint8_t { kImplication, kReplyContradiction, kQualifierContradiction };

// What the rest of a set implies or contradicts: a rule, a command's reply, or only what others of
// them compose to. A pair with a command in it is about the command.
enum class About : std::uint8_t { kRule, kCommand, kComposition };

std::string_view name_of(ConsistencyReading reading);  // "paper", "full"
std::string_view name_of(SetKind kind);                // "implication", "reply contradiction", ...
std::string_view name_of(About about);                 // "rule", "command", "composition"

struct ConsistencySet {
  SetKind kind = SetKind::kImplication;
  About about = About::kRule;
  std::vector<std::uint32_t> members;  // numbers of assertions, ascending
  // The member that the others imply or contradict. None: what some of them say of a left side that
  // is not asserted contradicts what others say.
  std::optional<std::uint32_t> conclusion;

  bool is_contradiction() const { return kind != SetKind::kImplication; }
  friend bool operator==(const ConsistencySet&, const ConsistencySet&) = default;
};

struct ContextSets {
  std::vector<ConsistencySet> sets;  // by kind, size and members
  bool is_capped = false;            // a limit was reached: there are more
  std::size_t repeated = 0;          // assertions left out, for others equal them
};

// Equal assertions are one, the first of them. A rule and a command that say the same are two.
ContextSets find_consistency_sets(const PhraseTable& phrases, std::span<const Assertion> assertions,
                                  ConsistencyReading reading, const ConsistencyLimits& limits = {});

// The type that appendix P.2 gives a contradiction of two, three or four; larger ones as those of
// four. Nothing for what it has no type for: three of which none is contradicted as such.
std::optional<int> published_type(std::size_t size, About about);

}  // namespace assay::cscan
