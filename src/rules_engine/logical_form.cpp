#include "assay/rules_engine/logical_form.h"

#include <array>

#include "assay/base/hash.h"

namespace assay::rules {

GroundTable::GroundTable() : places_(1024, kNotGround) {
  for (const char* name : {"⊓", "∃", "⊤", "'new'", "'given'", "Entity", "new_var"}) symbol(name);
  ASSAY_CHECK(names_.size() == symbols::kCount);
  for (const Symbol s : {symbols::kConjunction, symbols::kExists, symbols::kTop}) keep_open(s);
  terms_.add(symbols::kTop, {});  // kNotGround
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

std::size_t GroundTable::place_of(Symbol symbol, std::span<const GroundId> inputs) const {
  std::uint64_t hash = mix(symbol, inputs.size());
  for (const GroundId input : inputs) hash = mix(hash, input);
  for (std::size_t at = hash;; ++at) {
    at &= places_.size() - 1;
    if (places_[at] == kNotGround) return at;
    if (terms_.is(places_[at], symbol, inputs)) return at;
  }
}

GroundId GroundTable::find(Symbol symbol, std::span<const GroundId> inputs) const {
  return places_[place_of(symbol, inputs)];
}

GroundId GroundTable::add(Symbol symbol, std::span<const GroundId> inputs) {
  const std::size_t place = place_of(symbol, inputs);
  if (places_[place] != kNotGround) return places_[place];
  const auto made = static_cast<GroundId>(terms_.size());
  terms_.add(symbol, inputs);
  places_[place] = made;
  if (terms_.size() * 2 > places_.size()) {
    places_.assign(places_.size() * 2, kNotGround);
    for (GroundId id = 1; id < terms_.size(); ++id) {
      places_[place_of(terms_[id].symbol, terms_[id].inputs)] = id;
    }
  }
  return made;
}

GroundId GroundTable::add_string(const std::string& text) {
  const GroundId name = add(symbol(text), {});
  return add(symbols::kGivenString, std::span(&name, 1));
}

GroundId GroundTable::add_term(const Term& term) {
  if (term.kind == Term::Kind::kString) return add_string(term.text);
  std::vector<GroundId> inputs;
  for (const Term& input : term.inputs) inputs.push_back(add_term(input));
  return add(symbol(term.text), inputs);
}

void GroundTable::add_reversed() {
  const std::size_t known = terms_.size();
  for (std::size_t i = 1; i < known; ++i) {
    if (terms_[i].inputs.size() != 2) continue;
    const std::array<GroundId, 2> reversed{terms_[i].inputs[1], terms_[i].inputs[0]};
    add(terms_[i].symbol, reversed);
  }
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
    if (own_terms_.is(i, symbol, inputs)) return static_cast<GroundId>(table_->size() + i);
  }
  own_terms_.add(symbol, inputs);
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
    ground_.clear();
    for (const FormId input : inputs) ground_.push_back(nodes_[input].ground);
    return add_ground(ground(symbol, ground_), maker);
  }
  const auto first = static_cast<std::uint32_t>(inputs_.size());
  const auto count = static_cast<std::uint32_t>(inputs.size());
  for (const FormId input : inputs) inputs_.push_back(input);  // few: quicker than a block
  nodes_.push_back({symbol, first, count, kNotGround, maker, hash});
  return static_cast<FormId>(nodes_.size() - 1);
}

FormId FormStore::conjoin(std::span<const FormId> conjuncts) {
  flat_.clear();
  for (const FormId id : conjuncts) {
    const FormNode& node = nodes_[id];
    if (node.symbol == symbols::kConjunction) {
      for (const FormId inner : inputs(id)) flat_.push_back(inner);
    } else if (node.symbol != symbols::kTop || node.ground != kNotGround) {
      flat_.push_back(id);
    }
  }
  if (flat_.size() == 1) return flat_.front();
  return add(flat_.empty() ? symbols::kTop : symbols::kConjunction, flat_, kNoMaker);
}

std::uint64_t FormStore::symbols_in(FormId id) const {
  const FormNode& node = nodes_[id];
  if (node.count == 0) return ~std::uint64_t{0};
  if (node.symbol != symbols::kConjunction) {
    return symbol_bit(nodes_[input(id, node.symbol == symbols::kExists ? 1 : 0)].symbol);
  }
  std::uint64_t bits = 0;
  for (const FormId conjunct : inputs(id)) bits |= symbol_bit(nodes_[conjunct].symbol);
  return bits;
}

void FormStore::append_ground(std::string& out, GroundId id) const {
  const GroundTerm term = ground_term(id);
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
