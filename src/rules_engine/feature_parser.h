// A chart parser for grammars with features: all derivations of a text.
//
// Bottom-up from left to right, with a look at what may begin where; edges over the same words in
// the same state are one, so the chart stays polynomial however ambiguous a text is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/rules_engine/derivation_tree.h"
#include "assay/rules_engine/feature_grammar.h"

namespace assay::rules {

// Keeps its memory from text to text. One for each thread.
class FeatureParser {
 public:
  explicit FeatureParser(const FeatureGrammar& grammar) : grammar_(grammar) {}

  // Words as numbers of the grammar, kNothing for a foreign one. True when they form a text.
  bool parse(std::span<const WordId> words);

  // Whether the last text has exactly one derivation.
  bool is_unambiguous();

  // The derivations of the last text, at most `most`, in a fixed order: roots in `trees`.
  std::vector<std::uint32_t> derivations(std::size_t most, DerivationTree& trees);

  // Why the last text does not parse: the first word that no reading can go on with (their number
  // when the text ends too early), and the words that could stand there.
  std::size_t stuck_at() const;
  std::vector<std::string> expected() const;

 private:
  static constexpr std::uint32_t kEnd = 0xFFFF'FFFF;

  // A rule begun: its item over the words from `begin` to where it stands.
  struct Active {
    ItemId item = 0;
    std::uint32_t begin = 0;
    std::uint32_t links = kEnd;
    std::uint32_t next = kEnd;  // waiting for the same category, or word, at the same place
  };
  struct Link {
    std::uint32_t before = kEnd;   // active edge, or none
    std::uint32_t passive = kEnd;  // constituent, or none for a word
    std::uint32_t next = kEnd;
  };
  struct Passive {
    StateId state = 0;
    std::uint32_t begin = 0;
    std::uint32_t makers = kEnd;       // list in makers_
    std::uint32_t trees_first = kEnd;  // in alternatives_, once worked out
    std::uint32_t trees_count = 0;
  };
  struct Maker {
    std::uint32_t active = 0;
    std::uint32_t next = kEnd;
  };
  // Which edges end at the present place, by what they are and where they begin.
  class SpanTable {
   public:
    void clear();
    std::uint32_t& at(std::uint64_t key);  // kEnd when new
   private:
    struct Entry {
      std::uint64_t key = 0;
      std::uint32_t value = kEnd;
      std::uint32_t stamp = 0;
    };
    void grow();
    std::vector<Entry> entries_ = std::vector<Entry>(256);
    std::uint32_t stamp_ = 1;
    std::size_t used_ = 0;
  };

  bool may_begin(CategoryId category, std::uint32_t place) const;
  void open_place(std::uint32_t place);
  void add_active(ItemId item, std::uint32_t begin, Link link);
  void add_passive(StateId state, std::uint32_t begin, std::uint32_t active);
  void spread(std::uint32_t passive);
  void work_out(std::uint32_t passive, std::size_t most, DerivationTree& trees);

  const FeatureGrammar& grammar_;
  std::uint32_t words_ = 0;
  std::uint32_t place_ = 0;
  std::vector<Active> active_;
  std::vector<Link> links_;
  std::vector<Passive> passive_;
  std::vector<Maker> makers_;
  std::vector<std::uint32_t> waiting_;       // heads of lists, by place and category
  std::vector<std::uint32_t> waiting_word_;  // heads of lists, by place
  std::vector<std::uint64_t> may_begin_;     // bits, by place
  std::vector<std::uint32_t> agenda_;
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint32_t> alternatives_;
  SpanTable active_table_;
  SpanTable passive_table_;
};

}  // namespace assay::rules
