// Logical forms while they are worked with: concepts of Keysers et al. 2020, appendix I.
//
// What has no variables and no strings of its own, such as RolePair(Subject, SubjectHaver), is a
// *ground* term: one number, so that knowledge about it is looked up and not compared. Everything
// else is a node in an arena that is emptied after each text. A node remembers which rule
// application made it; that is what dependencies between rules are read from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/rules_engine/rule_file.h"

namespace assay::rules {

using Symbol = std::uint32_t;
using GroundId = std::uint32_t;
using FormId = std::uint32_t;
using MakerId = std::uint32_t;

// Symbols that every rule base has, in this order.
namespace symbols {
inline constexpr Symbol kConjunction = 0;
inline constexpr Symbol kExists = 1;
inline constexpr Symbol kTop = 2;
inline constexpr Symbol kNewString = 3;    // a string made by new_var
inline constexpr Symbol kGivenString = 4;  // a string written in a rule
inline constexpr Symbol kEntity = 5;       // Entity(v)
inline constexpr Symbol kNewVariable = 6;  // new_var
inline constexpr Symbol kCount = 7;
}  // namespace symbols

inline constexpr GroundId kNotGround = 0;
inline constexpr FormId kNoForm = 0xFFFF'FFFF;
inline constexpr MakerId kNoMaker = 0xFFFF'FFFF;

// Its inputs lie in the table or store that gave it, until that has a new term.
struct GroundTerm {
  Symbol symbol = 0;
  std::span<const GroundId> inputs;
};

// Ground terms in the order they were added.
class GroundList {
 public:
  void add(Symbol symbol, std::span<const GroundId> inputs) {
    terms_.push_back({symbol, static_cast<std::uint32_t>(inputs_.size()),
                      static_cast<std::uint32_t>(inputs.size())});
    inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
  }
  GroundTerm operator[](std::size_t i) const {
    return {terms_[i].symbol, {inputs_.data() + terms_[i].first, terms_[i].count}};
  }
  bool is(std::size_t i, Symbol symbol, std::span<const GroundId> inputs) const {
    const GroundTerm term = (*this)[i];
    return term.symbol == symbol &&
           std::equal(inputs.begin(), inputs.end(), term.inputs.begin(), term.inputs.end());
  }
  std::size_t size() const { return terms_.size(); }
  void clear() {
    terms_.clear();
    inputs_.clear();
  }

 private:
  struct Entry {
    Symbol symbol;
    std::uint32_t first;
    std::uint32_t count;
  };
  std::vector<Entry> terms_;
  std::vector<GroundId> inputs_;
};

// Names and ground terms of a rule base; filled while rules are loaded, then shared.
class GroundTable {
 public:
  GroundTable();
  Symbol symbol(std::string_view name);
  std::string_view name(Symbol symbol) const { return names_[symbol]; }
  std::size_t symbol_count() const { return names_.size(); }
  GroundId add(Symbol symbol, std::span<const GroundId> inputs);
  GroundId find(Symbol symbol, std::span<const GroundId> inputs) const;  // or kNotGround
  GroundTerm term(GroundId id) const { return terms_[id]; }
  std::size_t size() const { return terms_.size(); }
  // A string of a rule as a ground term.
  GroundId add_string(const std::string& text);
  // A term of names and strings, with all that stands in it.
  GroundId add_term(const Term& term);
  // Adds P(b, a) for every P(a, b): rules turn role pairs round, and what is known here is quicker.
  void add_reversed();
  // Terms with this symbol stay nodes, although their inputs are ground: rules rewrite them.
  void keep_open(Symbol symbol);
  bool stays_open(Symbol symbol) const { return open_[symbol]; }

 private:
  std::size_t place_of(Symbol symbol, std::span<const GroundId> inputs) const;

  std::vector<std::string> names_;
  std::vector<bool> open_;  // by symbol
  std::map<std::string, Symbol, std::less<>> by_name_;
  GroundList terms_;
  std::vector<GroundId> places_;  // open addressing; its size is a power of two
};

struct FormNode {
  Symbol symbol = symbols::kTop;
  std::uint32_t first = 0;  // of its inputs; of a new string its number
  std::uint32_t count = 0;
  GroundId ground = kNotGround;
  MakerId maker = kNoMaker;
  std::uint64_t hash = 0;  // of the structure; makers do not count
};

// One bit for a symbol; several symbols may share it.
inline std::uint64_t symbol_bit(Symbol symbol) { return 1ULL << (symbol % 64); }

// The forms of one text. Ids stay valid until clear().
class FormStore {
 public:
  explicit FormStore(const GroundTable& table) : table_(&table) {}

  void clear();
  const FormNode& node(FormId id) const { return nodes_[id]; }
  std::span<const FormId> inputs(FormId id) const {
    const FormNode& node = nodes_[id];
    return std::span(inputs_).subspan(node.first, node.count);
  }
  FormId input(FormId id, std::size_t k) const { return inputs_[nodes_[id].first + k]; }

  FormId add_ground(GroundId ground, MakerId maker);
  FormId add_string(std::uint32_t number, MakerId maker);
  // Inputs that are all ground make a ground node. The list must not lie in this store.
  FormId add(Symbol symbol, std::span<const FormId> inputs, MakerId maker);
  FormId add(Symbol symbol, std::initializer_list<FormId> inputs, MakerId maker) {
    return add(symbol, std::span(inputs.begin(), inputs.size()), maker);
  }
  // C1 ⊓ ... ⊓ Cn, flattened; ⊤ is left out, and one conjunct alone is itself.
  FormId conjoin(std::span<const FormId> conjuncts);

  bool equal(FormId a, FormId b) const { return nodes_[a].hash == nodes_[b].hash; }
  // Bits of the symbols among the conjuncts, of the concept of ∃R.C, or of the first input: a first
  // look for rules.
  std::uint64_t symbols_in(FormId id) const;

  // Ground terms that no rule mentions are known while this text lasts.
  GroundId ground(Symbol symbol, std::span<const GroundId> inputs);
  GroundTerm ground_term(GroundId id) const {
    return id < table_->size() ? table_->term(id) : own_terms_[id - table_->size()];
  }
  const GroundTable& table() const { return *table_; }

  // How a new string is written, by its number.
  template <typename Name>
  void append_text(std::string& out, FormId id, const Name& name_of, bool inside = false) const {
    const FormNode& at = nodes_[id];
    if (at.ground != kNotGround) return append_ground(out, at.ground);
    if (at.symbol == symbols::kTop) {
      out += "⊤";
      return;
    }
    if (at.symbol == symbols::kNewString) {
      out += '\'';
      out += name_of(at.first);
      out += '\'';
      return;
    }
    const bool conjunction = at.symbol == symbols::kConjunction;
    const bool exists = at.symbol == symbols::kExists;
    if (conjunction) {
      if (inside) out += '(';
    } else if (exists) {
      out += "∃";
    } else {
      out += table_->name(at.symbol);
      if (at.count == 0) return;
      out += '(';
    }
    for (std::size_t k = 0; k < at.count; ++k) {
      if (k > 0) out += conjunction ? " ⊓ " : exists ? "." : ", ";
      append_text(out, input(id, k), name_of, conjunction || exists);
    }
    if (!exists && (!conjunction || inside)) out += ')';
  }

 private:
  void append_ground(std::string& out, GroundId id) const;

  const GroundTable* table_;
  std::vector<FormNode> nodes_;
  std::vector<FormId> inputs_;
  GroundList own_terms_;
  std::vector<FormId> flat_;      // while conjuncts are joined
  std::vector<GroundId> ground_;  // while a ground term is made
};

}  // namespace assay::rules
