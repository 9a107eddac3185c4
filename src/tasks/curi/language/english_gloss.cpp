#include <fmt/format.h>

#include <array>

#include "assay/base/error.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/language/tree.h"

namespace assay::curi {

namespace {

constexpr std::array<std::string_view, kProperties> kPlainNouns{"color", "shape",  "material",
                                                                "size",  "column", "row"};

std::string_view noun_of(Property property) {
  return kPlainNouns[static_cast<std::size_t>(property)];
}

bool is_place(Property property) { return property >= Property::kLocationX; }

// How a clause calls the thing x where it first speaks of it.
struct Subject {
  std::string_view name;
  std::string_view owner;
};

constexpr Subject kIt{"it", "its"};
constexpr Subject kNamed{"X", "X's"};
constexpr Subject kSomeThing{"some thing", "some thing's"};
constexpr Subject kEveryThing{"every thing", "every thing's"};
constexpr Subject kNoThing{"no thing", "no thing's"};

class Gloss {
 public:
  explicit Gloss(const Tree& tree) : tree_(tree) {}

  std::string write() const {
    const Node& body = tree_.body();
    if (!speaks_of_x(body)) return clause(body, kIt);
    const bool for_all = tree_.quantifier == Quantifier::kForAll;
    if (is_about_x(body)) return clause(body, for_all ? kEveryThing : kSomeThing);
    if (body.kind == NodeKind::kNot && is_about_x(left(body))) {
      return for_all ? clause(left(body), kNoThing) : clause(body, kSomeThing);
    }
    if (body.kind == NodeKind::kAnd && !for_all && is_plain(left(body)) && is_plain(right(body))) {
      // The clause about x first, so that "it" is the only thing spoken of.
      const bool leads = is_about_x(stripped(left(body)));
      if (leads || is_about_x(stripped(right(body)))) {
        const Node& first = leads ? left(body) : right(body);
        const Node& second = leads ? right(body) : left(body);
        return fmt::format("{}, and {}", clause(first, kSomeThing), clause(second, kIt));
      }
    }
    return fmt::format("for {} thing{}: {}", for_all ? "every" : "some", names_x(body) ? " X" : "",
                       clause(body, kNamed));
  }

 private:
  const Node& left(const Node& node) const { return tree_.nodes[node.left]; }
  const Node& right(const Node& node) const { return tree_.nodes[node.right]; }
  static bool is_compound(const Node& node) { return node.kind <= NodeKind::kNot; }

  bool speaks_of_x(const Node& node) const {
    switch (node.kind) {
      case NodeKind::kConstant:
        return false;
      case NodeKind::kOfX:
        return true;
      case NodeKind::kOfSet:
        return node.others;
      case NodeKind::kNot:
        return speaks_of_x(left(node));
      default:
        return speaks_of_x(left(node)) || speaks_of_x(right(node));
    }
  }
  bool names_x(const Node& node) const {
    switch (node.kind) {
      case NodeKind::kConstant:
      case NodeKind::kOfSet:
        return false;
      case NodeKind::kOfX:
        return true;
      case NodeKind::kNot:
        return names_x(left(node));
      default:
        return names_x(left(node)) || names_x(right(node));
    }
  }
  // Whether the clause is of the form "it is ..." or "its ... is ...".
  bool is_about_x(const Node& node) const {
    const bool compares = node.kind == NodeKind::kEqual || node.kind == NodeKind::kGreater;
    return compares && !is_numeric(node);
  }
  const Node& stripped(const Node& node) const {
    return node.kind == NodeKind::kNot ? left(node) : node;
  }
  bool is_plain(const Node& node) const { return !is_compound(stripped(node)); }
  bool is_numeric(const Node& comparison) const {
    return left(comparison).kind == NodeKind::kCount || right(comparison).kind == NodeKind::kCount;
  }

  std::string clause(const Node& node, Subject subject) const {
    switch (node.kind) {
      case NodeKind::kAnd:
        return fmt::format("{}, and {}", operand(left(node), subject),
                           operand(right(node), subject));
      case NodeKind::kOr:
        return fmt::format("{}, or {}", operand(left(node), subject),
                           operand(right(node), subject));
      case NodeKind::kNot:
        if (is_compound(left(node))) return fmt::format("not ({})", clause(left(node), subject));
        return atom(left(node), subject, true);
      default:
        return atom(node, subject, false);
    }
  }
  std::string operand(const Node& node, Subject subject) const {
    const bool is_nested = node.kind == NodeKind::kAnd || node.kind == NodeKind::kOr;
    return is_nested ? fmt::format("({})", clause(node, subject)) : clause(node, subject);
  }

  std::string atom(const Node& node, Subject subject, bool negated) const {
    switch (node.kind) {
      case NodeKind::kAll:
        return fmt::format("{}all {}things {}", negated ? "not " : "", other(left(node)),
                           predicate(left(node).property, right(node), subject, true));
      case NodeKind::kAny:
        return fmt::format("{} {}thing {}", negated ? "no" : "at least one", other(left(node)),
                           predicate(left(node).property, right(node), subject, false));
      default:
        break;
    }
    if (is_numeric(node)) return number_clause(node, subject, negated);
    return node.kind == NodeKind::kEqual ? equality(node, subject, negated)
                                         : order(node, subject, negated);
  }

