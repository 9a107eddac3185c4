// The unit of a source that makes each item from its address alone.
#pragma once

#include <cstdint>
#include <memory>

#include "assay/core/task.h"

namespace assay {

// Items of such a unit share no work, so it only remembers where it stands. The source has
// `bool make(Address, Wanted, Example&) const`.
template <typename AddressedSource>
class AddressedUnit : public Unit {
 public:
  AddressedUnit(const AddressedSource& source, std::uint64_t index)
      : source_(source), index_(index) {}
  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    return source_.make({index_, item}, want, out);
  }

 private:
  const AddressedSource& source_;
  std::uint64_t index_;
};

template <typename AddressedSource>
std::unique_ptr<Unit> addressed_unit(const AddressedSource& source, std::uint64_t index) {
  return std::make_unique<AddressedUnit<AddressedSource>>(source, index);
}

}  // namespace assay
