#include "assay/tasks/scan/source.h"

#include "assay/tasks/scan/row.h"

namespace assay::scan {

namespace {

class ScanUnit : public Unit {
 public:
  ScanUnit(const Language& language, std::uint64_t seed, std::uint64_t rank)
      : language_(language), seed_(seed), rank_(rank) {}

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    write_row(language_, rank_, want.rules, out);
    out.seed = seed_;
    out.address.item = item;
    return true;
  }

 private:
  const Language& language_;
  std::uint64_t seed_;
  std::uint64_t rank_;
};

class ScanSource : public Source {
 public:
  ScanSource(const Language& language, std::uint64_t seed) : language_(language), seed_(seed) {}
  std::optional<std::uint64_t> unit_count() const override { return language_.count(); }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return std::make_unique<ScanUnit>(language_, seed_, index);
  }

 private:
  const Language& language_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Source> open_scan(const Language& language, std::uint64_t seed) {
  return std::make_unique<ScanSource>(language, seed);
}

}  // namespace assay::scan
