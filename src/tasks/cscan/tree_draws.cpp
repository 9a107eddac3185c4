#include "assay/tasks/cscan/tree_draws.h"

#include <algorithm>
#include <array>

namespace assay::cscan {

namespace {

constexpr std::array<std::uint64_t, 3> kRootWeights{75, 20, 5};  // of S, T, U in cSCAN
constexpr std::uint64_t kCompositePercent = 70;                  // of the parts of a command
constexpr std::array<std::uint64_t, 3> kFurtherWeights{50, 35, 15};
constexpr std::uint64_t kInsideWeight = 2;  // against 1 above
constexpr int kTriesOfTree = 2000;

template <typename T>
const T& pick(const std::vector<T>& values, Stream& stream) {
  return values[stream.below(values.size())];
}

// An index by its weight, of the first `count`.
template <std::size_t kSize>
std::size_t pick_weighted(const std::array<std::uint64_t, kSize>& weights, std::size_t count,
                          Stream& stream) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < count; ++i) total += weights[i];
  std::uint64_t place = stream.below(total);
  std::size_t at = 0;
  while (place >= weights[at]) place -= weights[at++];
  return at;
}

}  // namespace

TreeDraws::TreeDraws(const PhraseTable& phrases, ProductionSet avoided)
    : phrases_(phrases), avoided_(avoided) {
  const RuleSpace& space = phrases.space();
  composites_.resize(space.levels.size());
  words_.resize(space.levels.size());
  for (std::size_t i = 0; i < space.levels.size(); ++i) {
    const auto level = static_cast<Level>(i);
    std::vector<ProductionId> roots;
    for (const ProductionId id : phrases.productions()) {
      const Production& production = space.productions[id];
      if (!is_allowed(id)) continue;
      if (space.fits(production.result, level)) {
        (production.slots.empty() ? words_ : composites_)[i].push_back(id);
      }
      if (production.result == level && !production.slots.empty()) roots.push_back(id);
    }
    if (!roots.empty() && roots_.size() < kRootWeights.size() &&
        space.fits(level, RuleSpace::kStart)) {
      roots_.push_back(std::move(roots));
    }
  }
}

std::optional<PhraseId> TreeDraws::phrase(Level slot, Stream& stream) const {
  const bool composite = stream.below(100) < kCompositePercent;
  const auto& first = composite ? composites_[slot] : words_[slot];
  const auto& second = composite ? words_[slot] : composites_[slot];
  const auto& choices = first.empty() ? second : first;
  if (choices.empty()) return std::nullopt;
  const auto tree = over(pick(choices, stream), stream);
  if (!tree) return std::nullopt;
  return tree->parts[0];
}

std::optional<Tree> TreeDraws::over(ProductionId production, Stream& stream) const {
  InlineVector<PhraseId, kMostSlots> parts;
  for (const Level slot : phrases_.space().productions[production].slots) {
    const auto part = phrase(slot, stream);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  return phrases_.tree(production, parts);
}

std::optional<Tree> TreeDraws::command(ProductionId wanted, Stream& stream) const {
  if (roots_.empty()) return std::nullopt;
  const bool is_root = phrases_.space().productions[wanted].result == RuleSpace::kStart;
  for (int i = 0; i < kTriesOfTree; ++i) {
    const auto& roots = roots_[pick_weighted(kRootWeights, roots_.size(), stream)];
    const auto tree = over(is_root ? wanted : pick(roots, stream), stream);
    if (tree && (phrases_.holds(*tree) & set_of(wanted)) != 0) return tree;
  }
  return std::nullopt;
}

std::optional<Tree> TreeDraws::compose(const Tree& tree, Stream& stream) const {
  struct Way {
    ProductionId production;
    bool above;
    std::size_t place;  // the slot above, or the variable inside
  };
  const RuleSpace& space = phrases_.space();
  std::vector<Way> ways;  // those inside stand there twice
  const std::size_t variables = phrases_.variables(tree);
  for (const ProductionId id : phrases_.productions()) {
    if (!is_allowed(id)) continue;
    const Production& production = space.productions[id];
    for (std::size_t slot = 0; tree.is_phrase() && slot < production.slots.size(); ++slot) {
      if (space.fits(phrases_[tree.parts[0]].level, production.slots[slot])) {
        ways.push_back({id, true, slot});
      }
    }
    for (std::size_t variable = 0; variable < variables; ++variable) {
      if (!space.fits(production.result, phrases_.slot_of(tree, variable))) continue;
      ways.insert(ways.end(), kInsideWeight, {id, false, variable});
    }
  }
  if (ways.empty()) return std::nullopt;
  const Way& way = pick(ways, stream);
  const Tree basis = phrases_.basis_tree(way.production);
  if (!way.above) return phrases_.put(tree, way.place, basis.parts[0]);
  InlineVector<PhraseId, kMostSlots> parts;
  for (const Level slot : space.productions[way.production].slots) {
    parts.push_back(phrases_.variable(slot));
  }
  parts[way.place] = tree.parts[0];
  return phrases_.tree(way.production, parts);
}

Tree TreeDraws::left_side(ProductionId first, Stream& stream) const {
  Tree tree = phrases_.basis_tree(first);
  const std::size_t further = 1 + pick_weighted(kFurtherWeights, kFurtherWeights.size(), stream);
  for (std::size_t i = 0; i < further; ++i) {
    const auto composed = compose(tree, stream);
    if (!composed) break;
    tree = *composed;
  }
  return tree;
}

}  // namespace assay::cscan
