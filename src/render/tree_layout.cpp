#include "assay/render/tree_layout.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"

namespace assay {
namespace {

constexpr std::int64_t kBoxGap = 20;
constexpr std::int64_t kLevelGap = 36;
constexpr std::int64_t kCorridorWidth = 4;
constexpr std::int64_t kParallelGap = 6;
constexpr std::size_t kMostCorridors = 50'000;
constexpr std::int64_t kUnreached = -1;

// What stands on a level: a box, or the corridor of an edge that passes through.
struct Item {
  NodeId node;  // of the box, or the input that the edge leads to
  std::size_t edge;
  bool corridor;
  std::int64_t level;
  std::int64_t width;
  std::size_t parent = 0;
  std::size_t first_child = 0;
  std::size_t children = 0;
  std::int64_t centre = 0;  // relative to the parent until the very end
};

// The outline of a subtree, deepest level first, so that a parent is put on top at the end.
struct Outline {
  struct Span {
    std::int64_t left;
    std::int64_t right;
  };
  std::vector<Span> spans;
  std::int64_t shift = 0;

  Span level(std::size_t from_top) const {
    const Span& span = spans[spans.size() - 1 - from_top];
    return {span.left + shift, span.right + shift};
  }
  Span& stored(std::size_t from_top) { return spans[spans.size() - 1 - from_top]; }
};

std::int64_t least_distance(const Outline& left, const Outline& right) {
  std::int64_t distance = 0;
  const std::size_t shared = std::min(left.spans.size(), right.spans.size());
  for (std::size_t i = 0; i < shared; ++i) {
    distance = std::max(distance, left.level(i).right + kBoxGap - right.level(i).left);
  }
  return distance;
}

// Costs no more than the shallower of the two is deep.
Outline join(Outline left, Outline right) {
  const std::size_t shared = std::min(left.spans.size(), right.spans.size());
  if (left.spans.size() >= right.spans.size()) {
    for (std::size_t i = 0; i < shared; ++i) {
      left.stored(i).right = right.level(i).right - left.shift;
    }
    return left;
  }
  for (std::size_t i = 0; i < shared; ++i) {
    right.stored(i).left = left.level(i).left - right.shift;
  }
  return right;
}

// Centres of siblings: the mean of packing them to the left and to the right, which keeps every
// least distance.
std::vector<std::int64_t> spread(std::span<const Outline> outlines) {
  const std::size_t count = outlines.size();
  std::vector<std::int64_t> from_left(count, 0);
  for (std::size_t j = 1; j < count; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::int64_t least = from_left[i] + least_distance(outlines[i], outlines[j]);
      from_left[j] = std::max(from_left[j], least);
    }
  }
  std::vector<std::int64_t> from_right(count, from_left.back());
  for (std::size_t i = count; i-- > 0;) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const std::int64_t most = from_right[j] - least_distance(outlines[i], outlines[j]);
      from_right[i] = std::min(from_right[i], most);
    }
  }
  std::vector<std::int64_t> centres(count);
  for (std::size_t i = 0; i < count; ++i) centres[i] = (from_left[i] + from_right[i]) >> 1;
  return centres;
}

class Layout {
 public:
  Layout(const RuleGraph& graph, std::span<const BoxSize> sizes) : graph_(graph), sizes_(sizes) {}

  TreeLayout run() {
    find_levels();
    place_on_levels();
    find_centres();
    stack_levels();
    add_boxes();
    add_edges();
    return std::move(result_);
  }

 private:
  void find_levels();
  void place_on_levels();
  void add_inputs(std::size_t at);
  void add_child(std::size_t parent, NodeId node, std::size_t edge, bool corridor);
  void find_centres();
  void stack_levels();
  void add_boxes();
  void add_edges();
  std::int64_t parallel_shift(std::size_t edge) const;

  const RuleGraph& graph_;
  std::span<const BoxSize> sizes_;
  std::vector<std::int64_t> levels_;  // of nodes
  bool corridors_ = true;
  std::vector<Item> items_;               // level by level, left to right
  std::vector<std::size_t> item_of_;      // of nodes
  std::vector<std::int64_t> level_tops_;  // one more than there are levels
  TreeLayout result_;
};

void Layout::find_levels() {
  levels_.assign(graph_.size(), kUnreached);
  levels_[graph_.root()] = 0;
  for (std::size_t node = graph_.size(); node-- > 0;) {
    if (levels_[node] == kUnreached) continue;
    for (const NodeId input : graph_.inputs(static_cast<NodeId>(node))) {
      levels_[input] = std::max(levels_[input], levels_[node] + 1);
    }
  }
  std::size_t corridors = 0;
  for (NodeId node = 0; node < graph_.size(); ++node) {
    if (levels_[node] == kUnreached) continue;
    for (const NodeId input : graph_.inputs(node)) {
      corridors += static_cast<std::size_t>(levels_[input] - levels_[node] - 1);
    }
  }
  corridors_ = corridors <= kMostCorridors;
}

void Layout::add_child(std::size_t parent, NodeId node, std::size_t edge, bool corridor) {
  Item& above = items_[parent];
  if (above.children++ == 0) above.first_child = items_.size();
  const std::int64_t width = corridor ? kCorridorWidth : sizes_[node].width;
  Item item{node, edge, corridor, above.level + 1, width};
  item.parent = parent;
  items_.push_back(item);
}

