#include "assay/logic/formula.h"

#include "assay/base/hash.h"

namespace assay::logic {

FormulaStore::FormulaStore() : places_(256) {}

void FormulaStore::clear() {
  formulas_.clear();
  if (++stamp_ != 0) return;
  places_.assign(places_.size(), {});
  stamp_ = 1;
}

std::size_t FormulaStore::place_of(const Formula& formula) const {
  const std::uint64_t hash = mix((std::uint64_t{formula.first} << 32U) | formula.second,
                                 static_cast<std::uint64_t>(formula.op));
  for (std::size_t at = hash;; ++at) {
    at &= places_.size() - 1;
    const Place& place = places_[at];
    if (place.stamp != stamp_) return at;
    const Formula& known = formulas_[place.id];
    if (known.op == formula.op && known.first == formula.first && known.second == formula.second) {
      return at;
    }
  }
}

FormulaId FormulaStore::add(Formula formula) {
  const std::size_t at = place_of(formula);
  if (places_[at].stamp == stamp_) return places_[at].id;
  const auto id = static_cast<FormulaId>(formulas_.size());
  formulas_.push_back(formula);
  places_[at] = {id, stamp_};
  if (formulas_.size() * 2 > places_.size()) grow();
  return id;
}

void FormulaStore::grow() {
  places_.assign(places_.size() * 2, {});
  stamp_ = 1;
  for (FormulaId id = 0; id < formulas_.size(); ++id) {
    places_[place_of(formulas_[id])] = {id, stamp_};
  }
}

}  // namespace assay::logic
