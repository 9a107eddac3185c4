#include "assay/tasks/curi/language/tree.h"

#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/inline_vector.h"

namespace assay::curi {

namespace {

struct Sort {
  Token first;
  std::uint8_t span;  // how many numbers are set aside
  Property property;
};

constexpr std::array<Sort, 5> kSorts{{
    {Token::kColor, 8, Property::kColor},
    {Token::kShape, 3, Property::kShape},
    {Token::kMaterial, 2, Property::kMaterial},
    {Token::kSize, 2, Property::kSize},
    {Token::kPlace, 9, Property::kLocationX},
}};

// The nodes that no one uses yet wait on a stack.
class TreeBuilder {
 public:
  void unary(NodeKind kind) { add({.kind = kind, .left = pop()}); }
  void binary(NodeKind kind) {
    const std::uint8_t right = pop();
    const std::uint8_t left = pop();
    add({.kind = kind, .left = left, .right = right});
  }
  void add(Node node) {
    waiting_.push_back(static_cast<std::uint8_t>(nodes_.size()));
    nodes_.push_back(node);
  }
  std::vector<Node> finish() {
    ASSAY_CHECK(waiting_.size() == 1);
    return std::move(nodes_);
  }

 private:
  std::uint8_t pop() {
    ASSAY_CHECK(!waiting_.empty());
    const std::uint8_t last = waiting_.back();
    waiting_.pop_back();
    return last;
  }

  std::vector<Node> nodes_;
  InlineVector<std::uint8_t, kMostTokens> waiting_;
};

void add_function(TreeBuilder& builder, Token of, Property property) {
  switch (of) {
    case Token::kX:
      return builder.add({.kind = NodeKind::kOfX, .property = property});
    case Token::kAllThings:
      return builder.add({.kind = NodeKind::kOfSet, .property = property});
    case Token::kOtherThings:
      return builder.add({.kind = NodeKind::kOfSet, .property = property, .others = true});
    default:
      ASSAY_CHECK(false);
  }
}

}  // namespace

Token token_of(const Node& constant) {
  if (constant.is_number) return offset(Token::kNumber, constant.value);
  for (const Sort& sort : kSorts) {
    if (sort.property == constant.property) return offset(sort.first, constant.value);
  }
  ASSAY_CHECK(false);
  return {};
}

Node node_of(Token constant) {
  for (const Sort& sort : kSorts) {
    if (is_among(constant, sort.first, sort.span)) {
      return {.kind = NodeKind::kConstant,
              .property = sort.property,
              .value = number_in(constant, sort.first)};
    }
  }
  ASSAY_CHECK(is_among(constant, offset(Token::kNumber, 1), kNumbers));
  return {
      .kind = NodeKind::kConstant, .value = number_in(constant, Token::kNumber), .is_number = true};
}

Tree tree_of(const Concept& words) {
  Tree tree;
  TreeBuilder builder;
  Token before = Token::kLambda;
  for (const Token token : words.all()) {
    switch (token) {
      case Token::kAnd:
        builder.binary(NodeKind::kAnd);
        break;
      case Token::kOr:
        builder.binary(NodeKind::kOr);
        break;
      case Token::kNot:
        builder.unary(NodeKind::kNot);
        break;
      case Token::kEqual:
        builder.binary(NodeKind::kEqual);
        break;
      case Token::kGreater:
        builder.binary(NodeKind::kGreater);
        break;
      case Token::kAll:
        builder.binary(NodeKind::kAll);
        break;
      case Token::kAny:
        builder.binary(NodeKind::kAny);
        break;
      case Token::kCount:
        builder.binary(NodeKind::kCount);
        break;
      case Token::kX:
      case Token::kAllThings:
      case Token::kOtherThings:
      case Token::kLambda:
        break;
      case Token::kExists:
        tree.quantifier = Quantifier::kExists;
        break;
      case Token::kForAll:
        tree.quantifier = Quantifier::kForAll;
        break;
      default:
        if (is_among(token, Token::kColorOf, kProperties)) {
          add_function(builder, before, static_cast<Property>(number_in(token, Token::kColorOf)));
        } else {
          builder.add(node_of(token));
        }
    }
    before = token;
  }
  tree.nodes = builder.finish();
  return tree;
}

}  // namespace assay::curi
