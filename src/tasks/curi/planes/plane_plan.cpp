#include "assay/tasks/curi/planes/plane_plan.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::curi {

namespace {

constexpr std::size_t kDigits = std::tuple_size_v<Number>;

bool is_number(const Node& node) { return node.kind == NodeKind::kCount || node.is_number; }

std::uint8_t values_of(Property property) { return kValuesOf[static_cast<std::size_t>(property)]; }

// Two properties of one sort may have different numbers of values; what only one has is never both.
std::uint8_t common_values(Property a, Property b) { return std::min(values_of(a), values_of(b)); }

}  // namespace

PlanePlan::PlanePlan(std::span<const Concept> concepts) {
  roots_.reserve(concepts.size());
  for (const Concept& words : concepts) {
    const Tree tree = tree_of(words);
    const Node& body = tree.nodes.back();
    Root root;
    root.quantifier = tree.quantifier;
    if (body.kind == NodeKind::kAnd || body.kind == NodeKind::kOr || body.kind == NodeKind::kNot) {
      root.part = describe(tree, body);
    } else {
      root.part.left = part_of(tree, static_cast<std::uint8_t>(tree.nodes.size() - 1));
      root.part.of_x = of_x(root.part.left);
    }
    roots_.push_back(root);
  }
}

PlanePlan::PartId PlanePlan::part_of(const Tree& tree, std::uint8_t node) {
  const Part part = describe(tree, tree.nodes[node]);
  const auto [found, is_new] = ids_.try_emplace(part, static_cast<PartId>(parts_.size()));
  if (is_new) {
    parts_.push_back(part);
    places_.push_back(slots_);
    const bool number = part.op == Op::kCount || part.op == Op::kNumber;
    slots_ += (part.of_x ? kMostThings : 1) * (number ? kDigits : 1);
  }
  return found->second;
}

PlanePlan::Part PlanePlan::describe(const Tree& tree, const Node& node) {
  Part part;
  switch (node.kind) {
    case NodeKind::kAnd:
    case NodeKind::kOr:
      part.op = node.kind == NodeKind::kAnd ? Op::kAnd : Op::kOr;
      part.left = part_of(tree, node.left);
      part.right = part_of(tree, node.right);
      part.of_x = of_x(part.left) || of_x(part.right);
      return part;
    case NodeKind::kNot:
      part.op = Op::kNot;
      part.left = part_of(tree, node.left);
      part.of_x = of_x(part.left);
      return part;
    case NodeKind::kEqual:
    case NodeKind::kGreater:
      return compare(tree, node);
    case NodeKind::kAll:
    case NodeKind::kAny:
    case NodeKind::kCount: {
      const Node& set = tree.nodes[node.left];
      const Node& against = tree.nodes[node.right];
      part.op = node.kind == NodeKind::kAll   ? Op::kAll
                : node.kind == NodeKind::kAny ? Op::kAny
                                              : Op::kCount;
      part.property = set.property;
      part.others = set.others;
      part.against_x = against.kind == NodeKind::kOfX;
      if (part.against_x) part.second = against.property;
      part.value = against.value;
      part.of_x = part.others || part.against_x;
      return part;
    }
    case NodeKind::kConstant:
      ASSAY_CHECK(node.is_number);
      part.op = Op::kNumber;
      part.value = node.value;
      return part;
    case NodeKind::kOfX:
    case NodeKind::kOfSet:
      break;
  }
  ASSAY_CHECK(false);
  return part;
}

PlanePlan::Part PlanePlan::compare(const Tree& tree, const Node& node) {
  const Node& left = tree.nodes[node.left];
  const Node& right = tree.nodes[node.right];
  const bool equal = node.kind == NodeKind::kEqual;
  Part part;
  if (is_number(left) || is_number(right)) {
    part.op = equal ? Op::kNumberEqual : Op::kNumberGreater;
    part.left = part_of(tree, node.left);
    part.right = part_of(tree, node.right);
    part.of_x = of_x(part.left) || of_x(part.right);
    return part;
  }
  part.of_x = true;
  if (left.kind == NodeKind::kOfX && right.kind == NodeKind::kOfX) {
    part.op = equal ? Op::kSame : Op::kExceeds;
    part.property = left.property;
    part.second = right.property;
    return part;
  }
  const bool constant_first = left.kind == NodeKind::kConstant;
  part.op = equal ? Op::kHas : constant_first ? Op::kBelow : Op::kAbove;
  part.property = constant_first ? right.property : left.property;
  part.value = constant_first ? left.value : right.value;
  return part;
}

void PlanePlan::load(std::span<const Looks> scenes, Scratch& scratch) const {
  ASSAY_CHECK(scenes.size() <= kPlaneScenes);
  scratch.scenes.load(scenes);
  scratch.slots.resize(slots_);
  for (PartId part = 0; part < parts_.size(); ++part) work_out(part, scratch);
}

const Plane* PlanePlan::slot(PartId part, std::size_t x, const Scratch& scratch) const {
  const Part& what = parts_[part];
  const std::size_t width = what.op == Op::kCount || what.op == Op::kNumber ? kDigits : 1;
  return scratch.slots.data() + places_[part] + (what.of_x ? x * width : 0);
}

