// Parsing with a context-free grammar of a finite language: all derivations of a text, packed.
//
// The chart is keyed by non-terminal and span, so its size is polynomial in the text however
// ambiguous the grammar is; derivations are counted without being written out and taken one by one.
// A production with slices, V -> D[1] opposite D[2], parses the words its slices stand on as a D.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/grammar/context_free.h"

namespace assay {

class ParseForest {
 public:
  // The grammar must outlive the forest; the words need not.
  ParseForest(const Grammar& grammar, NonTerminal start, std::span<const std::string_view> words);

  // The number of derivations of exactly these words; 0 when there is none.
  std::uint64_t count() const { return nodes_[root_].count; }

  // One of them; index < count(). The order is fixed, but not that of ranks.
  Derivation derivation(std::uint64_t index) const;

 private:
  friend class ParseChart;

  // A node stands for a non-terminal over a span, each link one production, or for the rest of a
  // production over the rest of its span, each link one way to take its next child.
  struct Link {
    std::uint32_t what = 0;   // ProductionId, or position of the child that is taken
    std::uint32_t child = 0;  // node of that child
    std::uint32_t next = 0;   // node of what comes after
  };
  struct Node {
    std::uint64_t count = 0;
    std::vector<Link> links;
  };
  struct Pick {
    Link link;
    std::uint64_t child_index;
    std::uint64_t next_index;
  };

  Pick pick(std::uint32_t node, std::uint64_t index) const;
  void extract(std::uint32_t node, std::uint64_t index, Derivation& out) const;

  const Grammar* grammar_;
  std::vector<Node> nodes_;
  std::uint32_t root_ = 0;
};

// The derivations of the words, at most `most` of them; empty when there is none.
std::vector<Derivation> parse(const Grammar& grammar, NonTerminal start,
                              std::span<const std::string_view> words, std::size_t most);

// Why a text does not parse: the words before `word` begin some sentence, with `word` they do not.
struct ParseFailure {
  std::size_t word = 0;               // from 0; the number of words when the text ends too early
  std::vector<std::string> expected;  // all words that could stand there, sorted
  bool end_expected = false;          // the text could also end there

  // `word 3 is "foo", expected: and, after, end of text`; the words are those that were parsed.
  std::string message(std::span<const std::string_view> words) const;
};

// The furthest place that a reading of the words can reach; only for words that do not parse.
ParseFailure explain_failure(const Grammar& grammar, NonTerminal start,
                             std::span<const std::string_view> words);

}  // namespace assay
