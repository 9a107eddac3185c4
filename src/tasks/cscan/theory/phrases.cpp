#include "assay/tasks/cscan/theory/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"

namespace assay::cscan {

namespace {

constexpr std::uint16_t kNoPlace = 0xFFFF;
constexpr std::size_t kPut = ~std::size_t{0};  // the filler has found its place

std::vector<ProductionId> all_productions(const RuleSpace& space) {
  std::vector<ProductionId> all(space.productions.size());
  std::iota(all.begin(), all.end(), ProductionId{0});
  return all;
}

}  // namespace

PhraseTable::PhraseTable(const RuleSpace& space) : PhraseTable(space, all_productions(space)) {}

PhraseTable::PhraseTable(const RuleSpace& space, std::span<const ProductionId> productions)
    : space_(&space),
      productions_(productions.begin(), productions.end()),
      has_(space.productions.size()),
      choices_(space.levels.size()),
      places_(space.levels.size()),
      firsts_(space.productions.size()) {
  for (const ProductionId production : productions) has_[production] = true;
  for (std::size_t level = 0; level < space.levels.size(); ++level) {
    variables_.push_back(static_cast<PhraseId>(phrases_.size()));
    phrases_.push_back({kNoProduction, static_cast<Level>(level), 1, 0, {}});
  }
  for (std::size_t level = 0; level < space.levels.size(); ++level) {
    places_[level].assign(phrases_.size(), kNoPlace);
    places_[level][variables_[level]] = 0;
    choices_[level].push_back(variables_[level]);
  }
  for (const ProductionId production : space.inner_productions) {
    if (has_[production]) add_all(production);
  }
}

void PhraseTable::add(Phrase phrase) {
  if (phrases_.size() == kMostPhrases) {
    fail(ErrorKind::kUnsupported,
         "rule space {} has more than {} phrases below its start; give it fewer levels or fewer "
         "productions",
         space_->name, kMostPhrases);
  }
  const auto id = static_cast<PhraseId>(phrases_.size());
  phrase.variables = 0;
  phrase.holds = set_of(phrase.production);
  for (const PhraseId part : phrase.parts) {
    phrase.variables = static_cast<std::uint8_t>(phrase.variables + phrases_[part].variables);
    phrase.holds |= phrases_[part].holds;
  }
  for (std::size_t level = 0; level < choices_.size(); ++level) {
    const bool fits = space_->fits(phrase.level, static_cast<Level>(level));
    places_[level].push_back(fits ? static_cast<std::uint16_t>(choices_[level].size()) : kNoPlace);
    if (fits) choices_[level].push_back(id);
  }
  phrases_.push_back(phrase);
}

// In the order of the choices of its slots, so that find() can count.
void PhraseTable::add_all(ProductionId id) {
  const Production& production = space_->productions[id];
  firsts_[id] = static_cast<std::uint32_t>(phrases_.size());
  Phrase phrase{id, production.result, 0, 0, {}};
  if (production.slots.empty()) {
    add(phrase);
    return;
  }
  // Choices of the slots are complete: nothing of this level fits them.
  for (const PhraseId first : choices_[production.slots[0]]) {
    if (production.slots.size() == 1) {
      phrase.parts = {first};
      add(phrase);
      continue;
    }
    for (const PhraseId second : choices_[production.slots[1]]) {
      phrase.parts = {first, second};
      add(phrase);
    }
  }
}

PhraseId PhraseTable::find(ProductionId id, const InlineVector<PhraseId, kMostSlots>& parts) const {
  const Production& production = space_->productions[id];
  std::uint32_t place = 0;
  for (std::size_t slot = 0; slot < parts.size(); ++slot) {
    const Level level = production.slots[slot];
    place =
        place * static_cast<std::uint32_t>(choices_[level].size()) + places_[level][parts[slot]];
  }
  return static_cast<PhraseId>(firsts_[id] + place);
}

Tree PhraseTable::tree(ProductionId id, const InlineVector<PhraseId, kMostSlots>& parts) const {
  if (space_->productions[id].result == RuleSpace::kStart) return {id, parts};
  return tree(find(id, parts));
}

Tree PhraseTable::basis_tree(ProductionId id) const {
  InlineVector<PhraseId, kMostSlots> parts;
  for (const Level slot : space_->productions[id].slots) parts.push_back(variables_[slot]);
  return tree(id, parts);
}

std::size_t PhraseTable::variables(const Tree& tree) const {
  std::size_t count = 0;
  for (const PhraseId part : tree.parts) count += phrases_[part].variables;
  return count;
}

bool PhraseTable::is_command(const Tree& tree) const {
  if (variables(tree) > 0) return false;
  return !tree.is_phrase() || space_->fits(phrases_[tree.parts[0]].level, RuleSpace::kStart);
}

ProductionSet PhraseTable::holds(const Tree& tree) const {
  ProductionSet set = tree.is_phrase() ? 0 : set_of(tree.top);
  for (const PhraseId part : tree.parts) set |= phrases_[part].holds;
  return set;
}

Level PhraseTable::slot_of(const Tree& tree, std::size_t variable) const {
  std::span<const PhraseId> parts(tree.parts.begin(), tree.parts.end());
  for (std::size_t at = 0; at < parts.size();) {
    const Phrase& phrase = phrases_[parts[at]];
    if (phrase.variables <= variable) {
      variable -= phrase.variables;
      ++at;
      continue;
    }
    if (phrase.is_variable()) return phrase.level;
    parts = std::span(phrase.parts.begin(), phrase.parts.end());
    at = 0;
  }
  throw Bug("a tree has no such variable");
}

// `variable` counts down to the one that is meant; what it passes is left as it is.
PhraseId PhraseTable::put_into(PhraseId id, std::size_t& variable, PhraseId filler) const {
  const Phrase& phrase = phrases_[id];
  if (variable == kPut || variable >= phrase.variables) {
    if (variable != kPut) variable -= phrase.variables;
    return id;
  }
  if (phrase.is_variable()) {
    variable = kPut;
    return filler;
  }
  InlineVector<PhraseId, kMostSlots> parts;
  for (const PhraseId part : phrase.parts) parts.push_back(put_into(part, variable, filler));
  return find(phrase.production, parts);
}

Tree PhraseTable::put(const Tree& tree, std::size_t variable, PhraseId phrase) const {
  Tree result{tree.top, {}};
  for (const PhraseId part : tree.parts) {
    result.parts.push_back(put_into(part, variable, phrase));
  }
  return result;
}

void PhraseTable::cut(PhraseId id, std::vector<std::pair<PhraseId, PhraseId>>& out) const {
  const Phrase& phrase = phrases_[id];
  std::vector<std::pair<PhraseId, PhraseId>> inner;
  for (std::size_t slot = 0; slot < phrase.parts.size(); ++slot) {
    const PhraseId part = phrase.parts[slot];
    if (phrases_[part].is_variable()) continue;
    inner.assign(1, {variables_[space_->productions[phrase.production].slots[slot]], part});
    cut(part, inner);
    for (const auto& [around, inside] : inner) {
      InlineVector<PhraseId, kMostSlots> parts = phrase.parts;
      parts[slot] = around;
      out.emplace_back(find(phrase.production, parts), inside);
    }
  }
}

std::vector<PhraseTable::Cut> PhraseTable::cuts(const Tree& tree) const {
  std::vector<Cut> all;
  std::vector<std::pair<PhraseId, PhraseId>> inner;
  for (std::size_t slot = 0; slot < tree.parts.size(); ++slot) {
    const PhraseId part = tree.parts[slot];
    if (phrases_[part].is_variable()) continue;
    inner.clear();
    if (!tree.is_phrase()) {
      inner.emplace_back(variables_[space_->productions[tree.top].slots[slot]], part);
    }
    cut(part, inner);
    for (const auto& [around, inside] : inner) {
      all.push_back({tree, inside});
      all.back().around.parts[slot] = around;
    }
  }
  return all;
}

bool PhraseTable::match(PhraseId pattern, PhraseId id, Binding& binding) const {
  const Phrase& form = phrases_[pattern];
  if (form.is_variable()) {
    binding.push_back(id);
    return true;
  }
  const Phrase& phrase = phrases_[id];
  if (form.production != phrase.production) return false;
  for (std::size_t part = 0; part < form.parts.size(); ++part) {
    if (!match(form.parts[part], phrase.parts[part], binding)) return false;
  }
  return true;
}

bool PhraseTable::match(const Tree& pattern, const Tree& tree, Binding& binding) const {
  if (pattern.top != tree.top) return false;
  for (std::size_t part = 0; part < pattern.parts.size(); ++part) {
    if (!match(pattern.parts[part], tree.parts[part], binding)) return false;
  }
  return true;
}

std::optional<PhraseId> PhraseTable::meet(PhraseId a, PhraseId b) const {
  const Phrase& first = phrases_[a];
  const Phrase& second = phrases_[b];
  if (first.is_variable()) return b;
  if (second.is_variable()) return a;
  if (first.production != second.production) return std::nullopt;
  InlineVector<PhraseId, kMostSlots> parts;
  for (std::size_t part = 0; part < first.parts.size(); ++part) {
    const auto met = meet(first.parts[part], second.parts[part]);
    if (!met) return std::nullopt;
    parts.push_back(*met);
  }
  return find(first.production, parts);
}

void PhraseTable::note_productions(PhraseId id, std::vector<ProductionId>& out) const {
  const Phrase& phrase = phrases_[id];
  if (phrase.is_variable()) return;
  out.push_back(phrase.production);
  for (const PhraseId part : phrase.parts) note_productions(part, out);
}

void PhraseTable::productions_of(const Tree& tree, std::vector<ProductionId>& out) const {
  if (!tree.is_phrase()) out.push_back(tree.top);
  for (const PhraseId part : tree.parts) note_productions(part, out);
}

void PhraseTable::append_pattern(std::string& out, ProductionId id,
                                 const InlineVector<PhraseId, kMostSlots>& parts,
                                 std::size_t& variables) const {
  std::size_t slot = 0;
  bool is_first = true;
  for (const std::string& word : space_->productions[id].pattern) {
    if (!is_first) out += ' ';
    is_first = false;
    if (word.empty()) {
      append_phrase(out, parts[slot++], variables);
    } else {
      out += word;
    }
  }
}

void PhraseTable::append_phrase(std::string& out, PhraseId id, std::size_t& variables) const {
  const Phrase& phrase = phrases_[id];
  if (phrase.is_variable()) {
    fmt::format_to(std::back_inserter(out), "x{}", ++variables);
  } else {
    append_pattern(out, phrase.production, phrase.parts, variables);
  }
}

void PhraseTable::append_text(std::string& out, const Tree& tree) const {
  std::size_t variables = 0;
  if (tree.is_phrase()) {
    append_phrase(out, tree.parts[0], variables);
  } else {
    append_pattern(out, tree.top, tree.parts, variables);
  }
}

}  // namespace assay::cscan
