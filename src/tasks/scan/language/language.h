// SCAN's commands by rank, each with its meaning and the rules that made it (Lake & Baroni 2018).
//
// The phrase-structure grammar has 18 rules, the interpretation 20; a JOIN node holds the two trees
// together. With K > 1 conjunctions the first rules become C -> S and C | S after C | S, nested at
// most K deep and read from the right: [x1 after x2] = [x2] [x1] with x2 all that follows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/rule_graph.h"
#include "assay/grammar/context_free.h"

namespace assay::scan {

// How rules of meaning that refer to another stand in the rule graph: [u opposite left] as one rule
// above u, or with [turn opposite left] below it, too.
enum class Meanings { kFlat, kNested };

// How many modifiers the phrases of a command have: "opposite" or "around" is one, "twice" or
// "thrice" is one. 0 to 2 is SCAN.
struct Modifiers {
  static constexpr int kMost = 2;
  int least = 0;
  int most = kMost;
  bool is_scan() const { return least == 0 && most == kMost; }
};

class Language {
 public:
  explicit Language(int conjunctions, Meanings meanings = Meanings::kFlat,
                    Modifiers modifiers = {});

  const RuleTable& rules() const { return rules_; }
  std::uint64_t count() const;

  // Overwrites command and actions, and the graph unless it is null. rank < count().
  void make(std::uint64_t rank, std::string& command, std::string& actions, RuleGraph* graph) const;

  // The rank of a command, by parsing it. Throws Error(kInput) that names the first word which
  // cannot stand where it does, and what could.
  std::uint64_t rank_of(std::string_view command) const;

 private:
  // One of the phrases S, 102 of all modifiers, worked out once: commands only string them
  // together.
  struct Phrase {
    std::string words;
    std::string actions;
    std::string joined_words[2];  // behind " and " and " after "
    std::string later_actions;    // behind a blank
    RuleGraph grammar;
    RuleGraph meaning;
  };

  // A command taken apart: phrases, and what joins each to the rest.
  struct Chain {
    static constexpr std::size_t kMost = 8;
    const Phrase* phrases[kMost];
    RuleId joints[kMost];  // grammar rule at each C: and, after, or the last one's "C -> S"
    std::size_t size = 0;
  };

  // One depth of conjunction, read off the grammar: where the ranks of its three rules begin, and
  // how many commands may follow a phrase.
  struct Level {
    std::uint64_t begins[3];
    RuleId joints[3];
    std::uint64_t rests;
  };

  Level make_level(NonTerminal conjunction) const;
  Chain take_apart(std::uint64_t rank) const;
  Phrase make_phrase(std::uint64_t rank) const;
  RuleGraph grammar_graph(const Derivation& derivation) const;
  void append_actions(const Chain& chain, std::string& actions) const;
  void append_graph(const Chain& chain, RuleGraph& graph) const;

  int conjunctions_;
  Meanings meanings_;
  RuleTable rules_;
  Grammar grammar_;
  NonTerminal start_;
  NonTerminal phrase_;
  std::vector<RuleId> rule_of_production_;
  std::vector<Phrase> phrases_;
  std::vector<Level> levels_;  // outermost first
};

}  // namespace assay::scan
