#include "assay/tasks/curi/language/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::curi {
namespace {

Concept concept_with(std::initializer_list<Token> tokens) {
  Concept words;
  for (const Token token : tokens) words.push(token);
  return words;
}

TEST(Tree, InputsStandBeforeUsersAndLeftIsWhatWasSaidFirst) {
  const Token color_of = Token::kColorOf;
  const Token place_y_of = offset(Token::kColorOf, 5);
  const Tree tree =
      tree_of(concept_with({Token::kOtherThings, color_of, offset(Token::kColor, 6), Token::kAll,
                            offset(Token::kPlace, 8), Token::kX, place_y_of, Token::kGreater,
                            Token::kAnd, Token::kLambda, Token::kExists}));
  EXPECT_EQ(tree.quantifier, Quantifier::kExists);
  EXPECT_THAT(tree.nodes,
              testing::ElementsAre(
                  Node{.kind = NodeKind::kOfSet, .property = Property::kColor, .others = true},
                  Node{.kind = NodeKind::kConstant, .property = Property::kColor, .value = 6},
                  Node{.kind = NodeKind::kAll, .left = 0, .right = 1},
                  Node{.kind = NodeKind::kConstant, .property = Property::kLocationX, .value = 8},
                  Node{.kind = NodeKind::kOfX, .property = Property::kLocationY},
                  Node{.kind = NodeKind::kGreater, .left = 3, .right = 4},
                  Node{.kind = NodeKind::kAnd, .left = 2, .right = 5}));
}

TEST(Tree, NumbersAreNoPlacesAndNothingIsQuantifiedWithoutX) {
  const Tree tree = tree_of(concept_with(
      {Token::kAllThings, offset(Token::kColorOf, 1), offset(Token::kShape, 2), Token::kCount,
       offset(Token::kNumber, 3), Token::kEqual, Token::kNot, Token::kLambda}));
  EXPECT_EQ(tree.quantifier, Quantifier::kNone);
  EXPECT_THAT(tree.nodes,
              testing::ElementsAre(
                  Node{.kind = NodeKind::kOfSet, .property = Property::kShape},
                  Node{.kind = NodeKind::kConstant, .property = Property::kShape, .value = 2},
                  Node{.kind = NodeKind::kCount, .left = 0, .right = 1},
                  Node{.kind = NodeKind::kConstant, .value = 3, .is_number = true},
                  Node{.kind = NodeKind::kEqual, .left = 2, .right = 3},
                  Node{.kind = NodeKind::kNot, .left = 4}));
}

}  // namespace
}  // namespace assay::curi
