// Finds chains of inference rules by closing the premises under the rules.
//
// All that can be concluded is one or two of the question's literals, joined and quantified, so
// there are finitely many sentences. They are reached in the order of the size of their proofs, as
// in Knuth's generalization of Dijkstra's algorithm. Sets of literals are words of 64 bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/tasks/logic/solver/one_step.h"
#include "assay/tasks/logic/solver/sentence.h"

namespace assay::logic {

struct ChainStep {
  Rule rule = Rule::kModusPonens;
  std::uint32_t premise_count = 0;
  std::array<Sentence, 3> premises;
  Sentence conclusion;
  // "All" leads to "some" by way of something that the question does not mention: two steps.
  bool by_instance = false;
};

class ChainSearch {
 public:
  ChainSearch(const Universe& universe, std::span<const Sentence> premises);

  // The steps to the sentence, or to something that contradicts it, in an order in which each finds
  // its premises. False when there are none, or only beyond kMostWork.
  bool prove(const Sentence& goal, std::vector<ChainStep>& out);
  bool refute(const Sentence& asked, std::vector<ChainStep>& out);

  static constexpr std::size_t kMostWork = 4'000'000;  // proposals
  static constexpr std::uint32_t kMostSteps = 200;     // counting what is used twice twice

 private:
  using Node = std::uint32_t;
  struct Origin {
    Rule rule = Rule::kModusPonens;
    std::uint8_t premise_count = 0;
    std::uint16_t size = 0xFFFF;  // of the proof
    bool reached = false;
    bool by_instance = false;
    std::array<Node, 3> premises{};
  };
  // What was reached, of one scope.
  struct Known {
    Literals alone = 0;
    std::array<Literals, kMostLiterals> if_first{};  // if_first[a] has b: if a, then b
    std::array<Literals, kMostLiterals> if_second{};
    std::array<Literals, kMostLiterals> iff_first{};
    std::array<Literals, kMostLiterals> iff_second{};
    std::array<Literals, kMostLiterals> either_first{};
    std::array<Literals, kMostLiterals> either_second{};
  };
  // The scope of another premise, and of what follows then.
  struct Partner {
    Scope scope;
    Scope conclusion;
  };

  template <typename Wanted>
  bool search(const Sentence& about, const Wanted& wanted, std::vector<ChainStep>& out);
  void mark_goal(const Sentence& about);
  void reach(Node node);
  void use_alone(Node node, const Sentence& sentence);
  void use_if(Node node, const Sentence& sentence);
  void use_iff(Node node, const Sentence& sentence);
  void use_either(Node node, const Sentence& sentence);
  void add_symbols(Node node, const Sentence& sentence);
  void change_scope(Node node, const Sentence& sentence);
  bool same_constant(std::uint32_t first, std::uint32_t second) const;  // of two ground atoms
  void conjoin(Node node, const Sentence& sentence, Partner partner);
  void eliminate(Node node, const Sentence& sentence);

  Node node_of(Scope scope, Join join, Literal first, Literal second = 0) const;
  Sentence sentence_of(Node node) const;
  void propose(Rule rule, Node conclusion, std::initializer_list<Node> premises,
               bool by_instance = false);
  void extract(Node goal, std::vector<ChainStep>& out) const;
  Known& known(Scope scope) { return known_[static_cast<std::size_t>(scope)]; }

  const Universe& universe_;
  std::uint32_t width_;  // literals of a scope
  std::vector<Origin> origins_;
  std::vector<std::vector<Node>> waiting_;  // by the size of the proof
  std::array<Known, 3> known_;
  std::array<Literals, 3> goal_literals_{};  // what conjunctions are worth making of
  std::vector<Literals> instances_;          // of each general atom: its ground ones, unnegated
  std::size_t work_ = 0;
};

}  // namespace assay::logic
