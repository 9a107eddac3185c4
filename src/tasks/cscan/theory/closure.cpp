#include "assay/tasks/cscan/theory/closure.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"

namespace assay::cscan {

Closure::Closure(const Theory& theory, Kind kind) : theory_(&theory) {
  const PhraseTable& phrases = theory.phrases();
  const RuleSpace& space = phrases.space();
  const auto is_wanted = [&](PhraseId phrase) {
    return kind == Kind::kAll || phrases[phrase].variables == 0;
  };
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const auto id = static_cast<PhraseId>(i);
    const Phrase& phrase = phrases[id];
    const bool is_command_or_free =
        kind == Kind::kAll || space.fits(phrase.level, RuleSpace::kStart);
    if (phrase.is_variable() || !is_wanted(id) || !is_command_or_free) continue;
    if (theory.known(id) != Known::kNo) phrases_.push_back(id);
  }
  total_ = phrases_.size();
  for (const ProductionId top : space.start_productions) {
    for (const std::uint16_t at : theory.rules_of(top)) {
      const Rule& rule = theory.rules()[at];
      Block block{top, {}, 1};
      for (std::size_t slot = 0; slot < rule.left.parts.size(); ++slot) {
        std::vector<PhraseId> usable;
        for (const PhraseId phrase : phrases.choices(space.productions[top].slots[slot])) {
          if (is_wanted(phrase) && theory.applies(rule, slot, phrase)) usable.push_back(phrase);
        }
        block.weight *= usable.size();
        block.parts.push_back(std::move(usable));
      }
      total_ += block.weight;
      blocks_.push_back(std::move(block));
    }
  }
}

std::uint32_t Closure::covering(const Tree& tree) const {
  std::uint32_t count = 0;
  for (const Block& block : blocks_) {
    if (block.top != tree.top || block.weight == 0) continue;
    bool covers = true;
    for (std::size_t slot = 0; slot < tree.parts.size() && covers; ++slot) {
      covers = std::ranges::binary_search(block.parts[slot], tree.parts[slot]);
    }
    count += covers ? 1 : 0;
  }
  return count;
}

Tree Closure::draw(Stream& stream) const {
  ASSAY_CHECK(total_ > 0);
  while (true) {
    std::uint64_t place = stream.below(total_);
    if (place < phrases_.size()) return theory_->phrases().tree(phrases_[place]);
    place -= phrases_.size();
    const auto* block = blocks_.data();
    while (place >= block->weight) place -= block++->weight;
    Tree tree{block->top, {}};
    for (const std::vector<PhraseId>& parts : block->parts) {
      tree.parts.push_back(parts[place % parts.size()]);
      place /= parts.size();
    }
    if (stream.below(covering(tree)) == 0) return tree;
  }
}

}  // namespace assay::cscan
