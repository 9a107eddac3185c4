#include "assay/tasks/cfq/source.h"

#include "assay/tasks/cfq/row.h"

namespace assay::cfq {

namespace {

class CfqUnit : public Unit {
 public:
  CfqUnit(const PatternMaker& maker, Key key, std::uint64_t seed, std::uint64_t index)
      : maker_(maker), key_(key), seed_(seed), index_(index) {}

  bool make(std::uint32_t item, Wanted want, Example& out) const override {
    reset(out, cfq_schema());
    out.seed = seed_;
    out.address = {index_, item};
    Pattern pattern;
    if (!maker_.make(key_, index_, pattern, want.rules ? &out.rules : nullptr)) return false;
    write_row(pattern, out);
    return true;
  }

 private:
  const PatternMaker& maker_;
  Key key_;
  std::uint64_t seed_;
  std::uint64_t index_;
};

class CfqSource : public Source {
 public:
  CfqSource(const Language& language, PatternLimits limits, std::uint64_t seed)
      : maker_(language, limits), key_(stream_key(seed, "cfq")), seed_(seed) {}
  std::optional<std::uint64_t> unit_count() const override { return std::nullopt; }
  std::uint32_t items_per_unit() const override { return 1; }
  std::unique_ptr<Unit> unit(std::uint64_t index) const override {
    return std::make_unique<CfqUnit>(maker_, key_, seed_, index);
  }

 private:
  PatternMaker maker_;
  Key key_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Source> open_cfq(const Language& language, PatternLimits limits,
                                 std::uint64_t seed) {
  return std::make_unique<CfqSource>(language, limits, seed);
}

}  // namespace assay::cfq