// `planes` picks the `width` planes of a set that are wanted.
template <typename Planes>
void PlanePlan::work_out_set(const Part& part, const ScenePlanes& scenes, Plane* out,
                             std::size_t width, Planes planes) const {
  const auto set = [&](std::uint8_t value, std::size_t x) {
    const std::size_t row = value_row(part.property, value);
    return planes(part.others ? scenes.others[row][x] : scenes.everything[row]);
  };
  for (std::size_t x = 0; x < (part.of_x ? kMostThings : 1); ++x) {
    if (!part.against_x) {
      std::copy_n(set(part.value, x), width, out + x * width);
      continue;
    }
    std::fill_n(out + x * width, width, kNoScene);
    const std::uint8_t values = common_values(part.property, part.second);
    for (std::uint8_t value = 0; value < values; ++value) {
      const Plane x_has = scenes.has[value_row(part.second, value)][x];
      const Plane* of_value = set(value, x);
      for (std::size_t at = 0; at < width; ++at) out[x * width + at] |= x_has & of_value[at];
    }
  }
}

void PlanePlan::work_out(PartId id, Scratch& scratch) const {
  const Part& part = parts_[id];
  const ScenePlanes& scenes = scratch.scenes;
  Plane* out = scratch.slots.data() + places_[id];
  const auto has = [&](Property property, std::uint8_t value, std::size_t x) {
    return scenes.has[value_row(property, value)][x];
  };
  const auto for_each_x = [&](auto what) {
    for (std::size_t x = 0; x < (part.of_x ? kMostThings : 1); ++x) out[x] = what(x);
  };
  switch (part.op) {
    case Op::kHas:
      return for_each_x([&](std::size_t x) { return has(part.property, part.value, x); });
    case Op::kSame:
      return for_each_x([&](std::size_t x) {
        Plane same{};
        const std::uint8_t values = common_values(part.property, part.second);
        for (std::uint8_t v = 0; v < values; ++v) {
          same |= has(part.property, v, x) & has(part.second, v, x);
        }
        return same;
      });
    case Op::kAbove:
      return for_each_x([&](std::size_t x) {
        Plane above{};
        for (std::uint8_t v = part.value + 1; v < values_of(part.property); ++v) {
          above |= has(part.property, v, x);
        }
        return above;
      });
    case Op::kBelow:
      return for_each_x([&](std::size_t x) {
        Plane below{};
        for (std::uint8_t v = 0; v < part.value; ++v) below |= has(part.property, v, x);
        return below;
      });
    case Op::kExceeds:
      return for_each_x([&](std::size_t x) {
        Plane exceeds{};
        Plane below{};  // the second property is below v
        for (std::uint8_t v = 1; v < values_of(part.property); ++v) {
          if (v <= values_of(part.second)) below |= has(part.second, v - 1, x);
          exceeds |= has(part.property, v, x) & below;
        }
        return exceeds;
      });
    case Op::kAll:
      return work_out_set(part, scenes, out, 1, [](const SetPlanes& set) { return &set.all; });
    case Op::kAny:
      return work_out_set(part, scenes, out, 1, [](const SetPlanes& set) { return &set.any; });
    case Op::kCount:
      return work_out_set(part, scenes, out, kDigits,
                          [](const SetPlanes& set) { return set.count.data(); });
    case Op::kNumber:
      for (std::size_t digit = 0; digit < kDigits; ++digit) {
        out[digit] = ((part.value >> digit) & 1U) != 0 ? every_scene() : kNoScene;
      }
      return;
    case Op::kNumberEqual:
      return for_each_x([&](std::size_t x) {
        const Plane* left = slot(part.left, x, scratch);
        const Plane* right = slot(part.right, x, scratch);
        return ~((left[0] ^ right[0]) | (left[1] ^ right[1]) | (left[2] ^ right[2]));
      });
    case Op::kNumberGreater:
      return for_each_x([&](std::size_t x) {
        const Plane* left = slot(part.left, x, scratch);
        const Plane* right = slot(part.right, x, scratch);
        Plane greater{};
        for (std::size_t digit = 0; digit < kDigits; ++digit) {  // the last digit decides most
          greater = (left[digit] & ~right[digit]) | (~(left[digit] ^ right[digit]) & greater);
        }
        return greater;
      });
    case Op::kAnd:
      return for_each_x([&](std::size_t x) {
        return *slot(part.left, x, scratch) & *slot(part.right, x, scratch);
      });
    case Op::kOr:
      return for_each_x([&](std::size_t x) {
        return *slot(part.left, x, scratch) | *slot(part.right, x, scratch);
      });
    case Op::kNot:
      return for_each_x([&](std::size_t x) { return ~*slot(part.left, x, scratch); });
    case Op::kItself:
      break;
  }
  ASSAY_CHECK(false);
}

Plane PlanePlan::truth(std::size_t index, const Scratch& scratch) const {
  const Root& root = roots_[index];
  const ByThing& there = scratch.scenes.there;
  const auto quantify = [&](auto of) {
    if (!root.part.of_x) return of(0) & there[0];
    Plane truth = root.quantifier == Quantifier::kExists ? kNoScene : there[0];
    for (std::size_t x = 0; x < kMostThings; ++x) {
      if (root.quantifier == Quantifier::kExists) {
        truth |= of(x) & there[x];
      } else {
        truth &= of(x) | ~there[x];
      }
    }
    return truth;
  };
  const auto left = [&](std::size_t x) -> const Plane& {
    return *slot(root.part.left, x, scratch);
  };
  const auto right = [&](std::size_t x) -> const Plane& {
    return *slot(root.part.right, x, scratch);
  };
  switch (root.part.op) {
    case Op::kAnd:
      return quantify([&](std::size_t x) { return left(x) & right(x); });
    case Op::kOr:
      return quantify([&](std::size_t x) { return left(x) | right(x); });
    case Op::kNot:
      return quantify([&](std::size_t x) { return ~left(x); });
    default:
      return quantify([&](std::size_t x) { return left(x); });
  }
}

}  // namespace assay::curi