void Layout::add_inputs(std::size_t at) {
  const NodeId user = items_[at].node;
  const std::int64_t below = items_[at].level + 1;
  for (const NodeId input : graph_.inputs(user)) {
    const std::size_t edge = result_.edges.size();
    result_.edges.push_back({user, input, {}});
    if (levels_[input] == below) {
      if (item_of_[input] != 0) continue;
      item_of_[input] = items_.size();
      add_child(at, input, edge, false);
    } else if (corridors_) {
      add_child(at, input, edge, true);
    }
  }
}

// Every node finds its place: its level is that of some user plus one.
void Layout::place_on_levels() {
  item_of_.assign(graph_.size(), 0);
  items_.push_back({graph_.root(), 0, false, 0, sizes_[graph_.root()].width});
  for (std::size_t at = 0; at < items_.size(); ++at) {
    const Item item = items_[at];
    if (!item.corridor) {
      add_inputs(at);
    } else if (levels_[item.node] > item.level + 1) {
      add_child(at, item.node, item.edge, true);
    }
  }
}

void Layout::find_centres() {
  std::vector<Outline> outlines(items_.size());
  for (std::size_t at = items_.size(); at-- > 0;) {
    const Item& item = items_[at];
    Outline outline;
    if (item.children > 0) {
      const std::span children = std::span(outlines).subspan(item.first_child, item.children);
      const std::vector<std::int64_t> centres = spread(children);
      const std::int64_t middle = (centres.front() + centres.back()) >> 1;
      for (std::size_t i = 0; i < children.size(); ++i) {
        items_[item.first_child + i].centre = centres[i] - middle;
        children[i].shift += centres[i] - middle;
        outline =
            i == 0 ? std::move(children[i]) : join(std::move(outline), std::move(children[i]));
      }
    }
    outline.spans.push_back({-item.width / 2 - outline.shift, item.width / 2 - outline.shift});
    outlines[at] = std::move(outline);
  }
  std::int64_t left = 0;
  std::int64_t right = 0;
  for (Item& item : items_) {
    if (item.level > 0) item.centre += items_[item.parent].centre;
    left = std::min(left, item.centre - item.width / 2);
    right = std::max(right, item.centre + item.width / 2);
  }
  for (Item& item : items_) item.centre -= left;
  result_.width = right - left;
}

void Layout::stack_levels() {
  std::vector<std::int64_t> heights(static_cast<std::size_t>(items_.back().level) + 1, 0);
  for (const Item& item : items_) {
    std::int64_t& height = heights[static_cast<std::size_t>(item.level)];
    if (!item.corridor) height = std::max(height, sizes_[item.node].height);
  }
  level_tops_.push_back(0);
  for (const std::int64_t height : heights) {
    level_tops_.push_back(level_tops_.back() + height + kLevelGap);
  }
  result_.height = level_tops_.back() - kLevelGap;
}

void Layout::add_boxes() {
  for (const Item& item : items_) {
    if (item.corridor) continue;
    const std::int64_t top = level_tops_[static_cast<std::size_t>(item.level)];
    result_.boxes.push_back({item.node, item.centre - item.width / 2, top});
  }
}

// An input that fills several slots of one user gets as many edges side by side.
std::int64_t Layout::parallel_shift(std::size_t edge) const {
  const auto& edges = result_.edges;
  std::int64_t before = 0;
  std::int64_t after = 0;
  const auto alike = [&](std::size_t other) { return edges[other].input == edges[edge].input; };
  for (std::size_t i = edge; i-- > 0 && edges[i].user == edges[edge].user;) {
    before += alike(i) ? 1 : 0;
  }
  for (std::size_t i = edge + 1; i < edges.size() && edges[i].user == edges[edge].user; ++i) {
    after += alike(i) ? 1 : 0;
  }
  return (before - after) * kParallelGap;
}

void Layout::add_edges() {
  const auto top_of = [this](std::int64_t level) {
    return level_tops_[static_cast<std::size_t>(level)];
  };
  auto& edges = result_.edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Item& user = items_[item_of_[edges[i].user]];
    const std::int64_t top = top_of(user.level) + sizes_[user.node].height;
    const std::int64_t x = user.centre + parallel_shift(i);
    edges[i].stretches.push_back({x, top, top_of(user.level + 1) - kLevelGap});
  }
  for (const Item& item : items_) {
    if (!item.corridor) continue;
    const std::int64_t bottom = top_of(item.level + 1) - kLevelGap;
    edges[item.edge].stretches.push_back({item.centre, top_of(item.level), bottom});
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Item& input = items_[item_of_[edges[i].input]];
    const std::int64_t top = top_of(input.level);
    edges[i].stretches.push_back({input.centre + parallel_shift(i), top, top});
  }
}

}  // namespace

TreeLayout lay_out(const RuleGraph& graph, std::span<const BoxSize> sizes) {
  ASSAY_CHECK(!graph.empty() && sizes.size() == graph.size());
  return Layout(graph, sizes).run();
}

}  // namespace assay
