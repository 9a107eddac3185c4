#include "assay/tasks/curi/language/spelling.h"

#include <array>
#include <utility>

#include "assay/base/error.h"
#include "assay/tasks/curi/language/tree.h"

namespace assay::curi {

namespace {

constexpr std::array<std::string_view, 14> kOperators{
    "and",    "or", "not", "=",       ">",         "all",     "any",
    "count=", "x",  "S",   "non-x-S", "lambda S.", "exists=", "for-all="};
constexpr std::array<std::string_view, kProperties> kFunctions{
    "color?", "shape?", "material?", "size?", "locationX?", "locationY?"};
constexpr std::array<std::string_view, 2> kPublishedSizes{"0.35", "0.7"};
constexpr std::array<std::string_view, 9> kDigits{"0", "1", "2", "3", "4", "5", "6", "7", "8"};

std::string_view function_word(Property property) {
  return kFunctions[static_cast<std::size_t>(property)];
}

class PrefixWriter {
 public:
  PrefixWriter(const Tree& tree, Spelling spelling) : tree_(tree), spelling_(spelling) {}

  std::string write() && {
    if (tree_.quantifier == Quantifier::kExists) out_ += "exists x in S ";
    if (tree_.quantifier == Quantifier::kForAll) out_ += "for-all x in S ";
    append(tree_.body());
    return std::move(out_);
  }

 private:
  void append(const Node& node) {
    switch (node.kind) {
      case NodeKind::kAnd:
        return append_binary("and", node);
      case NodeKind::kOr:
        return append_binary("or", node);
      case NodeKind::kEqual:
        return append_binary("=", node);
      case NodeKind::kGreater:
        return append_binary(">", node);
      case NodeKind::kAll:
        return append_binary("all", node);
      case NodeKind::kAny:
        return append_binary("any", node);
      case NodeKind::kCount:
        return append_binary("count=", node);
      case NodeKind::kNot:
        out_ += "not(";
        append(tree_.nodes[node.left]);
        out_ += ')';
        return;
      case NodeKind::kConstant:
        out_ += word_of(token_of(node), spelling_);
        return;
      case NodeKind::kOfX:
        return append_function(node, "x");
      case NodeKind::kOfSet:
        return append_function(node, node.others ? "S_{-x}" : "S");
    }
  }
  void append_binary(std::string_view name, const Node& node) {
    out_ += name;
    out_ += '(';
    append(tree_.nodes[node.left]);
    out_ += ", ";
    append(tree_.nodes[node.right]);
    out_ += ')';
  }
  void append_function(const Node& node, std::string_view of) {
    out_ += function_word(node.property);
    out_ += '(';
    out_ += of;
    out_ += ')';
  }

  const Tree& tree_;
  Spelling spelling_;
  std::string out_;
};

}  // namespace

std::string_view word_of(Token token, Spelling spelling) {
  const bool is_published = spelling == Spelling::kPublished;
  if (token == Token::kAll && is_published) return "for-all=";
  if (token == Token::kAny && is_published) return "exists=";
  if (token <= Token::kForAll) return kOperators[static_cast<std::size_t>(token)];
  if (is_among(token, Token::kColorOf, kProperties)) {
    return kFunctions[number_in(token, Token::kColorOf)];
  }
  if (is_among(token, Token::kColor, 8)) return kColorWords[number_in(token, Token::kColor)];
  if (is_among(token, Token::kShape, 3)) return kShapeWords[number_in(token, Token::kShape)];
  if (is_among(token, Token::kMaterial, 2)) {
    return kMaterialWords[number_in(token, Token::kMaterial)];
  }
  if (is_among(token, Token::kSize, 2)) {
    return (is_published ? kPublishedSizes : kSizeWords)[number_in(token, Token::kSize)];
  }
  if (is_among(token, Token::kPlace, 9)) return kDigits[number_in(token, Token::kPlace)];
  ASSAY_CHECK(is_among(token, Token::kNumber, 4));
  return kDigits[number_in(token, Token::kNumber)];
}

std::string postfix_text(const Concept& words, Spelling spelling) {
  std::string out;
  for (const Token token : words.all()) {
    if (!out.empty()) out += ' ';
    out += word_of(token, spelling);
  }
  return out;
}

std::string prefix_text(const Concept& words, Spelling spelling) {
  return PrefixWriter(tree_of(words), spelling).write();
}

std::uint32_t length_of(const Concept& words) { return words.count + 1U; }

}  // namespace assay::curi
