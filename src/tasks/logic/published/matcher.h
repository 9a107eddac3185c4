// The one-directional matcher of the published LogicInference and the substitution that goes with
// it. It is no unification: it binds symbols of one clause to pieces of another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/tasks/logic/published/clause.h"

namespace assay::logic::published {

// What a symbol stands for: another symbol or a whole clause.
struct Binding {
  Symbol from;
  bool is_clause = false;
  std::uint32_t value = 0;

  bool same_value(const Binding& other) const {
    return is_clause == other.is_clause && value == other.value;
  }
};

// Bindings only grow, so an earlier state is a smaller size.
class Bindings {
 public:
  std::size_t size() const { return size_; }
  void shrink(std::size_t size) { size_ = size; }
  const Binding* begin() const { return entries_.data(); }
  const Binding* end() const { return entries_.data() + size_; }
  const Binding* find(Symbol symbol) const;

  // False if the symbol is bound to something else.
  bool bind(Symbol symbol, Symbol value) { return bind({symbol, false, value.code}); }
  bool bind(Symbol symbol, Clause value) { return bind({symbol, true, value.id}); }

 private:
  static constexpr std::size_t kMost = 16;
  bool bind(const Binding& binding);

  std::array<Binding, kMost> entries_;
  std::size_t size_ = 0;
};

// Whether the matcher may answer "p -> q" to P(a) by splitting P into two new functors.
enum class Invention : bool { kOff, kOn };

// False if the heads of the clauses rule a match out.
bool may_match(const Clauses& clauses, Clause a, Clause b);

// Matches clause a to clause b. Invented functors get the suffix `counter`. On failure the bindings
// are as before.
bool match(Clauses& clauses, Clause a, Clause b, std::uint32_t counter, Invention invention,
           Bindings& bindings);

// All bindings applied at once; what they put in is left as it is.
Clause substitute(Clauses& clauses, Clause clause, const Bindings& bindings);

// Substitution turns atoms into compounds. These go, and what they are made of is added at the end.
void split_atoms(Clauses& clauses, std::vector<Clause>& atoms);

}  // namespace assay::logic::published