  static std::string_view other(const Node& set) { return set.others ? "other " : ""; }

  // Of one or more things: "is red", "are cubes", "are in column 3", "have its color".
  static std::string predicate(Property property, const Node& value, Subject subject, bool plural) {
    const std::string_view is = plural ? "are" : "is";
    if (value.kind == NodeKind::kConstant) {
      return fmt::format("{} {}", is, description(property, value, plural));
    }
    if (value.property != property) {
      return fmt::format("{} a {} equal to {} {}", plural ? "have" : "has", noun_of(property),
                         subject.owner, noun_of(value.property));
    }
    if (is_place(property)) return fmt::format("{} in {} {}", is, subject.owner, noun_of(property));
    return fmt::format("{} {} {}", plural ? "have" : "has", subject.owner, noun_of(property));
  }
  // "red", "a cube", "cubes", "in column 3".
  static std::string description(Property property, const Node& value, bool plural) {
    const std::string_view word = word_of(token_of(value), Spelling::kSound);
    if (is_place(property)) return fmt::format("in {} {}", noun_of(property), word);
    if (property != Property::kShape) return std::string(word);
    return plural ? fmt::format("{}s", word) : fmt::format("a {}", word);
  }

  // "red things", "other cubes", "things in column 3", "other things with its color".
  std::string things(const Node& count, Subject subject) const {
    const Node& set = left(count);
    const Node& value = right(count);
    const Property property = set.property;
    if (value.kind != NodeKind::kConstant) {
      if (value.property != property) {
        return fmt::format("{}things with a {} equal to {} {}", other(set), noun_of(property),
                           subject.owner, noun_of(value.property));
      }
      return fmt::format("{}things {} {} {}", other(set), is_place(property) ? "in" : "with",
                         subject.owner, noun_of(property));
    }
    const std::string said = description(property, value, true);
    if (property == Property::kShape) return fmt::format("{}{}", other(set), said);
    if (is_place(property)) return fmt::format("{}things {}", other(set), said);
    return fmt::format("{}{} things", other(set), said);
  }

  std::string number_clause(const Node& node, Subject subject, bool negated) const {
    const bool is_greater = node.kind == NodeKind::kGreater;
    const std::string_view no = negated ? "not " : "";
    if (left(node).kind == NodeKind::kCount && right(node).kind == NodeKind::kCount) {
      return fmt::format("there are {}{} {} {} {}", no, is_greater ? "more" : "as many",
                         things(left(node), subject), is_greater ? "than" : "as",
                         things(right(node), subject));
    }
    const bool count_is_left = left(node).kind == NodeKind::kCount;
    const Node& count = count_is_left ? left(node) : right(node);
    const Node& number = count_is_left ? right(node) : left(node);
    const bool plural = number.value != 1;
    const std::string_view how =
        !is_greater ? "exactly" : (count_is_left ? "more than" : "fewer than");
    return fmt::format("{}{} {} {}{} {}", no, how, number.value, other(left(count)),
                       plural ? "things" : "thing",
                       predicate(left(count).property, right(count), subject, plural));
  }

  std::string equality(const Node& node, Subject subject, bool negated) const {
    const std::string_view is = negated ? "is not" : "is";
    const Node& first = left(node);
    const Node& second = right(node);
    if (first.kind == NodeKind::kOfX && second.kind == NodeKind::kOfX) {
      return fmt::format("{} {} {} its {}", subject.owner, noun_of(first.property),
                         negated ? "does not equal" : "equals", noun_of(second.property));
    }
    const Node& of_x = first.kind == NodeKind::kOfX ? first : second;
    const Node& value = first.kind == NodeKind::kOfX ? second : first;
    return fmt::format("{} {} {}", subject.name, is, description(of_x.property, value, false));
  }

  std::string order(const Node& node, Subject subject, bool negated) const {
    const std::string_view is = negated ? "is not" : "is";
    const Node& first = left(node);
    const Node& second = right(node);
    if (first.kind == NodeKind::kOfX && second.kind == NodeKind::kOfX) {
      return fmt::format("{} {} {} greater than its {}", subject.owner, noun_of(first.property), is,
                         noun_of(second.property));
    }
    const bool x_is_first = first.kind == NodeKind::kOfX;
    const Property property = x_is_first ? first.property : second.property;
    const std::string_view word = word_of(token_of(x_is_first ? second : first), Spelling::kSound);
    if (property == Property::kSize) {
      return fmt::format("{} {} {} than {}", subject.name, is, x_is_first ? "larger" : "smaller",
                         word);
    }
    return fmt::format("{} {} {} {} than {}", subject.owner, noun_of(property), is,
                       x_is_first ? "greater" : "less", word);
  }

  const Tree& tree_;
};

}  // namespace

std::string english_gloss(const Concept& words) { return Gloss(tree_of(words)).write(); }

}  // namespace assay::curi
