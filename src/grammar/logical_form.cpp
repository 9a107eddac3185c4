#include "assay/grammar/logical_form.h"

#include <algorithm>

#include "assay/base/hash.h"

namespace assay::rules {

GroundTable::GroundTable() {
  for (const char* name : {"⊓", "∃", "⊤", "'new'", "'given'", "Entity", "new_var"}) symbol(name);
  ASSAY_CHECK(names_.size() == symbols::kCount);
  for (const Symbol s : {symbols::kConjunction, symbols::kExists, symbols::kTop}) keep_open(s);
  terms_.push_back({symbols::kTop, {}});  // kNotGround
}

Symbol GroundTable::symbol(std::string_view name) {
  const auto at = by_name_.find(name);
  if (at != by_name_.end()) return at->second;
  const auto made = static_cast<Symbol>(names_.size());
  names_.emplace_back(name);
  open_.push_back(false);
  by_name_.emplace(std::string(name), made);
  return made;
}

GroundId GroundTable::find(Symbol symbol, std::span<const GroundId> inputs) const {
  const auto at = ids_.find(KeyView{symbol, inputs});
  return at == ids_.end() ? kNotGround : at->second;
}

GroundId GroundTable::add(Symbol symbol, std::span<const GroundId> inputs) {
  if (const GroundId known = find(symbol, inputs); known != kNotGround) return known;
  const auto made = static_cast<GroundId>(terms_.size());
  const std::vector<GroundId> copy(inputs.begin(), inputs.end());
  terms_.push_back({symbol, copy});
  ids_.emplace(Key{symbol, copy}, made);
  return made;
}

GroundId GroundTable::add_string(const std::string& text) {
  const GroundId name = add(symbol(text), {});
  return add(symbols::kGivenString, std::span(&name, 1));
}

void GroundTable::keep_open(Symbol symbol) { open_[symbol] = true; }

void FormStore::clear() {
  nodes_.clear();
  inputs_.clear();
  own_terms_.clear();
}

GroundId FormStore::ground(Symbol symbol, std::span<const GroundId> inputs) {
  if (const GroundId known = table_->find(symbol, inputs); known != kNotGround) return known;
  for (std::size_t i = 0; i < own_terms_.size(); ++i) {
    if (own_terms_[i].symbol == symbol &&
        std::equal(inputs.begin(), inputs.end(), own_terms_[i].inputs.begin(),
                   own_terms_[i].inputs.end())) {
      return static_cast<GroundId>(table_->size() + i);
    }
  }
  own_terms_.push_back({symbol, {inputs.begin(), inputs.end()}});
  return static_cast<GroundId>(table_->size() + own_terms_.size() - 1);
}

FormId FormStore::add_ground(GroundId ground, MakerId maker) {
  nodes_.push_back({ground_term(ground).symbol, 0, 0, ground, maker, mix(ground, 0x51)});
  return static_cast<FormId>(nodes_.size() - 1);
}

FormId FormStore::add_string(std::uint32_t number, MakerId maker) {
  nodes_.push_back({symbols::kNewString, number, 0, kNotGround, maker, mix(number, 0x52)});
  return static_cast<FormId>(nodes_.size() - 1);
}

FormId FormStore::add(Symbol symbol, std::span<const FormId> inputs, MakerId maker) {
  std::uint64_t hash = mix(symbol, 0x53);
  bool all_ground = !table_->stays_open(symbol);
  for (const FormId input : inputs) {
    all_ground = all_ground && nodes_[input].ground != kNotGround;
    if (symbol == symbols::kConjunction) {
      hash += mix(nodes_[input].hash, 0x54);  // in any order
    } else {
      hash = mix(hash, nodes_[input].hash);
    }
  }
  if (all_ground) {
    std::vector<GroundId> grounds;
    for (const FormId input : inputs) grounds.push_back(nodes_[input].ground);
    return add_ground(ground(symbol, grounds), maker);
  }
  const auto first = static_cast<std::uint32_t>(inputs_.size());
  const auto count = static_cast<std::uint32_t>(inputs.size());
  inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
  nodes_.push_back({symbol, first, count, kNotGround, maker, hash});
  return static_cast<FormId>(nodes_.size() - 1);
}

FormId FormStore::conjoin(std::span<const FormId> conjuncts) {
  std::vector<FormId> flat;
  for (const FormId id : conjuncts) {
    if (nodes_[id].symbol == symbols::kTop && nodes_[id].ground == kNotGround) continue;
    if (nodes_[id].symbol == symbols::kConjunction) {
      const auto inner = inputs(id);
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else {
      flat.push_back(id);
    }
  }
  if (flat.size() == 1) return flat.front();
  if (flat.empty()) return add(symbols::kTop, {}, kNoMaker);
  return add(symbols::kConjunction, flat, kNoMaker);
}

void FormStore::append_ground(std::string& out, GroundId id) const {
  const GroundTerm& term = ground_term(id);
  if (term.symbol == symbols::kGivenString) {
    out += '\'';
    out += table_->name(ground_term(term.inputs[0]).symbol);
    out += '\'';
    return;
  }
  out += table_->name(term.symbol);
  if (term.inputs.empty()) return;
  out += '(';
  for (std::size_t i = 0; i < term.inputs.size(); ++i) {
    if (i > 0) out += ", ";
    append_ground(out, term.inputs[i]);
  }
  out += ')';
}

}  // namespace assay::rules
