// A concept as a tree of typed nodes: what evaluation and derivations walk.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/tasks/curi/language/concept.h"

namespace assay::curi {

enum class NodeKind : std::uint8_t {
  kAnd,       // left, right
  kOr,        // left, right
  kNot,       // left
  kEqual,     // left, right: two values of one sort
  kGreater,   // left, right: sizes, places or numbers
  kAll,       // left: a set's property; right: a value
  kAny,       // the same
  kCount,     // the same; a number
  kConstant,  // `property` says of which sort, `value` which; a number where `is_number`. Places
              // are one sort for both axes: theirs is always kLocationX
  kOfX,       // `property` of x
  kOfSet,     // `property` of all things, or of all others
};

struct Node {
  NodeKind kind = NodeKind::kConstant;
  Property property = Property::kColor;  // of kConstant, kOfX, kOfSet
  std::uint8_t value = 0;                // of kConstant
  bool is_number = false;                // of kConstant: a count, not a value of a property
  bool others = false;                   // of kOfSet: without x
  std::uint8_t left = 0;                 // numbers of nodes before this one
  std::uint8_t right = 0;
  friend bool operator==(const Node&, const Node&) = default;
};

enum class Quantifier : std::uint8_t { kExists, kForAll, kNone };

struct Tree {
  std::vector<Node> nodes;  // inputs before users; the last is the body
  Quantifier quantifier = Quantifier::kNone;

  const Node& body() const { return nodes.back(); }
};

// Constants and their words.
Token token_of(const Node& constant);
Node node_of(Token constant);

// The concept must be well formed, as drawn or parsed here.
Tree tree_of(const Concept& words);

}  // namespace assay::curi
