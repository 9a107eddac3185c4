#include "assay/tasks/curi/language/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/inline_vector.h"
#include "assay/tasks/curi/language/productions.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {

namespace {

struct SortName {
  std::string_view one;
  std::string_view many;
};

constexpr std::array<SortName, 6> kSortNames{{{"color", "colors"},
                                              {"shape", "shapes"},
                                              {"material", "materials"},
                                              {"size", "sizes"},
                                              {"place", "places"},
                                              {"number", "numbers"}}};
constexpr std::size_t kSizeSort = 3;
constexpr std::size_t kPlaceSort = 4;
constexpr std::size_t kNumberSort = 5;

constexpr std::array<std::string_view, kProperties> kNounsOfRules{
    "color", "shape", "material", "size", "place from left to right", "place from top to bottom"};

std::size_t sort_of(Property property) {
  return std::min(static_cast<std::size_t>(property), kPlaceSort);
}

std::size_t sort_of(const Node& node) {
  const bool is_number = node.kind == NodeKind::kCount || node.is_number;
  return is_number ? kNumberSort : sort_of(node.property);
}

}  // namespace

Derivations::Derivations() {
  roots_[static_cast<std::size_t>(Quantifier::kExists)] =
      add("exists", "the body holds of some thing x of the scene");
  roots_[static_cast<std::size_t>(Quantifier::kForAll)] =
      add("for all", "the body holds of every thing x of the scene");
  roots_[static_cast<std::size_t>(Quantifier::kNone)] =
      add("scene", "the body speaks of the scene as a whole, not of a thing x");
  and_ = add("and", "both hold");
  or_ = add("or", "at least one of the two holds");
  not_ = add("not", "it does not hold");
  add_operators();
  add_functions();
  add_constants();
}

RuleId Derivations::add(std::string name, std::string text) {
  return table_.add(std::move(name), RuleKind::kGrammar, std::move(text));
}

void Derivations::add_operators() {
  for (std::size_t sort = 0; sort < kSorts; ++sort) {
    equal_[sort] = add(fmt::format("{} =", kSortNames[sort].one),
                       fmt::format("two {} are equal", kSortNames[sort].many));
  }
  for (std::size_t sort = kSizeSort; sort < kSorts; ++sort) {
    greater_[sort] = add(fmt::format("{} >", kSortNames[sort].one),
                         fmt::format("the first of two {} is greater", kSortNames[sort].many));
  }
  for (std::size_t sort = 0; sort < kNumberSort; ++sort) {
    const std::string_view one = kSortNames[sort].one;
    all_[sort] = add(fmt::format("all {}", one), fmt::format("all things of a set have a {}", one));
    any_[sort] =
        add(fmt::format("any {}", one), fmt::format("at least one thing of a set has a {}", one));
    count_[sort] =
        add(fmt::format("count {}", one), fmt::format("how many things of a set have a {}", one));
  }
}

void Derivations::add_functions() {
  for (std::uint8_t number = 0; number < kProperties; ++number) {
    const std::string_view function =
        word_of(function_of(static_cast<Property>(number)), Spelling::kSound);
    const std::string_view noun = kNounsOfRules[number];
    of_x_[number] = add(fmt::format("{} x", function), fmt::format("the {} of x", noun));
    of_all_[number] = add(fmt::format("{} S", function), fmt::format("the {} of each thing", noun));
    of_others_[number] =
        add(fmt::format("{} S_{{-x}}", function), fmt::format("the {} of each thing but x", noun));
  }
}

void Derivations::add_constants() {
  for (const Production& production : productions()) {
    if (production.part_count() > 0 || production.word < Token::kColor) continue;
    for (std::uint8_t further = 0; further < production.words; ++further) {
      const Token token = offset(production.word, further);
      const std::string_view word = word_of(token, Spelling::kSound);
      const std::size_t sort = sort_of(node_of(token));
      std::string with_sort = fmt::format("{} {}", kSortNames[sort].one, word);
      const bool is_digit = sort >= kPlaceSort;
      constants_[static_cast<std::size_t>(token)] =
          add(is_digit ? with_sort : std::string(word), "the " + with_sort);
    }
  }
}

RuleId Derivations::rule_of(const Tree& tree, const Node& node) const {
  const auto property = static_cast<std::size_t>(node.property);
  switch (node.kind) {
    case NodeKind::kAnd:
      return and_;
    case NodeKind::kOr:
      return or_;
    case NodeKind::kNot:
      return not_;
    case NodeKind::kEqual:
      return equal_[sort_of(tree.nodes[node.left])];
    case NodeKind::kGreater:
      return greater_[sort_of(tree.nodes[node.left])];
    case NodeKind::kAll:
      return all_[sort_of(tree.nodes[node.left])];
    case NodeKind::kAny:
      return any_[sort_of(tree.nodes[node.left])];
    case NodeKind::kCount:
      return count_[sort_of(tree.nodes[node.left])];
    case NodeKind::kConstant:
      return constants_[static_cast<std::size_t>(token_of(node))];
    case NodeKind::kOfX:
      return of_x_[property];
    case NodeKind::kOfSet:
      return node.others ? of_others_[property] : of_all_[property];
  }
  ASSAY_CHECK(false);
  return 0;
}

void Derivations::append_derivation(RuleGraph& out, const Concept& words) const {
  const Tree tree = tree_of(words);
  InlineVector<NodeId, kMostTokens> made;  // by node of the tree
  for (const Node& node : tree.nodes) {
    const RuleId rule = rule_of(tree, node);
    if (node.kind == NodeKind::kNot) {
      made.push_back(out.apply(rule, {made[node.left]}));
    } else if (node.kind >= NodeKind::kConstant) {
      made.push_back(out.apply(rule, {}));
    } else {
      made.push_back(out.apply(rule, {made[node.left], made[node.right]}));
    }
  }
  out.apply(roots_[static_cast<std::size_t>(tree.quantifier)], {made.back()});
}

}  // namespace assay::curi
